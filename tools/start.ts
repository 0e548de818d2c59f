import { existsSync } from 'node:fs'

import { runShown, start } from './processes.ts'

/** `npm start`: builds the web part if it is missing, then runs the server in this terminal. */
if (!existsSync('packages/web/dist/index.html')) {
  console.log('Building the web part …')
  if (!runShown('vite', ['build', 'packages/web', '--logLevel', 'warn'])) process.exit(1)
}

const server = start(process.execPath, ['packages/server/src/main.ts'])
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1))
