import { request } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

import { DEMO_ADMIN } from '../../tools/demo-world.ts'
import { makeScratchDatabase } from '../../tools/scratch-database.ts'
import type { ScratchDatabase } from '../../tools/scratch-database.ts'
import {
  codeOf,
  enroll,
  enterWithMicrosoft,
  factOf,
  inAnotherBrowser,
  openAdminTab,
  wrongCodeOf,
} from '../administration.ts'
import { connectAndRead, fillConnection, openLocally, saveConnection } from '../connection.ts'
import { pick, tenantRows } from '../demo.ts'
import { startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { savedBy } from '../reports.ts'
import { expect, test } from '../test.ts'

const ADA = 'Ada Lindqvist'
const VERA = 'Vera Novak'
/** Of the directory, without an account. */
const JONAS = 'Jonas Berg'
const PASSPHRASE = 'a passphrase for backups'
const DATA_AS_OF = /Data as of [A-Z]/
const TOO_OLD = /Please sign in again: this needs a sign-in of the last 10 minutes/

let database: ScratchDatabase
let installation: Installation
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  database = await makeScratchDatabase()
  installation = await startInstallation({ tenants: 3, environment: database.environment })
  await inAnotherBrowser(browser, (page) => connectAndRead(page, installation))
  const { tenantId, people } = installation.registration
  for (const [name, role] of [
    [ADA, 'admin'],
    [VERA, 'viewer'],
  ] as const) {
    const { oid, userPrincipalName } = people.find((each) => each.name === name)!
    const person = ['--name', name, '--email', userPrincipalName, '--role', role]
    installation.admin('add-microsoft', oid, '--tenant', tenantId, ...person)
    if (role === 'viewer')
      installation.admin('grant', userPrincipalName, '--tenant', customers()[0]!.tenantId)
  }
})
test.afterAll(async () => {
  try {
    await installation.stop()
  } finally {
    await database.drop()
  }
})

const customers = () => installation.tenants.filter(({ kind }) => kind === 'csp')

/** Everybody signed in an hour ago. */
const letTimePass = () =>
  database.change("update sessions set created_at = created_at - interval '1 hour'")

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Confirm that it is you' })

/** A toast is gone before the next one of its name says something new. */
async function expectToast(page: Page, title: string, text?: string | RegExp): Promise<void> {
  const toast = page.getByText(title, { exact: true })
  await expect(toast).toBeVisible()
  if (text !== undefined) await expect(page.getByText(text).first()).toBeVisible()
}

async function confirmByPassword(page: Page): Promise<void> {
  await question(page).getByLabel(`Password of ${DEMO_ADMIN.username}`).fill(DEMO_ADMIN.password)
  await question(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(question(page)).toBeHidden()
}

/** The backup dialog, filled in; returns what asks for the file. */
async function fillBackup(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Database Backup' }).click()
  const dialog = page.getByRole('dialog', { name: 'Database backup' })
  for (const name of ['Passphrase', 'Passphrase again'])
    await dialog.getByLabel(name, { exact: true }).fill(PASSPHRASE)
  return dialog.getByRole('button', { name: 'Download backup' })
}

test('who came from Microsoft confirms in a window of Microsoft, however that goes', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  await enterWithMicrosoft(page, installation, ADA)
  await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
  await openAdminTab(page, installation, 'system')
  const asked = question(page)
  const opened = async () => {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      asked
        .getByRole('button', { name: /^(Sign in with Microsoft|Open the window again)$/ })
        .click(),
    ])
    await expect(popup.getByText('this is not Microsoft').first()).toBeVisible()
    return popup
  }
  const waiting = asked.getByText(/^Sign in in the window that has opened/)

  await test.step('no password is asked for here; a sign-in that is cancelled there is said', async () => {
    await letTimePass()
    await (await fillBackup(page)).click()
    await expect(asked).toContainText('This change needs a sign-in of the last 10 minutes.')
    await expect(asked.getByLabel(/^Password/)).toHaveCount(0)
    const popup = await opened()
    await expect(waiting).toBeVisible()
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await expect(asked.getByText('The sign-in was cancelled')).toBeVisible()
    await expect(waiting).toHaveCount(0)
    await expect.poll(() => popup.isClosed()).toBe(true)
  })

  await test.step('somebody without an account confirms nothing', async () => {
    const popup = await opened()
    await pick(popup, JONAS)
    await expect(asked.getByText('That account has no access to Tenantscope')).toBeVisible()
  })

  await test.step('a window that is closed is noticed', async () => {
    const popup = await opened()
    await popup.close()
    await expect(asked.getByText('The window was closed')).toBeVisible({ timeout: 15_000 })
  })

  await test.step('a window that is lost from sight is opened again, and the file comes by itself', async () => {
    const lost = await opened()
    const saved = await savedBy(page, async () => pick(await opened(), ADA))
    expect(lost.isClosed()).toBe(true)
    expect(saved.name).toMatch(/^database-backup-.*\.json$/)
    await expect(asked).toBeHidden()
    await expectToast(page, 'Backup saved')
  })

  await test.step('where windows are blocked another tab does', async () => {
    await letTimePass()
    const download = await fillBackup(page)
    await page.evaluate(() => {
      window.open = () => null
    })
    await download.click()
    await asked.getByRole('button', { name: 'Sign in with Microsoft' }).click()
    await expect(asked.getByText('Popup Blocked')).toBeVisible()
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      asked.getByRole('link', { name: 'sign in in another tab' }).click(),
    ])
    await savedBy(page, () => pick(tab, ADA))
    await expect(asked).toBeHidden()
    await page.reload()
  })

  await test.step('somebody else does nothing in the name of who asked: the page is theirs now', async () => {
    await letTimePass()
    let isSaved = false
    page.on('download', () => (isSaved = true))
    await (await fillBackup(page)).click()
    await pick(await opened(), VERA)
    await expect(page.getByText('Access Denied')).toBeVisible({ timeout: 20_000 })
    await expect(page.getByRole('button', { name: /^Account: vera\.novak@/ })).toBeVisible()
    expect(isSaved).toBe(false)
  })
})

