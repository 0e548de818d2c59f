import { Button } from '@fluentui/react-components'
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download'
import { useMutation } from '@tanstack/react-query'

import { loadPart } from '../../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../../lib/preferences.ts'
import { showToast } from '../../../lib/toasts.ts'
import type { MatrixExport } from './export-matrix.ts'

interface ExportMatrixButtonProps extends Omit<MatrixExport, 'timeZone'> {
  /** Whether everybody has arrived: half a matrix is no answer to take away. */
  isComplete: boolean
}

/** Saves the rows and columns on screen as a file. */
export function ExportMatrixButton({ isComplete, ...shown }: ExportMatrixButtonProps) {
  const format = useFormat()
  const timeZone = useTimeZone()
  const { people } = shown
  const save = useMutation({
    mutationFn: async () => {
      const { exportMatrix } = await loadPart(() => import('./export-matrix.ts'))
      return exportMatrix({ ...shown, timeZone })
    },
    onSuccess: (name) =>
      showToast({
        intent: 'success',
        title: 'Export Successful',
        text: `Exported ${people.length === 1 ? '1 person' : `${format.number(people.length)} people`} to ${name}`,
      }),
    onError: () =>
      showToast({
        intent: 'error',
        title: 'Export Failed',
        text: 'The file could not be made. Reload the page and try again.',
      }),
  })
  const hint = hintOf(isComplete, people.length)
  return (
    <Button
      icon={<ArrowDownload20Regular />}
      title={hint ?? 'Save these rows as a file'}
      disabledFocusable={hint !== undefined || save.isPending}
      onClick={() => save.mutate()}
    >
      Export CSV
    </Button>
  )
}

/** Why there is nothing to export now. */
function hintOf(isComplete: boolean, people: number): string | undefined {
  if (!isComplete) return 'Available once everybody is loaded'
  return people === 0 ? 'There is nobody in the matrix to export' : undefined
}
