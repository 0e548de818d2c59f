import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'

import { DEMO_ADMIN } from '../../tools/demo-world.ts'
import {
  codeOf,
  enroll,
  enterLocally,
  enterWithMicrosoft,
  factOf,
  inAnotherBrowser,
  makeAdministrator,
  openAdminTab,
} from '../administration.ts'
import { connectAndRead, openLocally } from '../connection.ts'
import { tenantRows } from '../demo.ts'
import { startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { expect, test } from '../test.ts'

const ADMINISTRATOR = 'Ada Lindqvist'
const VIEWER = 'Vera Novak'
/** Without a grant at first. */
const PERSON = 'Priya Raman'
const IMPORTED = 'Mei Tanaka'
const BLOCKED = 'Omar Haddad'
/** The directory role that the imported person holds. */
const USER_ADMINISTRATOR = 'fe930be7-5e62-47db-91af-98c3a49a38b1'

let installation: Installation
/** What is new in the own directory. */
let news: { guest: string; group: string; renamed: string }
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  installation = await startInstallation({ tenants: 4 })
  await inAnotherBrowser(browser, (page) => connectAndRead(page, installation))
  for (const [name, role] of [
    [ADMINISTRATOR, 'admin'],
    [VIEWER, 'viewer'],
    [PERSON, 'viewer'],
  ] as const)
    addPerson(name, role)
  const guest = await happens('guest-invited', 1, /: (.*) was invited/)
  await happens('person-disabled', 6, /(Omar Haddad) was disabled/)
  // With this seed of the guest, the blocked person, one who has an account and one who has none.
  const group = await happens('group-added', 866, /The group (.*) was made/)
  const renamed = await happens('person-renamed', 1, /Vera Novak is called (.*) now/)
  news = { guest, group, renamed }
})
test.afterAll(() => installation.stop())

function addPerson(name: string, role: string): void {
  const { tenantId, people } = installation.registration
  const { oid, userPrincipalName } = people.find((each) => each.name === name)!
  const person = ['--name', name, '--email', userPrincipalName, '--role', role]
  installation.admin('add-microsoft', oid, '--tenant', tenantId, ...person)
}

const Done = z.object({ done: z.array(z.string()) })

/** Something happens in the own directory: to whom, the seed decides. */
async function happens(kind: string, seed: number, said: RegExp): Promise<string> {
  const { tenantId } = installation.registration
  const change = { tenantId, kinds: [kind], seed }
  const { done } = Done.parse(await installation.simulate('/_simulator/changes', change))
  const [, what] = said.exec(done[0] ?? '') ?? []
  if (what === undefined) throw new Error(`Something else happened: ${done.join()}`)
  return what
}

/** Microsoft cannot answer about the own directory's people and groups. */
const silence = () =>
  installation.simulate('/_simulator/faults', {
    name: 'html-error',
    tenantId: installation.registration.tenantId,
    paths: ['/users', '/groups'],
  })

