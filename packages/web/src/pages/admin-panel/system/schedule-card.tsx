import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BackupSchedule, StoredBackup } from '@tenantscope/contract/system'
import { runBackup } from '@tenantscope/contract/system'

import { call } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { failureToast } from '../../../lib/toasts.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { TableColumn } from '../../../ui/data-table.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { backupScheduleQuery } from './system.queries.ts'

const useStyles = makeStyles({
  intro: { maxWidth: '720px' },
  loading: { display: 'grid', gap: '16px' },
  quiet: { color: tokens.colorNeutralForeground3 },
})

/** About as high as the content, so that the cards below do not move. */
const LINES = [40, 48, 32, 64, 64, 32, 64] as const

/** The schedule of automatic backups, and the backup files on the host. */
export function ScheduleCard() {
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
      {query.isError && <LoadFailed title="The backup schedule could not be read" query={query} />}
      {query.data && (
        <>
          <Text as="p" muted className={styles.intro}>
            Once a day, encrypted with a passphrase, into {query.data.directory} on the host. Copy
            them to another system: a disk failure also destroys the backups on that disk.
          </Text>
          <ScheduleFacts schedule={query.data} />
          <ScheduleForm
            schedule={query.data}
            onLoadNewer={() => query.refetch({ throwOnError: true })}
          />
          <StoredBackups schedule={query.data} />
        </>
      )}
    </SectionCard>
  )
}

function ScheduleFacts({ schedule }: { schedule: BackupSchedule }) {
  const format = useFormat()
  const { lastBackupAt, lastFailure, nextAt } = schedule
  return (
    <FactList
      facts={[
        {
          label: 'Last backup',
          value: lastBackupAt === null ? 'Never' : format.dateTime(lastBackupAt),
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

/** The backup files on the host. */
function StoredBackups({ schedule }: { schedule: BackupSchedule }) {
  const styles = useStyles()
  const { start, isStarting, isAwaited } = useBackupNow(schedule)
  const { backups, hasPassphrase } = schedule
  return (
    <>
      <Stack row wrap gap={8} align="center" justify="between">
        <Text as="h3" variant="strong">
          On the host
        </Text>
        <ActionButton
          isBusy={isStarting || isAwaited}
          busyLabel="Backing up..."
          isOff={!hasPassphrase}
          title={hasPassphrase ? undefined : 'Save a passphrase first'}
          onClick={start}
        >
          Back up now
        </ActionButton>
      </Stack>
      {backups.length === 0 ? (
        <Text className={styles.quiet}>No backups on this host yet.</Text>
      ) : (
        <Files backups={backups} />
      )}
    </>
  )
}

/** Starts a backup, and polls until it was written or has failed. */
function useBackupNow(schedule: BackupSchedule) {
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: () => call(runBackup, {}),
    onSuccess: (started) => client.setQueryData(backupScheduleQuery.queryKey, started),
    onError: failureToast('Error'),
  })
  const isAwaited = run.data !== undefined && outcomeOf(run.data) === outcomeOf(schedule)
  useQuery({ ...backupScheduleQuery, refetchInterval: POLL_MS, enabled: isAwaited })
  return { start: () => run.mutate(), isStarting: run.isPending, isAwaited }
}

const POLL_MS = 2_000

const outcomeOf = ({ lastSuccessAt, lastFailure }: BackupSchedule): string =>
  `${lastSuccessAt} ${lastFailure?.at}`

const KIND_NAMES: Readonly<Record<StoredBackup['kind'], string>> = {
  encrypted: 'Encrypted backup',
  'daily-copy': 'Daily copy of the embedded database',
  'before-upgrade': 'Copy before an upgrade',
}

function Files({ backups }: Pick<BackupSchedule, 'backups'>) {
  const format = useFormat()
  const columns: readonly TableColumn<StoredBackup>[] = [
    { header: 'Made', render: ({ createdAt }) => format.dateTime(createdAt) },
    { header: 'File', render: ({ name }) => name },
    { header: 'Kind', render: ({ kind }) => KIND_NAMES[kind] },
    { header: 'Size', render: ({ bytes }) => `${format.number(Math.ceil(bytes / 1_024))} kB` },
  ]
  return (
    <DataTable
      caption="Backups on the host"
      columns={columns}
      rows={backups}
      rowId={({ name }) => name}
    />
  )
}
