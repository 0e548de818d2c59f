import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download'
import { useMutation } from '@tanstack/react-query'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { loadPart } from '../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { showToast } from '../../lib/toasts.ts'
import { CommandButton } from './command-button.tsx'

/** Saves the rows of the table, in its order, as a file. */
export function ExportButton({ tenants }: { tenants: readonly TenantListItem[] }) {
  const format = useFormat()
  const timeZone = useTimeZone()
  const save = useMutation({
    mutationFn: async () => {
      const { exportTenants } = await loadPart(() => import('./export-tenants.ts'))
      return exportTenants({ tenants, timeZone, now: new Date() })
    },
    onSuccess: (name) =>
      showToast({
        intent: 'success',
        title: 'Export Successful',
        text: `Exported ${tenants.length === 1 ? '1 tenant' : `${format.number(tenants.length)} tenants`} to ${name}`,
      }),
    onError: () =>
      showToast({
        intent: 'error',
        title: 'Export Failed',
        text: 'The file could not be made. Reload the page and try again.',
      }),
  })
  const isEmpty = tenants.length === 0
  return (
    <CommandButton
      label="Export CSV"
      hint={isEmpty ? 'There is no tenant in the table to export' : 'Save these rows as a file'}
      icon={<ArrowDownload20Regular />}
      isDisabled={isEmpty || save.isPending}
      onClick={() => save.mutate()}
    />
  )
}
