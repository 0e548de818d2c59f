import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { BackupSchedule } from '@tenantscope/contract/system'

import { requestIdOf, userMessageOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/preferences.ts'
import type { RunFresh } from '../../../lib/run-fresh.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { StoredBackups } from './stored-backups.tsx'
import { backupScheduleQuery } from './system.queries.ts'

const useStyles = makeStyles({
  intro: { margin: 0, color: tokens.colorNeutralForeground2, maxWidth: '720px' },
  loading: { display: 'grid', gap: '16px' },
})

/** About as high as what comes, so that the cards below stay where they are. */
const LINES = [40, 48, 32, 64, 64, 32, 64] as const

/** Backups that come by themselves, and the files that they left on the host. */
export function ScheduleCard({ runFresh }: { runFresh: RunFresh }) {
  const styles = useStyles()
  const query = useQuery(backupScheduleQuery)
  return (
    <SectionCard title="Scheduled backups">
      {query.isPending && (
        <Skeleton aria-label="Loading the backup schedule" className={styles.loading}>
          {LINES.map((size, index) => (
            <SkeletonItem key={index} size={size} />
          ))}
        </Skeleton>
      )}
      {query.isError && (
        <LoadFailed
          title="The backup schedule could not be read"
          message={userMessageOf(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && (
        <>
          <p className={styles.intro}>
            Once a day, encrypted with a passphrase, into {query.data.directory} on the host. Copy
            them elsewhere: a disk that breaks takes its backups along.
          </p>
          <Standing schedule={query.data} />
          <ScheduleForm
            schedule={query.data}
            runFresh={runFresh}
            onLoadNewer={async () => (await query.refetch()).isSuccess}
          />
          <StoredBackups schedule={query.data} />
        </>
      )}
    </SectionCard>
  )
}

function Standing({ schedule }: { schedule: BackupSchedule }) {
  const format = useFormat()
  const { lastSuccessAt, lastFailure, nextAt } = schedule
  return (
    <FactList
      facts={[
        {
          label: 'Last backup',
          value: lastSuccessAt === null ? 'Never' : format.dateTime(lastSuccessAt),
        },
        {
          label: 'Next',
          value: nextAt === null ? 'None: the schedule is off' : format.dateTime(nextAt),
        },
        ...(lastFailure === null
          ? []
          : [
              {
                label: 'Last failure',
                value: `${format.dateTime(lastFailure.at)}: ${lastFailure.message}`,
              },
            ]),
      ]}
    />
  )
}
