import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Logger } from 'pino'

import { systemClock } from '../../lib/clock.ts'
import { applyNodeFlags } from '../../lib/node-flags.ts'
import { createBackupFolder } from '../backup-folder.ts'
import type { DatabaseHandle, Listener, SqlRows, Subscription } from '../handle.ts'
import { createKysely } from '../kysely.ts'
import { createConnectionQueue, type ConnectionQueue } from './connection-queue.ts'
import { openDataDirectory } from './data-directory.ts'
import { copyData, startUpkeep } from './upkeep.ts'
import { startDatabaseWorker, type DatabaseWorker } from './worker-client.ts'
import type { StatementResult } from './worker-protocol.ts'

const waitForConnectionMs = 30_000

/** Opens PGlite in the data directory, behind its lock and in its own thread. */
export async function openEmbedded(options: {
  dataDir: string
  logger: Logger
  onCommand: (command: unknown) => Promise<unknown>
  onFatal: (error: Error) => void
}): Promise<DatabaseHandle> {
  const { dataDir, logger, onCommand, onFatal } = options
  applyNodeFlags()
  const directory = await openDataDirectory(dataDir, { onCommand, logger })
  const queue = createConnectionQueue({ waitTimeoutMs: waitForConnectionMs })
  const listeners = new Set<Listener>()
  const worker = await startDatabaseWorker({
    dataDir,
    onNotification(channel, payload) {
      for (const listener of listeners)
        if (listener.channel === channel) listener.onPayload(payload)
    },
    onStopped(error) {
      queue.fail(error)
      onFatal(error)
    },
  }).catch(async (error: unknown) => {
    await directory.close()
    throw error
  })
  const db = createKysely(createSinglePool(worker, queue))
  const executeSql: DatabaseHandle['executeSql'] = (text, values) =>
    runAlone({ worker, queue }, text, values ?? [])
  const backups = createBackupFolder(dataDir)
  const upkeep = startUpkeep({ executeSql, db, backups, clock: systemClock }, logger)
  const close = async (): Promise<void> => {
    await upkeep.stop()
    // Earlier callers finish first; later ones are refused.
    await queue.acquire().catch(() => undefined)
    queue.fail(new Error('The database is closed'))
    await worker.close()
    await db.destroy()
    await directory.close()
  }
  let closing: Promise<void> | null = null
  return {
    kind: 'embedded',
    db,
    executeSql,
    listen: (listener) => listen({ listeners, executeSql }, listener),
    async beforeUpgrade(connection) {
      const file = await copyData(connection, backups, {
        kind: 'before-upgrade',
        at: systemClock.now(),
      })
      logger.info({ file }, 'backup written before the upgrade')
    },
    close: () => (closing ??= close()),
  }
}

// Kysely's PostgreSQL dialect accepts any object with the interface of a `pg` pool. A pool of one
// connection gives both engines the same dialect, and transactions that exclude other statements.
function createSinglePool(worker: DatabaseWorker, queue: ConnectionQueue): PostgresPool {
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> =>
    (await worker.run(text, values)).at(-1)
  return {
    options: {},
    end: () => Promise.resolve(),
    async connect() {
      const release = await queue.acquire()
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the author of a query types its rows; the cursor form is never called, because the dialect has no cursor
      return { query, release } as PostgresPoolClient
    },
  }
}

async function runAlone(
  { worker, queue }: { worker: DatabaseWorker; queue: ConnectionQueue },
  text: string,
  values: readonly unknown[],
): Promise<SqlRows> {
  const release = await queue.acquire()
  try {
    const results: StatementResult[] = await worker.run(text, values)
    return { rows: results.flatMap(({ rows }) => rows) }
  } catch (error) {
    // A failed block with its own BEGIN would leave the only connection in an aborted transaction.
    await worker.run('rollback', []).catch(() => undefined)
    throw error
  } finally {
    release()
  }
}

async function listen(
  { listeners, executeSql }: { listeners: Set<Listener>; executeSql: DatabaseHandle['executeSql'] },
  listener: Listener,
): Promise<Subscription> {
  listeners.add(listener)
  const identifier = `"${listener.channel.replaceAll('"', '""')}"`
  await executeSql(`listen ${identifier}`)
  listener.onConnected()
  return {
    async close() {
      listeners.delete(listener)
      const isStillHeard = [...listeners].some(({ channel }) => channel === listener.channel)
      if (!isStillHeard) await executeSql(`unlisten ${identifier}`)
    },
  }
}
