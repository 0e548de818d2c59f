import type { Page } from '@playwright/test'

import { DEMO_ADMIN } from '../../tools/demo-world.ts'
import { factOf, openAdminTab } from '../administration.ts'
import { tenantRows } from '../demo.ts'
import { startConnected } from '../installation.ts'
import type { Installation } from '../installation.ts'
import {
  expectLoginScreen,
  inAnotherBrowser,
  signInAs,
  signInLocally,
  submitLocalSignIn,
  submitMicrosoftSignIn,
} from '../sign-in.ts'
import { expect, test } from '../test.ts'

const ADMIN = 'Ada Lindqvist'
const VIEWER = 'Vera Novak'
/** People of the directory without an account. */
const IMPORTED = 'Jonas Berg'
const MAPPED = 'Mei Tanaka'
const ADMIN_PAGES = [
  ...['overview', 'users', 'role-mapping', 'admin-settings', 'system', 'audit'].map(
    (tab) => `/admin-panel?tab=${tab}`,
  ),
  '/admin-licenses',
  '/admin/prices',
  '/admin/license-audit',
  '/admin/security-audit',
  '/admin/security-dashboard',
  // Other names that the specification gives them.
  '/admin-license-audit',
  '/admin-license-visibility',
  '/admin-security-dashboard',
]

let installation: Installation
test.beforeAll(async () => {
  test.setTimeout(120_000)
  installation = await startConnected({ tenants: 3 }, { [ADMIN]: 'admin', [VIEWER]: 'viewer' })
})
test.afterAll(() => installation.stop())

const settings = (page: Page) => page.getByRole('form', { name: 'Settings' })

async function saveSettings(page: Page): Promise<void> {
  const isStored = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/admin/settings') && answer.request().method() !== 'GET',
  )
  await settings(page).getByRole('button', { name: 'Save' }).click()
  expect((await isStored).ok()).toBe(true)
}

test('a viewer is denied every screen of administration, and none asks for data', async ({
  page,
}) => {
  await submitMicrosoftSignIn(page, installation, VIEWER)
  await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const path of ADMIN_PAGES) {
    await page.goto(`${installation.url}${path}`)
    await expect(page.getByText('Access Denied')).toBeVisible()
  }
  expect(asked.filter((path) => path.startsWith('/api/admin/'))).toEqual([])
  await page.getByRole('button', { name: /^Account:/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Azure Config' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Admin Panel' })).toHaveCount(0)
})

test('a person is imported, granted a tenant, signs in, and is disabled at once', async ({
  page,
  browser,
}) => {
  await signInLocally(page, installation)
  const { displayName } = installation.tenant('seats-wasted')
  await openAdminTab(page, installation, 'users')
  await page.getByRole('button', { name: 'Import from Microsoft' }).click()
  const importing = page.getByRole('dialog', { name: 'Import from Microsoft' })
  await importing.getByLabel('Name or address begins with').fill('Jonas')
  await importing.getByRole('checkbox', { name: new RegExp(`^${IMPORTED}`) }).check()
  await importing.getByRole('button', { name: 'Preview' }).click()
  await importing.getByRole('button', { name: 'Import 1 user' }).click()
  await expect(importing.getByText(/^1 imported/)).toBeVisible()
  await importing.getByRole('button', { name: 'Done' }).click()

  await inAnotherBrowser(browser, async (theirs) => {
    await submitMicrosoftSignIn(theirs, installation, IMPORTED)
    await expect(theirs.getByText('No Roles Assigned')).toBeVisible()
    await page.getByRole('link', { name: `Manage ${IMPORTED}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Manage User' })
    await dialog.getByRole('radio', { name: /^Technician/ }).check()
    await dialog.getByRole('radio', { name: 'These tenants' }).check()
    await dialog.getByRole('checkbox', { name: new RegExp(`^${displayName}`) }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('User updated')).toBeVisible()
    await theirs.goto(`${installation.url}/dashboard`)
    await expect(tenantRows(theirs)).toHaveCount(1)
    await expect(tenantRows(theirs)).toContainText(displayName)

    await dialog.getByRole('button', { name: 'Disable Account' }).click()
    const question = page.getByRole('alertdialog', { name: 'Disable this account?' })
    await question.getByRole('button', { name: 'Disable Account' }).click()
    await expect(page.getByText('Account disabled')).toBeVisible()
    await theirs.goto(`${installation.url}/dashboard`)
    await expectLoginScreen(theirs)
    await submitMicrosoftSignIn(theirs, installation, IMPORTED)
    await expect(theirs.getByText('Your account is disabled')).toBeVisible()
  })
})

test('a mapping gives a new person its role and tenants at the first sign-in', async ({
  page,
  browser,
}) => {
  await signInLocally(page, installation)
  const [listed] = installation.tenants.filter(({ kind }) => kind === 'csp')
  await openAdminTab(page, installation, 'role-mapping')
  await page.getByRole('button', { name: 'Add mapping' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add mapping' })
  await dialog.getByRole('searchbox', { name: 'Search directory roles' }).fill('User Admin')
  await dialog.getByRole('radio', { name: 'User Administrator', exact: true }).check()
  await dialog.getByRole('radio', { name: /^Technician/ }).check()
  await dialog.getByRole('checkbox', { name: 'Grant tenants along with the role' }).check()
  await dialog.getByRole('radio', { name: 'These tenants' }).check()
  await dialog.getByRole('checkbox', { name: new RegExp(`^${listed!.displayName}`) }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await openAdminTab(page, installation, 'admin-settings')
  await settings(page).getByRole('switch', { name: 'Import users at their first sign-in' }).click()
  await saveSettings(page)

  await inAnotherBrowser(browser, async (theirs) => {
    await signInAs(theirs, installation, MAPPED)
    await expect(tenantRows(theirs)).toHaveCount(1)
    await expect(tenantRows(theirs)).toContainText(listed!.displayName)
    await theirs.goto(`${installation.url}/profile`)
    await expect(factOf(theirs, 'Role')).toContainText('Technician')
  })
})

test('local sign-in is switched off: an open form is refused, a new page offers none', async ({
  page,
  browser,
}) => {
  await signInAs(page, installation, ADMIN)
  await inAnotherBrowser(browser, async (theirs) => {
    // A wrong password leaves the form open.
    await submitLocalSignIn(theirs, installation, { ...DEMO_ADMIN, password: 'Not-The-Password-1' })
    await expect(theirs.getByRole('alert').filter({ hasText: /password/i })).toBeVisible()
    await openAdminTab(page, installation, 'admin-settings')
    await settings(page).getByRole('switch', { name: 'Local sign-in' }).click()
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
  // Restores local sign-in for other journeys.
  await settings(page).getByRole('switch', { name: 'Local sign-in' }).click()
  await saveSettings(page)
  await inAnotherBrowser(browser, (theirs) => signInLocally(theirs, installation))
})
