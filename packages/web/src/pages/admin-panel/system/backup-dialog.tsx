import { useQueryClient } from '@tanstack/react-query'
import { counted } from '@tenantscope/analysis/counted'
import { backUpDatabase, BackupHead } from '@tenantscope/contract/system'

import { callForFile } from '../../../lib/api.ts'
import type { ReceivedFile } from '../../../lib/api.ts'
import { readBody } from '../../../lib/body-problems.ts'
import { runFresh } from '../../../lib/run-fresh.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { failureToast, showToast } from '../../../lib/toasts.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SecretField } from '../../../ui/form/secret-field.tsx'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import { Text } from '../../../ui/text.tsx'
import { backupScheduleQuery } from './system.queries.ts'

const FILE = { fallbackName: 'database-backup.json' }

/** Asks for the passphrase that the file is encrypted with, then downloads the file. */
export function BackupDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = useSavedForm({
    initial: { passphrase: '', again: '' },
    read: ({ passphrase, again }) => {
      const read = readBody(backUpDatabase.body, { passphrase })
      if ('problems' in read || passphrase === again) return read
      return { problems: { again: 'The passphrases do not match' } }
    },
    save: async (body) => {
      try {
        const file = await runFresh(() => callForFile(backUpDatabase, { body }, FILE))
        saveBlob(file)
        const toast = await describeBackup(file)
        await client.invalidateQueries(backupScheduleQuery)
        showToast(toast)
      } catch (error) {
        failureToast('Error')(error)
        throw error
      }
    },
    onSaved: onClose,
  })
  return (
    <FormDialog
      title="Database backup"
      form={form}
      submitLabel="Download backup"
      savingLabel="Creating the backup..."
      // A toast shows it.
      failureText={() => undefined}
      onClose={onClose}
    >
      <Text as="p">
        The file contains all stored data, including data read from Microsoft. It is encrypted with
        a passphrase that cannot be recovered.
      </Text>
      <SecretField
        form={form}
        name="passphrase"
        what="passphrase"
        label="Passphrase"
        hint="At least 12 characters"
      />
      <SecretField form={form} name="again" what="passphrase" label="Confirm passphrase" />
    </FormDialog>
  )
}

/** The longest head of a backup. */
const HEAD_CHARACTERS = 20_000

/** Warns of a backup without data (specification section 8). It always contains its creator. */
async function describeBackup({ name, blob }: ReceivedFile) {
  const stats = await statsOf(blob)
  if (stats === null || (stats.totalUsers <= 1 && stats.totalTenants === 0))
    return {
      intent: 'warning',
      title: 'Warning',
      text: 'Backup appears to be empty. Check server logs.',
    } as const
  const held = `${counted(stats.totalUsers, 'user')}, ${counted(stats.totalTenants, 'tenant')}`
  return {
    intent: 'success',
    title: 'Backup saved',
    text: `${name}: ${held}. Keep its passphrase: the file cannot be read without it.`,
  } as const
}

/** Reads the statistics in the readable head of a backup; null when there are none. */
async function statsOf(blob: Blob): Promise<BackupHead['stats'] | null> {
  const text = await blob.slice(0, HEAD_CHARACTERS).text()
  const found = /"stats":\s*(\{[^{}]*\})/u.exec(text)?.[1]
  try {
    return BackupHead.shape.stats.safeParse(JSON.parse(found ?? '')).data ?? null
  } catch {
    return null
  }
}
