import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { demo, signInWithMicrosoft, simulatedTenant, tenantRows } from './demo.ts'
import { expect, test } from './test.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fluent's focus guards are excluded, as their authors advise: no person and no reader meets them. */
async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(RULES)
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

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1440, 400]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } })

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
        await signInWithMicrosoft(page, 'admin')
        await expect(tenantRows(page).first()).toBeVisible()
        expect(await violationsOf(page)).toEqual([])
        await expectNoSidewaysScroll(page)

        await tenantRows(page)
          .nth(2)
          .getByRole('button', { name: /details/i })
          .click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await page.waitForTimeout(400)
        expect(await violationsOf(page)).toEqual([])
        await page.keyboard.press('Escape')

        await page.getByRole('button', { name: /^Account:/ }).click()
        await page.waitForTimeout(300)
        expect(await violationsOf(page)).toEqual([])
        await page.getByRole('menuitem', { name: 'Display settings' }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await page.waitForTimeout(400)
        expect(await violationsOf(page)).toEqual([])
        await page.keyboard.press('Escape')

        const wasted = await simulatedTenant('seats-wasted')
        const withdrawn = await simulatedTenant('consent-withdrawn')
        for (const [path, shown] of [
          [`/tenant/${wasted.tenantId}`, 'Verified domains'],
          [`/tenant/${wasted.tenantId}?tab=licenses`, 'Paid licenses'],
          [`/tenant/${withdrawn.tenantId}`, 'Consent is missing or was withdrawn'],
          ['/dashboard?q=nobody', 'Try adjusting your search'],
          ['/overview', 'Your tenants'],
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
