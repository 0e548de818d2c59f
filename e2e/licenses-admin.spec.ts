import type { Page } from '@playwright/test'
import { z } from 'zod'

import { factOf } from './administration.ts'
import { connectAndRead, openLocally } from './connection.ts'
import { startInstallation } from './installation.ts'
import type { Installation } from './installation.ts'
import { savedBy } from './reports.ts'
import { expect, test } from './test.ts'

const Licenses = z.array(
  z.object({
    skuId: z.string(),
    displayName: z.string(),
    isVisible: z.boolean(),
    licenseType: z.string(),
    isKnown: z.boolean(),
  }),
)
const Held = z.object({ licenses: z.array(z.object({ skuId: z.string() })) })
type License = z.infer<typeof Licenses>[number]

let installation: Installation
test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  installation = await startInstallation({ tenants: 6 })
  const page = await browser.newPage()
  await connectAndRead(page, installation)
  await page.close()
})
test.afterAll(() => installation.stop())

async function licensesOf(page: Page): Promise<License[]> {
  const answer = await page.request.get(`${installation.url}/api/admin/licenses`)
  return Licenses.parse(await answer.json())
}

/** The rows below the heading. */
const rowsOf = (page: Page) =>
  page
    .getByRole('table', { name: 'Licenses' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })

/** A paid license, and a tenant whose page lists it. */
async function heldLicense(page: Page): Promise<License & { tenantId: string }> {
  const all = await licensesOf(page)
  const paid = all.filter(({ licenseType, isKnown }) => licenseType === 'paid' && isKnown)
  for (const { tenantId } of installation.tenants) {
    const answer = await page.request.get(
      `${installation.url}/api/tenants/${tenantId}/licenses-with-visibility`,
    )
    const { data } = Held.safeParse(await answer.json())
    const held = paid.find(({ skuId }) => data?.licenses.some((each) => each.skuId === skuId))
    if (held !== undefined) return { ...held, tenantId }
  }
  throw new Error('No tenant has a paid license')
}

