import { makeScratchDatabase } from '../../tools/scratch-database.ts'
import type { ScratchDatabase } from '../../tools/scratch-database.ts'
import { openAdminTab } from '../administration.ts'
import { startConnected } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { savedBy } from '../reports.ts'
import { signInLocally } from '../sign-in.ts'
import { expect, test } from '../test.ts'

let database: ScratchDatabase
let installation: Installation
test.beforeAll(async () => {
  test.setTimeout(120_000)
  database = await makeScratchDatabase()
  installation = await startConnected({ tenants: 3, environment: database.environment })
})
test.afterAll(async () => {
  try {
    await installation.stop()
  } finally {
    await database.drop()
  }
})

test('the audit is filtered by its address, leads to a tenant and back, and is exported', async ({
  page,
}) => {
  await signInLocally(page, installation)
  const { tenantId, displayName } = installation.tenant('seats-wasted')
  const details = await page.request.get(`${installation.url}/api/tenants/${tenantId}/details`)
  expect(details.ok()).toBe(true)
  const entries = page
    .getByRole('table', { name: 'Audit entries, newest first' })
    .locator('tbody')
    .getByRole('row')
  const type = page.getByRole('combobox', { name: 'Type' })
  await page.goto(`${installation.url}/admin-panel?tab=audit&tenant=${tenantId}`)
  await expect(entries.first()).toContainText(displayName)
  await type.selectOption({ label: 'Access to customer data' })
  await expect(page).toHaveURL(/type=data/)
  await entries.first().getByRole('link', { name: displayName }).click()
  await expect(page.getByRole('heading', { level: 1, name: displayName })).toBeVisible()
  await page.goBack()
  await expect(type).toHaveValue('data')
  await expect(entries.first()).toContainText(displayName)
  await expect(entries.filter({ hasNotText: displayName })).toHaveCount(0)

  const file = await savedBy(page, () => page.getByRole('button', { name: 'Export' }).click())
  expect(file.name).toMatch(/\.csv$/)
  const [, ...lines] = file.text.trim().split(/\r?\n/)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((line) => !line.includes(displayName))).toEqual([])
})

test('a record that was changed in the database is found with its number', async ({ page }) => {
  await signInLocally(page, installation)
  await openAdminTab(page, installation, 'audit')
  const verify = page.getByRole('button', { name: 'Verify' })
  const result = page.getByRole('region', { name: 'Verification' })
  await verify.click()
  await expect(result.getByText('The audit trails are intact.')).toBeVisible({ timeout: 30_000 })

  // The owner of the database can remove the triggers that refuse changes.
  await database.change('alter table security_audit_log disable trigger user')
  const change = "update security_audit_log set changed_by = 'another user' where number = 3"
  expect(await database.change(change)).toBe(1)
  // A click at the same place right after the first result would be the second of a double click.
  await page.mouse.move(200, 300)
  await verify.click()
  await expect(result.getByText('The audit trails are not intact.')).toBeVisible({
    timeout: 30_000,
  })
  const trail = result
    .getByRole('listitem')
    .filter({ hasText: 'Administration and access to data' })
  await expect(trail.first()).toContainText('Not intact')
  await expect(trail.first()).toContainText(/\b3\b/)
})
