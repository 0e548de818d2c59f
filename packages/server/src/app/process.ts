import { randomBytes } from 'node:crypto'

import { createTransport } from '@tenantscope/graph-client/transport'
import type { Logger } from 'pino'

import { ConfigProblems } from '../config.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/connection.ts'
import { DataDirectoryInUse, DataDirectoryOfAnother, DatabaseUnavailable } from '../db/errors.ts'
import { recordFingerprints, resolveKeyRing } from '../db/key-ring.ts'
import { MigrationRefused, migrateToLatest } from '../db/migrate.ts'
import { startJobRunner } from '../jobs/runner.ts'
import { systemClock } from '../lib/clock.ts'
import { createMetrics } from '../lib/metrics.ts'
import { createSealer } from '../lib/seal.ts'
import { SecretKeyRefused } from '../lib/secret-key.ts'
import { StartRefused } from '../lib/start-refused.ts'
import { JOBS } from './jobs.ts'

export type OpenedProcess = Awaited<ReturnType<typeof openProcess>>

/** What the web process and a worker both stand on, opened from the bottom up. */
export async function openProcess(options: {
  config: Config
  logger: Logger
  onCommand: (command: unknown) => Promise<unknown>
  onFatal: (error: Error) => void
}) {
  const { config, logger, onCommand, onFatal } = options
  const { databaseUrl, dataDir, microsoftEndpoint } = config
  const database = await openDatabase({ databaseUrl, dataDir, logger, onCommand, onFatal })
  try {
    const keyRing = await resolveKeyRing(database, config)
    const migrations = await migrateToLatest(database)
    if (migrations.length > 0) logger.info({ migrations }, 'the database was brought up to date')
    await recordFingerprints(database, keyRing)
    const transport = createTransport({ microsoftEndpoint })
    const jobs = await startJobRunner({ handle: database, logger, jobs: JOBS })
    return {
      config,
      logger,
      database,
      transport,
      jobs,
      keyRing,
      sealer: createSealer(keyRing),
      clock: systemClock,
      random: randomBytes,
      metrics: createMetrics(),
      async close({ jobsWithinMs }: { jobsWithinMs: number }) {
        await jobs.stop({ timeoutMs: jobsWithinMs })
        await transport.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** What stands between an operator and a running product; their messages need no stack. */
const REFUSALS = [
  ConfigProblems,
  StartRefused,
  SecretKeyRefused,
  DataDirectoryInUse,
  DataDirectoryOfAnother,
  DatabaseUnavailable,
  MigrationRefused,
]

/** The message for the operator when a start failed for a foreseen reason, or null. */
export function refusalMessage(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (REFUSALS.some((refusal) => error instanceof refusal)) return error.message
  const code: unknown = Reflect.get(error, 'code')
  if (code === 'EADDRINUSE') return `${error.message}. Set PORT to another port.`
  return code === 'EACCES' && Reflect.get(error, 'syscall') === 'listen' ? error.message : null
}

/** Aborted at SIGTERM or SIGINT, for commands that then end by themselves; the second one kills. */
export function abortOnSignals(reason: Error): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => stopping.abort(reason))
  return stopping.signal
}

const DEADLINE_MS = 25_000

/**
 * Stops in order at the first SIGTERM or SIGINT and, at the second or after a deadline, at once. A
 * failure while it stops only makes the end unclean: what closes after it still has to be closed.
 */
export function stopOnSignals(logger: Logger, close: () => Promise<void>): (reason: Error) => void {
  let isStopping = false

  function stop(exitCode: number): void {
    isStopping = true
    const deadline = setTimeout(() => {
      logger.error('stopping took too long')
      process.exit(1)
    }, DEADLINE_MS)
    void close()
      .catch((error: unknown) => {
        logger.error({ err: error }, 'stopping failed')
        process.exitCode = 1
      })
      .finally(() => {
        clearTimeout(deadline)
        process.exit(process.exitCode ?? exitCode)
      })
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      logger.info({ signal }, 'stopping')
      stop(0)
    })
  const stopFor = (reason: unknown): void => {
    logger.fatal({ err: reason }, 'stopping because of a failure')
    process.exitCode = 1
    if (!isStopping) stop(1)
  }
  process.on('uncaughtException', stopFor)
  process.on('unhandledRejection', stopFor)
  return stopFor
}
