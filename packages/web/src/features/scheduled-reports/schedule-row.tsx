import { Badge, Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { REPORT_FORMATS, REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'
import type { ReportSchedule } from '@tenantscope/contract/report-schedules'
import { useEffect, useState } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { Text } from '../../ui/text.tsx'
import { madeText, nameOf, recurrenceText, stateOf } from './schedule-text.ts'
import { useRunSchedule } from './schedules.queries.ts'

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'start',
    gap: '8px 16px',
    padding: '12px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  words: { flex: '1 1 260px', minWidth: 0, display: 'flex', flexDirection: 'column', gap: '2px' },

  name: { ...typographyStyles.body1Strong, minWidth: 0 },

  last: {
    ...typographyStyles.caption1,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    color: tokens.colorNeutralForeground2,
  },

  button: { minWidth: 0, whiteSpace: 'nowrap' },
})

interface ScheduleRowProps {
  schedule: ReportSchedule
  /** Which of its buttons takes the focus; null: none. */
  focused: 'fields' | 'runs' | null
  onEdit: () => void
  onShowRuns: () => void
  onDelete: () => void
}

/** A schedule with its recurrence, its last run and its buttons. */
export function ScheduleRow(props: ScheduleRowProps) {
  const { schedule, focused, onEdit, onShowRuns, onDelete } = props
  const styles = useStyles()
  const run = useRunSchedule()
  const [edit, setEdit] = useState<HTMLButtonElement | null>(null)
  const [runs, setRuns] = useState<HTMLButtonElement | null>(null)
  useEffect(() => {
    if (focused !== null) (focused === 'fields' ? edit : runs)?.focus()
  }, [focused, edit, runs])
  const name = nameOf(schedule)
  const which = `${name}, ${recurrenceText(schedule)}`
  const isRunning = run.isPending || schedule.lastRun?.state === 'running'
  return (
    <li className={styles.row}>
      <ScheduleWords schedule={schedule} />
      <Stack row wrap gap={4}>
        <ActionButton
          size="small"
          className={styles.button}
          aria-label={`Run now: ${which}`}
          isBusy={isRunning}
          busyLabel="Running..."
          onClick={() => run.mutate(schedule)}
        >
          Run now
        </ActionButton>
        <Button
          ref={setRuns}
          size="small"
          className={styles.button}
          aria-label={`Runs of ${which}`}
          onClick={onShowRuns}
        >
          Runs
        </Button>
        <Button
          ref={setEdit}
          size="small"
          className={styles.button}
          aria-label={`Edit ${which}`}
          onClick={onEdit}
        >
          Edit
        </Button>
        <Button
          {...RETURNS_FOCUS}
          size="small"
          className={styles.button}
          aria-label={`Delete ${which}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      </Stack>
    </li>
  )
}

function ScheduleWords({ schedule }: { schedule: ReportSchedule }) {
  const styles = useStyles()
  const format = useFormat()
  const { recipients, lastRun, nextRunAt, isEnabled, isMine, createdBy } = schedule
  return (
    <div className={styles.words}>
      <Stack row wrap gap={8} align="center">
        <span className={styles.name}>
          <ForeignText wrap>{nameOf(schedule)}</ForeignText>
        </span>
        <Badge appearance="tint" color="informative">
          {REPORT_FORMATS[schedule.format].name}
        </Badge>
        {!isEnabled && <StatusLabel tone="off">Paused</StatusLabel>}
      </Stack>
      <span>{REPORT_TYPE_NAMES[schedule.reportType]}</span>
      <span>{recurrenceText(schedule)}</span>
      {isEnabled && nextRunAt !== null && (
        <Text variant="caption" muted>
          Next: {format.dateTime(nextRunAt)}
        </Text>
      )}
      {!isMine && (
        <Text variant="caption" muted>
          Made by <ForeignText wrap>{createdBy}</ForeignText>
        </Text>
      )}
      <Text variant="caption" muted>
        {recipients.length === 0 ? (
          'Stored, not mailed'
        ) : (
          <>
            Mailed to{' '}
            <ForeignText wrap>{recipients.map(({ name }) => name).join(', ')}</ForeignText>
          </>
        )}
      </Text>
      {lastRun !== null && (
        <span className={styles.last}>
          Last: {format.dateTime(lastRun.startedAt)}
          <StatusLabel tone={stateOf(lastRun).tone}>{stateOf(lastRun).word}</StatusLabel>
          {madeText(lastRun)}
        </span>
      )}
    </div>
  )
}
