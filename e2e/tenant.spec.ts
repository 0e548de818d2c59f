import { demo, signInWithMicrosoft, simulatedTenant } from './demo.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ page }) => {
  await signInWithMicrosoft(page, 'admin')
})

test('a tenant opens from its row and shows what was read of its organization', async ({
  page,
}) => {
  const { displayName, tenantId } = await simulatedTenant('seats-wasted')
  await page.getByRole('link', { name: displayName }).first().click()
  await expect(page).toHaveURL(new RegExp(`/tenant/${tenantId}`))
  await expect(page.getByRole('heading', { level: 1, name: displayName })).toBeVisible()
  await expect(page.getByText('Tenant Details', { exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(tenantId)
  await expect(page.getByRole('main')).toContainText('aalto-lind.example')
  await expect(page).toHaveTitle(
    /Aalto & Lind Accounting – Tenantscope|Tenant Details – Tenantscope/,
  )
  await page.getByRole('link', { name: 'Back to All Tenants' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
})

test('the License Overview names unused seats; the tab stands in the link', async ({ page }) => {
  const { tenantId } = await simulatedTenant('seats-wasted')
  await page.goto(`${demo().url}/tenant/${tenantId}`)
  await page.getByRole('link', { name: 'License Overview' }).click()
  await expect(page).toHaveURL(/tab=licenses/)
  await expect(page.getByText('Microsoft 365 Business Premium').first()).toBeVisible()
  await expect(page.getByText('Some Waste').or(page.getByText('High Waste')).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Microsoft 365 Business Premium').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Organization Overview' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('an unknown address is a page that says so', async ({ page }) => {
  await page.goto(`${demo().url}/no-such-page`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/not found/i)
})
