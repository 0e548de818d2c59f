import type { Page } from '@playwright/test'
import { z } from 'zod'

import { breakCall, factOf } from '../administration.ts'
import { connectAndRead, openLocally } from '../connection.ts'
import { startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { savedBy } from '../reports.ts'
import { expect, test } from '../test.ts'

const Licenses = z.array(
  z.object({
    skuId: z.string(),
    displayName: z.string(),
    isVisible: z.boolean(),
    licenseType: z.string(),
    isKnown: z.boolean(),
    price: z.object({ monthly: z.number() }).nullable(),
  }),
)
const Held = z.object({ licenses: z.array(z.object({ skuId: z.string() })) })
/** A SKU that no catalogue has. */
const NAMELESS = '99999999-0000-4000-8000-000000000002'
const ENTRA_BASIC = '2b9c8e7c-319c-43a2-a2a0-48c5c6161de7'
const ENTRA_P1 = '078d2b04-f1bd-4111-bbd4-b4b1b354cef4'
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

  await test.step('nobody has hidden anything yet', async () => {
    await page.goto(`${installation.url}/admin/license-audit`)
    await expect(
      page.getByText('No license visibility changes have been recorded yet.'),
    ).toBeVisible()
  })

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
    await type.getByRole('radio', { name: 'Context-dependent', exact: true }).check()
    await type.getByRole('button', { name: 'Save' }).click()
    await expect(type).toBeHidden()
    // The word alone does not say it all: a note does, for the keyboard too.
    await row.getByText('Context-dependent', { exact: true }).focus()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await row.getByRole('button', { name: 'Change type of Our own bundle' }).click()
    await type.getByRole('radio', { name: 'As judged: Paid' }).check()
    await type.getByRole('button', { name: 'Save' }).click()
    await expect(row.getByText('set by an administrator')).toHaveCount(0)

    await row.getByRole('button', { name: /^(?:Set|Change) price of Our own bundle/ }).click()
    const price = page.getByRole('dialog', { name: 'License price' })
    const amount = price.getByRole('textbox', { name: 'Price per seat and month' })
    for (const [typed, said] of [
      ['', 'Enter a price of 0 or more'],
      ['-1', 'Enter a price of 0 or more'],
      ['a lot', 'Enter a price as digits, for example 22.50'],
      ['12,34', 'Enter a price as digits, for example 22.50'],
      ['12.345', 'Enter a price with at most two decimals'],
      ['100001', 'Enter a price of at most 100,000'],
    ] as const) {
      await amount.fill(typed)
      await price.getByRole('button', { name: 'Save' }).click()
      await expect(price.getByRole('alert')).toHaveText(said)
    }
    await amount.fill('12.34')
    const mend = await breakCall(page, `admin/licenses/${license.skuId}/price`)
    await price.getByRole('button', { name: 'Save' }).click()
    await expect(price.getByText(/^The price was not saved\./)).toBeVisible()
    await mend()
    await price.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('12.34')
    await expect(row).toContainText('own price')
    await row.getByRole('button', { name: 'Change price of Our own bundle' }).click()
    await price.getByRole('button', { name: 'Use list price' }).click()
    await expect(price).toBeHidden()
    await expect(row).not.toContainText('own price')
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
    const mend = await breakCall(page, 'admin/license-visibility-log')
    await page.reload()
    await expect(page.getByText('The audit trail could not be loaded')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(entries).toHaveCount(2)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(entries).toHaveCount(2)
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
    await expect(dialog.getByText('This SKU is in the list already')).toBeVisible()
    await expect(page.getByText('Failed to add license')).toBeVisible()
    await expect(id).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(total).toHaveText(`${before + 1}`)
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

  await test.step('SKUs without a name are listed alone, until somebody gives one', async () => {
    const dialog = page.getByRole('dialog', { name: 'Add License' })
    await page.goto(`${installation.url}/admin-licenses`)
    await page.getByRole('button', { name: 'Add License' }).click()
    await dialog.getByRole('textbox', { name: 'SKU ID' }).fill(NAMELESS)
    await dialog.getByRole('button', { name: 'Add License' }).click()
    await expect(page.getByText('License added successfully')).toBeVisible()
    const unknown = (await licensesOf(page)).filter(({ isKnown }) => !isKnown).length
    await expect(
      page.getByText(
        unknown === 1 ? '1 SKU has no known name' : `${unknown} SKUs have no known name`,
      ),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Show only these' }).click()
    await expect(page).toHaveURL(/unknown=true/)
    await expect(rowsOf(page)).toHaveCount(unknown)
    const row = rowsOf(page).filter({ hasText: NAMELESS })
    await expect(row).toContainText('No known name')
    await row.getByRole('button', { name: /^Edit name/ }).click()
    const name = page.getByRole('dialog', { name: 'Edit License Name' })
    await name.getByRole('textbox', { name: 'Friendly name' }).fill('No longer nameless')
    await name.getByRole('button', { name: 'Save' }).click()
    await expect(name).toBeHidden()
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Show all SKUs' }).click()
    await expect(row).toContainText('No longer nameless')
    await expect(row.getByText('No known name')).toHaveCount(0)
  })
})

test('licenses are found, sorted, explained and counted, and what was hidden comes back by Undo', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await openLocally(page, installation)
  for (const skuId of [ENTRA_BASIC, ENTRA_P1])
    await page.request.post(`${installation.url}/api/admin/licenses`, { data: { skuId } })
  const all = await licensesOf(page)
  const free = all.filter(({ licenseType }) => licenseType !== 'paid')
  const search = page.getByRole('searchbox', { name: 'Search by SKU ID or product name' })
  const rowOf = (skuId: string) => rowsOf(page).filter({ hasText: skuId })
  await page.goto(`${installation.url}/admin-licenses`)
  await expect(rowsOf(page)).toHaveCount(all.length)

  await test.step('by a part of the SKU ID, and of the name in any case', async () => {
    await search.fill(ENTRA_P1.slice(0, 13).toUpperCase())
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(page.getByText(`1 of ${all.length} licenses`)).toBeVisible()
    await search.fill('entra ID')
    const named = all.filter(({ displayName }) => /entra id/i.test(displayName))
    await expect(rowsOf(page)).toHaveCount(named.length)
    await expect(rowOf(ENTRA_P1)).toHaveCount(1)
    await expect(page).toHaveURL(/q=entra/)
    await search.fill('no license is called so')
    await expect(page.getByText('No licenses match your search')).toBeVisible()
    await page.getByRole('button', { name: 'Show all licenses' }).click()
    await expect(rowsOf(page)).toHaveCount(all.length)
  })

  await test.step('Free is everything that may cost nothing, Paid the others', async () => {
    const type = page.getByRole('combobox', { name: 'License type' })
    await type.selectOption('Free')
    await expect(rowsOf(page)).toHaveCount(free.length)
    for (const { skuId } of free) await expect(rowOf(skuId)).toHaveCount(1)
    await expect(factOf(page, 'Free')).toHaveText(`${free.length}`)
    await type.selectOption('Paid')
    await expect(rowsOf(page)).toHaveCount(all.length - free.length)
    await expect(factOf(page, 'Paid')).toHaveText(`${all.length - free.length}`)
    await expect(factOf(page, 'Total')).toHaveText(`${all.length}`)
    await page.getByRole('button', { name: 'Clear filters' }).click()
  })

  await test.step('by price, and the other way round, which an address keeps', async () => {
    const header = page.getByRole('columnheader', { name: 'Price per seat and month' })
    const pricesShown = async () =>
      (await rowsOf(page).allTextContents()).map((text) =>
        Number(/USD ([\d,.]+)/.exec(text)?.[1]?.replace(',', '') ?? -1),
      )
    const rising = all.map(({ price }) => price?.monthly ?? -1).toSorted((a, b) => a - b)
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(pricesShown).toEqual(rising)
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await page.reload()
    await expect.poll(pricesShown).toEqual(rising.toReversed())
  })

  await test.step('why one is retired, and when another may cost nothing', async () => {
    const note = page.getByRole('tooltip')
    await rowOf(ENTRA_BASIC).getByText('Retired', { exact: true }).hover()
    await expect(note).toHaveText('Retired 2023-04-01, formerly paid')
    await page.keyboard.press('Escape')
    await expect(note).toHaveCount(0)
    await rowOf(ENTRA_P1).getByText('Context-dependent', { exact: true }).focus()
    await expect(note).toContainText('It counts as paid, list price, USD 6.00 per month')
    await expect(note.getByRole('listitem')).toHaveText([
      'Inside Microsoft 365 Business Premium',
      'Inside Microsoft 365 E3 or E5',
      'Inside Enterprise Mobility + Security',
    ])
  })

  await test.step('hiding one is counted at once; Undo shows it again', async () => {
    const shown = all.filter(({ isVisible }) => isVisible).length
    const { displayName } = all.find(({ skuId }) => skuId === ENTRA_P1)!
    const expectVisible = async (count: number) => {
      await expect(factOf(page, 'Visible')).toHaveText(`${count}`)
      await expect(factOf(page, 'Hidden')).toHaveText(`${all.length - count}`)
      await expect(factOf(page, 'Total')).toHaveText(`${all.length}`)
    }
    await expectVisible(shown)
    await hide(page, ENTRA_P1)
    await expectVisible(shown - 1)
    await expect(page.getByText(`${displayName} is hidden.`)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rowOf(ENTRA_P1).getByText('Visible', { exact: true })).toBeVisible()
    await expectVisible(shown)
  })

  await test.step('what cannot be hidden or named stays, and that is said', async () => {
    const one = rowOf(ENTRA_P1)
    const mend = await breakCall(page, `admin/licenses/${ENTRA_P1}`)
    await one.getByRole('switch', { name: /^Visible/ }).click()
    await page.getByRole('button', { name: 'Confirm Hide' }).click()
    await expect(page.getByText('Failed to update license visibility')).toBeVisible()
    await expect(one.getByRole('switch', { name: /^Visible/ })).toBeChecked()
    await mend()
    const mendName = await breakCall(page, `admin/licenses/${ENTRA_P1}/friendly-name`)
    await one.getByRole('button', { name: /^Edit name/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit License Name' })
    await dialog.getByRole('textbox', { name: 'Friendly name' }).fill('Never saved')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Failed to update license friendly name')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await mendName()
    await expect(one).not.toContainText('Never saved')
  })
})

test('who hides almost everything is warned, and what fails is said in its place', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await openLocally(page, installation)
  const open = () => page.goto(`${installation.url}/admin-licenses`)
  const discover = () => page.getByRole('button', { name: 'Discover All Licenses' }).click()

  await test.step('fewer than two visible licenses', async () => {
    const visible = (await licensesOf(page)).filter(({ isVisible }) => isVisible)
    const show = async (skuId: string, isVisible: boolean) => {
      const address = `${installation.url}/api/admin/licenses/${skuId}`
      expect((await page.request.patch(address, { data: { isVisible } })).ok()).toBe(true)
    }
    const [last, second, ...others] = visible
    for (const { skuId } of others) await show(skuId, false)
    await open()
    await expect(factOf(page, 'Visible')).toHaveText('2')
    await expect(page.getByText('Only 1 license is visible')).toHaveCount(0)
    await hide(page, second!.skuId)
    await expect(page.getByText('Only 1 license is visible')).toBeVisible()
    await hide(page, last!.skuId)
    await expect(page.getByText('No license is visible')).toBeVisible()
    for (const { skuId } of visible) await show(skuId, true)
    await open()
    await expect(factOf(page, 'Visible')).toHaveText(`${visible.length}`)
    await expect(page.getByText('No license is visible')).toHaveCount(0)
  })

  await test.step('a tenant that Microsoft does not answer for is named', async () => {
    const { tenantId, displayName } = installation.tenant('seats-wasted')
    await installation.simulate('/_simulator/faults', { name: 'unavailable', tenantId })
    await discover()
    const failed = page.getByRole('list', { name: 'Tenants that could not be asked' })
    await expect(failed.getByRole('listitem')).toHaveCount(1, { timeout: 30_000 })
    await expect(failed).toContainText(displayName)
    await installation.calm()
    await page.getByRole('button', { name: 'Dismiss the result' }).click()
    await expect(failed).toHaveCount(0)
  })

  await test.step('so is a question that failed as a whole, and a list that cannot be read', async () => {
    const mendDiscovery = await breakCall(page, 'admin/licenses/discover')
    await discover()
    await expect(
      page.getByText('Failed to discover licenses from tenant data').first(),
    ).toBeVisible()
    await mendDiscovery()
    const mend = await breakCall(page, 'admin/licenses')
    await page.reload()
    await expect(page.getByText('The licenses could not be loaded')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rowsOf(page).first()).toBeVisible()
  })
})

/** By its switch, and yes to the question. */
async function hide(page: Page, skuId: string): Promise<void> {
  const row = rowsOf(page).filter({ hasText: skuId })
  await row.getByRole('switch', { name: /^Visible/ }).click()
  await page
    .getByRole('alertdialog', { name: 'Hide this license?' })
    .getByRole('button', { name: 'Confirm Hide' })
    .click()
  await expect(row.getByText('Hidden', { exact: true })).toBeVisible()
}
