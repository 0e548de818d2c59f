import { expect, request } from '@playwright/test'
import type { APIRequestContext, Locator, Page } from '@playwright/test'

import { codeAt, wrongCodeAt } from '../packages/server/src/testing/authenticator.ts'
import type { Installation } from './installation.ts'
import type { Credentials } from './sign-in.ts'

export interface LocalAdministrator extends Credentials {
  /** Signed in as them. */
  readonly session: APIRequestContext
}

/** Makes a local administrator who has chosen a password of their own. */
export async function makeAdministrator(
  { url, admin }: Pick<Installation, 'url' | 'admin'>,
  username: string,
): Promise<LocalAdministrator> {
  const printed = admin('add-local', username)
  const given = printed.split(/\s+/).findLast((word) => word.length >= 12) ?? ''
  const password = 'Granite-Lantern-Kestrel-41!'
  const session = await request.newContext({ baseURL: url })
  const post = async (path: string, data: object) => {
    const answer = await session.post(path, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await post('/api/auth/login', { username, password: given })
  await post('/api/user/change-password', { currentPassword: given, newPassword: password })
  return { username, password, session }
}

/** Replaces a password that an administrator set. */
export async function chooseOwnPassword(
  page: Page,
  { given, chosen }: { given: string; chosen: string },
): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await page.getByLabel('Current password').fill(given)
  await page.getByLabel('New password', { exact: true }).fill(chosen)
  await page.getByLabel('Confirm new password').fill(chosen)
  await page.getByRole('button', { name: 'Change password' }).click()
}

/** Opens a tab of the Admin Panel by its address. */
export async function openAdminTab(
  page: Page,
  { url }: Pick<Installation, 'url'>,
  tab: string,
): Promise<void> {
  await page.goto(`${url}/admin-panel?tab=${tab}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible()
}

/** Locates the value beside a name in a list of facts. */
export const factOf = (within: Page | Locator, name: string): Locator =>
  within.locator('dt').getByText(name, { exact: true }).locator('xpath=following::dd[1]')

const STEP_MS = 30_000

/** The code of an authenticator app for this key, that many steps of 30 seconds from now. */
export const codeOf = (key: string, stepsFromNow = 0): string =>
  codeAt(plain(key), new Date(Date.now() + stepsFromNow * STEP_MS))

/** Six digits that the app shows neither now nor soon. */
export const wrongCodeOf = (key: string): string => wrongCodeAt(plain(key), new Date())

/** The key as it is stored: the screen groups its letters. */
const plain = (key: string) => key.replaceAll(/[\s=]/g, '').toUpperCase()
