import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'

import { DEMO_ADMIN } from '../../tools/demo-world.ts'
import {
  breakCall,
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
/** With the directory roles that they hold: one who comes for the first time, and one who is known. */
const MEI = 'Mei Tanaka'
const USERS = 'User Administrator'
const VERA = 'Vera Novak'
const READER = 'Global Reader'

let installation: Installation
test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  installation = await startInstallation({ tenants: 2 })
  await inAnotherBrowser(browser, (page) => connectAndRead(page, installation))
  const { tenantId, people } = installation.registration
  for (const [name, role] of [
    [ADA, 'admin'],
    [VERA, 'viewer'],
  ] as const) {
    const { oid, userPrincipalName } = people.find((each) => each.name === name)!
    const person = ['--name', name, '--email', userPrincipalName, '--role', role]
    installation.admin('add-microsoft', oid, '--tenant', tenantId, ...person)
    if (role === 'viewer') installation.admin('grant', userPrincipalName, '--all')
  }
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

const Group = z.object({ id: z.number() })
const Stored = z.record(z.string(), z.unknown())

/** Adds a mapping that grants tenants along with its role. */
async function addMapping(
  page: Page,
  { directoryRole, localRole }: { directoryRole: string; localRole: string },
  grant: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name: 'Add Mapping' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Mapping' })
  await dialog.getByRole('searchbox', { name: 'Search directory roles' }).fill(directoryRole)
  await dialog.getByRole('radio', { name: directoryRole, exact: true }).check()
  await dialog.getByRole('radio', { name: new RegExp(`^${localRole}`) }).check()
  await dialog.getByRole('checkbox', { name: 'Grant tenants along with the role' }).check()
  await expect(dialog.getByText(/^Nothing is chosen yet/)).toBeVisible()
  await grant(dialog)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

test('a mapping brings its tenants along: those of a list, and those of a group as it is now', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const [listed, grouped] = installation.tenants.filter(({ kind }) => kind === 'csp')
  await openLocally(page, installation)
  const address = `${installation.url}/api/admin/settings`
  const stored = Stored.parse(await (await page.request.get(address)).json())
  const data = { ...stored, autoImportUsers: true }
  expect((await page.request.post(address, { data })).ok()).toBe(true)
  const groups = `${installation.url}/api/tenant-groups`
  const gold = { name: 'Gold', tenantIds: [grouped!.tenantId] }
  const made = await page.request.post(groups, { data: gold })
  expect(made.ok(), await made.text()).toBe(true)
  const { id } = Group.parse(await made.json())
  const seesAs = (name: string, shown: readonly string[]) =>
    inAnotherBrowser(browser, async (theirs) => {
      await enterWithMicrosoft(theirs, installation, name)
      await expect(theirs.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
      await expect(tenantRows(theirs)).toHaveCount(shown.length)
      for (const each of shown)
        await expect(tenantRows(theirs).filter({ hasText: each })).toBeVisible()
    })
  await openAdminTab(page, installation, 'role-mapping')
  const rows = page.getByRole('table', { name: 'Role mappings' }).locator('tbody').getByRole('row')
  const outcome = page
    .getByRole('table', { name: 'Who would get what' })
    .getByRole('row')
    .filter({ hasText: VERA })

  await test.step('they are chosen in the mapping, and the list and the preview count them', async () => {
    await addMapping(page, { directoryRole: USERS, localRole: 'Technician' }, async (dialog) => {
      await dialog.getByRole('radio', { name: 'These tenants' }).check()
      await dialog.getByRole('checkbox', { name: new RegExp(`^${listed!.displayName}`) }).check()
    })
    await addMapping(page, { directoryRole: READER, localRole: 'Viewer' }, async (dialog) => {
      await dialog.getByRole('radio', { name: 'The tenants of these groups' }).check()
      await dialog.getByRole('checkbox', { name: gold.name }).check()
    })
    await expect(rows.first()).toContainText(/1 tenant(?! group)/)
    await expect(rows.last()).toContainText('1 tenant group')
    await expect(outcome).toContainText('1 tenant group')
  })

  await test.step('who comes for the first time sees the listed one, and no other', async () => {
    await seesAs(MEI, [listed!.displayName])
    await inAnotherBrowser(browser, async (theirs) => {
      await enterWithMicrosoft(theirs, installation, MEI)
      await theirs.goto(`${installation.url}/profile`)
      await expect(factOf(theirs, 'Role')).toContainText('Technician')
      await theirs.goto(`${installation.url}/tenant/${grouped!.tenantId}`)
      await expect(theirs.getByRole('heading', { level: 1 })).toContainText(/not found/i)
    })
  })

  await test.step('who has an account keeps their tenants until roles are synced', async () => {
    await inAnotherBrowser(browser, async (theirs) => {
      await enterWithMicrosoft(theirs, installation, VERA)
      await expect(tenantRows(theirs)).toHaveCount(3)
    })
    await openAdminTab(page, installation, 'admin-settings')
    await settings(page).getByRole('switch', { name: 'Role sync' }).click()
    await saveSettings(page)
    await seesAs(VERA, [grouped!.displayName])
  })

  await test.step('what joins the group is seen as well', async () => {
    const data = { ...gold, tenantIds: [listed!.tenantId, grouped!.tenantId] }
    const changed = await page.request.put(`${groups}/${id}`, { data })
    expect(changed.ok(), await changed.text()).toBe(true)
    await seesAs(VERA, [listed!.displayName, grouped!.displayName])
  })

  await test.step('a list that cannot be saved or loaded says so, and stays as it was', async () => {
    await openAdminTab(page, installation, 'role-mapping')
    const use = page.getByRole('switch', { name: `Use the mapping of ${READER}` })
    await expect(use).toBeChecked()
    const mend = await breakCall(page, 'admin/role-mappings')
    await use.click()
    await expect(page.getByText('Update Failed')).toBeVisible()
    await expect(use).toBeChecked()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Failed to load role mappings' })).toBeVisible()
    await expect(rows).toHaveCount(0)
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows).toHaveCount(2)
    await expect(use).toBeChecked()
  })
})
