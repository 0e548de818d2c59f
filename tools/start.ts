import { existsSync } from 'node:fs'

import { runShown } from './processes.ts'

/**
 * `npm start`: builds the web part if it is missing, then runs the server in this terminal and starts it
 * again when it crashed.
 */
if (!existsSync('packages/web/dist/index.html')) {
  console.log('Building the web part …')
  if (!runShown('vite', ['build', 'packages/web', '--logLevel', 'warn'])) process.exit(1)
}

await import('../packages/server/src/bin/supervise.ts')