test('an administrator is made after a fresh sign-in, described, and unmade', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  await openLocally(page, installation)
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await enterWithMicrosoft(theirs, installation, VERA)
  await expect(tenantRows(theirs)).toHaveCount(1)
  await letTimePass()
  await openAdminTab(page, installation, 'users')
  await page.getByRole('link', { name: `Manage ${VERA}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage User' })
  const administrator = dialog.getByRole('switch', { name: 'Administrator' })
  const described = dialog.getByRole('list', { name: 'Admin roles of this person' })
  const describe = dialog.getByRole('textbox', { name: 'Admin roles' })
  const save = () => dialog.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: VERA })

  await test.step('who does not confirm makes nobody an administrator, and loses nothing', async () => {
    await administrator.click()
    await expect(described).toHaveText('System Administrator')
    await expect(dialog.getByRole('radiogroup', { name: 'Tenant access' })).toHaveCount(0)
    await describe.fill('Licensing')
    await describe.press('Enter')
    await describe.fill('Licensing')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByText('This one is there already')).toBeVisible()
    await describe.fill('')
    await save()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expectToast(page, 'Update Failed', TOO_OLD)
    await expect(administrator).toBeChecked()
    await expect(described.getByRole('listitem')).toHaveText(['System Administrator', 'Licensing'])
    const api = `${installation.url}/api/admin/stats`
    expect((await theirs.request.get(api)).status()).toBe(403)
  })

  await test.step('nor does a wrong password; the right one does', async () => {
    await save()
    const asked = question(page)
    await asked.getByRole('button', { name: 'Confirm' }).click()
    await expect(asked.getByText('Password is required')).toBeVisible()
    await asked.getByLabel(`Password of ${DEMO_ADMIN.username}`).fill('Not-The-Password-1')
    await asked.getByRole('button', { name: 'Confirm' }).click()
    await expect(asked.getByText('This password is not right.')).toBeVisible()
    await confirmByPassword(page)
    await expectToast(page, 'User Updated')
  })

  await test.step('they administer at once, and see every tenant', async () => {
    await theirs.goto(`${installation.url}/dashboard`)
    await expect(tenantRows(theirs)).toHaveCount(4)
    await theirs.getByRole('button', { name: /^Account:/ }).click()
    await theirs.getByRole('menuitem', { name: 'Admin Panel' }).click()
    await expect(theirs.getByRole('list', { name: 'Figures' })).toBeVisible()
    await theirs.goto(`${installation.url}/profile`)
    await expect(factOf(theirs, 'Role')).toContainText('Administrator')
    await expect(factOf(theirs, 'Administrative roles')).toHaveText(
      'System Administrator, Licensing',
    )
  })

  await test.step('a description goes without a question: it gives no right', async () => {
    await letTimePass()
    await dialog.getByRole('button', { name: 'Remove admin role Licensing' }).click()
    await expect(page.getByText('User Updated')).toBeHidden()
    await save()
    await expectToast(page, 'User Updated')
    await expect(described).toHaveText('System Administrator')
    await theirs.reload()
    await expect(factOf(theirs, 'Administrative roles')).toHaveText('System Administrator')
  })

  await test.step('no administrator any more, they are signed out and see what they were granted', async () => {
    await administrator.click()
    await expect(dialog.getByRole('radio', { name: /^Viewer/ })).toBeChecked()
    await expect(page.getByText('User Updated')).toBeHidden()
    await save()
    await expectToast(page, 'User Updated')
    await expect(described).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(row).toContainText('Viewer')
    await expect(row).toContainText('1 tenant')
    await expect(theirs.getByRole('heading', { name: 'Sign in with Microsoft' })).toBeVisible({
      timeout: 20_000,
    })
    await enterWithMicrosoft(theirs, installation, VERA)
    await expect(tenantRows(theirs)).toHaveCount(1)
    await theirs.goto(`${installation.url}/admin-panel`)
    await expect(theirs.getByText('Access Denied')).toBeVisible()
    await context.close()
  })
})

test('what opens, takes away or carries off asks for the password first; what is stricter does not', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await openLocally(page, installation)
  const asked = question(page)

  await test.step('settings that let more in or keep less', async () => {
    await openAdminTab(page, installation, 'admin-settings')
    const form = page.getByRole('form', { name: 'Settings' })
    const months = form.getByRole('textbox', { name: 'Audit trails, in months' })
    const save = () => form.getByRole('button', { name: 'Save' }).click()
    const unsaved = form.getByText('Not saved yet')
    await letTimePass()
    await months.fill('120')
    await form.getByRole('radio', { name: 'None, until somebody grants them' }).check()
    await save()
    await expectToast(page, 'Settings Saved')
    for (const loosen of [
      () => form.getByRole('switch', { name: 'Import people at their first sign-in' }).click(),
      () => form.getByRole('radio', { name: 'All tenants' }).check(),
      () => form.getByRole('switch', { name: 'Role sync' }).click(),
      () => months.fill('24'),
    ]) {
      await letTimePass()
      await loosen()
      await save()
      await expect(asked).toBeVisible()
      await asked.getByRole('button', { name: 'Cancel' }).click()
      await expect(unsaved).toBeVisible()
      await save()
      await confirmByPassword(page)
      await expect(unsaved).toHaveCount(0)
    }
    await page.reload()
    await expect(months).toHaveValue('24')
    await expect(form.getByRole('switch', { name: 'Role sync' })).toBeChecked()
  })

  await test.step('a mapping to Administrator, and none to another role', async () => {
    await letTimePass()
    await openAdminTab(page, installation, 'role-mapping')
    const rows = page
      .getByRole('table', { name: 'Role mappings' })
      .locator('tbody')
      .getByRole('row')
    for (const [directoryRole, localRole] of [
      ['Helpdesk Administrator', 'Technician'],
      ['Security Reader', 'Administrator'],
    ] as const) {
      await page.getByRole('button', { name: 'Add Mapping' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add Mapping' })
      await dialog.getByRole('searchbox', { name: 'Search directory roles' }).fill(directoryRole)
      await dialog.getByRole('radio', { name: directoryRole, exact: true }).check()
      await dialog.getByRole('radio', { name: new RegExp(`^${localRole}`) }).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      if (localRole === 'Administrator') {
        await asked.getByRole('button', { name: 'Cancel' }).click()
        await expectToast(page, 'Update Failed', TOO_OLD)
        await expect(dialog.getByRole('radio', { name: directoryRole, exact: true })).toBeChecked()
        await dialog.getByRole('button', { name: 'Save' }).click()
        await confirmByPassword(page)
      }
      await expect(dialog).toBeHidden()
      await expect(rows.last()).toContainText(localRole)
    }
    await expect(rows).toHaveCount(2)
  })

  await openAdminTab(page, installation, 'system')
  const backup = await test.step('a backup, of which nothing is downloaded before', async () => {
    await letTimePass()
    await (await fillBackup(page)).click()
    await expect(asked).toBeVisible()
    const saved = await savedBy(page, () => confirmByPassword(page))
    await expectToast(page, 'Backup saved')
    return saved
  })

  const [, tenant] = customers()
  await test.step('the erasure of a tenant', async () => {
    const dialog = await askToErase(page, tenant!.displayName)
    await letTimePass()
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByText(TOO_OLD)).toBeVisible()
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click()
    await confirmByPassword(page)
    await expectToast(page, 'Erased')
    await expect(dialog).toBeHidden()
    await page.goto(`${installation.url}/tenant/${tenant!.tenantId}`)
    await expect(page.getByText('No data yet').first()).toBeVisible()
  })

  await test.step('the own directory is not erased, however fresh the sign-in', async () => {
    const { tenantId } = installation.registration
    const own = installation.tenants.find((each) => each.tenantId === tenantId)!.displayName
    await openAdminTab(page, installation, 'system')
    const dialog = await askToErase(page, own)
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click()
    await expect(asked).toHaveCount(0)
    await expect(
      dialog.getByText(/^This is your own directory: .* It cannot be erased\.$/),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.goto(`${installation.url}/tenant/${tenantId}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(own)
    await expect(page.getByText(DATA_AS_OF).first()).toBeVisible()
  })

  await test.step('a restore, which brings the erased tenant back', async () => {
    await letTimePass()
    await openAdminTab(page, installation, 'system')
    await page.getByRole('button', { name: 'Import Data' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import data' })
    await dialog.getByLabel('File').setInputFiles({
      name: backup.name,
      mimeType: 'application/json',
      buffer: backup.bytes,
    })
    await dialog.getByLabel('Passphrase of the backup').fill(PASSPHRASE)
    await dialog.getByRole('textbox', { name: /^Type RESTORE/ }).fill('RESTORE')
    const restore = dialog.getByRole('button', { name: 'Restore', exact: true })
    await restore.click()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByText('Nothing was imported')).toBeVisible()
    await expect(dialog.getByText(TOO_OLD)).toBeVisible()
    await restore.click()
    await confirmByPassword(page)
    await expect(dialog.getByText('Backup restored')).toBeVisible({ timeout: 60_000 })
    await dialog.getByRole('button', { name: 'Sign in again' }).click()
    await openLocally(page, installation)
    await page.goto(`${installation.url}/tenant/${tenant!.tenantId}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(tenant!.displayName)
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(DATA_AS_OF).first()).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 60_000 })
  })
})

// The last one: the administrator has a second factor afterwards.
test('so do the Microsoft connection and the mail server; with a second factor the code is asked for too', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await openLocally(page, installation)
  const asked = question(page)

  await test.step('the connection is saved once it is confirmed', async () => {
    await page.goto(`${installation.url}/azure-config`)
    await fillConnection(page, { clientSecret: installation.registration.clientSecret })
    await letTimePass()
    await saveConnection(page)
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText(TOO_OLD).first()).toBeVisible()
    await saveConnection(page)
    await confirmByPassword(page)
    await expect(page.getByText(/^Azure configuration saved successfully/)).toBeVisible()
  })

  await test.step('no mail server is set before', async () => {
    await openAdminTab(page, installation, 'admin-settings')
    const card = page.getByRole('region', { name: 'Mail and reports' })
    const dialog = page.getByRole('dialog', { name: 'Report settings' })
    await card.getByRole('button', { name: 'Set up mail server' }).click()
    for (const [field, value] of [
      ['Mail server', '127.0.0.1'],
      ['From address', 'reports@msp.example'],
    ] as const)
      await dialog.getByRole('textbox', { name: field, exact: true }).fill(value)
    await letTimePass()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByText(TOO_OLD)).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await confirmByPassword(page)
    await expect(page.getByText('Mail Server Saved')).toBeVisible()
  })

  await test.step('who has a second factor confirms with both', async () => {
    const session = await request.newContext({
      baseURL: installation.url,
      storageState: await page.context().storageState(),
    })
    const { key } = await enroll(session)
    await session.dispose()
    await openAdminTab(page, installation, 'system')
    await letTimePass()
    await (await fillBackup(page)).click()
    await asked.getByLabel(`Password of ${DEMO_ADMIN.username}`).fill(DEMO_ADMIN.password)
    await asked.getByRole('button', { name: 'Confirm' }).click()
    await asked.getByLabel('Code').fill(wrongCodeOf(key))
    await asked.getByRole('button', { name: 'Confirm' }).click()
    await expect(asked.getByText(/^This code is not right/)).toBeVisible()
    // A code counts once, and the present one has confirmed the set-up.
    await asked.getByLabel('Code').fill(codeOf(key, 1))
    await savedBy(page, () => asked.getByRole('button', { name: 'Confirm' }).click())
    await expectToast(page, 'Backup saved')
  })
})

/** The question before a tenant is erased, its name typed. */
async function askToErase(page: Page, name: string): Promise<Locator> {
  const card = page.getByRole('region', { name: "Erase a tenant's data" })
  await card.getByRole('combobox', { name: 'Tenant' }).pressSequentially(name)
  await page.getByRole('option', { name }).click()
  await card.getByRole('button', { name: 'Erase...' }).click()
  const dialog = page.getByRole('dialog', { name: "Erase this tenant's data?" })
  await dialog.getByRole('textbox').fill(name)
  return dialog
}
