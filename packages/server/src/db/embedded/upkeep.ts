import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { DatabaseHandle } from '../connection.ts'
import type { Database } from '../tables.ts'
import type { Backups } from './backups.ts'

type UpkeepDeps = {
  executeSql: DatabaseHandle['executeSql']
  db: Kysely<Database>
  backups: Backups
  clock: { now(): Date }
  /** No scheduled backup before. */
  backUpFrom: Date
}

const passEveryMs = 60_000
const backupEveryMs = 24 * 60 * 60 * 1000
// Whoever has just started the product is looking at it, and its first refresh is under way.
const firstBackupAfterMs = 10 * 60 * 1000
// Between two checkpoints the WAL only grows; this bounds it and the time that a start after a crash takes.
const walBytesMax = 16 * 1024 * 1024

/** Does from time to time what a server's background processes do, and the embedded database has none of. */
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

// The rule of PostgreSQL's autovacuum with its default settings; one table a pass, so that nobody
// waits long for the only connection.
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
  if (clock.now() < backUpFrom) return
  const last = await backups.lastScheduledAt()
  const isDue = last === null || clock.now().getTime() - last.getTime() >= backupEveryMs
  if (isDue) await db.connection().execute((connection) => backups.backUp(connection, 'scheduled'))
}

async function checkpointWhenDue({ executeSql }: UpkeepDeps): Promise<void> {
  const { rows } = await executeSql(`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > ${walBytesMax} as is_due
    from pg_control_checkpoint()`)
  if (rows[0]?.['is_due'] === true) await executeSql('checkpoint')
}
