import type { BrowserContext, Page } from '@playwright/test'

import { demo, signInWithMicrosoft, tenantRows } from './demo.ts'
import { expect, test } from './test.ts'

/** The server's grace of 30 s, and time for the closing tab's word to arrive. */
const GRACE_OVER_MS = 36_000

test('a session that has ended leads to the login screen, which keeps the address', async ({
  page,
  context,
}) => {
  await signInWithMicrosoft(page, 'viewer')
  const link = tenantRows(page).first().getByRole('link').first()
  const address = (await link.getAttribute('href')) ?? ''
  await context.clearCookies()
  await link.click()
  await expect(page.getByRole('heading', { name: 'Sign in with Microsoft' })).toBeVisible()
  expect(page.url()).toContain(address)
})

test('closing the last tab ends the session after its grace; a reload or another tab keeps it', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const [reloaded, closed, shared] = await Promise.all(
    Array.from({ length: 3 }, () => browser.newContext()),
  )
  if (!reloaded || !closed || !shared) throw new Error('No browser contexts')
  await (await signedInPage(reloaded)).reload()
  await (await signedInPage(closed)).close({ runBeforeUnload: true })
  const first = await signedInPage(shared)
  const second = await shared.newPage()
  await second.goto(`${demo().url}/dashboard`)
  await expect(tenantRows(second).first()).toBeVisible()
  await first.close({ runBeforeUnload: true })

  // No request of the test in between: any would revive the session.
  await new Promise((resolve) => setTimeout(resolve, GRACE_OVER_MS))
  expect([await statusOfMe(reloaded), await statusOfMe(closed), await statusOfMe(shared)]).toEqual([
    200, 401, 200,
  ])
  await Promise.all([reloaded, closed, shared].map((context) => context.close()))
})

async function signedInPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await signInWithMicrosoft(page, 'viewer')
  return page
}

async function statusOfMe(context: BrowserContext): Promise<number> {
  return (await context.request.get(`${demo().url}/api/auth/me`)).status()
}
