import { makeStyles } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { saveBackupSchedule } from '@tenantscope/contract/system'
import type { BackupSchedule } from '@tenantscope/contract/system'
import { useEffect, useEffectEvent } from 'react'

import { call } from '../../../lib/api.ts'
import { readBody } from '../../../lib/body-problems.ts'
import { runFresh } from '../../../lib/run-fresh.ts'
import { showToast } from '../../../lib/toasts.ts'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { SecretField } from '../../../ui/form/secret-field.tsx'
import { SwitchField } from '../../../ui/form/switch-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import { Stack } from '../../../ui/stack.tsx'
import { backupScheduleQuery } from './system.queries.ts'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px', maxWidth: '560px' },
  short: { width: '240px' },
})

interface ScheduleFormProps {
  schedule: BackupSchedule
  /** Reads the newer schedule. */
  onLoadNewer: () => Promise<unknown>
}

/** Edits when backups are made, how many are kept, and what they are encrypted with. */
export function ScheduleForm({ schedule, onLoadNewer }: ScheduleFormProps) {
  const styles = useStyles()
  const form = useScheduleForm(schedule)
  const { hasPassphrase } = form.values
  const loadNewer = async () => {
    await onLoadNewer()
    form.start(valuesOf(schedule))
  }
  return (
    <Form
      form={form}
      label="Backup schedule"
      className={styles.form}
      failureTitle="Not saved"
      newer={{ what: 'schedule', onLoad: loadNewer }}
      actions={
        <Stack row gap={8}>
          <SubmitButton form={form}>Save schedule</SubmitButton>
        </Stack>
      }
    >
      <SwitchField form={form} name="isEnabled" label="Create a backup every day" />
      <Stack row wrap gap={16}>
        <TextField
          form={form}
          name="time"
          className={styles.short}
          label="Time"
          hint="In the installation's time zone"
          input={{ type: 'time' }}
        />
        <TextField
          form={form}
          name="keep"
          className={styles.short}
          label="Backups kept"
          hint="Older ones are removed"
          input={{ type: 'number', min: 1, max: 90 }}
        />
      </Stack>
      <SecretField
        form={form}
        name="passphrase"
        what="passphrase"
        label="Passphrase"
        hint={
          hasPassphrase
            ? 'A passphrase is stored. A new one applies to future backups; keep the old one for older files.'
            : 'At least 12 characters. Keep it outside this host: a restore requires it.'
        }
        placeholder={hasPassphrase ? 'Unchanged' : ''}
      />
    </Form>
  )
}

/** Holds the fields. Unchanged fields follow what is read; changed fields keep the version that they began with. */
function useScheduleForm(schedule: BackupSchedule) {
  const client = useQueryClient()
  const form = useSavedForm({
    initial: valuesOf(schedule),
    read: ({ passphrase, keep, hasPassphrase, ...rest }) => {
      if (rest.isEnabled && !hasPassphrase && passphrase === '')
        return { problems: { passphrase: 'Enter a passphrase of at least 12 characters' } }
      return readBody(saveBackupSchedule.body, {
        ...rest,
        keep: keep.trim() === '' ? undefined : Number(keep),
        ...(passphrase === '' ? {} : { passphrase }),
      })
    },
    save: async (body) => {
      const saved = await runFresh(() => call(saveBackupSchedule, { body }))
      // A read that is still running returns the state before.
      await client.cancelQueries(backupScheduleQuery)
      client.setQueryData(backupScheduleQuery.queryKey, saved)
      showToast({ intent: 'success', title: 'Backup schedule saved' })
      return saved
    },
    isOff: (_, isDirty) => !isDirty,
    onSaved: (saved) => form.start(valuesOf(saved)),
  })
  const follow = useEffectEvent((read: BackupSchedule) => form.start(valuesOf(read)))
  const isFollowing = !form.isDirty && !form.isSaving
  useEffect(() => {
    if (isFollowing) follow(schedule)
  }, [schedule, isFollowing])
  return form
}

const valuesOf = ({ isEnabled, time, keep, version, hasPassphrase }: BackupSchedule) => ({
  isEnabled,
  time,
  keep: String(keep),
  passphrase: '',
  // Fields do not change these.
  version,
  hasPassphrase,
})
