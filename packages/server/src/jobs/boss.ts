import { PgBoss, type Db } from 'pg-boss'
import type { Logger } from 'pino'

import type { DatabaseHandle } from '../db/connection.ts'

export type BossTiming = {
  /** A NOTIFY wakes the workers at once; looking by themselves only finds retries and what got lost. */
  pollSeconds: number
  schedulePassSeconds: number
  supervisePassSeconds: number
}

export const defaultTiming: BossTiming = {
  pollSeconds: 5,
  schedulePassSeconds: 30,
  supervisePassSeconds: 20,
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
    executeSql: (text, values) => handle.executeSql(text, values),
    listen: (channel, onPayload, onConnected) => handle.listen({ channel, onPayload, onConnected }),
  }
}
