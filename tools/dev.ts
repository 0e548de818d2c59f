import { resolve } from 'node:path'

import { startDemo } from './demo-world.ts'
import { start } from './processes.ts'

/** `npm run dev`: the demo with reload. The server restarts when its sources change; Vite serves the web part. */
const web = start('vite', ['packages/web', '--port', '5173', '--strictPort'])
const demo = await startDemo({
  port: 3_000,
  publicUrl: 'http://localhost:5173',
  dataDir: resolve('data/dev'),
  tenants: 40,
  output: 'inherit',
  logLevel: process.env['LOG_LEVEL'] ?? 'info',
  isReloaded: true,
})
console.log(`\nTenantscope is ready for development at ${demo.url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    web.kill()
    void demo.stop().then(() => process.exit(0))
  })
