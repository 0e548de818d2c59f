import { signInWithMicrosoft, simulatedTenant, tenantRows } from './demo.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ page }) => {
  await signInWithMicrosoft(page, 'admin')
})

test('the first screen shows unused seats, a tenant without an MFA policy and one that withdrew consent', async ({
  page,
}) => {
  const strip = page.getByRole('region', { name: 'Needs attention' })
  await expect(strip.getByRole('button')).toHaveCount(3)
  for (const [finding, story] of [
    [/MFA/, 'no-mfa-policy'],
    [/read/, 'consent-withdrawn'],
    [/seats/i, 'seats-wasted'],
  ] as const) {
    const { displayName } = await simulatedTenant(story)
    await strip.getByRole('button', { name: finding }).click()
    await expect(page.getByText(/^Showing (?!41 )\d+ of 41 tenants$/)).toBeVisible()
    await expect(page.getByRole('link', { name: displayName })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Showing 41 of 41 tenants')).toBeVisible()
  }
})

test('search finds names, domains and ids, stands in the link and survives a reload', async ({
  page,
}) => {
  const { tenantId, displayName } = await simulatedTenant('no-mfa-policy')
  const search = page.getByRole('searchbox', { name: 'Search tenants' })
  for (const text of [displayName.toUpperCase(), tenantId, 'acacia-dental']) {
    await search.fill(text)
    await expect(tenantRows(page)).toHaveCount(1)
    await expect(tenantRows(page).getByRole('link', { name: displayName })).toBeVisible()
  }
  await expect(page).toHaveURL(/q=acacia-dental/)
  await page.reload()
  await expect(search).toHaveValue('acacia-dental')
  await expect(tenantRows(page)).toHaveCount(1)

  await search.fill('nobody has this name')
  await expect(page.getByText('No tenants found')).toBeVisible()
  await expect(page.getByText('Try adjusting your search')).toBeVisible()
})

test('the status and method filters narrow the table and its footer, and back undoes a choice', async ({
  page,
}) => {
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Pending')
  await expect(page.getByText(/^Showing 2 of 41 tenants$/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Method' }).selectOption('direct')
  await expect(page).toHaveURL(/status=Pending.*method=direct|method=direct.*status=Pending/)
  await page.goBack()
  await expect(page.getByText(/^Showing 2 of 41 tenants$/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^Showing 41 of 41 tenants$/)).toBeVisible()
})

test('a column sorts ascending, then descending, and the link keeps the order', async ({
  page,
}) => {
  const header = page.getByRole('columnheader', { name: 'Unused seats' })
  const first = tenantRows(page).first()
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(first).not.toContainText('Aalto & Lind Accounting')
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(first).toContainText('Aalto & Lind Accounting')
  await page.reload()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(first).toContainText('Aalto & Lind Accounting')
})

test('the details dialog tells why a tenant could not be read and gives the focus back', async ({
  page,
}) => {
  const { displayName } = await simulatedTenant('consent-withdrawn')
  const row = tenantRows(page).filter({ hasText: displayName })
  await expect(row.getByText('Not read')).toBeVisible()
  const opener = row.getByRole('button', { name: /details/i })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(/consent/i)
  await expect(dialog.getByRole('button', { name: 'Copy diagnostics' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('names that look like HTML are shown as text', async ({ page }) => {
  const { displayName } = await simulatedTenant('hostile-names')
  await expect(tenantRows(page).getByRole('link', { name: displayName })).toBeVisible()
})

test('with the keyboard alone: search, move to a row, open it, and come back', async ({ page }) => {
  await page.getByRole('searchbox', { name: 'Search tenants' }).focus()
  await page.keyboard.type('acacia')
  await expect(tenantRows(page)).toHaveCount(1)
  await tenantRows(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Acacia Family Dental')
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: 'Search tenants' })).toHaveValue('acacia')
})
