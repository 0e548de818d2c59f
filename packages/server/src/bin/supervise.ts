import { fileURLToPath } from 'node:url'

import { createLogger } from '../lib/logger.ts'
import { supervise } from './supervisor.ts'

const PROGRAMS: Readonly<Record<string, string>> = { web: '../main.ts', worker: '../worker.ts' }

/**
 * `supervise.ts [web|worker]`: runs the web process or a worker, and starts it again when it crashed. It
 * reads only the log level; the process itself checks the configuration.
 */
const [, , name = 'web'] = process.argv
const program = PROGRAMS[name]
if (program === undefined) {
  console.error(`Unknown process: ${name}. Use web or worker.`)
  process.exit(2)
}
const level = process.env['LOG_LEVEL'] ?? ''
const logger = createLogger({ level: /^(?:fatal|error|silent)$/u.test(level) ? level : 'info' })
process.exit(await supervise(fileURLToPath(new URL(program, import.meta.url)), { logger }))
