import type { Page } from '@playwright/test'

import { demo, signInWithMicrosoft, simulatedTenant } from './demo.ts'
import { expect, test } from './test.ts'

const field = (page: Page) => page.getByRole('combobox', { name: /^Search tenants, people/ })

test('Ctrl+K leads by the keyboard alone to a tenant, a license and a policy', async ({ page }) => {
  const { tenantId, displayName } = await simulatedTenant('seats-wasted')
  await signInWithMicrosoft(page, 'admin')
  await page.getByRole('searchbox', { name: 'Search tenants' }).focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(displayName.slice(0, 8))
  await expect(page.getByRole('group', { name: 'Tenants' })).toBeVisible()
  await expect(page.getByRole('option', { selected: true })).toContainText(displayName)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/tenant/${tenantId}$`))
  await expect(page.getByRole('heading', { level: 1, name: displayName })).toBeFocused()
  await expect(page).toHaveTitle(new RegExp(displayName))

  for (const [words, kind, address] of [
    ['business premium', /^Licenses/, /tab=licenses&license=/],
    ['legacy authentication', /^Conditional Access policies/, /tab=organization&policy=/],
  ] as const) {
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type(words)
    await expect(page.getByRole('group', { name: kind }).getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
  }
})

test('a person is found in their tenant; a refused search can be tried again; Esc goes back', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  await page.goto(`${demo().url}/overview`)
  const link = page.getByRole('link', { name: /^View All/ })
  await link.focus()
  await page.keyboard.press('Control+k')
  await page.route('**/api/search?*', (route) => route.fulfill({ status: 502, body: '' }))
  await field(page).fill('aalto-lind.example')
  await expect(page.getByText('The search failed')).toBeVisible()
  await page.unroute('**/api/search?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  const people = page.getByRole('group', { name: /^People/ }).getByRole('option')
  await expect(people.first()).toBeVisible()

  await field(page).fill('nobody is called this')
  await expect(page.getByText('No results for “nobody is called this”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()

  await page.getByRole('button', { name: /^Search (Ctrl\+|⌘)K$/ }).click()
  await field(page).fill('aalto-lind.example')
  await people.first().click()
  await expect(page).toHaveURL(/tab=organization&person=/)
})

test('nobody finds what they may not see, and at 400 px it works with the finger', async ({
  page,
}) => {
  await page.setViewportSize({ width: 400, height: 800 })
  await signInWithMicrosoft(page, 'viewer')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await field(page).fill('harbor lane')
  await expect(page.getByText('No results for “harbor lane”')).toBeVisible()
  await field(page).fill('aalto')
  await page.getByRole('option').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /Aalto/ })).toBeVisible()
})
