import {
  Button,
  DialogActions,
  DialogContent,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { Add20Regular } from '@fluentui/react-icons/svg/add'
import { useQuery } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { ReportScheduleId, TenantId } from '@tenantscope/contract/ids'
import type { listReportSchedules, ReportSchedule } from '@tenantscope/contract/report-schedules'
import { useEffect, useState } from 'react'

import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { Text } from '../../ui/text.tsx'
import { focusAfterQuestion } from '../../ui/use-focus-back.ts'
import { useLastShown } from '../../ui/use-last-shown.ts'
import { ScheduleRow } from './schedule-row.tsx'
import { recurrenceText } from './schedule-text.ts'
import { schedulesQuery, useDeleteSchedule } from './schedules.queries.ts'

const useStyles = makeStyles({
  content: { padding: '8px 0 16px', minHeight: '240px', '& > * + *': { marginTop: '16px' } },

  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
})

interface ScheduleListProps {
  tenantId: TenantId | null
  /** The view that was opened last, whose button takes the focus; null: none was. */
  focused: { view: 'fields' | 'runs'; id: ReportScheduleId | 'new' } | null
  onEdit: (id: ReportScheduleId | 'new') => void
  onShowRuns: (id: ReportScheduleId) => void
  onClose: () => void
}

/** Lists the schedules with their recurrence and last run. */
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
        <Text as="p">
          A schedule creates a report of one tenant, or of each tenant that its creator can see. A
          report contains all visible licenses with holders, and their holders. Reports are stored
          with the tenant.
        </Text>
        <Button ref={setNewButton} icon={<Add20Regular />} onClick={() => onEdit('new')}>
          New schedule
        </Button>
        {schedules.isPending && <PageSpinner text="Loading schedules..." />}
        {schedules.isLoadingError && (
          <LoadFailed title="The schedules could not be loaded" query={schedules} />
        )}
        {schedules.data && shown.length === 0 && (
          <Text as="p" variant="body" muted>
            No schedules yet.
          </Text>
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
          // A late reply must not close the question about another schedule.
          key={question.id}
          schedule={question}
          isOpen={deleted !== null}
          onEnd={() => {
            setDeleted(null)
            // The row with the used button may be gone.
            focusAfterQuestion(newButton)
          }}
          onCancel={() => setDeleted(null)}
        />
      )}
    </>
  )
}

/** Shown when reports have recipients but no mail server is configured. */
function MailNote({ schedules, isMailConfigured }: CallReply<typeof listReportSchedules>) {
  const isMailWanted = schedules.some(({ recipients }) => recipients.length > 0)
  if (isMailConfigured || !isMailWanted) return null
  return (
    <Notice intent="warning">
      No mail server is configured. Reports are created and stored, but not sent.
    </Notice>
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
      {recurrenceText(schedule)}: this schedule creates no more reports. Its existing reports are
      kept.
    </ConfirmDialog>
  )
}
