import { PgBoss, type Db } from 'pg-boss'
import type { Logger } from 'pino'

import type { DatabaseHandle, SqlRows } from '../db/connection.ts'

export type BossTiming = {
  /** A NOTIFY wakes the workers at once; looking by themselves only finds retries and what got lost. */
  pollSeconds: number
  schedulePassSeconds: number
  supervisePassSeconds: number
}

export function defaultTiming(engine: DatabaseHandle['kind']): BossTiming {
  return {
    pollSeconds: 5,
    schedulePassSeconds: 30,
    // The jobs of a process that died wait for a pass. The embedded database has one process, which
    // takes them up when it starts again; there a pass only costs.
    supervisePassSeconds: engine === 'embedded' ? 20 : 5,
  }
}

/** pg-boss on either engine, in a schema of its own. */
export function createBoss(
  handle: DatabaseHandle,
  { logger, timing }: { logger: Logger; timing: BossTiming },
): PgBoss {
  const isEmbedded = handle.kind === 'embedded'
  const boss = new PgBoss({
    db: toBossDb(handle),
    schema: 'pgboss',
    backend: isEmbedded ? 'pglite' : 'postgres',
    useListenNotify: true,
    cronMonitorIntervalSeconds: timing.schedulePassSeconds,
    cronWorkerIntervalSeconds: Math.min(5, timing.schedulePassSeconds),
    superviseIntervalSeconds: timing.supervisePassSeconds,
    monitorIntervalSeconds: timing.supervisePassSeconds,
    // The embedded database has one session and no autovacuum; it does its own upkeep.
    reindex: !isEmbedded,
    monitorVacuum: !isEmbedded,
  })
  boss.on('error', (error) => logger.error({ err: error }, 'background jobs: an error'))
  boss.on('warning', (warning) => logger.warn({ warning }, 'background jobs: a warning'))
  return boss
}

function toBossDb(handle: DatabaseHandle): Db {
  return {
    executeSql: async (text, values) => {
      const { rows } = await handle.executeSql(text, values)
      return { rows: rows.map(withoutBusyKeys) }
    },
    listen: (channel, onPayload, onConnected) => handle.listen({ channel, onPayload, onConnected }),
  }
}

/**
 * With each queue pg-boss keeps a list of the keys that were busy, a minute old and more, and passes
 * over their jobs: the next job of a key would wait long after the last one has ended. What is busy
 * now it knows from the groups.
 */
function withoutBusyKeys(row: SqlRows['rows'][number]): SqlRows['rows'][number] {
  return 'singletonsActive' in row ? { ...row, singletonsActive: null } : row
}
