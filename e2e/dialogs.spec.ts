import type { Locator, Page } from '@playwright/test'

import { openAdminTab } from './administration.ts'
import { demo, personOf, signInWithMicrosoft } from './demo.ts'
import { expect, test } from './test.ts'

/**
 * Expects that Escape in a changed dialog asks first, and that a dialog that is kept is visible to
 * screen readers again: no role finds what is hidden from them.
 */
async function expectAskedAndKept(page: Page, dialog: Locator, field: Locator): Promise<void> {
  await field.press('Escape')
  const question = page.getByRole('alertdialog', { name: /^Discard/ })
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await expect(question).toBeHidden()
  await expect(field).toBeFocused()
  await expect(page.getByRole('main')).toHaveCount(0)
  await field.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main')).toBeVisible()
}

test('a dialog whose changes are kept after all is not hidden from screen readers', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  const dialog = page.getByRole('dialog')

  await test.step('tenant groups', async () => {
    await page.getByRole('button', { name: 'Manage groups' }).click()
    await dialog.getByRole('button', { name: 'New group' }).click()
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Gold')
    await expectAskedAndKept(page, dialog, name)
  })

  await test.step('settings of a tenant', async () => {
    await page
      .getByRole('button', { name: /^Settings of/ })
      .first()
      .click()
    const alias = dialog.getByRole('textbox', { name: 'Alias' })
    await alias.fill('The bakery')
    await expectAskedAndKept(page, dialog, alias)
  })

  await test.step('settings of reports', async () => {
    await page.getByRole('button', { name: 'Reports', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Report settings' }).click()
    const company = dialog.getByRole('textbox', { name: 'Company name' })
    await company.fill('Northwind')
    await expectAskedAndKept(page, dialog, company)
  })
})

test('a question whose button goes with the answer leaves its dialog to screen readers', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  await page.getByRole('button', { name: 'Invite tenant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite tenant' })
  await dialog.getByRole('button', { name: 'Create invitation link' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke this invitation link?' })
  await question.getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect(question).toBeHidden()
  await expect(dialog).toBeFocused()
  await expect(page.getByRole('main')).toHaveCount(0)
})

test('a page that is reached from an open dialog is there for screen readers', async ({ page }) => {
  await signInWithMicrosoft(page, 'admin')
  await openAdminTab(page, demo(), 'users')
  const dialog = page.getByRole('dialog', { name: 'Manage User' })
  await page.getByRole('link', { name: `Manage ${personOf('technician').name}` }).click()
  await page.route('**/api/admin/users/*/sync', (route) =>
    route.fulfill({ status: 502, body: 'Bad gateway' }),
  )
  await dialog.getByRole('button', { name: 'Sync from M365' }).click()
  await expect(page.getByRole('main')).toHaveCount(0)
  await dialog.getByRole('link', { name: 'Check Permissions' }).click()
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Azure Configuration' })).toBeFocused()
})
