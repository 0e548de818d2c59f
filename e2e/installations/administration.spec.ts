import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'

import { DEMO_ADMIN } from '../../tools/demo-world.ts'
import { makeScratchDatabase } from '../../tools/scratch-database.ts'
import type { ScratchDatabase } from '../../tools/scratch-database.ts'
import {
  breakCall,
  chooseOwnPassword,
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

const TECHNICIAN = 'Tomás Herrera'
const VIEWER = 'Vera Novak'
const NEWCOMER = 'Jonas Berg'
/** Of the directory, without an account. */
const STRANGER = 'Omar Haddad'
const ADMIN_PAGES = [
  ...['overview', 'users', 'role-mapping', 'admin-settings', 'system', 'audit'].map(
    (tab) => `/admin-panel?tab=${tab}`,
  ),
  '/admin-licenses',
  '/admin/license-audit',
  '/admin/security-audit',
  '/admin/security-dashboard',
  // Names of the specification that lead there.
  '/admin-license-audit',
  '/admin-license-visibility',
  '/admin-security-dashboard',
]
/** What these pages ask for and do. */
const ADMIN_CALLS = {
  GET: 'stats all-users role-mappings directory-people?q=a settings mail audit audit/counts audit/export login-audit licenses license-visibility-log security-audit security-audit-reports security-status system-health jobs export-data backup-schedule',
  POST: 'users users/1/role users/1/reset-password users/1/toggle-status import-users role-mappings settings mail/test licenses licenses/discover audit/verify database-backup import-data reset-sessions clear-cache force-password-reset',
} as const

let database: ScratchDatabase
let installation: Installation
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  database = await makeScratchDatabase()
  installation = await startInstallation({
    tenants: 4,
    environment: database.environment,
  })
  const page = await browser.newPage()
  await connectAndRead(page, installation)
  await page.close()
  const { tenantId, people } = installation.registration
  for (const [name, role] of [
    [TECHNICIAN, 'technician'],
    [VIEWER, 'viewer'],
  ] as const) {
    const { oid, userPrincipalName } = people.find((each) => each.name === name)!
    const person = ['--name', name, '--email', userPrincipalName, '--role', role]
    installation.admin('add-microsoft', oid, '--tenant', tenantId, ...person)
    const granted = installation.tenant('seats-wasted').tenantId
    installation.admin('grant', userPrincipalName, '--tenant', granted)
  }
})
test.afterAll(async () => {
  try {
    await installation.stop()
  } finally {
    await database.drop()
  }
})

async function signInAs(page: Page, name: string): Promise<void> {
  await enterWithMicrosoft(page, installation, name)
  await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible()
}

async function expectRole(browser: Browser, name: string, role: string): Promise<void> {
  await inAnotherBrowser(browser, async (page) => {
    await signInAs(page, name)
    await page.goto(`${installation.url}/profile`)
    await expect(factOf(page, 'Role')).toContainText(role)
  })
}

const Shared = z.object({ shareUrl: z.string() })
const Holders = z.object({
  users: z.array(z.object({ id: z.string(), licenseSkuIds: z.array(z.string()) })),
})

/** A link to a report of one person of the tenant. */
async function shareOf(page: Page, tenantId: string): Promise<string> {
  const api = `${installation.url}/api`
  const answer = await page.request.get(`${api}/tenants/${tenantId}/users-with-licenses`)
  const { users } = Holders.parse(await answer.json())
  const { id, licenseSkuIds } = users.find((each) => each.licenseSkuIds.length > 0)!
  const reportData = JSON.stringify({ licenseIds: licenseSkuIds, userIds: [id] })
  const data = { tenantId, reportType: 'user-license', reportData }
  const made = await page.request.post(`${api}/reports/share`, { data })
  expect(made.ok(), await made.text()).toBe(true)
  return Shared.parse(await made.json()).shareUrl
}

