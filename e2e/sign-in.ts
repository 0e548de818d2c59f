import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'

import { DEMO_ADMIN } from '../tools/demo-world.ts'

export interface Credentials {
  username: string
  password: string
}

/** An installation under test, reduced to its address. */
type Site = Readonly<{ url: string }>

/** Opens the login screen and submits the local form; does not wait for the result. */
export async function submitLocalSignIn(
  page: Page,
  { url }: Site,
  { username, password }: Credentials = DEMO_ADMIN,
): Promise<void> {
  await page.goto(url)
  const fold = page.getByRole('button', { name: 'Need to use a local account?' })
  // The server decides whether the form is folded, and answers after the page is shown.
  await expect(async () => {
    if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
    await page.getByLabel('Username').fill(username, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in with Local Account' }).click()
}

/**
 * Signs in locally without the login screen, which sign-in.spec.ts is about, and waits for All Tenants.
 * Two screens less are loaded: most journeys begin with a sign-in.
 */
export async function signInLocally(
  page: Page,
  { url }: Site,
  { username, password }: Credentials = DEMO_ADMIN,
): Promise<void> {
  const data = { username, password }
  const answer = await page.request.post(`${url}/api/auth/login`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.goto(url)
  await expectAllTenants(page)
}

/** Chooses a person on Microsoft's (simulated) page; does not wait for the result. */
export async function submitMicrosoftSignIn(page: Page, { url }: Site, name: string) {
  await page.goto(url)
  await page
    .getByRole('button', { name: 'Sign in with Microsoft' })
    .or(page.getByRole('link', { name: 'Sign in with Microsoft' }))
    .click()
  await pick(page, name)
}

/**
 * Signs in as a person of the directory without a screen of the product or of the simulated Microsoft,
 * and waits for All Tenants.
 */
export async function signInAs(page: Page, { url }: Site, name: string): Promise<void> {
  const picker = await page.request.get(`${url}/api/auth/microsoft/login`)
  const html = await picker.text()
  const [before = ''] = html.split(`<strong>${name}</strong>`)
  const person = before.slice(before.lastIndexOf('value="')).split('"')[1] ?? ''
  const landed = await page.request.post(picker.url(), { form: { person } })
  expect(landed.url()).toBe(`${url}/dashboard`)
  await page.goto(landed.url())
  await expectAllTenants(page)
}

/** Chooses a person on the simulated sign-in page. */
export async function pick(page: Page, name: string): Promise<void> {
  await expect(page.getByText('this is not Microsoft').first()).toBeVisible()
  await page.getByRole('button', { name }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expectLoginScreen(page)
}

export async function expectAllTenants(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
}

export async function expectLoginScreen(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in with Microsoft' })).toBeVisible()
}

/** Gives the journey a second browser with its own cookies and closes it afterwards. */
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
