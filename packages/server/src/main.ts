import { fileURLToPath } from 'node:url'

import { createApp } from './app.ts'
import type { App } from './app.ts'
import { isDoctorCommand } from './app/doctor.ts'
import { openProcess, refusalMessage, stopOnSignals } from './app/process.ts'
import type { OpenedProcess } from './app/process.ts'
import { readConfig, warningsOf } from './config.ts'
import { createLogger } from './lib/logger.ts'

const JOBS_WITHIN_MS = 15_000

/** The web process; with the embedded database it is the only one. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = createLogger({ level: config.logLevel })
  for (const warning of warningsOf(config)) logger.warn(warning)
  let opened: OpenedProcess | null = null
  let app: App | null = null
  const close = async (): Promise<void> => {
    await app?.close({ jobsWithinMs: JOBS_WITHIN_MS })
    await opened?.close({ jobsWithinMs: JOBS_WITHIN_MS })
  }
  const stop = stopOnSignals(logger, close)
  try {
    opened = await openProcess({
      config,
      logger,
      onCommand: async (command) => {
        if (app === null) throw new Error('Tenantscope is still starting')
        if (isDoctorCommand(command)) return { findings: await app.examine() }
        return app.runCommand(command)
      },
      onFatal: stop,
    })
    app = await createApp({
      ...opened,
      webDirectory: fileURLToPath(new URL('../../web/dist', import.meta.url)),
      hostTimeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      show: showAtTerminal,
    })
    await app.prepare()
    await app.server.fastify.listen({ port: config.port, host: config.host })
    await app.work()
    logger.info({ url: config.publicUrl.origin, database: opened.database.kind }, 'ready')
  } catch (error) {
    await close().catch((failure: unknown) => logger.error({ err: failure }, 'closing failed'))
    throw error
  }
}

/** A generated password is for eyes at a terminal; what collects a log gets only the file's name. */
function showAtTerminal([username = '', password = '']: readonly string[]): void {
  if (!process.stdout.isTTY) return
  console.log(`\nFirst administrator: ${username}\nPassword:            ${password}\n`)
}

try {
  await main()
} catch (error) {
  console.error(refusalMessage(error) ?? error)
  process.exit(1)
}
