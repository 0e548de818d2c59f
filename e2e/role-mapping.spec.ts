import type { Page } from '@playwright/test'

import { openAdminTab } from './administration.ts'
import { demo, personOf, signInWithMicrosoft } from './demo.ts'
import { expect, test } from './test.ts'

/** Two directory roles that the demo's technician holds. */
const HELPDESK = 'Helpdesk Administrator'
const LICENSES = 'License Administrator'

async function addMapping(page: Page, directoryRole: string, localRole: string): Promise<void> {
  await page.getByRole('button', { name: 'Add mapping' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add mapping' })
  await dialog.getByRole('searchbox', { name: 'Search directory roles' }).fill(directoryRole)
  await dialog.getByRole('radio', { name: directoryRole, exact: true }).check()
  await dialog.getByRole('radio', { name: new RegExp(`^${localRole}`) }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

test('mappings are added, ordered and removed, and the preview follows', async ({ page }) => {
  await signInWithMicrosoft(page, 'admin')
  await openAdminTab(page, demo(), 'role-mapping')
  const mappings = page.getByRole('table', { name: 'Role mappings' })
  const rows = mappings.locator('tbody').getByRole('row')
  const outcome = page
    .getByRole('table', { name: 'Role preview' })
    .getByRole('row')
    .filter({ hasText: personOf('technician').name })
  await expect(page.getByText('No role mappings yet')).toBeVisible()
  await expect(page.getByText('No role changes')).toBeVisible()

  await addMapping(page, HELPDESK, 'Viewer')
  await addMapping(page, LICENSES, 'Technician')
  await expect(rows).toHaveCount(2)
  await expect(outcome).toContainText('Would become Viewer')
  await page.getByRole('button', { name: `Move ${HELPDESK} down` }).click()
  await expect(outcome).toContainText('Unchanged')
  await page.reload()
  await expect(rows.first()).toContainText(LICENSES)

  for (const left of [1, 0]) {
    await page
      .getByRole('button', { name: /^Remove the mapping of/ })
      .first()
      .click()
    const question = page.getByRole('alertdialog', { name: 'Remove this mapping?' })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(rows).toHaveCount(left)
  }
  await expect(page.getByText('No role mappings yet')).toBeVisible()
})
