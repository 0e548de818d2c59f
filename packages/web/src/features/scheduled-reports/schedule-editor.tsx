import { Button, DialogActions, DialogContent, makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { ReportScheduleId, TenantId } from '@tenantscope/contract/ids'
import type { ReportSchedule } from '@tenantscope/contract/report-schedules'
import { useId, useRef, useState } from 'react'

import { bodyProblemsOf } from '../../lib/body-problems.ts'
import { useTimeZone } from '../../lib/preferences.ts'
import { SaveProblem } from '../../ui/save-problem.tsx'
import { SavingFields } from '../../ui/saving-fields.tsx'
import { useFocusOnFirstField } from '../../ui/use-focus-on-first-field.ts'
import { useFocusOnProblem } from '../../ui/use-focus-on-problem.ts'
import { draftOf, isSameSchedule, newDraft, readSchedule } from './schedule-draft.ts'
import type { ScheduleDraft } from './schedule-draft.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { schedulesQuery, useSaveSchedule } from './schedules.queries.ts'

const useStyles = makeStyles({
  content: { padding: '8px 0 16px' },
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
})

interface ScheduleEditorProps {
  edited: ReportScheduleId | 'new'
  /** Of which tenant the list is. */
  tenantId: TenantId | null
  onDirty: (isDirty: boolean) => void
  onSaved: () => void
  onCancel: () => void
}

/** One schedule in fields. */
export function ScheduleEditor({ edited, tenantId, ...rest }: ScheduleEditorProps) {
  const schedules = useQuery(schedulesQuery(tenantId))
  // Which reading of the schedule the fields began with.
  const [reading, setReading] = useState(0)
  const schedule = schedules.data?.schedules.find(({ id }) => id === edited) ?? null
  const loadNewer = async () => {
    await schedules.refetch()
    rest.onDirty(false)
    setReading((count) => count + 1)
  }
  return (
    <ScheduleForm
      key={reading}
      {...rest}
      newest={schedule}
      isReadAnew={reading > 0}
      tenantId={tenantId}
      onLoadNewer={() => void loadNewer()}
    />
  )
}

interface ScheduleFormProps extends Omit<ScheduleEditorProps, 'edited'> {
  /** Null: a new one. */
  newest: ReportSchedule | null
  /** In place of fields that somebody else had changed. */
  isReadAnew: boolean
  /** Somebody else changed it meanwhile: reads theirs. */
  onLoadNewer: () => void
}

function ScheduleForm(props: ScheduleFormProps) {
  const { newest, isReadAnew, tenantId, onDirty, onLoadNewer, onSaved, onCancel } = props
  const styles = useStyles()
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const timeZone = useTimeZone()
  // Others may change it while it is edited: what is saved says what it began with.
  const [schedule] = useState(newest)
  const [initial] = useState(() =>
    schedule === null ? newDraft({ tenantId, timeZone }) : draftOf(schedule),
  )
  const [draft, setDraft] = useState(initial)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const save = useSaveSchedule(schedule)
  useFocusOnProblem(element, problems)
  useFocusOnFirstField(element, isReadAnew)
  const change = (changes: Partial<ScheduleDraft>) => {
    // The editor closes with what is being saved: more would be lost.
    if (save.isPending) return
    const changed = { ...draft, ...changes }
    setDraft(changed)
    // In the same event: an Escape that follows at once has to find it.
    onDirty(!isSameSchedule(changed, initial))
    setProblems({})
    if (save.isError) save.reset()
  }
  const submit = () => {
    if (save.isPending) return
    const read = readSchedule(draft)
    if ('problems' in read) setProblems(read.problems)
    else
      save.mutate(read.input, {
        // Of this editor alone: another one may be open by then.
        onSuccess: onSaved,
        onError: (error) => setProblems(bodyProblemsOf(error)),
      })
  }
  return (
    <>
      <DialogContent className={styles.content}>
        <form
          ref={element}
          id={id}
          className={styles.form}
          noValidate
          aria-label="Schedule"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          {save.isError && Object.keys(problems).length === 0 && (
            <SaveProblem error={save.error} what="schedule" onLoadNewer={onLoadNewer} />
          )}
          <SavingFields className={styles.form} isSaving={save.isPending}>
            <ScheduleFields
              draft={draft}
              chosen={schedule?.recipients ?? []}
              unseenTenant={schedule?.tenantId ?? null}
              problems={problems}
              onChange={change}
            />
          </SavingFields>
        </form>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button appearance="primary" type="submit" form={id} disabledFocusable={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </DialogActions>
    </>
  )
}
