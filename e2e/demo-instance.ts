import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startDemo } from '../tools/demo-world.ts'
import { freePort, start } from '../tools/processes.ts'

/** Starts one demo for all journeys and tells them where it is; stops it afterwards. */
export default async function startDemoInstance(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tenantscope-browser-'))
  const prepared = await prepareInstallation()
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
  process.env['TENANTSCOPE_PREPARED'] = prepared
  return async () => {
    await demo.stop()
    for (const made of [dataDir, prepared]) rmSync(made, { recursive: true, force: true })
  }
}

/** Making an embedded database takes eight seconds of computing; installations copy this one. */
async function prepareInstallation(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'tenantscope-prepared-'))
  const script = 'packages/server/src/testing/empty-installation.ts'
  const made = start(process.execPath, [script, directory])
  await once(made, 'exit')
  if (made.exitCode !== 0) throw new Error(`${script} ended with ${made.exitCode}`)
  return directory
}
