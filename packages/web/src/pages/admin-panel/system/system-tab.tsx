import { Button, makeStyles } from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { ArrowUploadRegular } from '@fluentui/react-icons/svg/arrow-upload'
import { DatabaseRegular } from '@fluentui/react-icons/svg/database'
import { useMutation } from '@tanstack/react-query'
import { clearCache, exportData, resetSessions } from '@tenantscope/contract/system'
import { useState } from 'react'
import type { ReactNode } from 'react'

import { call, callForFile } from '../../../lib/api.ts'
import { runFresh } from '../../../lib/run-fresh.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { failureToast, showToast } from '../../../lib/toasts.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { BackupDialog } from './backup-dialog.tsx'
import { EraseCard } from './erase-card.tsx'
import { HealthCard } from './health-card.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { JobsCard } from './jobs-card.tsx'
import { ScheduleCard } from './schedule-card.tsx'

const useStyles = makeStyles({
  actions: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
    gap: '24px',
  },
})

/** The installation itself: its health, its data, its background work. */
export function SystemTab() {
  return (
    <Stack gap={16}>
      <HealthCard />
      <DataCard />
      <ScheduleCard />
      <JobsCard />
      <MaintenanceCard />
      <EraseCard />
    </Stack>
  )
}

/** Saves the data of the installation as a file, and reads such files. */
function DataCard() {
  const [open, setOpen] = useState<'backup' | 'import' | null>(null)
  const exporting = useMutation({
    mutationFn: () => callForFile(exportData, {}, { fallbackName: 'system-export.json' }),
    onSuccess: (file) => {
      saveBlob(file)
      showToast({ intent: 'success', title: 'Data exported', text: file.name })
    },
    onError: failureToast('Export Failed'),
  })
  const close = () => setOpen(null)
  return (
    <SectionCard title="Data">
      <Actions>
        <Action text="All data, including data read from Microsoft, encrypted with a passphrase. It restores a new installation to the same state.">
          <Button {...RETURNS_FOCUS} icon={<DatabaseRegular />} onClick={() => setOpen('backup')}>
            Database Backup
          </Button>
        </Action>
        <Action text="Settings, role mappings, license names and users, without passwords and secrets, to review or to import elsewhere.">
          <ActionButton
            icon={<ArrowDownloadRegular />}
            isBusy={exporting.isPending}
            busyLabel="Exporting..."
            onClick={() => exporting.mutate()}
          >
            Export Data
          </ActionButton>
        </Action>
        <Action text="Merges exported data, or restores a database backup. An invalid or damaged file changes nothing.">
          <Button
            {...RETURNS_FOCUS}
            icon={<ArrowUploadRegular />}
            onClick={() => setOpen('import')}
          >
            Import Data
          </Button>
        </Action>
      </Actions>
      {open === 'backup' && <BackupDialog onClose={close} />}
      {open === 'import' && <ImportDialog onClose={close} />}
    </SectionCard>
  )
}

const showMessage = ({ message }: { message: string }) =>
  showToast({ intent: 'success', title: message })

/** Resets sessions and caches. */
function MaintenanceCard() {
  const sessions = useMutation({
    mutationFn: () => runFresh(() => call(resetSessions, {})),
    onSuccess: showMessage,
    onError: failureToast('Reset Failed'),
  })
  const cache = useMutation({
    mutationFn: () => call(clearCache, {}),
    onSuccess: showMessage,
    onError: failureToast('Error'),
  })
  const [isAsked, setIsAsked] = useState(false)
  return (
    <SectionCard title="Maintenance">
      <Actions>
        <Action text="Signs out all users except you, including open screens.">
          <Button
            {...RETURNS_FOCUS}
            disabledFocusable={sessions.isPending}
            onClick={() => setIsAsked(true)}
          >
            Reset Sessions
          </Button>
        </Action>
        <Action text="Removes cached tokens and results of permission checks. They are requested from Microsoft again when needed. Stored data and reports are kept.">
          <ActionButton
            isBusy={cache.isPending}
            busyLabel="Clearing..."
            onClick={() => cache.mutate()}
          >
            Clear cache
          </ActionButton>
        </Action>
      </Actions>
      <ConfirmDialog
        title="Reset all sessions?"
        confirmLabel="Reset Sessions"
        cancelLabel="Cancel"
        isOpen={isAsked}
        onConfirm={() => {
          setIsAsked(false)
          sessions.mutate()
        }}
        onCancel={() => setIsAsked(false)}
      >
        All users except you are signed out immediately. Their unsaved changes are lost.
      </ConfirmDialog>
    </SectionCard>
  )
}

/** The actions of a card, side by side where there is room. */
function Actions({ children }: { children: ReactNode }) {
  return <div className={useStyles().actions}>{children}</div>
}

/** A button with a description of its effect. */
function Action({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Stack gap={8} align="start">
      {children}
      <Text as="p" muted>
        {text}
      </Text>
    </Stack>
  )
}
