import {
  Button,
  DialogActions,
  DialogContent,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { Add20Regular } from '@fluentui/react-icons/svg/add'
import { useQuery } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { ReportScheduleId, TenantId } from '@tenantscope/contract/ids'
import type { listReportSchedules, ReportSchedule } from '@tenantscope/contract/report-schedules'
import { useEffect, useState } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { focusAfterQuestion } from '../../ui/use-focus-back.ts'
import { useLastShown } from '../../ui/use-last-shown.ts'
import { ScheduleRow } from './schedule-row.tsx'
import { recurrenceText } from './schedule-text.ts'
import { schedulesQuery, useDeleteSchedule } from './schedules.queries.ts'

const useStyles = makeStyles({
  content: { padding: '8px 0 16px', minHeight: '240px', '& > * + *': { marginTop: '16px' } },
  text: { margin: 0 },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  none: { ...typographyStyles.body1, margin: 0, color: tokens.colorNeutralForeground2 },
})

interface ScheduleListProps {
  tenantId: TenantId | null
  /** What was looked at last and takes the focus; null: nothing was. */
  focused: { view: 'fields' | 'runs'; id: ReportScheduleId | 'new' } | null
  onEdit: (id: ReportScheduleId | 'new') => void
  onShowRuns: (id: ReportScheduleId) => void
  onClose: () => void
}

/** All schedules with when they run and how the last time went. */
export function ScheduleList(props: ScheduleListProps) {
  const { tenantId, focused, onEdit, onShowRuns, onClose } = props
  const styles = useStyles()
  const schedules = useQuery(schedulesQuery(tenantId))
  const [deleted, setDeleted] = useState<ReportSchedule | null>(null)
  const question = useLastShown(deleted)
  const [newButton, setNewButton] = useState<HTMLButtonElement | null>(null)
  useEffect(() => {
    if (focused?.id === 'new') newButton?.focus()
  }, [focused, newButton])
  const shown = schedules.data?.schedules ?? []
  return (
    <>
      <DialogContent className={styles.content}>
        <p className={styles.text}>
          A schedule makes a report of one tenant, or one of each tenant that its maker may see:
          every visible license that somebody holds, and everybody who holds one. The reports are
          kept with the tenant.
        </p>
        <Button ref={setNewButton} icon={<Add20Regular />} onClick={() => onEdit('new')}>
          New schedule
        </Button>
        {schedules.isPending && <PageSpinner text="Loading schedules..." />}
        {schedules.isLoadingError && (
          <LoadFailed
            title="The schedules could not be loaded"
            message={userMessageOf(schedules.error)}
            requestId={requestIdOf(schedules.error)}
            onRetry={() => void schedules.refetch()}
          />
        )}
        {schedules.data && shown.length === 0 && (
          <p className={styles.none}>There is no schedule yet.</p>
        )}
        {schedules.data && <MailNote {...schedules.data} />}
        {shown.length > 0 && (
          <ul className={styles.list}>
            {shown.map((schedule) => (
              <ScheduleRow
                key={schedule.id}
                schedule={schedule}
                focused={focused?.id === schedule.id ? focused.view : null}
                onEdit={() => onEdit(schedule.id)}
                onShowRuns={() => onShowRuns(schedule.id)}
                onDelete={() => setDeleted(schedule)}
              />
            ))}
          </ul>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
      {question !== null && (
        <DeleteQuestion
          // Each its own: a late answer must not close what is asked of another schedule.
          key={question.id}
          schedule={question}
          isOpen={deleted !== null}
          onEnd={() => {
            setDeleted(null)
            // The row with the button that asked may be gone.
            focusAfterQuestion(newButton)
          }}
          onCancel={() => setDeleted(null)}
        />
      )}
    </>
  )
}

/** Nothing that is to be mailed goes out. */
function MailNote({ schedules, isMailConfigured }: CallReply<typeof listReportSchedules>) {
  const isMailWanted = schedules.some(({ recipients }) => recipients.length > 0)
  if (isMailConfigured || !isMailWanted) return null
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        No mail server is configured: reports are made and kept, and nothing is sent.
      </MessageBarBody>
    </MessageBar>
  )
}

interface DeleteQuestionProps {
  schedule: ReportSchedule
  isOpen: boolean
  onEnd: () => void
  onCancel: () => void
}

function DeleteQuestion({ schedule, isOpen, onEnd, onCancel }: DeleteQuestionProps) {
  const deletion = useDeleteSchedule()
  return (
    <ConfirmDialog
      title="Delete this schedule?"
      confirmLabel="Delete schedule"
      cancelLabel="Cancel"
      isOpen={isOpen}
      isPending={deletion.isPending}
      onConfirm={() => {
        if (!deletion.isPending) deletion.mutate(schedule, { onSettled: onEnd })
      }}
      onCancel={onCancel}
    >
      {recurrenceText(schedule)}: no more reports are made by it. The reports that it made stay.
    </ConfirmDialog>
  )
}
