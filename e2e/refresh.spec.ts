import { expect, test } from '@playwright/test'

import { signInWithMicrosoft, simulatedTenant, tenantRows, withFault } from './demo.ts'

test('a refresh shows its progress; a tenant that fails is named while the others are whole', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  const { tenantId, displayName } = await simulatedTenant('no-mfa-policy')
  const slow = await withFault({ name: 'slow' })
  const failing = await withFault({ name: 'app-disabled', tenantId })
  try {
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expect(page.getByText(/Reading tenants: \d+ of \d+/)).toBeVisible()
    await slow()
    await expect(page.getByRole('progressbar')).toBeHidden({ timeout: 60_000 })
    await expect(page.getByText(/tenants? could not be refreshed/)).toBeVisible()
    const row = tenantRows(page).filter({ hasText: displayName })
    await expect(row.getByText('Not read')).toBeVisible()
    // Its last good figures stay.
    await row.getByRole('link', { name: displayName }).click()
    await expect(page.getByText('acacia-dental.example').first()).toBeVisible()
  } finally {
    await slow()
    await failing()
  }
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('The application is disabled in this tenant')).toHaveCount(0)
  await expect(page.getByText('1 tenant read again.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to All Tenants' }).click()
  await expect(tenantRows(page).filter({ hasText: displayName }).getByText('Not read')).toHaveCount(
    0,
  )
})