for (const name of [TECHNICIAN, VIEWER])
  test(`${name} is denied every screen of administration`, async ({ page }) => {
    test.setTimeout(120_000)
    await signInAs(page, name)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const path of ADMIN_PAGES) {
      await page.goto(`${installation.url}${path}`)
      await expect(page.getByText('Access Denied')).toBeVisible()
      await expect(
        page.getByText(
          "You don't have administrator privileges. Contact your system administrator for access.",
          { exact: true },
        ),
      ).toBeVisible()
    }
    // Nothing of what they may not see is even asked for.
    expect(asked.filter((path) => path.startsWith('/api/admin/'))).toEqual([])
    await page.getByRole('button', { name: /^Account:/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Azure Config' })).toBeVisible()
    for (const entry of [
      'Admin Panel',
      'Security Audit',
      'License Management',
      'License Audit Trail',
    ])
      await expect(page.getByRole('menuitem', { name: entry })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Go to All Tenants' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
    for (const [method, paths] of Object.entries(ADMIN_CALLS))
      for (const path of paths.split(' ')) {
        const answer = await page.request.fetch(`${installation.url}/api/admin/${path}`, { method })
        expect([method, path, answer.status()]).toEqual([method, path, 403])
      }
  })

test('people are imported, granted, looked after, disabled with their links kept, and enabled', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  await openLocally(page, installation)
  await openAdminTab(page, installation, 'overview')
  const people = page.getByRole('table', { name: 'Users' })
  const { tenantId, displayName } = installation.tenant('seats-wasted')

  await test.step('the overview counts, and each figure leads on', async () => {
    const figures = page.getByRole('list', { name: 'Figures' }).getByRole('link')
    await expect(figures.filter({ hasText: 'Total Users' })).toContainText('3')
    await expect(figures.filter({ hasText: 'Administrators' })).toContainText('1')
    await expect(figures.filter({ hasText: 'Last backup' })).toContainText('Never')
    await figures.filter({ hasText: 'Microsoft users' }).click()
    await expect(people.locator('tbody').getByRole('row')).toHaveCount(2)
  })

  await test.step('somebody is found at Microsoft and imported', async () => {
    await openAdminTab(page, installation, 'users')
    await page.getByRole('button', { name: 'Import from Microsoft' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import from Microsoft' })
    await dialog.getByLabel('Name or address begins with').fill('Jonas')
    await dialog.getByRole('checkbox', { name: new RegExp(`^${NEWCOMER}`) }).check()
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await expect(dialog.getByText('No role mapping matches')).toBeVisible()
    await dialog.getByRole('button', { name: 'Import 1 person' }).click()
    await expect(dialog.getByText(/^1 imported/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(people).toContainText(NEWCOMER)
  })

  const context = await browser.newContext()
  const theirs = await context.newPage()
  await test.step('who signs in with Microsoft, and finds no password here', async () => {
    await signInAs(theirs, NEWCOMER)
    await expect(tenantRows(theirs)).toHaveCount(0)
    await theirs.goto(`${installation.url}/profile?tab=security`)
    await expect(
      theirs.getByText(/^Microsoft accounts cannot change their password here/),
    ).toBeVisible()
  })

  const dialog = page.getByRole('dialog', { name: 'Manage User' })
  await test.step('a role and a tenant are given, and count at once', async () => {
    await page.getByRole('link', { name: `Manage ${NEWCOMER}` }).click()
    await dialog.getByRole('radio', { name: /^Technician/ }).check()
    await dialog.getByRole('radio', { name: 'These tenants' }).check()
    await dialog.getByRole('checkbox', { name: new RegExp(`^${displayName}`) }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('User Updated')).toBeVisible()
    await theirs.goto(`${installation.url}/dashboard`)
    await expect(tenantRows(theirs)).toHaveCount(1)
  })

  await test.step('Microsoft is asked for news, and the log says what they did', async () => {
    await dialog.getByRole('button', { name: 'Sync from M365' }).click()
    await expect(dialog.getByText('Nothing has changed.')).toBeVisible({ timeout: 20_000 })
    await dialog.getByRole('button', { name: 'View Activity Log' }).click()
    const log = page.getByRole('dialog', { name: 'Activity Log' })
    await expect(log.getByText('Success').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(log).toBeHidden()
    await expect(dialog).toBeVisible()
  })

  await test.step('disabled, they are out at once; their links stay when one says so', async () => {
    const link = await shareOf(theirs, tenantId)
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('link', { name: `Manage ${NEWCOMER}` }).click()
    await dialog.getByRole('button', { name: 'Disable Account' }).click()
    const question = page.getByRole('alertdialog', { name: 'Disable this account?' })
    await question.getByRole('checkbox', { name: 'Keep their share links open' }).check()
    await question.getByRole('button', { name: 'Disable Account' }).click()
    await expect(page.getByText('Account Disabled')).toBeVisible()
    await theirs.goto(`${installation.url}/dashboard`)
    await expect(theirs.getByRole('heading', { name: 'Sign in with Microsoft' })).toBeVisible()
    await theirs.goto(link)
    await expect(theirs.getByRole('table', { name: 'Users and their licenses' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Enable Account' }).click()
    await expect(page.getByText('Account Enabled')).toBeVisible()
    await signInAs(theirs, NEWCOMER)
    await context.close()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
  })
})

test('a local administrator is added after a fresh sign-in, and gets another password', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const given = 'Given-To-Somebody-26!'
  await openLocally(page, installation)
  await openAdminTab(page, installation, 'users')

  await test.step('an older sign-in is asked to prove itself', async () => {
    await database.change("update sessions set created_at = created_at - interval '1 hour'")
    await page.getByRole('button', { name: 'Add local administrator' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add local administrator' })
    await dialog.getByRole('textbox', { name: 'Username' }).fill('second')
    await dialog.getByLabel('New password', { exact: true }).fill(given)
    await dialog.getByRole('button', { name: 'Add administrator' }).click()
    const question = page.getByRole('alertdialog', { name: 'Confirm that it is you' })
    await question.getByLabel(`Password of ${DEMO_ADMIN.username}`).fill('Not-The-Password-1')
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(question.getByText('This password is not right.')).toBeVisible()
    await question.getByLabel(`Password of ${DEMO_ADMIN.username}`).fill(DEMO_ADMIN.password)
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Administrator Added')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Users' })).toContainText('second')
  })

  await test.step('they choose an own password at their first sign-in', () =>
    inAnotherBrowser(browser, async (theirs) => {
      await enterLocally(theirs, installation, { username: 'second', password: given })
      await chooseOwnPassword(theirs, { given, chosen: 'Chosen-By-Themselves-26!' })
      await expect(theirs.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
    }))

  await test.step('a set password is one to replace again', async () => {
    await page.getByRole('button', { name: 'Set Password of second' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set New Password' })
    await dialog.getByLabel('New password', { exact: true }).fill('short')
    await dialog.getByRole('button', { name: 'Set Password' }).click()
    await expect(dialog.getByText('Password must be at least 12 characters')).toBeVisible()
    await dialog.getByLabel('New password', { exact: true }).fill('Set-By-Another-2026!')
    await dialog.getByRole('button', { name: 'Set Password' }).click()
    await expect(page.getByText('Password Set')).toBeVisible()
    await inAnotherBrowser(browser, async (theirs) => {
      await enterLocally(theirs, installation, {
        username: 'second',
        password: 'Set-By-Another-2026!',
      })
      await expect(theirs.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    })
  })
})

test('mapped roles are previewed, and given at each sign-in once role sync is on', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  await openLocally(page, installation)
  await openAdminTab(page, installation, 'role-mapping')
  const mappings = page.getByRole('table', { name: 'Role mappings' })
  const order = () => mappings.locator('tbody').getByRole('row')

  await test.step('two mappings, tried in their order', async () => {
    for (const [directoryRole, localRole] of [
      ['User Administrator', 'Viewer'],
      ['Global Reader', 'Technician'],
    ] as const) {
      await page.getByRole('button', { name: 'Add Mapping' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add Mapping' })
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByText('Choose a directory role')).toBeVisible()
      await dialog.getByRole('searchbox', { name: 'Search directory roles' }).fill(directoryRole)
      await dialog.getByRole('radio', { name: directoryRole, exact: true }).check()
      await dialog.getByRole('radio', { name: new RegExp(`^${localRole}`) }).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toBeHidden()
      await expect(mappings).toContainText(directoryRole)
    }
    await expect(order().first()).toContainText('User Administrator')
    await page.getByRole('button', { name: 'Move Global Reader up' }).click()
    await expect(order().first()).toContainText('Global Reader')
    await page.reload()
    await expect(order().first()).toContainText('Global Reader')
  })

  await test.step('who would get what', async () => {
    const outcomes = page.getByRole('table', { name: 'Who would get what' })
    await expect(outcomes.getByRole('row').filter({ hasText: VIEWER })).toContainText(
      'Becomes Technician',
    )
    await expect(page.getByText(/^Role sync is off/)).toBeVisible()
    await expectRole(browser, VIEWER, 'Viewer')
  })

  await test.step('role sync is saved; who saves older settings is told', async () => {
    await openAdminTab(page, installation, 'admin-settings')
    const other = await page.context().newPage()
    await openAdminTab(other, installation, 'admin-settings')
    const sync = page.getByRole('switch', { name: 'Role sync' })
    await sync.click()
    await expect(page.getByText(/Mapped roles overwrite manual assignments/)).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Settings Saved')).toBeVisible()

    const months = other.getByRole('textbox', { name: 'Audit trails, in months' })
    await months.fill('none')
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(months).toBeFocused()
    await months.fill('24')
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(other.getByText(/changed by admin/i).first()).toBeVisible()
    await other.getByRole('button', { name: 'Load newer' }).click()
    await expect(other.getByRole('switch', { name: 'Role sync' })).toBeChecked()
    await other.close()
  })

  await test.step('the next sign-ins bring the mapped role, and take it again', async () => {
    await expectRole(browser, VIEWER, 'Technician')
    await openAdminTab(page, installation, 'role-mapping')
    await expect(page.getByText('Role sync is on')).toBeVisible()
    await page.getByRole('switch', { name: 'Use the mapping of Global Reader' }).click()
    await expect(
      page.getByRole('switch', { name: 'Use the mapping of Global Reader' }),
    ).not.toBeChecked()
    await expectRole(browser, VIEWER, 'Viewer')
  })
})

test('what goes wrong with people is said and can be tried again; long lists are read on', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await openLocally(page, installation)
  const local = await makeAdministrator(installation, 'third')
  await local.session.dispose()
  await database.change(
    `insert into users (username, password, auth_method, display_name, tenant_id, microsoft_id)
     select 'p' || n || '@harborlane.example', 'none', 'microsoft', 'Person ' || n,
       '${installation.registration.tenantId}', 'id of ' || n
     from generate_series(1, 120) as n`,
  )
  const people = page.getByRole('table', { name: 'Users' }).locator('tbody').getByRole('row')
  const more = page.getByRole('button', { name: 'Load more' })

  await test.step('a list that cannot be loaded is loaded again', async () => {
    const mend = await breakCall(page, 'admin/all-users')
    await openAdminTab(page, installation, 'users')
    await expect(page.getByRole('heading', { name: 'Failed to load users' })).toBeVisible()
    await expect(people).toHaveCount(0)
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(people).toHaveCount(100)
  })

  await test.step('beyond a hundred people there are more, which stay while one looks', async () => {
    const count = page.getByText(/^Showing 100 of 12\d$/)
    const total = (await count.innerText()).replace('Showing 100 of ', '')
    await more.click()
    await expect(people).toHaveCount(Number(total))
    await expect(page.getByText(`Showing ${total} of ${total}`)).toBeVisible()
    await expect(more).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search users' }).fill('Person 12')
    await expect(people).toHaveCount(2)
    await expect(page.getByText('Showing 2 of 2')).toBeVisible()
  })

  await test.step('a person, and what they did, that cannot be loaded are asked for again', async () => {
    await database.change(
      `insert into login_audit_log (user_id, email, success, method)
       select id, username, true, 'microsoft' from users, generate_series(1, 60)
       where display_name = 'Person 120'`,
    )
    const link = page.getByRole('link', { name: 'Manage Person 120' })
    const [userId] = /\d+$/.exec((await link.getAttribute('href')) ?? '') ?? []
    const dialog = page.getByRole('dialog', { name: 'Manage User' })
    const mend = await breakCall(page, `admin/users/${userId}`)
    await link.click()
    await expect(dialog.getByText('Failed to load the user')).toBeVisible()
    await mend()
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(dialog.getByText('p120@harborlane.example').first()).toBeVisible()

    const log = page.getByRole('dialog', { name: 'Activity Log' })
    const mendLog = await breakCall(page, `admin/users/${userId}/activity`)
    await dialog.getByRole('button', { name: 'View Activity Log' }).click()
    await expect(log.getByText('The activity log could not be loaded')).toBeVisible()
    await mendLog()
    await log.getByRole('button', { name: 'Retry' }).click()
    const entries = log.getByRole('row').filter({ hasText: 'Success' })
    await expect(entries).toHaveCount(50)
    await log.getByRole('button', { name: 'Load more' }).click()
    await expect(entries).toHaveCount(60)
    await expect(log.getByRole('button', { name: 'Load more' })).toHaveCount(0)
    await log.getByRole('button', { name: 'Close' }).last().click()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()
  })

  await test.step('a username that is taken is said at its field', async () => {
    await page.getByRole('button', { name: 'Add local administrator' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add local administrator' })
    const username = dialog.getByRole('textbox', { name: 'Username' })
    await dialog.getByRole('button', { name: 'Add administrator' }).click()
    await expect(dialog.getByText('Username is required')).toBeVisible()
    await username.fill(local.username)
    await dialog.getByLabel('New password', { exact: true }).fill('Given-To-Somebody-26!')
    await dialog.getByRole('button', { name: 'Add administrator' }).click()
    await expect(dialog.getByText(`A user named ${local.username} already exists`)).toBeVisible()
    await expect(username).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('an import that Microsoft does not answer makes no account, until it does', async () => {
    await page.getByRole('button', { name: 'Import from Microsoft' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import from Microsoft' })
    await dialog.getByLabel('Name or address begins with').fill('Omar')
    await dialog.getByRole('checkbox', { name: new RegExp(`^${STRANGER}`) }).check()
    await dialog.getByRole('button', { name: 'Preview' }).click()
    const { tenantId } = installation.registration
    const begin = dialog.getByRole('button', { name: 'Import 1 person' })
    await expect(begin).toBeEnabled()
    const fault = { name: 'html-error', tenantId, paths: ['/users'] }
    await installation.simulate('/_simulator/faults', fault)
    await begin.click()
    await expect(page.getByText('Import Failed')).toBeVisible({ timeout: 20_000 })
    await expect(dialog.getByRole('table', { name: 'Preview of the import' })).toContainText(
      STRANGER,
    )
    await installation.calm()
    await begin.click()
    await expect(dialog.getByText(/^1 imported/)).toBeVisible({ timeout: 20_000 })
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('a password is not set by who does not confirm, and is not lost', async () => {
    await page.getByRole('searchbox', { name: 'Search users' }).fill(local.username)
    await page.getByRole('button', { name: `Set Password of ${local.username}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Set New Password' })
    const password = dialog.getByLabel('New password', { exact: true })
    await password.fill('Set-By-Another-2026!')
    await database.change("update sessions set created_at = created_at - interval '1 hour'")
    await dialog.getByRole('button', { name: 'Set Password' }).click()
    const question = page.getByRole('alertdialog', { name: 'Confirm that it is you' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Reset Failed')).toBeVisible()
    await expect(page.getByText(/^Please sign in again/)).toBeVisible()
    await expect(password).toHaveValue('Set-By-Another-2026!')
    await dialog.getByRole('button', { name: 'Set Password' }).click()
    await question.getByLabel(`Password of ${DEMO_ADMIN.username}`).fill(DEMO_ADMIN.password)
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Password Set')).toBeVisible()
    await expect(dialog).toBeHidden()
  })
})
