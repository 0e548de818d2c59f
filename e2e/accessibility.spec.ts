import type { Page } from '@playwright/test'

import { atEachWidth, expectAccessible } from './axe.ts'
import { demo, signInWithMicrosoft, simulatedTenant, tenantRows } from './demo.ts'
import { expect, test } from './test.ts'

const BUSINESS_PREMIUM = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'

/** Opens a dialog of a row; in a narrow window the row's actions are in a menu. */
async function openOverRow(page: Page, action: 'View details' | 'Settings'): Promise<void> {
  const row = tenantRows(page).nth(2)
  const menu = row.getByRole('button', { name: /^Actions for/ })
  if ((await menu.count()) === 0) {
    await row.getByRole('button', { name: new RegExp(`^${action}`) }).click()
    return
  }
  await menu.click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Opens each address and waits for a text that shows that it is loaded. */
async function expectScreensAccessible(
  page: Page,
  screens: readonly (readonly [path: string, shown: string | RegExp])[],
): Promise<void> {
  await signInWithMicrosoft(page, 'admin')
  for (const [path, shown] of screens) {
    await page.goto(`${demo().url}${path}`)
    await expect(page.getByText(shown).first()).toBeVisible()
    await expectAccessible(page, path)
  }
}

atEachWidth(() => {
  test('the login screen has no violation of WCAG 2.2 A or AA', async ({ page }) => {
    await page.goto(demo().url)
    await page.getByRole('button', { name: 'Need to use a local account?' }).click()
    await page.getByRole('button', { name: 'Sign in with Local Account' }).click()
    await expect(page.getByText('Username is required')).toBeVisible()
    await expectAccessible(page, 'empty fields')
    await page.goto(`${demo().url}/login?error=no_account`)
    await expect(page.getByText('you have no account here')).toBeVisible()
    await expectAccessible(page, 'a refusal')
  })

  test('All Tenants and the dialogs of a row have none', async ({ page }) => {
    await signInWithMicrosoft(page, 'admin')
    await expect(tenantRows(page).first()).toBeVisible()
    await expectAccessible(page, 'All Tenants')
    for (const [action, shown] of [
      ['View details', 'Contract type'],
      ['Settings', 'Spare seats kept on purpose'],
    ] as const) {
      await openOverRow(page, action)
      await expect(page.getByRole('dialog').getByText(shown)).toBeVisible()
      await expectAccessible(page, action, '[role=dialog]')
      await closeDialog(page)
    }
  })

  test('the dialogs of the commands have none', async ({ page }) => {
    await signInWithMicrosoft(page, 'admin')
    await expect(tenantRows(page).first()).toBeVisible()
    for (const command of ['Add tenant', 'Invite tenant', 'Manage groups', 'Help: All Tenants']) {
      await page.getByRole('button', { name: command }).click()
      await expect(page.getByRole('dialog').getByRole('button').first()).toBeVisible()
      await expectAccessible(page, command, '[role=dialog]')
      await closeDialog(page)
    }
  })

  test('the menus and the search have none', async ({ page }) => {
    await signInWithMicrosoft(page, 'admin')
    await expect(tenantRows(page).first()).toBeVisible()
    for (const opener of ['Columns', /^Account:/]) {
      await page.getByRole('button', { name: opener }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectAccessible(page, `${opener}`, '[role=menu]')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search tenants, users/ }).fill('con')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(page, 'search', '[role=dialog]')
  })

  test('My Account has none', async ({ page }) => {
    await expectScreensAccessible(page, [
      ['/profile', 'Member since'],
      ['/profile?tab=security', 'This session'],
      ['/profile?tab=preferences', 'Compact view'],
      ['/profile?tab=notifications', 'Delivery'],
    ])
  })

  test('the overview, the connection and search results have none', async ({ page }) => {
    await expectScreensAccessible(page, [
      ['/overview?warning=tenant_context_failed', 'Tenant Context Error'],
      ['/overview', 'Your tenants'],
      ['/azure-config', 'App Registration Status'],
      ['/azure-redirect-setup', 'Manifest to paste'],
      ['/search?q=an&kind=people', 'Showing 1–'],
      ['/search?q=business+premium&kind=licenses', 'Showing 1–'],
    ])
  })

  test('the screens of a tenant have none', async ({ page }) => {
    const wasted = await simulatedTenant('seats-wasted')
    await expectScreensAccessible(page, [
      [`/tenant/${wasted.tenantId}`, 'Verified domains'],
      [`/tenant/${wasted.tenantId}?tab=licenses`, 'Paid licenses'],
      [`/tenant/${wasted.tenantId}?tab=matrix`, /\d+ users × \d+ licenses/],
    ])
  })

  test('the licenses of all tenants and one of them have none', async ({ page }) => {
    await expectScreensAccessible(page, [
      ['/licenses', 'Waste per month'],
      [`/licenses/${BUSINESS_PREMIUM}`, 'Seats over time'],
    ])
  })

  test('the renewals have none', async ({ page }) => {
    await expectScreensAccessible(page, [
      ['/renewals', 'Export CSV'],
      ['/renewals?view=months', 'Export CSV'],
    ])
  })

  test('the use of licenses has none', async ({ page }) => {
    const { tenantId } = await simulatedTenant('seats-wasted')
    await expectScreensAccessible(page, [
      [`/tenant/${tenantId}/license-use`, 'Licensed people'],
      [`/tenant/${tenantId}/license-proposal`, 'Cost per month'],
    ])
  })

  test('the billing months have none', async ({ page }) => {
    const { tenantId } = await simulatedTenant('seats-wasted')
    await expectScreensAccessible(page, [
      ['/billing-months', 'No month is frozen yet'],
      [`/billing-months/${tenantId}`, 'Open month'],
    ])
  })

  test('the matrix of checks has none', async ({ page }) => {
    await expectScreensAccessible(page, [['/posture', 'Tenants judged']])
  })

  test('the lists of the posture have none', async ({ page }) => {
    await expectScreensAccessible(page, [
      ['/posture?by=areas', 'Tenants judged'],
      ['/posture?view=fix', 'What fails where'],
    ])
  })

  test('coverage and changes of the posture have none', async ({ page }) => {
    await expectScreensAccessible(page, [
      ['/posture?view=coverage', 'Tenants judged'],
      ['/posture?view=changes', 'Failed checks over time'],
    ])
  })

  test('a check, and the posture of a tenant have none', async ({ page }) => {
    const { tenantId } = await simulatedTenant('no-mfa-policy')
    await expectScreensAccessible(page, [
      ['/posture/ca.mfa-all-users', 'How to fix it'],
      [`/tenant/${tenantId}?tab=security`, 'Accepted risks'],
    ])
  })

  test('a check of a tenant, its people and its policies have none', async ({ page }) => {
    const { tenantId } = await simulatedTenant('no-mfa-policy')
    const other = await simulatedTenant('seats-wasted')
    await expectScreensAccessible(page, [
      [`/tenant/${tenantId}?tab=security&check=ca.mfa-all-users`, 'How to fix it'],
      [`/tenant/${tenantId}?tab=security&people=notCovered`, 'Situations and symbols'],
      [
        `/tenant/${tenantId}?tab=security&compareWith=${other.tenantId}`,
        'Compare Conditional Access policies',
      ],
    ])
  })

  test('a withdrawn tenant, the own organization and what is not found have none', async ({
    page,
  }) => {
    const withdrawn = await simulatedTenant('consent-withdrawn')
    await expectScreensAccessible(page, [
      [`/tenant/${withdrawn.tenantId}`, 'Consent was withdrawn'],
      ['/dashboard?q=unmatched', 'Try adjusting your search'],
      ['/enhanced-dashboard', 'Organization ID'],
      ['/no-such-page', /not found/i],
    ])
  })
})
