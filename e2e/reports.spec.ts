import type { Locator, Page } from '@playwright/test'

import { demo, personOf, signInWithMicrosoft, simulatedTenant } from './demo.ts'
import { firstHeldLicense, HEADS, heldLicenses, reportOf, savedBy } from './reports.ts'
import { expect, test } from './test.ts'

const GUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** Locates the parts of the open wizard. */
function wizardOn(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Run report' })
  const next = dialog.getByRole('button', { name: 'Next' })
  return {
    dialog,
    next,
    heading: (name: string) => dialog.getByRole('heading', { level: 3, name }),
    generate: () => dialog.getByRole('button', { name: 'Generate Report' }).click(),
  }
}

test('the wizard keeps what was chosen, can be cancelled, and its file holds just that', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  const { tenantId } = await simulatedTenant('seats-wasted')
  const license = (await heldLicenses(page, tenantId)).find(({ holders }) => holders.length > 3)!
  const chosen = license.holders.slice(0, 3)
  await page.goto(`${demo().url}/tenant/${tenantId}`)
  const opener = page.getByRole('button', { name: 'Run report' })
  await opener.click()
  const { dialog, next, heading, generate } = wizardOn(page)

  await expect(heading('Choose a report type')).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Back' })).toBeDisabled()
  await dialog.getByRole('radio', { name: /^User to License Report/ }).check()
  await next.click()
  await dialog.getByRole('checkbox', { name: license.displayName }).first().check()
  await next.click()
  const people = dialog.getByRole('listbox', { name: 'Users of this report' })
  for (const place of chosen.keys()) await people.getByRole('option').nth(place).click()
  await expect(dialog.getByText(`3 of ${license.holders.length} users selected`)).toBeVisible()

  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('checkbox', { name: license.displayName }).first()).toBeChecked()
  await next.click()
  await expect(people.getByRole('option', { selected: true })).toHaveCount(3)
  await next.click()
  await dialog.getByRole('radio', { name: /^CSV/ }).check()
  await next.click()
  await expect(dialog.getByText(license.displayName)).toBeVisible()
  // The request is held: a report of three people is ready before it can be cancelled.
  await page.route('**/api/reports/generate', () => undefined)
  await generate()
  await expect(heading('Generating the report')).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(heading('Review and generate')).toBeFocused()
  await page.unroute('**/api/reports/generate')
  const csv = await savedBy(page, generate)
  await expect(page.getByText('Report Generated Successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(csv.name).toMatch(/^user-license-report-aalto-lind-accounting-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv.bytes.indexOf(HEADS.csv)).toBe(0)
  // The file contains no other ids than those of people.
  expect(csv.text.match(GUID)?.toSorted()).toEqual(chosen.map(({ id }) => id).toSorted())
})

