import type { Page } from '@playwright/test'

import { demo, personOf, signInWithMicrosoft, signOut } from './demo.ts'
import { expect, test } from './test.ts'

/** By what is stored: 'Preferences updated' may be said of the change before. */
const expectSaved = (page: Page, preferences: object) =>
  expect
    .poll(async (): Promise<unknown> =>
      (await page.request.get(`${demo().url}/api/user/preferences`)).json(),
    )
    .toMatchObject({ preferences })

test('each role finds itself, its tenants and the ways on', async ({ page }) => {
  for (const [role, name, access] of [
    ['viewer', 'Viewer', 'Active'],
    ['technician', 'Technician', 'Active'],
    ['admin', 'Administrator', 'All tenants'],
  ] as const) {
    await signInWithMicrosoft(page, role)
    await page.goto(`${demo().url}/overview`)
    const profile = page.getByRole('region', { name: 'Your profile' })
    await expect(profile).toContainText(personOf(role).name)
    await expect(profile).toContainText(name)
    await expect(profile).toContainText(access)
    const { tenantIds } = personOf(role)
    const count = tenantIds === 'all' ? 41 : tenantIds.length
    await expect(page.getByRole('link', { name: /^View Details of/ })).toHaveCount(
      Math.min(5, count),
    )
    await expect(page.getByRole('link', { name: `View All ${count} Tenants` })).toHaveCount(
      count > 5 ? 1 : 0,
    )
    await signOut(page)
  }
})

test('by the keyboard alone one reaches the first tenant and comes back', async ({ page }) => {
  await signInWithMicrosoft(page, 'viewer')
  await page.goto(`${demo().url}/overview`)
  await expect(page.getByRole('region', { name: 'Your tenants' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  for (const action of [/^Tenant Dashboard/, /^My Organization/, /^Profile/]) {
    await expect(page.getByRole('link', { name: action })).toBeFocused()
    await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('link', { name: /^View Details of/ }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tenant\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
})

test('a warning is told only where it holds, of a tenant from the grants of who reads it', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'viewer')
  const [own = ''] = personOf('viewer').tenantIds
  await page.goto(`${demo().url}/overview?warning=tenant_suspended&tenant=${own}`)
  await expect(page.getByRole('region', { name: 'Your profile' })).toBeVisible()
  await expect(page.getByText('Tenant Access Suspended')).toHaveCount(0)
  const foreign = personOf('technician').tenantIds.at(-1) ?? ''
  await page.goto(`${demo().url}/overview?warning=tenant_context_failed&tenant=${foreign}`)
  await expect(page.getByText(/The tenant could not be opened/)).toBeVisible()
  await page.goto(`${demo().url}/overview?warning=anything`)
  await expect(page.getByRole('region', { name: 'Your profile' })).toBeVisible()
  await expect(page.getByText('could not be opened')).toHaveCount(0)
})

test('preferences are kept: the compact view and the default view are there after a reload', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'viewer')
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Preferences' }).click()
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  const dense = page.getByRole('switch', { name: 'Compact view' })
  const view = page.getByRole('combobox', { name: 'Default view' })
  await dense.click()
  await expect(dense).toBeChecked()
  await view.selectOption('My Organization')
  await expectSaved(page, { compactView: true, defaultView: 'licenses' })
  await page.reload()
  await expect(dense).toBeChecked()
  await expect(view).toHaveValue('licenses')
  await dense.click()
  await expect(dense).not.toBeChecked()
  await view.selectOption('All Tenants')
  await expectSaved(page, { compactView: false, defaultView: 'dashboard' })
  await expect(page.getByText('Preferences updated')).toBeVisible()
})

test('a lost connection is said in a bar that goes by itself', async ({ page, context }) => {
  await signInWithMicrosoft(page, 'viewer')
  await page.goto(`${demo().url}/overview`)
  await expect(page.getByRole('region', { name: 'Your tenants' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your tenants' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toHaveCount(0)
})

test('a user name of any length gives way to the page, also at 200 %', async ({ page }) => {
  await signInWithMicrosoft(page, 'viewer')
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      /"username":"[^"]*"/u,
      `"username":"${'a-long-name.'.repeat(8)}@msp.example"`,
    )
    await route.fulfill({ response, body })
  })
  await page.goto(`${demo().url}/overview`)
  await expect(page.getByRole('button', { name: /^Account: a-long-name/ })).toBeVisible()
  // 720 px are what a window of 1440 px has at 200 %.
  for (const width of [400, 720, 960]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.locator('header .fui-Badge')).toBeVisible()
    const [sideways, badgeHeight] = await page.evaluate(() => [
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
      document.querySelector('header .fui-Badge')?.clientHeight,
    ])
    expect(sideways).toBeLessThanOrEqual(0)
    expect(badgeHeight).toBeLessThanOrEqual(20)
  }
})
