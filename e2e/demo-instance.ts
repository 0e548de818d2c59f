import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startDemo } from '../tools/demo-world.ts'
import { freePort, start } from '../tools/processes.ts'

/** Starts one demo for the journeys of the project `demo`, and stops it after the run. */
export default async function startDemoInstance(): Promise<() => Promise<void>> {
  const prepared = await prepareInstallation()
  process.env['TENANTSCOPE_PREPARED'] = prepared
  const dataDir = mkdtempSync(join(tmpdir(), 'tenantscope-browser-'))
  cpSync(prepared, dataDir, { recursive: true })
  // The demo accepts only directories that carry its mark.
  writeFileSync(join(dataDir, '.tenantscope-demo'), '')
  // A closed tab ends its session after this time; the journeys wait for it.
  process.env['SESSION_GRACE_SECONDS'] = '10'
  const demo = await startDemo({
    port: await freePort(),
    dataDir,
    tenants: 40,
    output: process.env['E2E_OUTPUT'] === 'inherit' ? 'inherit' : 'ignore',
    logLevel: 'warn',
  })
  delete process.env['SESSION_GRACE_SECONDS']
  process.env['TENANTSCOPE_DEMO'] = JSON.stringify({
    url: demo.url,
    simulatorUrl: demo.simulatorUrl,
    people: demo.people,
    dataDir,
  })
  return async () => {
    await demo.stop()
    for (const made of [dataDir, prepared]) rmSync(made, { recursive: true, force: true })
  }
}

/** Creating an embedded database takes eight seconds of computing; installations copy this one. */
async function prepareInstallation(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'tenantscope-prepared-'))
  const script = 'packages/server/src/testing/empty-installation.ts'
  const made = start(process.execPath, [script, directory])
  await once(made, 'exit')
  if (made.exitCode !== 0) throw new Error(`${script} ended with ${made.exitCode}`)
  return directory
}
