import type { Page } from '@playwright/test'

import { DEMO_ADMIN } from '../../tools/demo-world.ts'
import {
  enterLocally,
  enterWithMicrosoft,
  factOf,
  inAnotherBrowser,
  openAdminTab,
} from '../administration.ts'
import { connectAndRead, openLocally } from '../connection.ts'
import { tenantRows } from '../demo.ts'
import { startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { expect, test } from '../test.ts'

const ADA = 'Ada Lindqvist'
/** Of the directory, without an account. */
const NEWCOMER = 'Priya Raman'

let installation: Installation
test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  installation = await startInstallation({ tenants: 2 })
  await inAnotherBrowser(browser, (page) => connectAndRead(page, installation))
  const { tenantId, people } = installation.registration
  const { oid, userPrincipalName } = people.find(({ name }) => name === ADA)!
  const person = ['--name', ADA, '--email', userPrincipalName, '--role', 'admin']
  installation.admin('add-microsoft', oid, '--tenant', tenantId, ...person)
})
test.afterAll(() => installation.stop())

const settings = (page: Page) => page.getByRole('form', { name: 'Settings' })

async function saveSettings(page: Page): Promise<void> {
  await settings(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings Saved')).toBeVisible()
}

test('who signs in for the first time gets an account and the tenants that new people see', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  await openLocally(page, installation)

  await test.step('without it nobody new gets in', () =>
    inAnotherBrowser(browser, async (theirs) => {
      await enterWithMicrosoft(theirs, installation, NEWCOMER)
      await expect(theirs.getByText('You do not have access to Tenantscope yet')).toBeVisible()
    }))

  await openAdminTab(page, installation, 'admin-settings')
  await settings(page).getByRole('switch', { name: 'Import people at their first sign-in' }).click()
  await settings(page).getByRole('radio', { name: 'All tenants' }).check()
  await saveSettings(page)

  await test.step('with it they come as viewers who see all tenants', () =>
    inAnotherBrowser(browser, async (theirs) => {
      await enterWithMicrosoft(theirs, installation, NEWCOMER)
      await expect(theirs.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
      await expect(tenantRows(theirs)).toHaveCount(3)
      await theirs.goto(`${installation.url}/profile`)
      await expect(factOf(theirs, 'Role')).toContainText('Viewer')
    }))

  await openAdminTab(page, installation, 'users')
  const row = page.getByRole('row', { name: new RegExp(`^${NEWCOMER}`) })
  await expect(row).toContainText('All tenants')
})

test('local sign-in is switched off: a form that stands open is refused, a new page offers none', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  await enterWithMicrosoft(page, installation, ADA)
  await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()

  await inAnotherBrowser(browser, async (theirs) => {
    // A wrong password leaves the form as it stands before the switch.
    await enterLocally(theirs, installation, { ...DEMO_ADMIN, password: 'Not-The-Password-1' })
    await expect(theirs.getByRole('alert').filter({ hasText: /password/i })).toBeVisible()

    await openAdminTab(page, installation, 'admin-settings')
    await settings(page).getByRole('switch', { name: 'Local sign-in' }).click()
    await expect(page.getByText(/^After saving only people from Microsoft get in/)).toBeVisible()
    await saveSettings(page)

    await theirs.getByLabel('Password', { exact: true }).fill(DEMO_ADMIN.password)
    await theirs.getByRole('button', { name: 'Sign in with Local Account' }).click()
    await expect(theirs.getByText(/^Local sign-in is switched off/).first()).toBeVisible()
    await theirs.reload()
    await expect(theirs.getByText('Sign in with Microsoft').first()).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Need to use a local account?' })).toHaveCount(
      0,
    )
  })

  await settings(page).getByRole('switch', { name: 'Local sign-in' }).click()
  await expect(page.getByText('Settings Saved')).toBeHidden()
  await saveSettings(page)
  await inAnotherBrowser(browser, (theirs) => openLocally(theirs, installation))
})
