import { Button, DialogActions, DialogContent, makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { ReportScheduleId, TenantId } from '@tenantscope/contract/ids'
import type { ReportSchedule } from '@tenantscope/contract/report-schedules'
import { useEffect, useEffectEvent, useId, useState } from 'react'

import { useTimeZone } from '../../lib/preferences.ts'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import type { EditState } from '../../ui/form/use-saved-form.ts'
import { useFocusOnFirstField } from '../../ui/use-focus-on-first-field.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { newSchedule, readSchedule, valuesOf } from './schedule-values.ts'
import { schedulesQuery, useSaveSchedule } from './schedules.queries.ts'

const useStyles = makeStyles({
  content: { padding: '8px 0 16px' },
})

interface ScheduleEditorProps {
  edited: ReportScheduleId | 'new'
  /** The tenant of the list. */
  tenantId: TenantId | null
  onEdit: (state: EditState) => void
  onSaved: () => void
  onCancel: () => void
}

/** The form of a schedule. */
export function ScheduleEditor({ edited, tenantId, ...rest }: ScheduleEditorProps) {
  const schedules = useQuery(schedulesQuery(tenantId))
  // Counts readings: the form starts again with each.
  const [reading, setReading] = useState(0)
  const schedule = schedules.data?.schedules.find(({ id }) => id === edited) ?? null
  const loadNewer = async () => {
    await schedules.refetch({ throwOnError: true })
    setReading((count) => count + 1)
  }
  return (
    <ScheduleForm
      key={reading}
      {...rest}
      newest={schedule}
      isReadAgain={reading > 0}
      tenantId={tenantId}
      onLoadNewer={loadNewer}
    />
  )
}

interface ScheduleFormProps extends Omit<ScheduleEditorProps, 'edited'> {
  /** Null: a new one. */
  newest: ReportSchedule | null
  /** Another user changed what the form started with. */
  isReadAgain: boolean
  /** Reads the schedule again and starts the form with it. */
  onLoadNewer: () => Promise<unknown>
}

function ScheduleForm(props: ScheduleFormProps) {
  const { newest, isReadAgain, tenantId, onLoadNewer, onSaved, onCancel } = props
  const styles = useStyles()
  const id = useId()
  const timeZone = useTimeZone()
  // Others may change it while it is edited: what is sent names the version that the form started with.
  const [schedule] = useState(newest)
  const save = useSaveSchedule(schedule)
  const form = useSavedForm({
    initial: schedule === null ? newSchedule({ tenantId, timeZone }) : valuesOf(schedule),
    read: readSchedule,
    save: save.mutateAsync,
    onSaved,
  })
  const { editState } = form
  const onEdit = useEffectEvent(props.onEdit)
  useEffect(() => onEdit(editState), [editState])
  useFocusOnFirstField(id, isReadAgain)
  return (
    <>
      <DialogContent className={styles.content}>
        <Form
          form={form}
          id={id}
          label="Schedule"
          failureTitle="Not saved"
          newer={{ what: 'schedule', onLoad: onLoadNewer }}
        >
          <ScheduleFields form={form} schedule={schedule} />
        </Form>
      </DialogContent>
      <DialogActions>
        <Button disabledFocusable={form.isSaving} onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton form={form} formId={id}>
          Save
        </SubmitButton>
      </DialogActions>
    </>
  )
}
