import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { demo, signInWithMicrosoft, simulatedTenant, tenantRows } from './demo.ts'
import { expect, test } from './test.ts'

async function exportedNames(page: Page): Promise<(string | undefined)[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^tenant-export-\d{4}-\d\d-\d\d\.csv$/)
  const [header, ...rows] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(header).toBe(
    '\uFEFFTenant ID,Display Name,Domain,Status,Access Level,Created Date,Contract Type',
  )
  return rows.map((row) => row.split(',')[1])
}

function shownNames(page: Page): Promise<(string | null)[]> {
  return tenantRows(page).evaluateAll((rows) =>
    rows.map((row) => row.querySelector('a')?.textContent ?? null),
  )
}

test('the exported file holds what the table shows, whatever the filter, and the cards filter it', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'viewer')
  await expect(tenantRows(page)).toHaveCount(2)
  expect(await exportedNames(page)).toEqual(await shownNames(page))
  await expect(page.getByText('Export Successful')).toBeVisible()
  const [first] = await shownNames(page)
  await page.getByRole('searchbox', { name: 'Search tenants' }).fill(first ?? '')
  await expect(tenantRows(page)).toHaveCount(1)
  expect(await exportedNames(page)).toEqual([first])

  // A viewer reads a tenant's settings and has no way to change them.
  await page.getByRole('button', { name: /^Settings of/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Technicians and administrators can change these.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /Save|Refresh now|Stop reading/ })).toHaveCount(0)
})

test('a saved view opens All Tenants again, a link wins over it, and Reset view leads back', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'technician')
  await page.getByRole('button', { name: /^Potential savings per month/ }).click()
  await expect(page).toHaveURL(/attention=savings/)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Created' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByText('View Saved')).toBeVisible()

  await page.goto(`${demo().url}/dashboard`)
  await expect(page).toHaveURL(/attention=savings/)
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveCount(0)
  await page.goto(`${demo().url}/dashboard?status=Active`)
  await expect(tenantRows(page).first()).toBeVisible()
  await expect(page).not.toHaveURL(/attention/)

  await page.getByRole('button', { name: 'Reset view' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('columnheader', { name: 'Created' })).toBeVisible()
  // Other journeys of this person begin with the default again.
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByText('View Saved')).toBeVisible()
})

test('alias, tags and kept seats change the table at once; unsaved ones are asked about', async ({
  page,
}) => {
  const { displayName } = await simulatedTenant('seats-wasted')
  await signInWithMicrosoft(page, 'admin')
  const search = page.getByRole('searchbox', { name: 'Search tenants' })
  await search.fill(displayName)
  await expect(tenantRows(page)).toHaveCount(1)
  const savings = tenantRows(page).getByRole('link', { name: /^Savings:/ })
  const before = await savings.textContent()
  const opener = page.getByRole('button', { name: `Settings of ${displayName}` })
  await opener.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Alias').fill('Half')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByLabel('Alias').fill('The <b>biggest</b> spender')
  await dialog.getByLabel('Tags', { exact: true }).fill('Watch & call')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('License to keep spare seats of').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Say why these seats are kept')).toBeVisible()
  await dialog.getByLabel(/^Seats/).fill('5')
  await dialog.getByLabel(/^Reason/).fill('New hires in spring')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  // The search still finds it by the directory's own name.
  await expect(tenantRows(page)).toContainText('The <b>biggest</b> spender')
  await expect(savings).not.toHaveText(before ?? '')
  await search.fill('')
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('Watch & call')
  await expect(tenantRows(page)).toHaveCount(1)

  // As it was, for the journeys that follow.
  await page.getByRole('button', { name: /^Settings of/ }).click()
  await dialog.getByLabel('Alias').fill('')
  await dialog.getByRole('button', { name: 'Remove tag Watch & call' }).click()
  await dialog.getByRole('button', { name: /^Remove spare seats/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page.getByRole('link', { name: displayName, exact: true })).toBeVisible()
})

test('help leads from topic to topic and the chart has a table behind it', async ({ page }) => {
  await signInWithMicrosoft(page, 'technician')
  const help = page.getByRole('button', { name: 'Help: All Tenants' })
  await help.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Help: Permissions' }).click()
  await expect(dialog).toContainText('Directory.Read.All')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(help).toBeFocused()

  await page.getByRole('button', { name: 'Savings by tenant' }).click()
  const chart = page.getByRole('figure', { name: 'Savings by tenant' })
  await expect(chart.getByRole('listitem').first()).toBeVisible()
  const card = page.getByRole('region', { name: 'Savings by tenant' })
  await card.getByRole('button', { name: 'Show as table' }).click()
  await expect(chart.getByRole('table')).toContainText('USD')
})
