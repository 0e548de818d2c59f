import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import type { Demo } from '../tools/demo-world.ts'
import { signInAs } from './sign-in.ts'

type RunningDemo = Pick<Demo, 'url' | 'simulatorUrl' | 'people'> & { dataDir: string }

/** Returns the demo that the journeys of the project `demo` share. */
export function demo(): RunningDemo {
  const described = process.env['TENANTSCOPE_DEMO']
  if (described === undefined) throw new Error('The demo is not running')
  // Written by demo-instance.ts of this very run.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own text, a few lines away
  return JSON.parse(described) as RunningDemo
}

export function personOf(role: 'admin' | 'technician' | 'viewer'): RunningDemo['people'][number] {
  const person = demo().people.find((each) => each.role === role)
  if (person === undefined) throw new Error(`The demo has no ${role}`)
  return person
}

/** Signs in as the demo's person of this role and waits for All Tenants. */
export const signInWithMicrosoft = (page: Page, role: 'admin' | 'technician' | 'viewer') =>
  signInAs(page, demo(), personOf(role).name)

/** Carries out `npm run admin -- …` beside the running demo. */
export function runAdmin(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['packages/server/src/bin/admin.ts', ...args],
    {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, DATA_DIR: demo().dataDir },
      encoding: 'utf8',
    },
  )
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}

/** The rows of All Tenants that are in sight, without the header. */
export function tenantRows(page: Page) {
  return page.getByRole('row').filter({ has: page.getByRole('link') })
}

/** Switches a fault of the simulated Microsoft on; returns what switches it off. */
export async function withFault(fault: {
  name: string
  tenantId?: string
  times?: number
  roles?: readonly string[]
}): Promise<() => Promise<void>> {
  const address = `${demo().simulatorUrl}/_simulator/faults`
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  expect(answer.ok).toBe(true)
  return async () => {
    expect((await fetch(`${address}?name=${fault.name}`, { method: 'DELETE' })).ok).toBe(true)
  }
}

/** The simulated tenant behind a story of the demo's world. */
export async function simulatedTenant(
  story: string,
): Promise<{ tenantId: string; displayName: string }> {
  const answer = await fetch(`${demo().simulatorUrl}/_simulator/tenants`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the control address of our own simulator
  const tenants = (await answer.json()) as {
    tenantId: string
    displayName: string
    story: string | null
  }[]
  const tenant = tenants.find((each) => each.story === story)
  if (tenant === undefined) throw new Error(`No tenant has the story ${story}`)
  return tenant
}