/** The list of people with somebody's dialog over it. */
async function manage(page: Page, name: string): Promise<Locator> {
  await openAdminTab(page, installation, 'users')
  await page.getByRole('link', { name: `Manage ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage User' })
  await expect(dialog.getByText('Tenant access')).toBeVisible()
  return dialog
}

const save = async (page: Page, dialog: Locator) => {
  const saved = page.getByText('User Updated')
  // That of the save before says nothing of this one.
  await expect(saved).toBeHidden()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(saved).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row', { name: new RegExp(`^${name}\\b`) })

test('a group of the directory is imported: previewed, counted, and who cannot be is said', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const { guest, group, renamed } = news
  await openLocally(page, installation)
  const mapping = {
    id: 'imported',
    microsoftRole: USER_ADMINISTRATOR,
    localRole: 'technician',
    access: { mode: 'all', tenantIds: [], groupIds: [] },
  }
  const mapped = (mappings: object[]) =>
    page.request.post(`${installation.url}/api/admin/role-mappings`, { data: { mappings } })
  expect((await mapped([mapping])).ok()).toBe(true)
  await openAdminTab(page, installation, 'users')
  await page.getByRole('button', { name: 'Import from Microsoft' }).click()
  const dialog = page.getByRole('dialog', { name: /^Import from Microsoft/ })
  const preview = dialog.getByRole('table', { name: 'Preview of the import' })
  const inPreview = (name: string) => preview.getByRole('row').filter({ hasText: name })

  await test.step('who has an account cannot be picked again; nobody is found by a wrong name', async () => {
    const search = dialog.getByLabel('Name or address begins with')
    await search.fill('Vera')
    await expect(dialog.getByText('1 person found')).toBeVisible()
    await expect(dialog.getByText('Has an account')).toBeVisible()
    await expect(dialog.getByRole('checkbox', { name: new RegExp(`^${renamed}`) })).toBeDisabled()
    await search.fill('Nobody of that name')
    await expect(dialog.getByText('Nobody found in your directory')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Preview' })).toBeDisabled()
  })

  await test.step('a group is found by the beginning of its name', async () => {
    await dialog.getByRole('radio', { name: 'Members of a group' }).check()
    const search = dialog.getByLabel('Group name begins with')
    await search.fill('Nothing')
    await expect(dialog.getByText('No groups found in your directory')).toBeVisible()
    await search.fill('Project')
    await dialog.getByRole('radio', { name: group }).check()
  })

  await test.step('Microsoft does not answer: the dialog says why, and goes on later', async () => {
    await silence()
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await expect(dialog.getByText('Your directory could not be read')).toBeVisible({
      timeout: 20_000,
    })
    await expect(dialog.getByRole('link', { name: 'Check Permissions' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Nobody to import' })).toBeDisabled()
    await installation.calm()
    await dialog.getByRole('button', { name: 'Retry' }).click()
  })

  await test.step('the preview tells roles and counts, and leaves out who cannot come', async () => {
    await expect(dialog.getByText('2 to import, 2 left out')).toBeVisible({ timeout: 20_000 })
    await expect(inPreview(IMPORTED)).toContainText('Technician')
    await expect(inPreview(IMPORTED)).toContainText('By the mapping of User Administrator')
    await expect(inPreview(guest)).toContainText('Guest')
    await expect(inPreview(guest)).toContainText('No role mapping matches')
    await expect(inPreview(BLOCKED)).toContainText('Blocked at Microsoft')
    await expect(inPreview(renamed)).toContainText('Has an account already')
  })

  await test.step('back keeps the group; the import says what came of it', async () => {
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(dialog.getByRole('radio', { name: group })).toBeChecked()
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('button', { name: 'Import 2 people' }).click()
    await expect(dialog.getByText('2 imported, 2 left out')).toBeVisible({ timeout: 20_000 })
    const leftOut = dialog.getByRole('list', { name: 'Left out' }).getByRole('listitem')
    await expect(leftOut.filter({ hasText: BLOCKED })).toContainText('Blocked at Microsoft')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(rowOf(page, IMPORTED)).toContainText('All tenants')
    await expect(rowOf(page, guest)).toContainText('No tenants')
    await expect(rowOf(page, BLOCKED)).toHaveCount(0)
  })

  await test.step('the same group again brings nobody', async () => {
    await page.getByRole('button', { name: 'Import from Microsoft' }).click()
    await dialog.getByRole('radio', { name: 'Members of a group' }).check()
    await dialog.getByLabel('Group name begins with').fill('Project')
    await dialog.getByRole('radio', { name: group }).check()
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await expect(dialog.getByText('0 to import, 4 left out')).toBeVisible({ timeout: 20_000 })
    await expect(dialog.getByRole('button', { name: 'Nobody to import' })).toBeDisabled()
  })

  await test.step('who was imported gets in with role and tenants; who was left out does not', async () => {
    expect((await mapped([])).ok()).toBe(true)
    await inAnotherBrowser(browser, async (theirs) => {
      await enterWithMicrosoft(theirs, installation, IMPORTED)
      await expect(theirs.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
      await expect(tenantRows(theirs)).toHaveCount(5)
      await theirs.goto(`${installation.url}/profile`)
      await expect(factOf(theirs, 'Role')).toContainText('Technician')
    })
  })
})

test('tenants are granted by group, all, or a list, and the person sees just these', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  await openLocally(page, installation)
  const customers = installation.tenants.filter(({ kind }) => kind === 'csp').slice(0, 2)
  const [granted, other] = customers
  const tenantIds = customers.map(({ tenantId }) => tenantId)
  const made = await page.request.post(`${installation.url}/api/tenant-groups`, {
    data: { name: 'Gold', tenantIds },
  })
  expect(made.ok(), await made.text()).toBe(true)
  const context = await browser.newContext()
  const theirs = await context.newPage()
  const sees = async (count: number) => {
    await theirs.goto(`${installation.url}/dashboard`)
    await expect(theirs.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
    await expect(tenantRows(theirs)).toHaveCount(count)
  }

  await test.step('without a grant it is said whom to ask', async () => {
    await enterWithMicrosoft(theirs, installation, PERSON)
    await expect(theirs.getByText('No Roles Assigned')).toBeVisible()
    await theirs.goto(`${installation.url}/profile`)
    await expect(factOf(theirs, 'Tenants')).toContainText('None yet')
  })

  const dialog = await manage(page, PERSON)
  await test.step('groups: none chosen is none granted, and leaving asks first', async () => {
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await dialog.getByRole('radio', { name: 'The tenants of these groups' }).check()
    await expect(dialog.getByText(/^Nothing is chosen yet/)).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Gold' }).check()
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog.getByRole('checkbox', { name: 'Gold' })).toBeChecked()
    await save(page, dialog)
    await expect(rowOf(page, PERSON)).toContainText('2 tenants')
    await sees(2)
  })

  await test.step('all of them', async () => {
    await manage(page, PERSON)
    await dialog.getByRole('radio', { name: /^All tenants/ }).check()
    await save(page, dialog)
    await expect(rowOf(page, PERSON)).toContainText('All tenants')
    await sees(5)
  })

  await test.step('one of a list; another is as if it did not exist', async () => {
    await manage(page, PERSON)
    await dialog.getByRole('radio', { name: 'These tenants' }).check()
    await dialog.getByLabel('Search by name, domain, ID or tag').fill(granted!.displayName)
    await dialog.getByRole('checkbox', { name: new RegExp(`^${granted!.displayName}`) }).check()
    await save(page, dialog)
    await expect(rowOf(page, PERSON)).toContainText('1 tenant')
    await sees(1)
    await expect(tenantRows(theirs)).toContainText(granted!.displayName)
    await theirs.goto(`${installation.url}/tenant/${other!.tenantId}`)
    await expect(theirs.getByRole('heading', { level: 1 })).toContainText(/not found/i)
  })

  await test.step('discarded changes are not stored', async () => {
    await manage(page, PERSON)
    await dialog.getByRole('radio', { name: /^All tenants/ }).check()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, PERSON)).toContainText('1 tenant')
    await sees(1)
    await context.close()
  })
})

test('Sync from M365 brings a new name, says what keeps it from working, and the log tells it', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await openLocally(page, installation)
  const dialog = await manage(page, VIEWER)
  const sync = dialog.getByRole('button', { name: 'Sync from M365' })

  await test.step('Microsoft does not answer', async () => {
    await silence()
    await sync.click()
    await expect(dialog.getByText('Not synced')).toBeVisible({ timeout: 20_000 })
    await expect(dialog.getByRole('link', { name: 'Check Permissions' })).toBeVisible()
    await installation.calm()
  })

  const { renamed } = news
  await test.step('the new name is said, and stands in dialog and list', async () => {
    await sync.click()
    await expect(dialog.getByText(`Display name: ${renamed}`)).toBeVisible({ timeout: 20_000 })
    await expect(dialog.getByText(/^Email: vera\./)).toBeVisible()
    await expect(factOf(dialog, 'Display name')).toHaveText(renamed)
  })

  await test.step('the activity log says what was done and by whom', async () => {
    await dialog.getByRole('button', { name: 'View Activity Log' }).click()
    const log = page.getByRole('dialog', { name: 'Activity Log' })
    const entry = (text: string) => log.getByRole('row').filter({ hasText: text })
    await expect(entry('Synced from Microsoft')).toContainText(`by ${DEMO_ADMIN.username}`, {
      ignoreCase: true,
    })
    await expect(entry('User created')).toContainText('Command line')
    await log.getByRole('button', { name: 'Close' }).last().click()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(rowOf(page, renamed)).toBeVisible()
  })
})

test('nobody locks themselves or the last local administrator out; who is disabled is told so', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const second = await makeAdministrator(installation, 'second')
  await enterWithMicrosoft(page, installation, ADMINISTRATOR)
  await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Manage User' })
  const close = async () => {
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()
  }
  const disable = async () => {
    await dialog.getByRole('button', { name: 'Disable Account' }).click()
    const question = page.getByRole('alertdialog', { name: 'Disable this account?' })
    await question.getByRole('button', { name: 'Disable Account' }).click()
  }

  await test.step('not oneself', async () => {
    await manage(page, ADMINISTRATOR)
    await expect(dialog.getByRole('button', { name: 'Disable Account (Self)' })).toBeDisabled()
    await expect(dialog.getByText('Cannot disable your own account')).toBeVisible()
    await expect(dialog.getByRole('switch', { name: 'Administrator' })).toBeDisabled()
    await expect(
      dialog.getByText('You cannot take the administrator role from yourself.'),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Set Password' }).click()
    await expect(page.getByText('Cannot Reset Password')).toBeVisible()
    await close()
  })

  await test.step('a local user who is no administrator cannot sign in, which is said before', async () => {
    await manage(page, 'second')
    await dialog.getByRole('switch', { name: 'Administrator' }).click()
    await expect(dialog.getByText(/^A local user who is no administrator cannot/)).toBeVisible()
    await save(page, dialog)
    await expect(rowOf(page, 'second')).toContainText('Viewer')
    expect((await second.session.get('/api/auth/me')).status()).toBe(401)
    await inAnotherBrowser(browser, async (theirs) => {
      await enterLocally(theirs, installation, second)
      await expect(theirs.getByRole('alert')).toContainText(
        'The user name or the password is wrong',
      )
    })
  })

  await test.step('the last local administrator is neither disabled nor demoted', async () => {
    await manage(page, DEMO_ADMIN.username)
    const refusal = page.getByText(/^The last enabled local administrator cannot be/)
    await disable()
    await expect(refusal).toBeVisible()
    await expect(refusal).toBeHidden({ timeout: 20_000 })
    await dialog.getByRole('switch', { name: 'Administrator' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(refusal).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(rowOf(page, DEMO_ADMIN.username)).toContainText('Administrator')
    await expect(rowOf(page, DEMO_ADMIN.username)).not.toContainText('Disabled')
  })

  await test.step('who is disabled is refused at Microsoft sign-in with the reason', async () => {
    await manage(page, PERSON)
    await disable()
    await expect(page.getByText('Account Disabled')).toBeVisible()
    await close()
    await inAnotherBrowser(browser, async (theirs) => {
      await enterWithMicrosoft(theirs, installation, PERSON)
      await expect(theirs.getByText('Your account is disabled')).toBeVisible()
      await expect(theirs).toHaveURL(/error=disabled/)
    })
    await manage(page, PERSON)
    await dialog.getByRole('button', { name: 'View Activity Log' }).click()
    const log = page.getByRole('dialog', { name: 'Activity Log' })
    const refused = log.getByRole('row').filter({ hasText: 'Sign-in refused' })
    await expect(refused).toContainText('The account is disabled')
    await expect(refused).toContainText('Failed')
    await log.getByRole('button', { name: 'Close' }).last().click()
    await close()
  })

  await test.step('the list is searched and filtered', async () => {
    const names = page.getByRole('table', { name: 'Users' }).locator('tbody').getByRole('row')
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Disabled')
    await expect(names).toHaveCount(1)
    await expect(names).toContainText(PERSON)
    await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody at all')
    await expect(page.getByText('No users found')).toBeVisible()
    await page.getByRole('combobox', { name: 'Show' }).selectOption('All')
    await page.getByRole('searchbox', { name: 'Search users' }).fill('second')
    await expect(names).toHaveCount(1)
    await expect(names).toContainText('Viewer')
  })
  await second.session.dispose()
})

test('an administrator resets a lost second factor, and the person signs in without', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const third = await makeAdministrator(installation, 'third')
  const { key } = await enroll(third.session)
  await openLocally(page, installation)
  const dialog = await manage(page, 'third')

  await test.step('until then the password alone is not enough', () =>
    inAnotherBrowser(browser, async (theirs) => {
      await enterLocally(theirs, installation, third)
      await theirs.getByRole('textbox', { name: /^Code/ }).fill(codeOf(key, 1))
      await theirs.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(theirs.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
    }))

  await test.step('a question comes first, and the open sessions end', async () => {
    await dialog.getByRole('button', { name: 'Reset second factor' }).click()
    const question = page.getByRole('alertdialog', { name: 'Reset the second factor?' })
    await expect(question).toContainText('third signs in with the password alone')
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect((await third.session.get('/api/auth/me')).status()).toBe(200)
    await dialog.getByRole('button', { name: 'Reset second factor' }).click()
    await question.getByRole('button', { name: 'Reset second factor' }).click()
    await expect(page.getByText('Second Factor Reset')).toBeVisible()
    // The button is gone, and the dialog is there for screen readers all the same.
    await expect(dialog.getByRole('button', { name: 'View Activity Log' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Reset second factor' })).toHaveCount(0)
    expect((await third.session.get('/api/auth/me')).status()).toBe(401)
    await third.session.dispose()
  })

  await test.step('the password alone opens again', () =>
    inAnotherBrowser(browser, async (theirs) => {
      await enterLocally(theirs, installation, third)
      await expect(theirs.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
    }))

  await test.step("one's own is removed under My Account", async () => {
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await manage(page, DEMO_ADMIN.username)
    await expect(dialog.getByRole('button', { name: 'Set Password' })).toHaveCount(0)
    await expect(dialog.getByText(/^Your own password and second factor are/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('link', { name: 'Change your own password' }).click()
    await expect(page.getByRole('button', { name: 'Set up second factor' })).toBeVisible()
  })
})
