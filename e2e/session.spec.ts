import type { BrowserContext, Page } from '@playwright/test'

import { demo, signInWithMicrosoft, tenantRows } from './demo.ts'
import { expect, test } from './test.ts'

/** The grace of the demo's server (10 s), and time for the request of the closing tab to arrive. */
const GRACE_OVER_MS = 14_000

test('a session that has ended leads to the login screen, which keeps the address', async ({
  page,
  context,
}) => {
  await signInWithMicrosoft(page, 'viewer')
  const link = tenantRows(page).first().getByRole('link').first()
  const address = (await link.getAttribute('href')) ?? ''
  // With the focus on it, nothing but the key comes between the end of the session and the visit.
  await link.focus()
  await context.clearCookies()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sign in with Microsoft' })).toBeVisible()
  expect(page.url()).toContain(address)
})

test('closing the last tab ends the session after its grace; a reload or another tab keeps it', async ({
  browser,
}) => {
  const [reloaded, closed, shared] = await Promise.all(
    Array.from({ length: 3 }, () => browser.newContext()),
  )
  if (!reloaded || !closed || !shared) throw new Error('No browser contexts')
  await (await signedInPage(reloaded)).reload()
  await closeTab(await signedInPage(closed))
  const first = await signedInPage(shared)
  const second = await shared.newPage()
  await second.goto(`${demo().url}/dashboard`)
  await expect(tenantRows(second).first()).toBeVisible()
  await second.waitForLoadState('networkidle')
  await closeTab(first)

  // No request of the test in between: any would revive the session.
  await new Promise((resolve) => setTimeout(resolve, GRACE_OVER_MS))
  expect([await statusOfMe(reloaded), await statusOfMe(closed), await statusOfMe(shared)]).toEqual([
    200, 401, 200,
  ])
  await Promise.all([reloaded, closed, shared].map((context) => context.close()))
})

/** Returns when the tab is gone: on a busy machine that takes a while, and the grace begins then. */
async function closeTab(page: Page): Promise<void> {
  const gone = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await gone
}

async function signedInPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await signInWithMicrosoft(page, 'viewer')
  // A call on its way while its tab closes may arrive after the closing, and revives the session.
  await page.waitForLoadState('networkidle')
  return page
}

async function statusOfMe(context: BrowserContext): Promise<number> {
  return (await context.request.get(`${demo().url}/api/auth/me`)).status()
}
