import { createHash } from 'node:crypto'

import type { Page } from '@playwright/test'
import { z } from 'zod'

import { DEMO_ADMIN } from '../../tools/demo-world.ts'
import { makeScratchDatabase } from '../../tools/scratch-database.ts'
import type { ScratchDatabase } from '../../tools/scratch-database.ts'
import { breakCall, enterLocally, factOf, openAdminTab } from '../administration.ts'
import { connectAndRead, openLocally } from '../connection.ts'
import { startInstallation } from '../installation.ts'
import type { Installation, SimulatedTenant } from '../installation.ts'
import { savedBy } from '../reports.ts'
import { expect, test } from '../test.ts'

const Licenses = z.array(z.object({ skuId: z.string() }))

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
})
test.afterAll(async () => {
  try {
    await installation.stop()
  } finally {
    await database.drop()
  }
})

const rowsOf = (page: Page, caption: string) =>
  page.getByRole('table', { name: caption }).locator('tbody').getByRole('row')

test('what is done and looked at is recorded, found, paged and exported', async ({ page }) => {
  test.setTimeout(180_000)
  await openLocally(page, installation)
  const { tenantId, displayName } = installation.tenant('seats-wasted')
  const entries = rowsOf(page, 'Audit entries, newest first')
  const search = page.getByRole('searchbox', { name: 'Search who, whom, what and details' })

  await test.step('a tenant that is opened is an entry, found by its type and by words', async () => {
    await page.goto(`${installation.url}/tenant/${tenantId}`)
    await expect(page.getByRole('heading', { level: 1, name: displayName })).toBeVisible()
    await openAdminTab(page, installation, 'audit')
    await page.getByRole('combobox', { name: 'Type' }).selectOption({ value: 'data' })
    const opened = entries.filter({ hasText: displayName })
    await expect(opened.first()).toContainText(DEMO_ADMIN.username)
    await expect(opened.first()).toContainText('127.0.0.1')
    await expect(page).toHaveURL(/type=data/)
    await page.getByRole('combobox', { name: 'Type' }).selectOption('All types')
    await search.fill('nobody did such a thing')
    await expect(page.getByText('No entries match this filter')).toBeVisible()
    await search.fill('')
    await expect(entries.first()).toBeVisible()
  })

  await test.step('many entries stand on pages', async () => {
    const api = `${installation.url}/api/admin`
    const listed = await page.request.get(`${api}/licenses`)
    const { skuId } = Licenses.parse(await listed.json())[0]!
    for (let change = 0; change < 52; change += 1) {
      const data = { friendlyName: `Name ${change}` }
      const answer = await page.request.patch(`${api}/licenses/${skuId}/friendly-name`, { data })
      expect(answer.ok()).toBe(true)
    }
    await page.reload()
    const pager = page.getByRole('navigation', { name: 'Pages of the audit' })
    await expect(pager).toContainText(/Showing 1–50 of \d+/)
    await expect(entries).toHaveCount(50)
    await expect(entries.first()).toContainText('Name 51')
    await pager.getByRole('button', { name: 'Next' }).click()
    await expect(pager).toContainText(/Showing 51–\d+ of \d+/)
    await pager.getByRole('button', { name: 'Previous' }).click()
    await expect(entries.first()).toContainText('Name 51')
  })

  await test.step('the file holds what is filtered, and taking it is an entry', async () => {
    await search.fill('Name 51')
    await expect(entries).toHaveCount(1)
    const file = await savedBy(page, () => page.getByRole('button', { name: 'Export' }).click())
    expect(file.name).toMatch(/\.csv$/)
    const lines = file.text.trim().split(/\r?\n/)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('Name 51')
    await expect(page.getByText('Export Successful')).toBeVisible()
    await search.fill('')
    await expect(entries.first()).toContainText(/export/i)
  })

  await test.step('sign-ins and refusals stand in the login activity', async () => {
    const context = await page.context().browser()!.newContext()
    const stranger = await context.newPage()
    await enterLocally(stranger, installation, { username: 'mallory', password: 'Guess-1234567!' })
    await expect(stranger.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
    await context.close()
    await page.getByRole('button', { name: 'View Login Activity' }).click()
    const dialog = page.getByRole('dialog', { name: 'Login Activity Audit Trail' })
    const logins = dialog.getByRole('table').locator('tbody').getByRole('row')
    await expect(async () => {
      await dialog.getByRole('button', { name: 'Refresh' }).click()
      await expect(logins.first()).toContainText('mallory', { timeout: 2_000 })
    }).toPass({ timeout: 30_000 })
    await expect(logins.first()).toContainText('Failed')
    await expect(logins.first()).toContainText('wrong user name or password')
    const email = dialog.getByRole('searchbox', { name: 'Filter by email' })
    await email.fill(DEMO_ADMIN.username.toUpperCase())
    await expect(logins.filter({ hasText: 'mallory' })).toHaveCount(0)
    await expect(logins.first()).toContainText('Success')
    const userAgent = await page.evaluate(() => navigator.userAgent)
    await expect(logins.first().locator('bdi[title]')).toHaveText(`${userAgent.slice(0, 40)}…`)
    await expect(logins.first().getByText(await ownSessionId(page), { exact: true })).toBeVisible()
    await expect(logins.filter({ hasText: 'wrong user name or password' })).toHaveCount(0)
    await email.fill('nobody.of.this.name')
    await expect(dialog.getByText('No login activity found')).toBeVisible()
    const mend = await breakCall(page, 'admin/login-audit')
    await email.fill('')
    await expect(dialog.getByText('Login activity could not be loaded')).toBeVisible()
    await mend()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(logins.first()).toContainText('mallory')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await expect(factOf(page, 'Failed Attempts')).toHaveText('1')
  })

  await test.step('many of them stand on pages; a filter begins at the first', async () => {
    await database.change(
      `insert into login_audit_log (email, success, method, error_message)
       select 'guest-' || n || '@example.com', false, 'microsoft', 'Nobody knows guest ' || n
       from generate_series(1, 60) as n`,
    )
    await page.getByRole('button', { name: 'View Login Activity' }).click()
    const dialog = page.getByRole('dialog', { name: 'Login Activity Audit Trail' })
    const logins = dialog.getByRole('table').locator('tbody').getByRole('row')
    const pager = dialog.getByRole('navigation', { name: 'Pages of login activity' })
    await expect(logins).toHaveCount(50)
    await expect(logins.first()).toContainText('Nobody knows guest 60')
    const [, total] = /^Showing 1–50 of (\d+)/.exec((await pager.textContent()) ?? '') ?? []
    await pager.getByRole('button', { name: 'Next' }).click()
    await expect(pager).toContainText(`Showing 51–${total} of ${total}`)
    await expect(logins.first()).toContainText('Nobody knows guest 10')
    await expect(logins.last()).toContainText(DEMO_ADMIN.username)
    await pager.getByRole('button', { name: 'Previous' }).click()
    await expect(logins.first()).toContainText('Nobody knows guest 60')
    await pager.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('searchbox', { name: 'Filter by email' }).fill('GUEST-')
    await expect(pager).toContainText('Showing 1–50 of 60')
    await expect(logins.first()).toContainText('Nobody knows guest 60')
  })
})

/** As much of it as the login activity shows: what is stored is a hash of the cookie. */
async function ownSessionId(page: Page): Promise<string> {
  const cookies = await page.context().cookies(installation.url)
  const { value } = cookies.find(({ name }) => name === 'tenantscope_session')!
  return createHash('sha256').update(Buffer.from(value, 'base64url')).digest('hex').slice(0, 8)
}

test('of the trail of license visibility so many entries are shown as were chosen', async ({
  page,
}) => {
  await openLocally(page, installation)
  await database.change(
    `insert into license_visibility_log (sku_id, action, changed_by)
     select 'SKU-' || n, case when n % 2 = 0 then 'VISIBLE' else 'HIDDEN' end, 'somebody'
     from generate_series(1, 102) as n`,
  )
  await page.goto(`${installation.url}/admin/license-audit`)
  const entries = page
    .getByRole('list', { name: 'Changes of license visibility' })
    .getByRole('listitem')
  await expect(entries).toHaveCount(50)
  await expect(entries.nth(0)).toContainText(/^VisibleSKU-102somebody/)
  await expect(entries.nth(1)).toContainText(/^HiddenSKU-101somebody/)
  for (const [name, count, address] of [
    ['Last 25', 25, /last=25$/],
    ['Last 100', 100, /last=100$/],
    ['All', 102, /last=all$/],
    ['Last 50', 50, /license-audit$/],
  ] as const) {
    await page.getByRole('combobox', { name: 'Entries' }).selectOption(name)
    await expect(entries).toHaveCount(count)
    await expect(entries.last()).toContainText(`SKU-${103 - count}`)
    await expect(page).toHaveURL(address)
  }
  await database.change(
    `insert into license_visibility_log (sku_id, action, changed_by) values ('One more', 'HIDDEN', 'somebody')`,
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(entries.first()).toContainText('One more')
  await expect(entries).toHaveCount(50)
})

test('filters by tenant, kind and person stand in the address: they are passed on, and back leads back', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  await openLocally(page, installation)
  const entries = rowsOf(page, 'Audit entries, newest first')
  const type = page.getByRole('combobox', { name: 'Type' })
  const all = page.getByRole('button', { name: 'Show all tenants' })
  const wasted = installation.tenant('seats-wasted')
  const other = installation.tenants.find(
    ({ kind, tenantId }) => kind === 'csp' && tenantId !== wasted.tenantId,
  )!
  for (const { tenantId } of [wasted, other]) {
    const answer = await page.request.get(`${installation.url}/api/tenants/${tenantId}/details`)
    expect(answer.ok()).toBe(true)
  }
  const onlyOf = async (shown: Page, { displayName }: SimulatedTenant) => {
    const rows = rowsOf(shown, 'Audit entries, newest first')
    await expect(rows.filter({ hasText: displayName }).first()).toBeVisible()
    await expect(rows.filter({ hasNotText: displayName })).toHaveCount(0)
  }

  await test.step('a tenant', async () => {
    await page.goto(`${installation.url}/admin-panel?tab=audit&tenant=${wasted.tenantId}`)
    await onlyOf(page, wasted)
    await expect(all).toHaveText(wasted.displayName)
  })

  await test.step('with a kind and a person, in another window too', async () => {
    await type.selectOption({ label: 'Access to customer data' })
    await page.getByRole('searchbox', { name: /^Search who/ }).fill(DEMO_ADMIN.username)
    await expect(page).toHaveURL(/type=data/)
    await expect(page).toHaveURL(new RegExp(`q=${DEMO_ADMIN.username}`))
    const friend = await context.newPage()
    await friend.goto(page.url())
    await onlyOf(friend, wasted)
    await expect(rowsOf(friend, 'Audit entries, newest first').first()).toContainText(
      DEMO_ADMIN.username,
    )
    await expect(friend.getByRole('combobox', { name: 'Type' })).toHaveValue('data')
    await expect(friend.getByRole('searchbox', { name: /^Search who/ })).toHaveValue(
      DEMO_ADMIN.username,
    )
    await friend.close()
  })

  await test.step('an entry leads to its tenant, and back to the filtered list', async () => {
    await entries.first().getByRole('link', { name: wasted.displayName }).click()
    await expect(page.getByRole('heading', { level: 1, name: wasted.displayName })).toBeVisible()
    await page.goBack()
    await onlyOf(page, wasted)
    await expect(type).toHaveValue('data')
  })

  await test.step('all tenants, and back to the one', async () => {
    await all.click()
    await expect(entries.filter({ hasText: other.displayName }).first()).toBeVisible()
    await page.goBack()
    await onlyOf(page, wasted)
    await expect(all).toBeVisible()
  })

  await test.step('a tenant is chosen by its name, and days from and to', async () => {
    await all.click()
    const picker = page.getByRole('combobox', { name: 'Tenant' })
    await picker.click()
    await picker.pressSequentially(other.displayName)
    await page.getByRole('option', { name: other.displayName }).click()
    await onlyOf(page, other)
    await page.getByLabel('From', { exact: true }).fill('2020-01-01')
    await onlyOf(page, other)
    await page.getByLabel('To', { exact: true }).fill('2020-12-31')
    await expect(page.getByText('No entries match this filter')).toBeVisible()
    await expect(page).toHaveURL(/from=2020-01-01&to=2020-12-31/)
    await page.getByLabel('To', { exact: true }).fill('')
    await onlyOf(page, other)
  })

  await test.step('an address that makes no sense filters nothing', async () => {
    await page.goto(`${installation.url}/admin-panel?tab=audit&tenant=none&type=nonsense`)
    await expect(type).toHaveValue('all')
    await expect(entries.filter({ hasText: other.displayName }).first()).toBeVisible()
    await expect(all).toHaveCount(0)
  })

  await test.step('what the server cannot answer is said in its place, the rest stays', async () => {
    const mendCounts = await breakCall(page, 'admin/audit/counts')
    await page.reload()
    await expect(page.getByText('The counts could not be loaded')).toBeVisible()
    await expect(entries.first()).toBeVisible()
    await mendCounts()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(factOf(page, 'User Logins')).toHaveText(/^[1-9]\d*$/)
    for (const [call, act, said] of [
      ['admin/audit/export', 'Export', 'Export Failed'],
      ['admin/audit/verify', 'Verify', 'Verification Failed'],
    ] as const) {
      const mend = await breakCall(page, call)
      await page.getByRole('button', { name: act, exact: true }).click()
      await expect(page.getByText(said)).toBeVisible()
      await mend()
    }
    const mend = await breakCall(page, 'admin/audit')
    await page.reload()
    await expect(page.getByText('The audit could not be loaded')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(entries.first()).toBeVisible()
  })
})

test('a record that was changed in the database is found with its place', async ({ page }) => {
  test.setTimeout(120_000)
  await openLocally(page, installation)
  await openAdminTab(page, installation, 'audit')
  const verify = page.getByRole('button', { name: 'Verify' })
  const result = page.getByRole('region', { name: 'Verification' })
  const trail = result
    .getByRole('listitem')
    .filter({ hasText: 'Administration and access to data' })
  await verify.click()
  await expect(result.getByText('The audit trails are intact.')).toBeVisible({ timeout: 30_000 })

  // Who owns the database can do away with what refuses changes there.
  await database.change('alter table security_audit_log disable trigger user')
  const place = 'where number = 3'
  expect(
    await database.change(`update security_audit_log set changed_by = 'nobody' ${place}`),
  ).toBe(1)
  await verify.click()
  await expect(result.getByText('The audit trails are not intact.')).toBeVisible({
    timeout: 30_000,
  })
  await expect(trail.first()).toContainText('Not intact')
  await expect(trail.first()).toContainText(/\b3\b/)
  await expect(result.getByText('Intact', { exact: true })).toHaveCount(2)
})
