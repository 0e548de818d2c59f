import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startDemo } from '../tools/demo-world.ts'
import { freePort } from '../tools/processes.ts'

/** Starts one demo for all journeys and tells them where it is; stops it afterwards. */
export default async function startDemoInstance(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tenantscope-browser-'))
  const demo = await startDemo({
    port: await freePort(),
    dataDir,
    tenants: 40,
    output: process.env['E2E_OUTPUT'] === 'inherit' ? 'inherit' : 'ignore',
    logLevel: 'warn',
  })
  process.env['TENANTSCOPE_DEMO'] = JSON.stringify({
    url: demo.url,
    simulatorUrl: demo.simulatorUrl,
    people: demo.people,
    dataDir,
  })
  return async () => {
    await demo.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
