import type { Page } from '@playwright/test'
import { z } from 'zod'

import { startConnected } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { savedBy } from '../reports.ts'
import { signInLocally } from '../sign-in.ts'
import { expect, test } from '../test.ts'

const Licenses = z.array(
  z.object({
    skuId: z.string(),
    skuPartNumber: z.string(),
    displayName: z.string(),
    licenseType: z.string(),
    isKnown: z.boolean(),
  }),
)
const Held = z.object({ licenses: z.array(z.object({ skuId: z.string() })) })

let installation: Installation
test.beforeAll(async () => {
  test.setTimeout(120_000)
  installation = await startConnected({ tenants: 6 })
})
test.afterAll(() => installation.stop())

/** Finds a paid license and a tenant that has it. */
async function paidLicense(page: Page) {
  const api = `${installation.url}/api`
  const all = Licenses.parse(await (await page.request.get(`${api}/admin/licenses`)).json())
  const paid = all.filter(({ licenseType, isKnown }) => licenseType === 'paid' && isKnown)
  for (const { tenantId } of installation.tenants) {
    const answer = await page.request.get(`${api}/tenants/${tenantId}/licenses-with-visibility`)
    const { data } = Held.safeParse(await answer.json())
    const found = paid.find(({ skuId }) => data?.licenses.some((each) => each.skuId === skuId))
    if (found !== undefined) return { ...found, tenantId }
  }
  throw new Error(`No tenant has one of ${paid.length} paid licenses`)
}

test('a license is hidden, named and priced; tenants, the trail and the file follow', async ({
  page,
}) => {
  await signInLocally(page, installation)
  const { skuId, skuPartNumber, displayName, tenantId } = await paidLicense(page)
  const row = page.getByRole('table', { name: 'Licenses' }).getByRole('row').nth(1)
  const openLicenses = async () => {
    await page.goto(`${installation.url}/admin-licenses?q=${skuId}`)
    await expect(row).toContainText(skuPartNumber)
  }
  await openLicenses()
  await row.getByRole('switch', { name: /^Visible/ }).click()
  await page.getByRole('button', { name: 'Confirm Hide' }).click()
  await expect(row.getByText('Hidden', { exact: true })).toBeVisible()
  await page.goto(`${installation.url}/tenant/${tenantId}?tab=licenses`)
  await expect(page.getByText('Paid licenses')).toBeVisible()
  await expect(page.getByText(displayName, { exact: true })).toHaveCount(0)
  await page.goto(`${installation.url}/admin/license-audit`)
  const entries = page.getByRole('list', { name: 'Changes of license visibility' })
  await expect(entries.getByRole('listitem').first()).toContainText(skuId)

  await openLicenses()
  await row.getByRole('switch', { name: /^Visible/ }).click()
  await expect(row.getByText('Visible', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^Edit / }).click()
  await page.getByRole('menuitem', { name: 'Edit name' }).click()
  const naming = page.getByRole('dialog', { name: 'Edit License Name' })
  await naming.getByRole('textbox', { name: 'Friendly name' }).fill('=Our "bundle"')
  await naming.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('=Our "bundle"')
  await row.getByRole('button', { name: /^Edit / }).click()
  await page.getByRole('menuitem', { name: /^(?:Set|Change) price$/ }).click()
  const pricing = page.getByRole('dialog', { name: 'License price' })
  await pricing.getByRole('textbox', { name: 'Price per seat and month' }).fill('12.34')
  await pricing.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('customer price')
  const file = await savedBy(page, () => page.getByRole('button', { name: 'Export CSV' }).click())
  expect(file.name).toMatch(/^license-management-\d{4}-\d\d-\d\d\.csv$/)
  const [, ...lines] = file.text.trim().split(/\r?\n/)
  expect(lines).toHaveLength(1)
  // A spreadsheet must not take the name for a formula.
  expect(lines[0]).toContain('"\'=Our ""bundle"""')
  await page.goto(`${installation.url}/tenant/${tenantId}?tab=licenses`)
  await expect(page.getByText('=Our "bundle"').first()).toBeVisible()
})
