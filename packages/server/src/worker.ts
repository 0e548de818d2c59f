import { closeParts } from './app/part.ts'
import type { Part } from './app/part.ts'
import { composeWorkerParts } from './app/parts.ts'
import { JOBS_WITHIN_MS, refusalMessage, runProcess } from './app/process.ts'
import { readConfig } from './config.ts'
import type { JobRunner } from './jobs/runner.ts'
import { createLogger } from './lib/logger.ts'
import { StartRefused } from './lib/start-refused.ts'
import { unexpectedEndIn } from './lib/unexpected-end.ts'

/** Runs a process that only reads tenants and creates scheduled reports; several can share one PostgreSQL. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (config.databaseUrl === null)
    throw new StartRefused(
      'A worker needs DATABASE_URL: the embedded database belongs to one process, which does not need a worker.',
    )
  const logger = createLogger({ level: config.logLevel })
  const ended = unexpectedEndIn(process.argv.slice(2))
  if (ended !== null) logger.error(ended, 'the previous process ended unexpectedly')
  let jobs: JobRunner | null = null
  let parts: readonly Part[] = []
  await runProcess(config, {
    logger,
    onCommand: () => Promise.reject(new Error('A worker accepts no commands')),
    async start(opened) {
      jobs = opened.jobs
      parts = composeWorkerParts(opened).parts
      for (const part of parts) await part.work?.()
      logger.info('ready')
    },
    async close() {
      await jobs?.stop({ timeoutMs: JOBS_WITHIN_MS })
      await closeParts(parts)
    },
  })
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${refusalMessage(error) ?? String(error)}\n`)
  process.exit(1)
}