test('licenses are hidden and shown, named, judged and priced, and the trail says by whom', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await openLocally(page, installation)
  const { tenantId, ...license } = await heldLicense(page)
  const row = rowsOf(page).filter({ hasText: license.skuId })
  const ofTenant = page.getByText(license.displayName, { exact: true })
  const openLicenses = () => page.goto(`${installation.url}/admin-licenses?q=${license.skuId}`)
  const switchOf = row.getByRole('switch', { name: /^Visible/ })

  await test.step('hiding asks first and counts everywhere', async () => {
    await openLicenses()
    await switchOf.click()
    const question = page.getByRole('alertdialog', { name: 'Hide this license?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(switchOf).toBeChecked()
    await switchOf.click()
    await question.getByRole('button', { name: 'Confirm Hide' }).click()
    await expect(page.getByText('License visibility updated successfully')).toBeVisible()
    await expect(row.getByText('Hidden', { exact: true })).toBeVisible()
    await page.goto(`${installation.url}/tenant/${tenantId}?tab=licenses`)
    await expect(page.getByText('Paid licenses')).toBeVisible()
    await expect(ofTenant).toHaveCount(0)
  })

  await test.step('what is hidden is found by the filter, and shown again', async () => {
    await page.goto(`${installation.url}/admin-licenses`)
    await page.getByRole('combobox', { name: 'Visibility' }).selectOption('Hidden')
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(page).toHaveURL(/visibility=hidden/)
    await switchOf.click()
    await expect(page.getByText('No licenses match your search')).toBeVisible()
    await page.getByRole('button', { name: 'Show all licenses' }).click()
    await page.goto(`${installation.url}/tenant/${tenantId}?tab=licenses`)
    await expect(ofTenant.first()).toBeVisible()
  })

  await test.step('a name counts for every tenant', async () => {
    await openLicenses()
    await row.getByRole('button', { name: /^Edit name/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit License Name' })
    const name = dialog.getByRole('textbox', { name: 'Friendly name' })
    await name.fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Friendly name is required')).toBeVisible()
    await name.fill('Our own bundle')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('License friendly name updated successfully')).toBeVisible()
    await expect(row).toContainText('Our own bundle')
    await page.goto(`${installation.url}/tenant/${tenantId}?tab=licenses`)
    await expect(page.getByText('Our own bundle').first()).toBeVisible()
  })

  await test.step('its type and its price are the administrator’s word', async () => {
    await openLicenses()
    await row.getByRole('button', { name: 'Change type of Our own bundle' }).click()
    const type = page.getByRole('dialog', { name: 'License type' })
    await type.getByRole('radio', { name: 'Free', exact: true }).check()
    await type.getByRole('button', { name: 'Save' }).click()
    await expect(row.getByText('set by an administrator')).toBeVisible()
    await row.getByRole('button', { name: 'Change type of Our own bundle' }).click()
    await type.getByRole('radio', { name: 'As judged: Paid' }).check()
    await type.getByRole('button', { name: 'Save' }).click()
    await expect(row.getByText('set by an administrator')).toHaveCount(0)

    await row.getByRole('button', { name: /^(?:Set|Change) price of Our own bundle/ }).click()
    const price = page.getByRole('dialog', { name: 'License price' })
    await price.getByRole('textbox', { name: 'Price per seat and month' }).fill('a lot')
    await price.getByRole('button', { name: 'Save' }).click()
    await expect(price.getByRole('alert')).toBeVisible()
    await price.getByRole('textbox', { name: 'Price per seat and month' }).fill('12.34')
    await price.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('12.34')
    await expect(row).toContainText('own price')
  })

  await test.step('the trail names who hid and who showed, newest first', async () => {
    await page.goto(`${installation.url}/admin/license-audit`)
    const entries = page
      .getByRole('list', { name: 'Changes of license visibility' })
      .getByRole('listitem')
    await expect(entries).toHaveCount(2)
    await expect(entries.nth(0)).toContainText('Visible')
    await expect(entries.nth(1)).toContainText('Hidden')
    for (const part of [license.skuId, 'admin', '127.0.0.1', 'Mozilla'])
      await expect(entries.nth(0)).toContainText(part)
    const size = page.getByRole('combobox', { name: 'Entries' })
    for (const name of ['Last 25', 'Last 100', 'All']) {
      await size.selectOption(name)
      await expect(entries).toHaveCount(2)
    }
    await page.reload()
    await expect(size.locator('option:checked')).toHaveText('All')
  })
})

test('SKUs are added and discovered; the file holds what the screen shows', async ({ page }) => {
  test.setTimeout(120_000)
  await openLocally(page, installation)
  await page.goto(`${installation.url}/admin-licenses`)
  const before = (await licensesOf(page)).length
  const total = factOf(page, 'Total')
  await expect(total).toHaveText(`${before}`)

  await test.step('a SKU that no tenant has yet is added once', async () => {
    const dialog = page.getByRole('dialog', { name: 'Add License' })
    const add = dialog.getByRole('button', { name: 'Add License' })
    const id = dialog.getByRole('textbox', { name: 'SKU ID' })
    await page.getByRole('button', { name: 'Add License' }).click()
    await add.click()
    await expect(dialog.getByText('SKU ID is required')).toBeVisible()
    await id.fill('99999999-0000-4000-8000-000000000001')
    await dialog.getByRole('textbox', { name: 'Product name' }).fill('=Tomorrow, "Suite"')
    await add.click()
    await expect(page.getByText('License added successfully')).toBeVisible()
    await expect(total).toHaveText(`${before + 1}`)
    await page.getByRole('button', { name: 'Add License' }).click()
    await id.fill('99999999-0000-4000-8000-000000000001')
    await add.click()
    await expect(id).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('Microsoft is asked for all of them', async () => {
    await page.getByRole('button', { name: 'Discover All Licenses' }).click()
    await expect(
      page.getByText(/^Discovered \d+ license SKUs? from tenant data$/).first(),
    ).toBeVisible({
      timeout: 30_000,
    })
    await page.getByRole('button', { name: 'Dismiss the result' }).click()
    await expect(total).toHaveText(`${(await licensesOf(page)).length}`)
  })

  await test.step('the file is the screen', async () => {
    await page.getByRole('combobox', { name: 'License type' }).selectOption('Paid')
    await expect(page).toHaveURL(/type=paid/)
    const names = await rowsOf(page).getByRole('rowheader').allTextContents()
    const file = await savedBy(page, () => page.getByRole('button', { name: 'Export CSV' }).click())
    expect(file.name).toMatch(/^license-management-\d{4}-\d\d-\d\d\.csv$/)
    const [header, ...lines] = file.text.replace('\uFEFF', '').trim().split(/\r?\n/)
    expect(header).toBe(
      'SKU ID,Product Name,Friendly Name,Visibility,License Type,First Discovered,Last Seen',
    )
    expect(lines).toHaveLength(names.length)
    for (const [index, line] of lines.entries())
      expect(names[index]).toContain(line.split(',')[0]?.replaceAll('"', ''))
    // What a spreadsheet would take for a formula is none.
    expect(file.text).toContain('"\'=Tomorrow, ""Suite"""')
    await expect(page.getByText(/^Exported \d+ licenses to CSV file$/)).toBeVisible()
  })

  await test.step('SKUs without a name are listed alone', async () => {
    const unknown = (await licensesOf(page)).filter(({ isKnown }) => !isKnown).length
    await page.goto(`${installation.url}/admin-licenses`)
    await expect(total).toBeVisible()
    if (unknown === 0) {
      await expect(page.getByText('no known name')).toHaveCount(0)
      return
    }
    await page.getByRole('button', { name: 'Show only these' }).click()
    await expect(rowsOf(page)).toHaveCount(unknown)
  })
})
