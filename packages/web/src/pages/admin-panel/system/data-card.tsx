import { Button, makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { ArrowUploadRegular } from '@fluentui/react-icons/svg/arrow-upload'
import { DatabaseRegular } from '@fluentui/react-icons/svg/database'
import { useState } from 'react'
import type { ReactNode } from 'react'

import type { RunFresh } from '../../../lib/run-fresh.ts'
import { SectionCard } from '../../../ui/section-card.tsx'
import { BackupDialog } from './backup-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { useExportData } from './system.queries.ts'

const useStyles = makeStyles({
  acts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
    gap: '24px',
  },
  act: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px' },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
})

/** What leaves the installation as a file and comes back into one. */
export function DataCard({ runFresh }: { runFresh: RunFresh }) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const [open, setOpen] = useState<'backup' | 'import' | null>(null)
  const exporting = useExportData()
  const close = () => setOpen(null)
  return (
    <SectionCard title="Data">
      <div className={styles.acts}>
        <Act text="Everything, what was read from Microsoft too, encrypted with a passphrase. It restores a new installation to the same state.">
          <Button {...restoreFocus} icon={<DatabaseRegular />} onClick={() => setOpen('backup')}>
            Database Backup
          </Button>
        </Act>
        <Act text="Settings, role mappings, license names and users, without passwords and secrets: to look at, or to take over elsewhere.">
          <Button
            icon={<ArrowDownloadRegular />}
            disabledFocusable={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            {exporting.isPending ? 'Exporting...' : 'Export Data'}
          </Button>
        </Act>
        <Act text="Merges exported data, or restores a database backup. A wrong or damaged file changes nothing.">
          <Button {...restoreFocus} icon={<ArrowUploadRegular />} onClick={() => setOpen('import')}>
            Import Data
          </Button>
        </Act>
      </div>
      {open === 'backup' && <BackupDialog runFresh={runFresh} onClose={close} />}
      {open === 'import' && <ImportDialog runFresh={runFresh} onClose={close} />}
    </SectionCard>
  )
}

function Act({ text, children }: { text: string; children: ReactNode }) {
  const styles = useStyles()
  return (
    <div className={styles.act}>
      {children}
      <p className={styles.text}>{text}</p>
    </div>
  )
}
