import type { Browser, Locator, Page } from '@playwright/test'

import { codeOf, makeAdministrator, wrongCodeOf } from '../administration.ts'
import type { LocalAdministrator } from '../administration.ts'
import { tenantRows } from '../demo.ts'
import { startConnected } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { savedBy } from '../reports.ts'
import {
  expectAllTenants,
  expectLoginScreen,
  signInLocally,
  signOut,
  submitLocalSignIn,
} from '../sign-in.ts'
import type { Credentials } from '../sign-in.ts'
import { expect, test } from '../test.ts'

let installation: Installation
/** Each journey that changes an account has its own. */
let passworded: LocalAdministrator
let careful: LocalAdministrator
test.beforeAll(async () => {
  test.setTimeout(120_000)
  installation = await startConnected({ tenants: 2 })
  passworded = await makeAdministrator(installation, 'passworded')
  careful = await makeAdministrator(installation, 'careful')
  for (const { session } of [passworded, careful]) await session.post('/api/auth/logout')
})
test.afterAll(async () => {
  await Promise.all([passworded.session.dispose(), careful.session.dispose()])
  await installation.stop()
})

const openTab = (page: Page, tab: string) => page.goto(`${installation.url}/profile?tab=${tab}`)

const expectSaved = (page: Page, preferences: object) =>
  expect
    .poll(async (): Promise<unknown> =>
      (await page.request.get(`${installation.url}/api/user/preferences`)).json(),
    )
    .toMatchObject({ preferences })

/** Chooses from the menu of the account, which does not reload the page. */
async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

async function heightOf(row: Locator): Promise<number> {
  await expect(row).toBeVisible()
  return (await row.boundingBox())!.height
}

test('preferences apply at once and after a new sign-in', async ({ page }) => {
  await signInLocally(page, installation)
  const roomy = await heightOf(tenantRows(page).first())
  await choose(page, 'Preferences')
  const background = () =>
    page.evaluate(() =>
      getComputedStyle(document.querySelector('.fui-FluentProvider')!).getPropertyValue(
        '--colorNeutralBackground1',
      ),
    )
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect.poll(background).not.toBe('#ffffff')
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo')
  await expect(page.getByText(/^Now: .* (?:GMT\+9|JST)$/)).toBeVisible()
  await page.getByRole('switch', { name: 'Compact view' }).click()
  await page.getByRole('combobox', { name: 'Default view' }).selectOption('License Management')
  const chosen = { theme: 'dark', timezone: 'Asia/Tokyo', compactView: true }
  await expectSaved(page, { ...chosen, defaultView: 'licenses' })
  await choose(page, 'All Tenants')
  expect(await heightOf(tenantRows(page).first())).toBeLessThanOrEqual(roomy - 8)

  await signOut(page)
  await submitLocalSignIn(page, installation)
  await expect(page.getByRole('heading', { level: 1, name: 'License Management' })).toBeVisible()
  await openTab(page, 'preferences')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  // Restores the default view for other journeys.
  await page.getByRole('combobox', { name: 'Default view' }).selectOption('All Tenants')
  await expectSaved(page, { defaultView: 'dashboard' })
})

test('a required second factor is set up at the sign-in, before anything else', async ({
  page,
}) => {
  const newcomer = await makeAdministrator(installation, 'newcomer')
  await newcomer.session.dispose()
  installation.admin('require-second-factor')
  try {
    await submitLocalSignIn(page, installation, newcomer)
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
    await page.goto(`${installation.url}/admin-panel`)
    await page.getByRole('button', { name: 'Set up second factor' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Set up second factor' })
    const key = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
    await dialog.getByRole('textbox', { name: /^Code/ }).fill(codeOf(key))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible()
  } finally {
    // The other journeys sign in with a password alone.
    installation.admin('allow-password-only')
  }
})

/** Opens another session of the same person; returns the check that it has ended. */
async function openElsewhere(browser: Browser, person: Credentials) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signInLocally(page, installation, person)
  return async () => {
    await page.goto(`${installation.url}/profile`)
    await expectLoginScreen(page)
    await context.close()
  }
}

test('a new password and Sign out elsewhere end the other sessions', async ({ page, browser }) => {
  const { username, password } = passworded
  const changed = 'Another-Good-One-2026!'
  await signInLocally(page, installation, passworded)
  await openTab(page, 'security')
  const expectFirstEnded = await openElsewhere(browser, passworded)
  const card = page.getByRole('region', { name: 'Password' })
  await card.getByLabel('Current password').fill(password)
  await card.getByLabel('New password', { exact: true }).fill(changed)
  await card.getByLabel('Confirm new password').fill(changed)
  await card.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
  await expectFirstEnded()

  const expectSecondEnded = await openElsewhere(browser, { username, password: changed })
  await page.reload()
  const sessions = page.getByRole('list', { name: 'Open sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'This session' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Sign out elsewhere' }).click()
  await expect(page.getByText('1 other session was ended.')).toBeVisible()
  await expectSecondEnded()
})

test('a second factor is set up, asked for, and replaced by a recovery code', async ({ page }) => {
  await signInLocally(page, installation, careful)
  await openTab(page, 'security')
  await page.getByRole('button', { name: 'Set up second factor' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Set up second factor' })
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const key = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
  await dialog.getByRole('textbox', { name: /^Code/ }).fill(codeOf(key))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.allTextContents()
  const file = await savedBy(page, () => page.getByRole('button', { name: 'Download' }).click())
  for (const each of recovery) expect(file.text).toContain(each)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()

  const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
  const field = page.getByRole('textbox', { name: /^Code/ })
  await signOut(page)
  await submitLocalSignIn(page, installation, careful)
  await expect(page.getByText('Now confirm with your second factor')).toBeVisible()
  await field.fill(wrongCodeOf(key))
  await signIn.click()
  await expect(page.getByRole('alert')).toBeVisible()
  // The current code confirmed the set-up; each code is accepted once.
  await field.fill(codeOf(key, 1))
  await signIn.click()
  await expectAllTenants(page)

  await signOut(page)
  await submitLocalSignIn(page, installation, careful)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: /^Recovery code/ }).fill(recovery[0]!)
  await signIn.click()
  await expectAllTenants(page)
  await openTab(page, 'security')
  await expect(page.getByText('9 of 10 left')).toBeVisible()
})
