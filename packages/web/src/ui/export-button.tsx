import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download'

import { useCsvExport } from '../lib/use-csv-export.ts'
import { ActionButton } from './action-button.tsx'

interface ExportButtonProps {
  /** False: there are no rows. */
  hasRows: boolean
  /** Saves the rows on screen and returns what was saved: 'Exported 12 checks to posture.csv'. */
  save: () => Promise<string>
  label?: string
}

/** Saves the rows of a table, in its order and with its filter, as a file. */
export function ExportButton({ hasRows, save, label = 'Export CSV' }: ExportButtonProps) {
  const saving = useCsvExport(async () => ({ title: 'Export Successful', text: await save() }))
  return (
    <ActionButton
      icon={<ArrowDownload20Regular />}
      title={hasRows ? 'Download these rows as a file' : 'There are no rows to export'}
      isBusy={saving.isPending}
      isOff={!hasRows}
      onClick={() => saving.mutate()}
    >
      {label}
    </ActionButton>
  )
}