test('the report wizard works with the keyboard alone', async ({ page }) => {
  await signInWithMicrosoft(page, 'admin')
  const { tenantId } = await simulatedTenant('seats-wasted')
  const license = await firstHeldLicense(page, tenantId)
  const { dialog, next, heading } = wizardOn(page)
  await page.goto(`${demo().url}/tenant/${tenantId}`)

  await page.getByRole('button', { name: 'Run report' }).focus()
  await page.keyboard.press('Enter')
  await expect(heading('Choose a report type')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await pressNext()
  await expect(heading('Select licenses')).toBeFocused()
  // Before the licenses are read, Tab leads on to the buttons.
  await expect(dialog.getByRole('searchbox')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type(license.displayName)
  await tabTo(dialog.getByRole('button', { name: 'Select all found' }))
  await page.keyboard.press('Enter')
  await pressNext()
  await expect(heading('Select users')).toBeFocused()
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await tabTo(dialog.getByRole('listbox'))
  // The second person, and by a range the third.
  for (const key of ['ArrowDown', 'Space', 'Shift+ArrowDown']) await page.keyboard.press(key)
  await expect(dialog.getByText(/^2 of \d+ users selected$/)).toBeVisible()
  await pressNext()
  await expect(heading('Choose a format')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /^JSON/ })).toBeChecked()
  await pressNext()
  await expect(heading('Review and generate')).toBeFocused()
  await tabTo(dialog.getByRole('button', { name: 'Generate Report' }))
  const json = await savedBy(page, () => page.keyboard.press('Enter'))
  expect(json.name).toMatch(/\.json$/)
  expect(json.bytes.indexOf(HEADS.json)).toBe(0)
  expect(JSON.parse(json.text)).toMatchObject({
    isRedacted: false,
    summary: { totalUsers: 2, totalLicenses: 1, totalAssignments: 2 },
    users: license.holders.slice(1, 3).map(({ id, name }) => ({ id, displayName: name })),
  })
  await expect(page.getByRole('button', { name: 'Run report' })).toBeFocused()

  async function tabTo(target: Locator): Promise<void> {
    for (let presses = 0; presses < 30; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }

  async function pressNext(): Promise<void> {
    await expect(next).not.toHaveAttribute('aria-disabled', 'true')
    await tabTo(next)
    await page.keyboard.press('Enter')
  }
})

test('reports are kept: downloaded again as they were, and two of them compared', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  const { tenantId } = await simulatedTenant('seats-wasted')
  const license = await firstHeldLicense(page, tenantId)
  const [newcomer, ...others] = license.holders
  for (const people of [others, license.holders])
    await page.request.post(`${demo().url}/api/reports/generate`, {
      data: reportOf(tenantId, license, people),
    })
  await page.goto(`${demo().url}/tenant/${tenantId}?tab=reports`)
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') })
  await expect(rows.first()).toContainText(personOf('admin').name)
  await expect(rows.first()).toContainText('CSV')
  await expect(rows.nth(0).getByRole('cell').nth(5)).toContainText(
    `${license.holders.length} users`,
  )
  await expect(rows.nth(1).getByRole('cell').nth(5)).toContainText(`${others.length} users`)

  await rows
    .nth(1)
    .getByRole('button', { name: /^Download the report of/ })
    .click()
  const file = await savedBy(page, () => page.getByRole('menuitem', { name: 'JSON' }).click())
  expect(file.name).toMatch(/\.json$/)
  expect(JSON.parse(file.text)).toMatchObject({ summary: { totalUsers: others.length } })

  const compare = page.getByRole('button', { name: 'Compare', exact: true })
  await rows.nth(0).getByRole('checkbox').check()
  await expect(compare).toHaveAttribute('aria-disabled', 'true')
  await rows.nth(1).getByRole('checkbox').check()
  await compare.click()
  await expect(page).toHaveURL(/compare=/)
  const expectNewcomer = async () => {
    const added = page.getByRole('region', { name: 'Added (1)' })
    await expect(added).toContainText(newcomer!.name)
    await expect(page.getByRole('region', { name: /^Removed/ })).toHaveCount(0)
    await expect(
      page.getByText(`${others.length} → ${license.holders.length}`).first(),
    ).toBeVisible()
  }
  await expectNewcomer()
  await page.reload()
  await expectNewcomer()
  await page.goBack()
  await expect(rows.first()).toBeVisible()
  await page.goForward()
  await page.getByRole('button', { name: 'All reports' }).click()
  await expect(rows.first()).toBeVisible()
})

test('a schedule makes its report, which is kept with the tenant', async ({ page }) => {
  await signInWithMicrosoft(page, 'admin')
  const { tenantId, displayName } = await simulatedTenant('seats-wasted')
  await page.goto(`${demo().url}/tenant/${tenantId}?tab=reports`)
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Scheduled reports' })
  await dialog.getByRole('button', { name: 'New schedule' }).click()
  const editor = page.getByRole('dialog', { name: 'New schedule' })
  await expect(editor.getByRole('combobox', { name: 'Tenant' })).toHaveValue(tenantId)
  await editor.getByRole('combobox', { name: 'Format' }).selectOption('xlsx')
  await editor.getByRole('combobox', { name: 'Repeats' }).selectOption('monthly')
  await editor.getByRole('button', { name: 'Save' }).click()
  const row = dialog.getByRole('listitem').filter({ hasText: displayName })
  await expect(row).toContainText('On the 1st of each month at 06:00')
  await row.getByRole('button', { name: /^Run now/ }).click()
  await expect(page.getByText('Reports started')).toBeVisible()
  await expect(row).toContainText('Succeeded', { timeout: 30_000 })
  await expect(row).toContainText('1 report')
  await row.getByRole('button', { name: /^Runs of/ }).click()
  const runs = page.getByRole('dialog', { name: 'Runs of a schedule' })
  await expect(runs.getByRole('listitem')).toHaveCount(1)
  await runs.getByRole('button', { name: 'Back to schedules' }).click()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete schedule' }).click()
  await expect(dialog.getByText('No schedules yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()

  await page.reload()
  const report = page
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') })
    .first()
  await expect(report).toContainText('Scheduled')
  await expect(report).toContainText('Excel')
})
