import { Dialog, DialogBody, DialogSurface, makeStyles } from '@fluentui/react-components'
import type { ReportScheduleId, TenantId } from '@tenantscope/contract/ids'
import { useState } from 'react'

import { ClosableTitle } from '../../ui/closable-title.tsx'
import type { EditState } from '../../ui/form/use-saved-form.ts'
import { useDiscardQuestion } from '../../ui/use-discard-question.tsx'
import { RunHistory } from './run-history.tsx'
import { ScheduleEditor } from './schedule-editor.tsx'
import { ScheduleList } from './schedule-list.tsx'

const useStyles = makeStyles({ surface: { maxWidth: '760px' } })

interface ScheduledReportsDialogProps {
  /** Only the schedules of this tenant; without it, of all. */
  tenantId?: TenantId
  onClose: () => void
}

/** The schedules of weekly and monthly reports. */
export function ScheduledReportsDialog({ tenantId, onClose }: ScheduledReportsDialogProps) {
  const styles = useStyles()
  const [editState, setEditState] = useState<EditState>('unchanged')
  const { unlessDirty, question } = useDiscardQuestion(editState, {
    text: 'Your changes to this schedule are not saved yet.',
  })
  const requestClose = () => unlessDirty(onClose)
  return (
    <>
      <Dialog open onOpenChange={(_, { open }) => !open && requestClose()}>
        <DialogSurface className={styles.surface}>
          <DialogBody>
            <Schedules
              tenantId={tenantId ?? null}
              onEdit={setEditState}
              onLeave={unlessDirty}
              onClose={requestClose}
            />
          </DialogBody>
        </DialogSurface>
      </Dialog>
      {question}
    </>
  )
}

/** The view that replaces the list: a schedule's form ('new' for a new one), or its runs. */
type Shown =
  | { view: 'fields'; id: ReportScheduleId | 'new' }
  | { view: 'runs'; id: ReportScheduleId }

interface SchedulesProps {
  tenantId: TenantId | null
  onEdit: (state: EditState) => void
  /** Runs the action, after confirmation when changes would be lost. */
  onLeave: (then: () => void) => void
  onClose: () => void
}

function Schedules({ tenantId, onEdit, onLeave, onClose }: SchedulesProps) {
  const [shown, setShown] = useState<Shown | null>(null)
  // Takes the focus in the list.
  const [last, setLast] = useState<Shown | null>(null)
  const backToList = () => {
    onEdit('unchanged')
    setLast(shown)
    setShown(null)
  }
  return (
    <>
      <ClosableTitle onClose={onClose}>{titleOf(shown)}</ClosableTitle>
      {shown === null && (
        <ScheduleList
          tenantId={tenantId}
          focused={last}
          onEdit={(id) => setShown({ view: 'fields', id })}
          onShowRuns={(id) => setShown({ view: 'runs', id })}
          onClose={onClose}
        />
      )}
      {shown?.view === 'fields' && (
        <ScheduleEditor
          edited={shown.id}
          tenantId={tenantId}
          onEdit={onEdit}
          onSaved={backToList}
          onCancel={() => onLeave(backToList)}
        />
      )}
      {shown?.view === 'runs' && (
        <RunHistory scheduleId={shown.id} tenantId={tenantId} onBack={backToList} />
      )}
    </>
  )
}

function titleOf(shown: Shown | null): string {
  if (shown === null) return 'Scheduled reports'
  if (shown.view === 'runs') return 'Runs of a schedule'
  return shown.id === 'new' ? 'New schedule' : 'Edit schedule'
}
