import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import type { Demo } from '../tools/demo-world.ts'
import { DEMO_ADMIN } from '../tools/demo-world.ts'

type RunningDemo = Pick<Demo, 'url' | 'simulatorUrl' | 'people'> & { dataDir: string }

/** The demo that all journeys share. */
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

/** Signs in through Microsoft's (simulated) page and waits for All Tenants. */
export async function signInWithMicrosoft(
  page: Page,
  role: 'admin' | 'technician' | 'viewer',
): Promise<void> {
  await page.goto(demo().url)
  await page
    .getByRole('button', { name: 'Sign in with Microsoft' })
    .or(page.getByRole('link', { name: 'Sign in with Microsoft' }))
    .click()
  await pick(page, personOf(role).name)
  await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
}

/** Chooses a person on the simulated sign-in page. */
export async function pick(page: Page, name: string): Promise<void> {
  await expect(page.getByText('this is not Microsoft').first()).toBeVisible()
  await page.getByRole('button', { name }).click()
}

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

export async function signInLocally(
  page: Page,
  { username, password }: { username: string; password: string } = DEMO_ADMIN,
): Promise<void> {
  await page.goto(demo().url)
  await page.getByRole('button', { name: 'Need to use a local account?' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in with Local Account' }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in with Microsoft' })).toBeVisible()
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
  if (tenant === undefined) throw new Error(`No tenant tells the story ${story}`)
  return tenant
}
