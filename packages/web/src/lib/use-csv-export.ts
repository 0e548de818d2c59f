import { useMutation } from '@tanstack/react-query'

import { showToast } from './toasts.ts'
import type { Toast } from './toasts.ts'

/** Runs an export of a table to a file, and shows the text that it returns, or that it failed, as a toast. */
export function useCsvExport(save: () => Promise<Pick<Toast, 'title' | 'text'>>) {
  return useMutation({
    mutationFn: save,
    onSuccess: (saved) => showToast({ intent: 'success', ...saved }),
    onError: () =>
      showToast({
        intent: 'error',
        title: 'Export Failed',
        text: 'The file could not be created. Reload the page and try again.',
      }),
  })
}
