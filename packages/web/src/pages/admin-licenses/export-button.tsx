import { Button } from '@fluentui/react-components'
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download'
import { useMutation } from '@tanstack/react-query'
import type { License } from '@tenantscope/contract/licenses'

import { loadPart } from '../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { showToast } from '../../lib/toasts.ts'

/** Saves the rows of the table, in its order, as a file. */
export function ExportButton({ licenses }: { licenses: readonly License[] }) {
  const { number } = useFormat()
  const timeZone = useTimeZone()
  const save = useMutation({
    mutationFn: async () => {
      const { exportLicenses } = await loadPart(() => import('./export-licenses.ts'))
      exportLicenses({ licenses, timeZone, now: new Date() })
    },
    onSuccess: () => {
      const count = licenses.length
      const title =
        count === 1
          ? 'Exported 1 license to CSV file'
          : `Exported ${number(count)} licenses to CSV file`
      showToast({ intent: 'success', title })
    },
    onError: () =>
      showToast({
        intent: 'error',
        title: 'Export Failed',
        text: 'The file could not be made. Reload the page and try again.',
      }),
  })
  const isEmpty = licenses.length === 0
  return (
    <Button
      icon={<ArrowDownload20Regular />}
      disabledFocusable={isEmpty || save.isPending}
      title={isEmpty ? 'There is no license in the table to export' : 'Save these rows as a file'}
      onClick={() => save.mutate()}
    >
      Export CSV
    </Button>
  )
}
