import { expect, test } from '@playwright/test'

import { demo, signInWithMicrosoft } from './demo.ts'

test('a session that has ended leads to the login screen, which keeps the address', async ({
  page,
  context,
}) => {
  await signInWithMicrosoft(page, 'viewer')
  await context.clearCookies()
  await page.goto(`${demo().url}/dashboard?q=acacia`)
  await expect(page.getByRole('heading', { name: 'Sign in with Microsoft' })).toBeVisible()
  await expect(page).toHaveURL(/q=acacia|returnTo=/)
})

test('closing the last tab ends the session after its grace; a reload does not', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  await signInWithMicrosoft(page, 'viewer')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
  await page.waitForTimeout(1_000)
  expect((await context.request.get(`${demo().url}/api/auth/me`)).status()).toBe(200)

  await page.close({ runBeforeUnload: true })
  await new Promise((resolve) => setTimeout(resolve, 32_000))
  expect((await context.request.get(`${demo().url}/api/auth/me`)).status()).toBe(401)
})

test('another tab keeps the session when one is closed', async ({ page, context }) => {
  test.setTimeout(120_000)
  await signInWithMicrosoft(page, 'viewer')
  const second = await context.newPage()
  await second.goto(`${demo().url}/dashboard`)
  await expect(second.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
  await page.close({ runBeforeUnload: true })
  await second.getByRole('link', { name: 'All Tenants' }).first().click()
  await second.reload()
  await new Promise((resolve) => setTimeout(resolve, 32_000))
  expect((await context.request.get(`${demo().url}/api/auth/me`)).status()).toBe(200)
})
