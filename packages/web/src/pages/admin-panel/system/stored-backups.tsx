import { Button, makeStyles, Text, tokens, typographyStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { BackupSchedule, StoredBackup } from '@tenantscope/contract/system'

import { useFormat } from '../../../lib/preferences.ts'
import { RecordTable } from '../../../ui/record-table.tsx'
import { backupScheduleQuery, useRunBackup } from './system.queries.ts'

const useStyles = makeStyles({
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
  },
  title: { ...typographyStyles.body1Strong, margin: 0 },
  quiet: { color: tokens.colorNeutralForeground3 },
})

/** The files that lie on the host. */
export function StoredBackups({ schedule }: { schedule: BackupSchedule }) {
  const styles = useStyles()
  const { start, isStarting, isAwaited } = useBackupNow(schedule)
  const { backups, hasPassphrase } = schedule
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.title}>On the host</h3>
        <Button
          disabledFocusable={isStarting || isAwaited || !hasPassphrase}
          title={hasPassphrase ? undefined : 'Save a passphrase first'}
          onClick={start}
        >
          {isStarting || isAwaited ? 'Backing up...' : 'Back up now'}
        </Button>
      </div>
      {backups.length === 0 ? (
        <Text className={styles.quiet}>No backup was made on this host yet.</Text>
      ) : (
        <Files backups={backups} />
      )}
    </>
  )
}

/** Starts a backup, and looks until it is there or has failed. */
function useBackupNow(schedule: BackupSchedule) {
  const run = useRunBackup()
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

const HEADERS = ['Made', 'File', 'Kind', 'Size'] as const

function Files({ backups }: Pick<BackupSchedule, 'backups'>) {
  const format = useFormat()
  return (
    <RecordTable
      caption="Backups on the host"
      headers={HEADERS}
      rows={backups.map(({ name, createdAt, bytes, kind }) => ({
        id: name,
        cells: {
          Made: format.dateTime(createdAt),
          File: name,
          Kind: KIND_NAMES[kind],
          Size: `${format.number(Math.ceil(bytes / 1_024))} kB`,
        },
      }))}
    />
  )
}
