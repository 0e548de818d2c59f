import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { z } from 'zod'

import { DEMO_ADMIN } from '../tools/demo-world.ts'
import type { Installation } from './installation.ts'

const TenantList = z.object({ currentRun: z.unknown() })

/** Opens the login screen of an installation and signs its administrator in locally. */
export async function openLocally(page: Page, { url }: Pick<Installation, 'url'>): Promise<void> {
  await page.goto(url)
  const fold = page.getByRole('button', { name: 'Need to use a local account?' })
  // It stands open or folded by what the server says, which comes after the page.
  await expect(async () => {
    if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
    await page.getByLabel('Username').fill(DEMO_ADMIN.username, { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await page.getByLabel('Password', { exact: true }).fill(DEMO_ADMIN.password)
  await page.getByRole('button', { name: 'Sign in with Local Account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
}

/** Fills the form of /azure-config, as far as said. */
export async function fillConnection(
  page: Page,
  fields: { clientId?: string; tenantId?: string; clientSecret?: string },
): Promise<void> {
  const labels = {
    clientId: 'Application (Client) ID',
    tenantId: 'Directory (Tenant) ID',
    clientSecret: 'Client Secret',
  } as const
  const form = page.getByRole('form', { name: 'Microsoft connection' })
  for (const name of ['clientId', 'tenantId', 'clientSecret'] as const) {
    const value = fields[name]
    if (value !== undefined)
      await form.getByRole('textbox', { name: labels[name], exact: true }).fill(value)
  }
}

export async function saveConnection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Configuration' }).click()
}

/** Connects by the form and reads all tenants: where the journey begins for a connected installation. */
export async function connectAndRead(page: Page, installation: Installation): Promise<void> {
  const { clientId, tenantId, clientSecret } = installation.registration
  await openLocally(page, installation)
  const { request } = page
  const connected = await request.post(`${installation.url}/api/admin/azure-config`, {
    data: { clientId, tenantId, clientSecret, credentialKind: 'secret', version: null },
  })
  expect(connected.ok(), await connected.text()).toBe(true)
  await readAll(page, installation)
  await page.reload()
}

/** Refreshes all tenants and waits until nothing is under way. */
export async function readAll(page: Page, { url }: Pick<Installation, 'url'>): Promise<void> {
  const isQuiet = async () => {
    const answer = await page.request.get(`${url}/api/tenants`)
    return TenantList.parse(await answer.json()).currentRun === null
  }
  await expect.poll(isQuiet, { timeout: 60_000 }).toBe(true)
  expect((await page.request.post(`${url}/api/tenants/refresh`)).ok()).toBe(true)
  await expect.poll(isQuiet, { timeout: 60_000 }).toBe(true)
}
