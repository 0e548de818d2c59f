import { signInWithMicrosoft, simulatedTenant, tenantRows, withFault } from './demo.ts'
import { expect, test } from './test.ts'

test('a refresh shows its progress; a failed tenant is named while the others are complete', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  const { tenantId, displayName } = await simulatedTenant('no-mfa-policy')
  const whole = await simulatedTenant('seats-wasted')
  const rowOf = (name: string) => tenantRows(page).filter({ hasText: name })
  // Seen before, so that its page must not show what it showed then.
  await rowOf(displayName).getByRole('link', { name: displayName }).click()
  await expect(page.getByText('acacia-dental.example').first()).toBeVisible()
  await page.goBack()

  const slow = await withFault({ name: 'slow' })
  const failing = await withFault({ name: 'app-disabled', tenantId })
  try {
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expect(page.getByText(/Reading tenants: \d+ of \d+/)).toBeVisible()
    await slow()
    await expect(page.getByRole('progressbar')).toBeHidden({ timeout: 60_000 })
    const bar = page.getByRole('group', { name: /tenants could not be refreshed/ })
    await expect(bar.getByRole('link', { name: displayName })).toBeVisible()
    await expect(bar.getByRole('link', { name: whole.displayName })).toHaveCount(0)
    await expect(rowOf(displayName).getByText('Last refresh failed')).toBeVisible()
    await expect(rowOf(whole.displayName)).toContainText('just now')
    await expect(rowOf(whole.displayName).getByText('Last refresh failed')).toHaveCount(0)
    await rowOf(displayName).getByRole('link', { name: displayName }).click()
    await expect(
      page.getByText('The application is disabled in this directory').first(),
    ).toBeVisible()
    // Its last good data stay.
    await expect(page.getByText('acacia-dental.example').first()).toBeVisible()
  } finally {
    await slow()
    await failing()
  }
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('1 tenant refreshed.')).toBeVisible()
  await expect(page.getByText('The application is disabled in this directory')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to All Tenants' }).click()
  await expect(rowOf(displayName)).toBeVisible()
  await expect(rowOf(displayName).getByText('Last refresh failed')).toHaveCount(0)
})
