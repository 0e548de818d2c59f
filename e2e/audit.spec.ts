import type { Page } from '@playwright/test'
import { z } from 'zod'

import { DEMO_ADMIN } from '../tools/demo-world.ts'
import { makeScratchDatabase } from '../tools/scratch-database.ts'
import type { ScratchDatabase } from '../tools/scratch-database.ts'
import { enterLocally, factOf, openAdminTab } from './administration.ts'
import { connectAndRead, openLocally } from './connection.ts'
import { startInstallation } from './installation.ts'
import type { Installation } from './installation.ts'
import { savedBy } from './reports.ts'
import { expect, test } from './test.ts'

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
    await dialog.getByRole('searchbox', { name: 'Filter by email' }).fill(DEMO_ADMIN.username)
    await expect(logins.filter({ hasText: 'mallory' })).toHaveCount(0)
    await expect(logins.first()).toContainText('Success')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await expect(factOf(page, 'Failed Attempts')).toHaveText('1')
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
