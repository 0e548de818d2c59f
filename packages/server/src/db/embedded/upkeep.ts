import type { Logger } from 'pino'

import type { BackupFolder } from '../backup-folder.ts'
import { writeBackup } from '../backup.ts'
import type { DatabaseHandle } from '../handle.ts'
import type { Db } from '../tables.ts'

type UpkeepDeps = {
  executeSql: DatabaseHandle['executeSql']
  db: Db
  backups: BackupFolder
  clock: { now(): Date }
  /** No scheduled backup runs before this time. */
  backUpFrom: Date
}

const passEveryMs = 60_000
const backupEveryMs = 24 * 60 * 60 * 1000
// Right after the start, users are active and the first refresh runs.
const firstBackupAfterMs = 10 * 60 * 1000
// Between two checkpoints the WAL grows; this limits its size and the duration of a start after a
// crash.
const walBytesMax = 16 * 1024 * 1024

/** Regularly does the work of a server's background processes, which the embedded database does not have. */
export function startUpkeep(
  given: Omit<UpkeepDeps, 'backUpFrom'>,
  logger: Logger,
): { stop(): Promise<void> } {
  const backUpFrom = new Date(given.clock.now().getTime() + firstBackupAfterMs)
  const deps = { ...given, backUpFrom }
  let isStopped = false
  let pass = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  const scheduleNext = (): void => {
    if (isStopped) return
    timer = setTimeout(() => {
      pass = runUpkeepPass(deps)
        .catch((error: unknown) => logger.error({ err: error }, 'database upkeep failed'))
        .finally(scheduleNext)
    }, passEveryMs)
    timer.unref()
  }

  scheduleNext()
  return {
    stop() {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      return pass
    },
  }
}

export async function runUpkeepPass(deps: UpkeepDeps): Promise<void> {
  await vacuumNeediestTable(deps)
  await backUpWhenDue(deps)
  await checkpointWhenDue(deps)
}

// The rule of PostgreSQL's autovacuum with its default settings; one table per pass, so that the
// only connection is not blocked for long.
async function vacuumNeediestTable({ executeSql }: UpkeepDeps): Promise<void> {
  const { rows } = await executeSql(`
    select format('%I.%I', schemaname, relname) as name
    from pg_stat_all_tables
    where schemaname not in ('pg_toast', 'information_schema')
      and (n_dead_tup > 50 + 0.2 * n_live_tup
        or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
        or n_mod_since_analyze > 50 + 0.1 * n_live_tup)
    order by greatest(n_dead_tup, n_mod_since_analyze) desc
    limit 1`)
  const name = rows[0]?.['name']
  if (typeof name === 'string') await executeSql(`vacuum (analyze) ${name}`)
}

async function backUpWhenDue({ db, backups, clock, backUpFrom }: UpkeepDeps): Promise<void> {
  const at = clock.now()
  if (at < backUpFrom) return
  const [last] = await backups.list('daily-copy')
  const isDue = last === undefined || at.getTime() - Date.parse(last.createdAt) >= backupEveryMs
  if (isDue)
    await db
      .connection()
      .execute((connection) => copyData(connection, backups, { kind: 'daily-copy', at }))
}

async function checkpointWhenDue({ executeSql }: UpkeepDeps): Promise<void> {
  const { rows } = await executeSql(`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > ${walBytesMax} as is_due
    from pg_control_checkpoint()`)
  if (rows[0]?.['is_due'] === true) await executeSql('checkpoint')
}

const KEPT_OF_EACH_KIND = 7

/**
 * Adds an unencrypted backup, removes the oldest of its kind, and returns the file. It omits the
 * data of refreshes: most rows by far, while the embedded database has only one connection.
 */
export async function copyData(
  connection: Db,
  backups: BackupFolder,
  copy: { kind: 'daily-copy' | 'before-upgrade'; at: Date },
): Promise<string> {
  const file = await backups.add(copy, (unfinished) =>
    writeBackup(connection, unfinished, { content: () => ({ withReadings: false }) }),
  )
  await backups.rotate(copy.kind, KEPT_OF_EACH_KIND)
  return file
}
