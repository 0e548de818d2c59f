import {
  Badge,
  Button,
  makeStyles,
  tokens,
  typographyStyles,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { REPORT_FORMATS } from '@tenantscope/contract/report-document'
import type { ReportSchedule } from '@tenantscope/contract/report-schedules'
import { useEffect, useState } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
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
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  name: { ...typographyStyles.body1Strong, minWidth: 0 },
  fact: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  last: {
    ...typographyStyles.caption1,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    color: tokens.colorNeutralForeground2,
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
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

/** One schedule with when it runs and how the last time went. */
export function ScheduleRow(props: ScheduleRowProps) {
  const { schedule, focused, onEdit, onShowRuns, onDelete } = props
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
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
      <div className={styles.actions}>
        <Button
          size="small"
          className={styles.button}
          aria-label={`Run now: ${which}`}
          disabledFocusable={isRunning}
          onClick={() => {
            if (!isRunning) run.mutate(schedule)
          }}
        >
          {isRunning ? 'Running...' : 'Run now'}
        </Button>
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
          {...restoreFocus}
          size="small"
          className={styles.button}
          aria-label={`Delete ${which}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      </div>
    </li>
  )
}

function ScheduleWords({ schedule }: { schedule: ReportSchedule }) {
  const styles = useStyles()
  const format = useFormat()
  const { recipients, lastRun, nextRunAt, isEnabled, isMine, createdBy } = schedule
  return (
    <div className={styles.words}>
      <div className={styles.head}>
        <span className={styles.name}>
          <ForeignText wrap>{nameOf(schedule)}</ForeignText>
        </span>
        <Badge appearance="tint" color="informative">
          {REPORT_FORMATS[schedule.format].name}
        </Badge>
        {!isEnabled && <StatusLabel tone="off">Paused</StatusLabel>}
      </div>
      <span>{recurrenceText(schedule)}</span>
      {isEnabled && nextRunAt !== null && (
        <span className={styles.fact}>Next: {format.dateTime(nextRunAt)}</span>
      )}
      {!isMine && (
        <span className={styles.fact}>
          Made by <ForeignText wrap>{createdBy}</ForeignText>
        </span>
      )}
      <span className={styles.fact}>
        {recipients.length === 0 ? (
          'Kept, not mailed'
        ) : (
          <>
            Mailed to{' '}
            <ForeignText wrap>{recipients.map(({ name }) => name).join(', ')}</ForeignText>
          </>
        )}
      </span>
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
