import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { demo, signInWithMicrosoft, simulatedTenant, tenantRows } from './demo.ts'
import { endShares, expectRefused, heldLicenses, reportOf, shared } from './reports.ts'
import { expect, test } from './test.ts'

/** Those of them that depend on the theme. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block']
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** In both themes; what has nothing to do with colors is the same in the second. */
async function violationsOf(page: Page, within = 'html'): Promise<string[]> {
  const inLight = await analyze(page, (axe) => axe.include(within).withTags(RULES))
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => cardColorOf(page)).not.toBe('#ffffff')
  // Even the shortest transition takes a frame for each element that inherits the color.
  await expect.poll(() => transitionsOn(page)).toBe(0)
  const inDark = await analyze(page, (axe) => axe.include(within).withRules(RULES_OF_COLOR))
  await page.emulateMedia({ colorScheme: 'light' })
  return [...inLight, ...inDark]
}

/** What a customer sees has no provider of a theme: its colors stand at the root. */
const cardColorOf = (page: Page) =>
  page.evaluate(() =>
    getComputedStyle(
      document.querySelector('.fui-FluentProvider') ?? document.documentElement,
    ).getPropertyValue('--colorNeutralBackground1'),
  )

const transitionsOn = (page: Page) =>
  page.evaluate(
    () => document.getAnimations().filter((each) => each instanceof CSSTransition).length,
  )

