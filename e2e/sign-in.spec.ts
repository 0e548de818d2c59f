import {
  demo,
  personOf,
  pick,
  runAdmin,
  signInLocally,
  signInWithMicrosoft,
  signOut,
  tenantRows,
  withFault,
} from './demo.ts'
import { expect, test } from './test.ts'

test('the administrator signs in with Microsoft and sees all 40 customers and the own directory', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  await expect(page.getByRole('button', { name: /Total Tenants/ })).toContainText('41')
  await expect(page.getByText('Showing 41 of 41 tenants')).toBeVisible()
})

for (const role of ['technician', 'viewer'] as const) {
  test(`the ${role} sees the granted tenants and no others`, async ({ page }) => {
    const { tenantIds } = personOf(role)
    await signInWithMicrosoft(page, role)
    await expect(
      page.getByText(`Showing ${tenantIds.length} of ${tenantIds.length} tenants`),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: /Total Tenants/ })).toContainText(
      String(tenantIds.length),
    )
    await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toHaveCount(
      role === 'viewer' ? 0 : 1,
    )
  })
}

test('a viewer who opens a tenant that was not granted gets the answer of one that does not exist', async ({
  page,
}) => {
  const granted = personOf('viewer').tenantIds
  const foreign = personOf('technician').tenantIds.slice(-1)[0]
  expect(granted).not.toContain(foreign)
  await signInWithMicrosoft(page, 'viewer')
  const texts: (string | null)[] = []
  for (const id of [foreign, '00000000-0000-4000-8000-000000000000']) {
    await page.goto(`${demo().url}/tenant/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/not found/i)
    texts.push(await page.getByRole('main').textContent())
  }
  expect(texts[0]).toBe(texts[1])
})

test('the local administrator signs in; a wrong password is refused in words', async ({ page }) => {
  await signInLocally(page, { username: 'admin', password: 'Not-The-Password-1' })
  await expect(page.getByRole('alert').filter({ hasText: /password/i })).toBeVisible()
  await signInLocally(page)
  await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account: Administrator' })).toBeVisible()
})

test('empty fields are named under the fields', async ({ page }) => {
  await page.goto(demo().url)
  await page.getByRole('button', { name: 'Need to use a local account?' }).click()
  await page.getByRole('button', { name: 'Sign in with Local Account' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
})

test('a person of the directory without an account is told whom to ask', async ({ page }) => {
  await page.goto(demo().url)
  await page.getByText('Sign in with Microsoft').last().click()
  await pick(page, 'Jonas Berg')
  await expect(page).toHaveURL(/error=no_account/)
  await expect(page.getByText('nobody has added you here')).toBeVisible()
})

test('somebody of another organization is told that the account is not of this one', async ({
  page,
}) => {
  // Microsoft itself refuses strangers on a directory's own page.
  const letIn = await withFault({ name: 'foreign-directory' })
  await page.goto(demo().url)
  await page.getByText('Sign in with Microsoft').last().click()
  await pick(page, 'Sam Elsewhere')
  await expect(page.getByText('That account belongs to another organization')).toBeVisible()
  await expect(page).toHaveURL(/error=other_directory/)
  await letIn()
})

test('an answer of Microsoft that is forged, or to a sign-in that nobody began, lets nobody in', async ({
  page,
  context,
}) => {
  const forged = await withFault({ name: 'forged-id-token' })
  await page.goto(demo().url)
  await page.getByText('Sign in with Microsoft').last().click()
  await pick(page, personOf('viewer').name)
  await expect(page.getByText('Microsoft sign-in did not work')).toBeVisible()
  await forged()

  await page.goto(demo().url)
  await page.getByText('Sign in with Microsoft').last().click()
  await expect(page.getByRole('button', { name: personOf('viewer').name })).toBeVisible()
  await context.clearCookies()
  await pick(page, personOf('viewer').name)
  await expect(page.getByText('The sign-in took too long')).toBeVisible()
  expect((await page.request.get(`${demo().url}/api/auth/me`)).status()).toBe(401)
})

test('a cancelled sign-in leads back to the login screen, which says so', async ({ page }) => {
  await page.goto(demo().url)
  await page.getByText('Sign in with Microsoft').last().click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/error=cancelled/)
  await expect(page.getByRole('heading', { name: 'Sign in with Microsoft' })).toBeVisible()
})

test('a link opened signed out is where the sign-in leads', async ({ page }) => {
  const [tenantId] = personOf('viewer').tenantIds
  await page.goto(`${demo().url}/tenant/${tenantId}?tab=licenses`)
  await page.getByText('Sign in with Microsoft').last().click()
  await pick(page, personOf('viewer').name)
  await expect(page).toHaveURL(new RegExp(`/tenant/${tenantId}\\?tab=licenses`))
  await expect(page.getByRole('link', { name: 'License Overview' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('after signing out, the back button shows the login screen and no data', async ({ page }) => {
  await signInWithMicrosoft(page, 'viewer')
  await tenantRows(page).first().getByRole('link').first().click()
  await expect(page.getByRole('link', { name: 'Organization Overview' })).toBeVisible()
  await signOut(page)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in with Microsoft' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Organization Overview' })).toHaveCount(0)
})

test('a local administrator with a given password must choose an own one first', async ({
  page,
}) => {
  const printed = runAdmin('add-local', 'second', '--name', 'Second Administrator')
  const given = printed.split(/\s+/).findLast((word) => word.length >= 12) ?? ''
  await signInLocally(page, { username: 'second', password: given })
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await page.goto(`${demo().url}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()

  await page.getByLabel('Current password').fill(given)
  await page.getByLabel('New password', { exact: true }).fill('too simple')
  await page.getByLabel('Confirm new password').fill('too simple')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password must be at least 12 characters')).toBeVisible()

  const chosen = 'Chosen-By-Myself-2026!'
  await page.getByLabel('New password', { exact: true }).fill(chosen)
  await page.getByLabel('Confirm new password').fill(chosen)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
})
