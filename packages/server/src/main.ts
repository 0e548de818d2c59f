import { fileURLToPath } from 'node:url'

import { createApp } from './app.ts'
import type { App } from './app.ts'
import { isDoctorCommand } from './app/microsoft.ts'
import { JOBS_WITHIN_MS, refusalMessage, runProcess } from './app/process.ts'
import { readConfig, warningsOf } from './config.ts'
import { createLogger } from './lib/logger.ts'
import { openRunRecord } from './lib/run-record.ts'
import { unexpectedEndIn } from './lib/unexpected-end.ts'

/** Runs the web process; with the embedded database it is the only one. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = createLogger({ level: config.logLevel })
  for (const warning of warningsOf(config)) logger.warn(warning)
  const ended = unexpectedEndIn(process.argv.slice(2))
  let app: App | null = null
  let record: Awaited<ReturnType<typeof openRunRecord>> | null = null
  await runProcess(config, {
    logger,
    async onCommand(command) {
      if (app === null) throw new Error('Tenantscope is still starting')
      if (isDoctorCommand(command)) return { findings: await app.examine() }
      return app.runCommand(command)
    },
    async start(opened) {
      const isAlone = opened.database.kind === 'embedded'
      record = await openRunRecord({ dataDir: config.dataDir, logger, ended, isAlone })
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
    },
    async close() {
      await app?.close({ jobsWithinMs: JOBS_WITHIN_MS })
      // After a fatal error the record keeps its state: that end was unexpected.
      if (process.exitCode === undefined) await record?.close()
    },
  })
}

/** A generated password is shown only on a terminal; logs contain only the file's name. */
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