/** Fluent's focus guards are excluded, as their authors advise: no person and no reader meets them. */
async function analyze(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // No page of ours has frames; without a page of its own for their results it takes half the time.
  const { violations } = await choose(new AxeBuilder({ page }).setLegacyMode())
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

/** What lies behind a dialog was looked at before. */
async function expectCleanOn(page: Page, what: string, within = '[role=dialog]'): Promise<void> {
  await expect.poll(() => transitionsOn(page)).toBe(0)
  expect([what, await violationsOf(page, within)]).toEqual([what, []])
  await expectNoSidewaysScroll(page)
}

/** The screens of administration, and what shows that each is there. */
const ADMIN_SCREENS = [
  ['/admin-panel', 'Last backup'],
  ['/admin-panel?tab=users', 'Import from Microsoft'],
  ['/admin-panel?tab=role-mapping', 'Who would get what'],
  ['/admin-panel?tab=admin-settings', 'Time zone of the installation'],
  ['/admin-panel?tab=system', 'System Health Check'],
  ['/admin-panel?tab=audit', 'Audit entries'],
  ['/admin-licenses', 'licenses'],
  ['/admin/license-audit', 'Who showed or hid which license'],
  ['/admin/security-audit', 'Twelve checks'],
  ['/admin/security-dashboard', 'Session Expiry'],
] as const

/** Their dialogs, each with the button that opens it. */
const ADMIN_DIALOGS = [
  ['/admin-panel?tab=users', 'Add local administrator'],
  ['/admin-panel?tab=users', 'Import from Microsoft'],
  ['/admin-panel?tab=role-mapping', 'Add Mapping'],
  ['/admin-panel?tab=system', 'Database Backup'],
  ['/admin-panel?tab=system', 'Import Data'],
  ['/admin-panel?tab=audit', 'View Login Activity'],
  ['/admin-licenses', 'Add License'],
] as const

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
      await page.getByRole('menuitem', { name: 'My Account' }).click()
      for (const [tab, shown] of [
        ['Profile', 'Member since'],
        ['Security', 'This session'],
        ['Preferences', 'Compact view'],
        ['Notifications', 'How you are told'],
      ] as const) {
        const tabs = page.getByRole('navigation', { name: 'My Account' })
        await tabs.getByRole('link', { name: tab }).click()
        await expect(page.getByText(shown).first()).toBeVisible()
        expect([tab, await violationsOf(page)]).toEqual([tab, []])
        await expectNoSidewaysScroll(page)
      }
      await page.goto(`${demo().url}/dashboard`)
      await expect(tenantRows(page).first()).toBeVisible()

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
        ['/overview?warning=tenant_context_failed', 'Tenant Context Error'],
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

    test('reports, their wizard and what is shared have none either', async ({ page }) => {
      test.setTimeout(240_000)
      await signInWithMicrosoft(page, 'admin')
      const { tenantId } = await simulatedTenant('seats-wasted')
      const [license] = await heldLicenses(page, tenantId)
      if (license === undefined) throw new Error('Nobody holds a license of that tenant')
      for (const people of [license.holders.slice(1), license.holders]) {
        const data = reportOf(tenantId, license, people)
        await page.request.post(`${demo().url}/api/reports/generate`, { data })
      }
      await page.goto(`${demo().url}/tenant/${tenantId}?tab=reports`)
      const choices = page.getByRole('checkbox', { name: /^Compare the report/ })
      await expect(choices.first()).toBeVisible()
      await expectClean('Reports', 'main')

      await page.getByRole('button', { name: 'Run report' }).last().click()
      const wizard = page.getByRole('dialog', { name: 'Run report' })
      for (const [step, choose] of [
        ['Choose a report type', () => wizard.getByRole('radio').first().check()],
        ['Select licenses', () => wizard.getByRole('button', { name: 'Select all' }).click()],
        ['Select users', () => wizard.getByRole('button', { name: 'Select all' }).click()],
        ['Choose a format', () => wizard.getByRole('radio').first().check()],
      ] as const) {
        await expect(wizard.getByRole('heading', { name: step })).toBeVisible()
        await choose()
        await expectClean(step)
        await wizard.getByRole('button', { name: 'Next' }).click()
      }
      await expect(wizard.getByText('Data as of')).toBeVisible()
      await expectClean('Review and generate')
      await wizard.getByRole('button', { name: 'Share instead…' }).click()
      const sharing = page.getByRole('dialog', { name: 'Share report' })
      await expect(sharing.getByText('Never leaves')).toBeVisible()
      await expectClean('Share report')
      await sharing.getByRole('textbox', { name: /^Passphrase/ }).fill('correct horse')
      await sharing.getByRole('button', { name: 'Create link' }).click()
      const link = sharing.getByRole('textbox', { name: 'Share link' })
      await expect(link).toBeVisible()
      await expectClean('a link that was made')
      const locked = await link.inputValue()
      await sharing.getByRole('tab', { name: 'Links of this tenant' }).click()
      await expect(sharing.getByText('Active', { exact: true }).first()).toBeVisible()
      await sharing
        .getByRole('button', { name: /^View log of/ })
        .first()
        .click()
      await expect(page.getByText('Nobody has opened this link yet')).toBeVisible()
      await expectClean('a view log')

      await page.goto(`${demo().url}/tenant/${tenantId}?tab=reports`)
      await choices.nth(0).check()
      await choices.nth(1).check()
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Added (1)' })).toBeVisible()
      await expectClean('a comparison', 'main')

      for (const [dialog, shown] of [
        ['links', 'Deactivate'],
        ['schedules', 'There is no schedule yet.'],
        ['settings', 'Preview'],
      ] as const) {
        await page.goto(`${demo().url}/dashboard?reports=${dialog}`)
        await expect(page.getByRole('dialog').getByText(shown).first()).toBeVisible()
        await expectClean(dialog)
        if (dialog === 'schedules') {
          await page.getByRole('button', { name: 'New schedule' }).click()
          await expect(page.getByRole('combobox', { name: 'Repeats' })).toBeVisible()
          await expectClean('a schedule')
        }
        if (dialog === 'settings') {
          await page.getByRole('tab', { name: 'Mail' }).click()
          await expect(page.getByRole('textbox', { name: 'Mail server' })).toBeVisible()
          await expectClean('mail')
        }
      }

      const { shareUrl } = await shared(page, tenantId, license)
      await page.goto(shareUrl)
      await expect(page.getByRole('table', { name: 'Users and their licenses' })).toBeVisible()
      await expectClean('a shared report', 'html')
      await page.goto(locked)
      await page.getByRole('button', { name: 'Open report' }).click()
      await expect(page.getByText('Enter the passphrase')).toBeVisible()
      await expectClean('a passphrase', 'html')
      await endShares(page.request)
      await page.goto(shareUrl)
      await expectRefused(page)
      await expectClean('a refusal', 'html')

      function expectClean(what: string, within?: string): Promise<void> {
        return expectCleanOn(page, what, within)
      }
    })

    test('administration has none either', async ({ page }) => {
      test.setTimeout(300_000)
      await signInWithMicrosoft(page, 'admin')
      const audited = await page.request.get(`${demo().url}/api/admin/security-audit`)
      expect(audited.ok()).toBe(true)
      for (const [path, shown] of ADMIN_SCREENS) {
        await page.goto(`${demo().url}${path}`)
        await expect(page.getByText(shown).first()).toBeVisible()
        await expect(page.getByRole('progressbar')).toHaveCount(0)
        await expectCleanOn(page, path, 'main')
      }
      for (const [path, opener] of ADMIN_DIALOGS) {
        await page.goto(`${demo().url}${path}`)
        await page.getByRole('button', { name: opener }).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByRole('button').first()).toBeVisible()
        await expect(dialog.getByRole('progressbar')).toHaveCount(0)
        await expectCleanOn(page, opener)
      }
      await page.goto(`${demo().url}/admin-panel?tab=users`)
      await page
        .getByRole('link', { name: /^Manage/ })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByText('Account').first()).toBeVisible()
      await expectCleanOn(page, 'Manage User')
    })
  })
}
