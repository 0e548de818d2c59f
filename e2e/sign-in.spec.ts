import { chooseOwnPassword } from './administration.ts'
import { demo, personOf, runAdmin, signInWithMicrosoft, tenantRows } from './demo.ts'
import {
  expectAllTenants,
  expectLoginScreen,
  pick,
  signOut,
  submitLocalSignIn,
  submitMicrosoftSignIn,
} from './sign-in.ts'
import { expect, test } from './test.ts'

test('each role signs in with Microsoft and sees its tenants and no others', async ({ page }) => {
  for (const role of ['admin', 'technician', 'viewer'] as const) {
    const { name, tenantIds } = personOf(role)
    const count = tenantIds === 'all' ? 41 : tenantIds.length
    await submitMicrosoftSignIn(page, demo(), name)
    await expect(page.getByText(`Showing ${count} of ${count} tenants`)).toBeVisible()
    await expect(page.getByRole('button', { name: /Total Tenants/ })).toContainText(`${count}`)
    await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toHaveCount(
      role === 'viewer' ? 0 : 1,
    )
    await signOut(page)
  }
})

test('the local administrator signs in; a wrong password is refused in words', async ({ page }) => {
  await submitLocalSignIn(page, demo(), { username: 'admin', password: 'Not-The-Password-1' })
  await expect(page.getByRole('alert').filter({ hasText: /password/i })).toBeVisible()
  await submitLocalSignIn(page, demo())
  await expectAllTenants(page)
  await expect(page.getByRole('button', { name: 'Account: Administrator' })).toBeVisible()
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
  await expectLoginScreen(page)
  await expect(page.getByRole('link', { name: 'Organization Overview' })).toHaveCount(0)
})

test('a local administrator with a given password must replace it first', async ({ page }) => {
  const printed = runAdmin('add-local', 'second', '--name', 'Second Administrator')
  const given = printed.split(/\s+/).findLast((word) => word.length >= 12) ?? ''
  await submitLocalSignIn(page, demo(), { username: 'second', password: given })
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await page.goto(`${demo().url}/dashboard`)
  await chooseOwnPassword(page, { given, chosen: 'Chosen-By-Myself-2026!' })
  await expectAllTenants(page)
})
