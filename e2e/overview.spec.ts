import { demo, signInWithMicrosoft } from './demo.ts'
import { expect, test } from './test.ts'

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

test('a lost connection is said in a bar that goes by itself', async ({ page, context }) => {
  await signInWithMicrosoft(page, 'viewer')
  await page.goto(`${demo().url}/overview`)
  await expect(page.getByRole('region', { name: 'Your tenants' })).toBeVisible()
  // A response to a call that is on its way would say that the server can be reached.
  await page.waitForLoadState('networkidle')
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
