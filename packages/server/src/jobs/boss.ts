import { CompiledQuery } from 'kysely'
import { PgBoss, type Db } from 'pg-boss'
import type { Logger } from 'pino'

import type { DatabaseHandle, SqlRows } from '../db/handle.ts'
import type { Trx } from '../db/tables.ts'
import type { AnyJob } from './job.ts'

export type BossTiming = {
  /** A NOTIFY wakes the workers at once; polling only finds retries and missed notifications. */
  pollSeconds: number
  schedulePassSeconds: number
  supervisePassSeconds: number
}

export function defaultTiming(engine: DatabaseHandle['kind']): BossTiming {
  return {
    pollSeconds: 5,
    schedulePassSeconds: 30,
    // Jobs of a crashed process wait for a supervise pass. The embedded database has one process,
    // which resumes them at its start, so frequent passes are only a cost.
    supervisePassSeconds: engine === 'embedded' ? 20 : 5,
  }
}

/** Creates pg-boss for either engine, in its own schema. */
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
  boss.on('error', (error) => logger.error({ err: error }, 'background jobs: error'))
  boss.on('warning', (warning) => logger.warn({ warning }, 'background jobs: warning'))
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
 * Removes pg-boss's list of recently busy keys. It is up to a minute old, and its jobs are skipped,
 * so the next job of a key would wait long after the previous one ended. Groups already give the
 * keys that are busy now.
 */
function withoutBusyKeys(row: SqlRows['rows'][number]): SqlRows['rows'][number] {
  return 'singletonsActive' in row ? { ...row, singletonsActive: null } : row
}

/** Lets pg-boss write inside an existing transaction. */
export function toBossTransaction(transaction: Trx): Db {
  // pg-boss names its own columns; the product's renaming plugin must not change them.
  const plain = transaction.withoutPlugins()
  return {
    async executeSql(text, values) {
      const { rows } = await plain.executeQuery(CompiledQuery.raw(text, values ?? []))
      return { rows }
    },
  }
}

/** The queue for jobs that failed for good. */
export const deadLetterQueue = 'dead-letter'

const daySeconds = 24 * 60 * 60
const deadLetterRetentionSeconds = 30 * daySeconds
const completedRetentionSeconds = daySeconds
// A crashed process stops its heartbeat, which is sent twice per interval; other processes then
// take over its jobs.
const heartbeatSeconds = 15

/** Creates the queues or updates their settings. */
export async function createQueues(boss: PgBoss, jobs: readonly AnyJob[]): Promise<void> {
  await boss.createQueue(deadLetterQueue, { retentionSeconds: deadLetterRetentionSeconds })
  for (const job of jobs) {
    const settings = {
      retryLimit: job.retryLimit,
      retryDelay: job.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: job.retryDelayMaxSeconds,
      expireInSeconds: job.timeoutSeconds,
      deleteAfterSeconds: completedRetentionSeconds,
      heartbeatSeconds,
      deadLetter: deadLetterQueue,
      notify: true,
    }
    await boss.createQueue(job.name, {
      ...settings,
      policy: job.singletonKey === undefined ? 'standard' : 'singleton',
    })
    // createQueue does not change an existing queue.
    await boss.updateQueue(job.name, settings)
  }
}
