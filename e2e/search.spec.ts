import type { Page } from '@playwright/test'

import { signInWithMicrosoft, simulatedTenant } from './demo.ts'
import { expect, test } from './test.ts'

const field = (page: Page) => page.getByRole('combobox', { name: /^Search tenants, users/ })

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
    ['legacy authentication', /^Conditional Access policies/, /tab=security&policy=/],
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
