import { Button, Field, Input, makeStyles, Switch } from '@fluentui/react-components'
import type { BackupSchedule } from '@tenantscope/contract/system'
import { saveBackupSchedule } from '@tenantscope/contract/system'
import { useRef, useState } from 'react'

import { bodyProblemsOf, problemsByField } from '../../../lib/body-problems.ts'
import type { RunFresh } from '../../../lib/run-fresh.ts'
import { fieldProblem } from '../../../ui/field-problem.ts'
import { SaveProblem } from '../../../ui/save-problem.tsx'
import { SavingFields } from '../../../ui/saving-fields.tsx'
import { useFocusOnProblem } from '../../../ui/use-focus-on-problem.ts'
import { PassphraseField } from './passphrase-field.tsx'
import { useSaveBackupSchedule } from './system.queries.ts'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px', maxWidth: '560px' },
  fields: { display: 'flex', flexDirection: 'column', gap: '16px' },
  // The switch's own inset would put it out of line with the other fields.
  switch: { marginInlineStart: '-8px' },
  row: { display: 'flex', flexWrap: 'wrap', gap: '16px' },
  short: { width: '240px' },
  actions: { display: 'flex', gap: '8px' },
})

interface ScheduleFormProps {
  schedule: BackupSchedule
  runFresh: RunFresh
  /** Whether the newer one is there now. */
  onLoadNewer: () => Promise<boolean>
}

/** When, how many are kept, and what they are encrypted with. */
export function ScheduleForm({ schedule, runFresh, onLoadNewer }: ScheduleFormProps) {
  const styles = useStyles()
  const form = useScheduleForm(schedule, runFresh)
  const element = useRef<HTMLFormElement>(null)
  const { stored, draft, problems, change, drop } = form
  const loadNewer = async () => {
    if (await onLoadNewer()) drop()
  }
  useFocusOnProblem(element, problems)
  return (
    <form
      ref={element}
      className={styles.form}
      noValidate
      aria-label="Backup schedule"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <SavingFields className={styles.fields} isSaving={form.isPending}>
        <Switch
          className={styles.switch}
          label="Make a backup every day"
          checked={draft.isEnabled}
          onChange={(_, { checked }) => change({ isEnabled: checked })}
        />
        <div className={styles.row}>
          <Field
            className={styles.short}
            label="Time"
            hint="In the installation's time zone"
            {...fieldProblem(problems['time'])}
          >
            <Input
              name="time"
              type="time"
              value={draft.time}
              onChange={(_, { value }) => change({ time: value })}
            />
          </Field>
          <Field
            className={styles.short}
            label="Backups kept"
            hint="Older ones are removed"
            {...fieldProblem(problems['keep'])}
          >
            <Input
              name="keep"
              type="number"
              min={1}
              max={90}
              value={draft.keep}
              onChange={(_, { value }) => change({ keep: value })}
            />
          </Field>
        </div>
        <PassphraseField
          label="Passphrase"
          hint={
            stored.hasPassphrase
              ? 'One is stored. A new one counts for backups from now on; keep the old one for older files.'
              : 'At least 12 characters. Keep it apart from this host: a restore asks for it.'
          }
          value={draft.passphrase}
          problem={problems['passphrase']}
          isNew
          placeholder={stored.hasPassphrase ? 'Unchanged' : ''}
          onChange={(passphrase) => change({ passphrase })}
        />
      </SavingFields>
      {form.error !== null && (
        <SaveProblem error={form.error} what="schedule" onLoadNewer={() => void loadNewer()} />
      )}
      <div className={styles.actions}>
        <Button
          appearance="primary"
          type="submit"
          disabledFocusable={form.isPending || !form.isDirty}
        >
          {form.isPending ? 'Saving...' : 'Save schedule'}
        </Button>
      </div>
    </form>
  )
}

function useScheduleForm(schedule: BackupSchedule, runFresh: RunFresh) {
  // What is read meanwhile must not change what is being entered; untouched fields follow it.
  const [edit, setEdit] = useState<{ stored: BackupSchedule; draft: Draft } | null>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const save = useSaveBackupSchedule(runFresh)
  const stored = edit?.stored ?? schedule
  const initial = draftOf(stored)
  const draft = edit?.draft ?? initial
  const drop = () => {
    setEdit(null)
    setProblems({})
    save.reset()
  }
  return {
    stored,
    draft,
    problems,
    /** Shows what is stored. */
    drop,
    change: (changes: Partial<Draft>) => {
      // What is saved takes the place of what is in the fields: more would be lost.
      if (save.isPending) return
      const changed = { ...draft, ...changes }
      // What is as stored again is no change: it follows what is read.
      setEdit(isSameDraft(changed, initial) ? null : { stored, draft: changed })
      setProblems({})
      if (save.isError) save.reset()
    },
    submit: () => {
      if (save.isPending) return
      const { passphrase, keep, ...rest } = draft
      const read = saveBackupSchedule.body.safeParse({
        ...rest,
        keep: keep.trim() === '' ? undefined : Number(keep),
        version: stored.version,
        ...(passphrase === '' ? {} : { passphrase }),
      })
      if (!read.success) {
        const issues = read.error.issues.map(({ path, message }) => ({
          field: path.join('.'),
          message,
        }))
        setProblems(problemsByField(issues))
        return
      }
      if (draft.isEnabled && !stored.hasPassphrase && passphrase === '') {
        setProblems({ passphrase: 'Enter a passphrase of at least 12 characters' })
        return
      }
      save.mutate(read.data, {
        onSuccess: drop,
        onError: (error) => setProblems(bodyProblemsOf(error)),
      })
    },
    isPending: save.isPending,
    isDirty: !isSameDraft(draft, initial),
    /** Why it was not saved, unless that is said at fields. */
    error: Object.keys(problems).length > 0 ? null : save.error,
  }
}

interface Draft {
  isEnabled: boolean
  time: string
  keep: string
  passphrase: string
}

const draftOf = ({ isEnabled, time, keep }: BackupSchedule): Draft => ({
  isEnabled,
  time,
  keep: String(keep),
  passphrase: '',
})

const isSameDraft = (one: Draft, other: Draft): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
