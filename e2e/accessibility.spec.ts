import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { demo, signInWithMicrosoft, simulatedTenant, tenantRows } from './demo.ts'
import { expect, test } from './test.ts'

/** Those of them that depend on the theme. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block']
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** In both themes; what has nothing to do with colors is the same in the second. */
async function violationsOf(page: Page): Promise<string[]> {
  const inLight = await analyze(page, (axe) => axe.withTags(RULES))
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => cardColorOf(page)).not.toBe('#ffffff')
  const inDark = await analyze(page, (axe) => axe.withRules(RULES_OF_COLOR))
  await page.emulateMedia({ colorScheme: 'light' })
  return [...inLight, ...inDark]
}

const cardColorOf = (page: Page) =>
  page
    .locator('.fui-FluentProvider')
    .first()
    .evaluate((root) => getComputedStyle(root).getPropertyValue('--colorNeutralBackground1'))

/** Fluent's focus guards are excluded, as their authors advise: no person and no reader meets them. */
async function analyze(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const { violations } = await choose(new AxeBuilder({ page }))
    .exclude('[data-tabster-dummy]')
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

/** A row's actions stand in a menu where the window is narrow. */
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

for (const width of [1440, 400]) {
  test.describe(`${width} px`, () => {
    test.use({
      colorScheme: 'light',
      viewport: { width, height: 900 },
      // Colors that fade in have no contrast of their own.
      contextOptions: { reducedMotion: 'reduce' },
    })

    test('the login screen has no violation of WCAG 2.2 A or AA', async ({ page }) => {
      await page.goto(demo().url)
      await page.getByRole('button', { name: 'Need to use a local account?' }).click()
      await expect(page.getByLabel('Username')).toBeVisible()
      await page.waitForTimeout(400)
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('button', { name: 'Sign in with Local Account' }).click()
      await expect(page.getByText('Username is required')).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await expectNoSidewaysScroll(page)
      await page.goto(`${demo().url}/login?error=no_account`)
      await expect(page.getByText('nobody has added you here')).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
    })

    test('no signed-in screen has one, nor scrolls sideways', async ({ page }) => {
      test.setTimeout(240_000)
      await signInWithMicrosoft(page, 'admin')
      await expect(tenantRows(page).first()).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await expectNoSidewaysScroll(page)

      for (const [action, shown] of [
        ['View details', 'Contract type'],
        ['Settings', 'Spare seats kept on purpose'],
      ] as const) {
        await openOverRow(page, action)
        await expect(page.getByRole('dialog').getByText(shown)).toBeVisible()
        await page.waitForTimeout(400)
        expect([action, await violationsOf(page)]).toEqual([action, []])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      for (const command of ['Add tenant', 'Invite tenant', 'Manage groups']) {
        await page.getByRole('button', { name: command }).click()
        await expect(page.getByRole('dialog').getByRole('button').first()).toBeVisible()
        await page.waitForTimeout(400)
        expect([command, await violationsOf(page)]).toEqual([command, []])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.waitForTimeout(300)
      expect(await violationsOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Help: All Tenants' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.waitForTimeout(400)
      expect(await violationsOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()

      await page.getByRole('button', { name: /^Account:/ }).click()
      await page.waitForTimeout(300)
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('menuitem', { name: 'Preferences' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.waitForTimeout(400)
      expect(await violationsOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()

      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /^Search tenants, people/ }).fill('con')
      await expect(page.getByRole('option').first()).toBeVisible()
      await page.waitForTimeout(400)
      expect(await violationsOf(page)).toEqual([])
      await page.keyboard.press('Escape')

      const wasted = await simulatedTenant('seats-wasted')
      const withdrawn = await simulatedTenant('consent-withdrawn')
      for (const [path, shown] of [
        [`/tenant/${wasted.tenantId}`, 'Verified domains'],
        [`/tenant/${wasted.tenantId}?tab=licenses`, 'Paid licenses'],
        [`/tenant/${wasted.tenantId}?tab=matrix`, /\d+ users × \d+ licenses/],
        [`/tenant/${withdrawn.tenantId}`, 'Consent is missing or was withdrawn'],
        ['/dashboard?q=nobody', 'Try adjusting your search'],
        ['/overview?warning=tenant_suspended', 'Tenant Access Suspended'],
        ['/overview', 'Your tenants'],
        ['/enhanced-dashboard', 'Organization ID'],
        ['/azure-config', 'App Registration Status'],
        ['/azure-redirect-setup', 'Manifest to paste'],
        ['/no-such-page', /not found/i],
      ] as const) {
        await page.goto(`${demo().url}${path}`)
        await expect(page.getByText(shown).first()).toBeVisible()
        expect([path, await violationsOf(page)]).toEqual([path, []])
        await expectNoSidewaysScroll(page)
      }
    })
  })
}
