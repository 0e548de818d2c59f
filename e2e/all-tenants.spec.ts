import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { signInWithMicrosoft, simulatedTenant, tenantRows } from './demo.ts'
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
  expect(header).toMatch(
    /^\uFEFFTenant ID,Display Name,Domain,Status,Access Level,Created Date,Contract Type,MFA,Paid Seats,.*,Savings per Month \(USD\),/,
  )
  return rows.map((row) => row.split(',')[1])
}

function shownNames(page: Page): Promise<(string | null)[]> {
  return tenantRows(page).evaluateAll((rows) =>
    rows.map((row) => row.querySelector('a')?.textContent ?? null),
  )
}

test('the first screen shows unused seats, a tenant without MFA and one that withdrew consent', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  const strip = page.getByRole('region', { name: 'Needs attention' })
  for (const [finding, story] of [
    [/without MFA for all members/, 'no-mfa-policy'],
    [/could not be read/, 'consent-withdrawn'],
    [/unused paid seats/, 'seats-wasted'],
  ] as const) {
    const { displayName } = await simulatedTenant(story)
    await strip.getByRole('button', { name: finding }).click()
    await expect(page.getByText(/^Showing (?!41 )\d+ of 41 tenants$/)).toBeVisible()
    await expect(page.getByRole('link', { name: displayName })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Showing 41 of 41 tenants')).toBeVisible()
  }
})

test('with the keyboard alone: search, move to a row, open it, and come back', async ({ page }) => {
  await signInWithMicrosoft(page, 'admin')
  await page.getByRole('searchbox', { name: 'Search tenants' }).focus()
  await page.keyboard.type('acacia')
  await expect(tenantRows(page)).toHaveCount(1)
  await tenantRows(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Acacia Family Dental')
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: 'Search tenants' })).toHaveValue('acacia')
})

test('the exported file holds what the table shows, whatever the filter', async ({ page }) => {
  await signInWithMicrosoft(page, 'viewer')
  await expect(tenantRows(page)).toHaveCount(2)
  expect(await exportedNames(page)).toEqual(await shownNames(page))
  await expect(page.getByText('Export Successful')).toBeVisible()
  const [first] = await shownNames(page)
  await page.getByRole('searchbox', { name: 'Search tenants' }).fill(first ?? '')
  await expect(tenantRows(page)).toHaveCount(1)
  expect(await exportedNames(page)).toEqual([first])
})
