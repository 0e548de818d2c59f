import { createHmac } from 'node:crypto'

import { expect, request } from '@playwright/test'
import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test'
import { z } from 'zod'

import { DEMO_ADMIN } from '../tools/demo-world.ts'
import { pick } from './demo.ts'
import type { Installation } from './installation.ts'

export interface Credentials {
  username: string
  password: string
}

/** Fills the login screen in and sends it; what follows is the journey's. */
export async function enterLocally(
  page: Page,
  { url }: Pick<Installation, 'url'>,
  { username, password }: Credentials = DEMO_ADMIN,
): Promise<void> {
  await page.goto(url)
  const fold = page.getByRole('button', { name: 'Need to use a local account?' })
  // It stands open or folded by what the server says, which comes after the page.
  await expect(async () => {
    if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
    await page.getByLabel('Username').fill(username, { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in with Local Account' }).click()
}

/** Signs a person of the directory in with Microsoft, as far as the answer. */
export async function enterWithMicrosoft(
  page: Page,
  { url }: Pick<Installation, 'url'>,
  name: string,
): Promise<void> {
  await page.goto(url)
  await page
    .getByRole('button', { name: 'Sign in with Microsoft' })
    .or(page.getByRole('link', { name: 'Sign in with Microsoft' }))
    .click()
  await pick(page, name)
}

/** A browser of somebody else, for as long as the visit takes. */
export async function inAnotherBrowser(
  browser: Browser,
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext()
  try {
    await visit(await context.newPage())
  } finally {
    await context.close()
  }
}

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
  const password = `Chosen-By-${username}-2026!`
  const session = await request.newContext({ baseURL: url })
  const post = async (path: string, data: object) => {
    const answer = await session.post(path, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await post('/api/auth/login', { username, password: given })
  await post('/api/user/change-password', { currentPassword: given, newPassword: password })
  return { username, password, session }
}

const Enrollment = z.object({ secret: z.string() })
const Confirmed = z.object({ recoveryCodes: z.array(z.string()) })

/** Sets a second factor up for whoever is signed in. */
export async function enroll(
  session: APIRequestContext,
): Promise<{ key: string; recoveryCodes: string[] }> {
  const started = await session.post('/api/user/second-factor/start')
  const { secret: key } = Enrollment.parse(await started.json())
  const data = { code: codeOf(key) }
  const confirmed = await session.post('/api/user/second-factor/confirm', { data })
  return { key, ...Confirmed.parse(await confirmed.json()) }
}

/** Who has a password that was given to them chooses their own. */
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

/** The server cannot answer a call, whatever is asked of it; returns what puts it right again. */
export async function breakCall(page: Page, path: string): Promise<() => Promise<void>> {
  const isMeant = ({ pathname }: URL) => pathname === `/api/${path}`
  await page.route(isMeant, (route) => route.fulfill({ status: 502, body: '' }))
  return () => page.unroute(isMeant)
}

/** The next call of it waits before it reaches the server; returns what lets it go on. */
export async function holdCall(page: Page, path: string): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(
    ({ pathname }) => pathname === `/api/${path}`,
    async (route) => {
      await isReleased
      await route.continue()
    },
    { times: 1 },
  )
  return release
}

/** What stands beside a name in a list of facts. */
export const factOf = (within: Page | Locator, name: string): Locator =>
  within.locator('dt').getByText(name, { exact: true }).locator('xpath=following::dd[1]')

const STEP_MS = 30_000
const BITS = 5

/** What an authenticator app shows for a key, so many half minutes from now (RFC 6238). */
export function codeOf(key: string, stepsFromNow = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + stepsFromNow))
  const mac = createHmac('sha1', bytesOf(key)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return `${number % 1_000_000}`.padStart(6, '0')
}

/** Six digits that the app shows neither now nor soon. */
export function wrongCodeOf(key: string): string {
  const right = [-2, -1, 0, 1, 2, 3].map((steps) => codeOf(key, steps))
  const wrong = ['000000', '111111', '222222', '333333', '444444', '555555', '666666']
  return wrong.find((code) => !right.includes(code)) ?? ''
}

/** Base 32 (RFC 4648), as keys are written for typing. */
function bytesOf(key: string): Buffer {
  const bits = Array.from(key.replaceAll(/[\s=]/g, '').toUpperCase(), (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(BITS, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
