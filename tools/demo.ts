import { resolve } from 'node:path'

import { DEMO_ADMIN, DEMO_CUSTOMERS, startDemo } from './demo-world.ts'
import { runShown } from './processes.ts'

/** `npm run demo`: builds and starts everything on this machine with a simulated Microsoft. */
console.log('Building the web part …')
if (!runShown('vite', ['build', 'packages/web', '--logLevel', 'warn'])) process.exit(1)

console.log(
  `Starting a simulated Microsoft and Tenantscope, reading ${DEMO_CUSTOMERS} customer tenants …`,
)
const dataDir = process.env['DATA_DIR'] ?? 'data/demo'
const demo = await startDemo({
  port: Number(process.env['PORT'] ?? 3_000),
  dataDir: resolve(dataDir),
  tenants: DEMO_CUSTOMERS,
  output: 'inherit',
  logLevel: process.env['LOG_LEVEL'] ?? 'error',
})

console.log(`\nSign in with Microsoft (simulated) as`)
for (const { role, name, tenantIds } of demo.people)
  console.log(
    `  ${role.padEnd(10)} ${name} – ${tenantIds === 'all' ? 'all tenants' : `${tenantIds.length} tenants`}`,
  )
console.log(`or with the local account ${DEMO_ADMIN.username} / ${DEMO_ADMIN.password}`)
console.log(`Data are stored in ${dataDir} until you delete it. Press Ctrl+C to stop.\n`)
console.log(`Tenantscope is ready at ${demo.url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void demo.stop().then(() => process.exit(0)))
for (const child of [demo.server, demo.simulator])
  child.on('exit', (code) => {
    if (code !== 0 && code !== null) process.exit(code)
  })
