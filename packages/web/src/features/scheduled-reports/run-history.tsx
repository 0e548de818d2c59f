import {
  Button,
  DialogActions,
  DialogContent,
  makeStyles,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { ReportScheduleId, TenantId } from '@tenantscope/contract/ids'
import type { ReportSchedule, ReportScheduleRun } from '@tenantscope/contract/report-schedules'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { madeText, mailText, nameOf, recurrenceText, stateOf } from './schedule-text.ts'
import { scheduleRunsQuery, schedulesQuery } from './schedules.queries.ts'

const useStyles = makeStyles({
  content: { padding: '8px 0 16px', minHeight: '240px' },
  which: {
    ...typographyStyles.body1Strong,
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0 12px',
    margin: '0 0 8px',
  },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  run: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    padding: '12px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' },
  when: { ...typographyStyles.body1Strong, fontVariantNumeric: 'tabular-nums' },
  fact: { ...typographyStyles.body1, color: tokens.colorNeutralForeground2 },
  failures: { margin: 0, paddingInlineStart: '20px' },
  none: { ...typographyStyles.body1, margin: 0, color: tokens.colorNeutralForeground2 },
})

interface RunHistoryProps {
  scheduleId: ReportScheduleId
  /** Of which tenant the list is. */
  tenantId: TenantId | null
  onBack: () => void
}

/** The last times that a schedule made its reports, with what went wrong. */
export function RunHistory({ scheduleId, tenantId, onBack }: RunHistoryProps) {
  const styles = useStyles()
  const runs = useQuery(scheduleRunsQuery(scheduleId))
  const schedules = useQuery(schedulesQuery(tenantId))
  const schedule = schedules.data?.schedules.find(({ id }) => id === scheduleId)
  return (
    <>
      <DialogContent className={styles.content}>
        {schedule && <Which schedule={schedule} />}
        {runs.isPending && <PageSpinner text="Loading runs..." />}
        {runs.isLoadingError && (
          <LoadFailed
            title="The runs could not be loaded"
            message={userMessageOf(runs.error)}
            requestId={requestIdOf(runs.error)}
            onRetry={() => void runs.refetch()}
          />
        )}
        {runs.data?.runs.length === 0 && (
          <p className={styles.none}>This schedule has not run yet.</p>
        )}
        {runs.data && runs.data.runs.length > 0 && (
          <ul className={styles.list}>
            {runs.data.runs.map((run) => (
              <Run key={run.startedAt} run={run} />
            ))}
          </ul>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onBack}>Back to schedules</Button>
      </DialogActions>
    </>
  )
}

function Which({ schedule }: { schedule: ReportSchedule }) {
  const styles = useStyles()
  return (
    <p className={styles.which}>
      <ForeignText wrap>{nameOf(schedule)}</ForeignText>
      <span className={styles.fact}>{recurrenceText(schedule)}</span>
    </p>
  )
}

function Run({ run }: { run: ReportScheduleRun }) {
  const styles = useStyles()
  const format = useFormat()
  const { tone, word } = stateOf(run)
  const mail = mailText(run)
  return (
    <li className={styles.run}>
      <div className={styles.head}>
        <span className={styles.when}>{format.dateTime(run.startedAt)}</span>
        <StatusLabel tone={tone}>{word}</StatusLabel>
        <span className={styles.fact}>{madeText(run)}</span>
      </div>
      {typeof run.message === 'string' && <span>{run.message}</span>}
      {run.failures.length > 0 && (
        <ul className={styles.failures}>
          {run.failures.map(({ tenantId, displayName, message }) => (
            <li key={tenantId}>
              <ForeignText wrap>{displayName}</ForeignText>: {message}
            </li>
          ))}
        </ul>
      )}
      {mail !== null && <span className={styles.fact}>{mail}</span>}
    </li>
  )
}
