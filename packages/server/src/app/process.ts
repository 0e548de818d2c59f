import { randomBytes } from 'node:crypto'

import { createTransport } from '@tenantscope/graph-client/transport'
import type { Logger } from 'pino'

import type { Config } from '../config.ts'
import { openDatabase } from '../db/connection.ts'
import { recordFingerprints, resolveKeyRing } from '../db/key-ring.ts'
import { migrateToLatest } from '../db/migrate.ts'
import { startJobRunner } from '../jobs/runner.ts'
import { systemClock } from '../lib/clock.ts'
import { errorCode } from '../lib/error-code.ts'
import { createMetrics } from '../lib/metrics.ts'
import { createSealer } from '../lib/seal.ts'
import { StartRefused } from '../lib/start-refused.ts'
import { FATAL_EXIT_CODE } from '../lib/unexpected-end.ts'
import { JOBS } from './jobs.ts'

export const JOBS_WITHIN_MS = 15_000

type OpenedProcess = Awaited<ReturnType<typeof openProcess>>

/** Opens what the web process and a worker both require. */
async function openProcess(options: {
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
    if (migrations.length > 0) logger.info({ migrations }, 'database migrated')
    await recordFingerprints(database, keyRing)
    const transport = createTransport({ microsoftEndpoint })
    const jobs = await startJobRunner({ handle: database, logger, jobs: JOBS })
    return {
      config,
      logger,
      database,
      db: database.db,
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

/** Opens and starts a process; closes all of it at a signal, and when the start fails. */
export async function runProcess(
  config: Config,
  given: {
    logger: Logger
    onCommand: (command: unknown) => Promise<unknown>
    start: (opened: OpenedProcess) => Promise<void>
    /** Closes what `start` started, before the rest. */
    close: () => Promise<void>
  },
): Promise<void> {
  const { logger, onCommand } = given
  let opened: OpenedProcess | null = null
  const close = async (): Promise<void> => {
    await given.close()
    await opened?.close({ jobsWithinMs: JOBS_WITHIN_MS })
  }
  const onFatal = stopOnSignals(logger, close)
  try {
    opened = await openProcess({ config, logger, onCommand, onFatal })
    await given.start(opened)
  } catch (error) {
    await close().catch((failure: unknown) => logger.error({ err: failure }, 'shutdown failed'))
    throw error
  }
}

/** Returns the operator's message for an expected failure of a start, or null. */
export function refusalMessage(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof StartRefused) return error.message
  const code = errorCode(error)
  if (code === 'EADDRINUSE') return `${error.message}. Set PORT to another port.`
  return code === 'EACCES' && Reflect.get(error, 'syscall') === 'listen' ? error.message : null
}

/** Aborted at SIGTERM or SIGINT, so that commands end in order; the second signal kills the process. */
export function abortOnSignals(reason: Error): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => stopping.abort(reason))
  return stopping.signal
}

const DEADLINE_MS = 25_000

/**
 * Shuts down in order at the first SIGTERM or SIGINT, and when the supervisor has ended; at the second
 * signal or after a deadline, exits at once. A failure during shutdown only changes the exit code: later
 * parts are still closed. The returned function shuts down for an error, with the code of a crash.
 */
export function stopOnSignals(logger: Logger, close: () => Promise<void>): (reason: Error) => void {
  let isStopping = false

  function stop(exitCode: number): void {
    isStopping = true
    const deadline = setTimeout(() => {
      logger.error('shutdown timed out')
      process.exit(process.exitCode ?? 1)
    }, DEADLINE_MS)
    void close()
      .catch((error: unknown) => {
        logger.error({ err: error }, 'shutdown failed')
        process.exitCode ??= 1
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
  // An orphan would keep the port and the data directory.
  process.once('disconnect', () => {
    logger.warn('the supervisor has ended; stopping')
    if (!isStopping) stop(0)
  })
  const stopFor = (reason: unknown): void => {
    logger.fatal({ err: reason }, 'fatal error; shutting down')
    process.exitCode = FATAL_EXIT_CODE
    if (!isStopping) stop(FATAL_EXIT_CODE)
  }
  process.on('uncaughtException', stopFor)
  process.on('unhandledRejection', stopFor)
  return stopFor
}
