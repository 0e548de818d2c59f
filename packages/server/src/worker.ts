import { openProcess, refusalMessage, stopOnSignals } from './app/process.ts'
import type { OpenedProcess } from './app/process.ts'
import { composeWorking } from './app/working.ts'
import { readConfig } from './config.ts'
import { createLogger } from './lib/logger.ts'
import { StartRefused } from './lib/start-refused.ts'

const JOBS_WITHIN_MS = 15_000

/** A process that only reads tenants and makes scheduled reports; any number of them share the work of one PostgreSQL. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (config.databaseUrl === null)
    throw new StartRefused(
      'A worker needs DATABASE_URL: the embedded database belongs to one process, which works by itself.',
    )
  const logger = createLogger({ level: config.logLevel })
  let opened: OpenedProcess | null = null
  let working: ReturnType<typeof composeWorking> | null = null
  const close = async (): Promise<void> => {
    await opened?.jobs.stop({ timeoutMs: JOBS_WITHIN_MS })
    await working?.close()
    await opened?.close({ jobsWithinMs: JOBS_WITHIN_MS })
  }
  const stop = stopOnSignals(logger, close)
  try {
    opened = await openProcess({
      config,
      logger,
      onCommand: () => Promise.reject(new Error('A worker takes no commands')),
      onFatal: stop,
    })
    working = composeWorking(opened)
    await working.work()
    logger.info('ready')
  } catch (error) {
    await close().catch((failure: unknown) => logger.error({ err: failure }, 'closing failed'))
    throw error
  }
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${refusalMessage(error) ?? String(error)}\n`)
  process.exit(1)
}
