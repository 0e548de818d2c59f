import { openAdminTab } from '../administration.ts'
import { atEachWidth, expectAccessible } from '../axe.ts'
import { startConnected } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { signInLocally } from '../sign-in.ts'
import { expect, test } from '../test.ts'

/** The tabs of the Admin Panel, each with a text that shows that it is loaded. */
const TABS = [
  ['/admin-panel', 'Last backup'],
  ['/admin-panel?tab=users', 'Import from Microsoft'],
  ['/admin-panel?tab=role-mapping', 'Role preview'],
  ['/admin-panel?tab=admin-settings', 'Time zone of the installation'],
  ['/admin-panel?tab=system', 'System Health Check'],
  ['/admin-panel?tab=audit', 'Audit entries'],
] as const

/** The other screens of administration. */
const SCREENS = [
  ['/admin-licenses', 'licenses'],
  ['/admin/prices', 'What customers pay'],
  ['/admin/license-audit', 'Changes of license visibility'],
  ['/admin/security-audit', 'Twelve checks'],
  ['/admin/security-dashboard', 'Session Expiry'],
] as const

/** Their dialogs, each with the button that opens it. */
const DIALOGS = [
  ['/admin-panel?tab=users', 'Add local administrator'],
  ['/admin-panel?tab=users', 'Import from Microsoft'],
  ['/admin-panel?tab=role-mapping', 'Add mapping'],
  ['/admin-panel?tab=system', 'Database Backup'],
  ['/admin-panel?tab=system', 'Import Data'],
  ['/admin-panel?tab=audit', 'View Login Activity'],
  ['/admin-licenses', 'Add License'],
  ['/admin/prices', 'Add price'],
] as const

let installation: Installation
test.beforeAll(async () => {
  test.setTimeout(120_000)
  installation = await startConnected({ tenants: 2 }, { 'Vera Novak': 'viewer' })
})
test.afterAll(() => installation.stop())

atEachWidth(() => {
  for (const [what, screens] of [
    ['of the first tabs of the Admin Panel', TABS.slice(0, 3)],
    ['of the other tabs of the Admin Panel', TABS.slice(3)],
    ['of the licenses and their trail', SCREENS.slice(0, 2)],
    ['of the security screens', SCREENS.slice(2)],
  ] as const)
    test(`none ${what} has a violation of WCAG 2.2 A or AA`, async ({ page }) => {
      await signInLocally(page, installation)
      const audited = await page.request.get(`${installation.url}/api/admin/security-audit`)
      expect(audited.ok()).toBe(true)
      for (const [path, shown] of screens) {
        await page.goto(`${installation.url}${path}`)
        await expect(page.getByText(shown).first()).toBeVisible()
        await expect(page.getByRole('progressbar')).toHaveCount(0)
        await expectAccessible(page, path, 'main')
      }
    })

  for (const [what, dialogs] of [
    ['users and roles', DIALOGS.slice(0, 3)],
    ['the system, the audit and licenses', DIALOGS.slice(3)],
  ] as const)
    test(`no dialog of ${what} has one`, async ({ page }) => {
      await signInLocally(page, installation)
      const dialog = page.getByRole('dialog')
      for (const [path, opener] of dialogs) {
        await page.goto(`${installation.url}${path}`)
        await page.getByRole('button', { name: opener }).click()
        await expect(dialog.getByRole('button').first()).toBeVisible()
        await expect(dialog.getByRole('progressbar')).toHaveCount(0)
        await expectAccessible(page, opener, '[role=dialog]')
      }
    })

  test('the dialog of a user has none', async ({ page }) => {
    await signInLocally(page, installation)
    const dialog = page.getByRole('dialog')
    await openAdminTab(page, installation, 'users')
    await page
      .getByRole('link', { name: /^Manage/ })
      .first()
      .click()
    await expect(dialog.getByText('Account').first()).toBeVisible()
    await expectAccessible(page, 'Manage User', '[role=dialog]')
  })
})
