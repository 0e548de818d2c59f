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

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { Text } from '../../ui/text.tsx'
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

  run: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    padding: '12px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },

  failures: { margin: 0, paddingInlineStart: '20px' },
})

interface RunHistoryProps {
  scheduleId: ReportScheduleId
  /** The tenant of the list. */
  tenantId: TenantId | null
  onBack: () => void
}

/** Lists the last runs of a schedule with their failures. */
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
        {runs.isLoadingError && <LoadFailed title="The runs could not be loaded" query={runs} />}
        {runs.data?.runs.length === 0 && (
          <Text as="p" variant="body" muted>
            This schedule has not run yet.
          </Text>
        )}
        {runs.data && runs.data.runs.length > 0 && (
          <Stack as="ul">
            {runs.data.runs.map((run) => (
              <Run key={run.startedAt} run={run} />
            ))}
          </Stack>
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
      <Text variant="body" muted>
        {recurrenceText(schedule)}
      </Text>
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
      <Stack row wrap gap={12} lineGap={4} align="center">
        <Text variant="strong" tabular>
          {format.dateTime(run.startedAt)}
        </Text>
        <StatusLabel tone={tone}>{word}</StatusLabel>
        <Text variant="body" muted>
          {madeText(run)}
        </Text>
      </Stack>
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
      {mail !== null && (
        <Text variant="body" muted>
          {mail}
        </Text>
      )}
    </li>
  )
}
