import type { Page } from '@playwright/test'

import { connectAndRead, openLocally, readAll } from '../connection.ts'
import { startInstallation } from '../installation.ts'
import type { Installation, SimulatedTenant } from '../installation.ts'
import { expect, test } from '../test.ts'

let installation: Installation
test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  installation = await startInstallation({ tenants: 8 })
  const page = await browser.newPage()
  await connectAndRead(page, installation)
  await page.close()
})
test.afterAll(() => installation.stop())
test.afterEach(() => installation.calm())

const limited = (page: Page, { displayName }: SimulatedTenant) =>
  page.getByRole('button', { name: `Limited Access: grant consent for ${displayName}` })

/** Opens Microsoft's page by whatever button does. */
async function popupBy(page: Page, press: () => Promise<void>): Promise<Page> {
  const opens = page.waitForEvent('popup')
  await press()
  const popup = await opens
  await expect(popup.getByText('this is not Microsoft').first()).toBeVisible()
  return popup
}

/** The first listed person is an administrator. */
async function accept(popup: Page): Promise<void> {
  await popup.locator('button.person').first().click()
  await popup.getByRole('button', { name: 'Accept' }).click()
}

const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).last()

test('each way in which a consent comes to nothing is told, and then one succeeds', async ({
  page,
  context,
}) => {
  test.setTimeout(150_000)
  const tenant = installation.tenant('never-consented')
  await openLocally(page, installation)
  const start = () => popupBy(page, () => limited(page, tenant).click())

  const cancelled = await start()
  await expect(toast(page, 'Consent Started')).toBeVisible()
  expect(await cancelled.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([
    600, 700,
  ])
  await cancelled.getByRole('button', { name: 'Cancel' }).click()
  await expect(toast(page, 'Consent Failed')).toBeVisible()
  await expect(page.getByText('declined or cancelled').first()).toBeVisible()
  await expect.poll(() => cancelled.isClosed()).toBe(true)

  await installation.simulate('/_simulator/faults', { name: 'consent-cancel-denied' })
  const denied = await start()
  await denied.getByRole('button', { name: 'Cancel' }).click()
  await expect(toast(page, 'Consent Failed')).toBeVisible()
  await expect.poll(() => denied.isClosed()).toBe(true)
  await installation.calm()

  const closed = await start()
  await closed.close()
  await expect(page.getByText("Waiting for an administrator's answer")).toHaveCount(0)
  await expect(limited(page, tenant)).toBeVisible()

  const stranger = await start()
  const asked = new URL(stranger.url())
  const other = installation.tenant('seats-wasted').tenantId
  await stranger.getByLabel('Address').fill(await installation.administratorOf(other))
  await stranger.getByRole('button', { name: 'Next' }).click()
  await expect(stranger.getByText(/AADSTS50020|AADSTS90072/)).toBeVisible()

  const callback = `${installation.url}/api/admin-consent-callback`
  const state = asked.searchParams.get('state') ?? ''
  const forged = await context.newPage()
  await forged.goto(
    `${callback}?admin_consent=True&tenant=${tenant.tenantId}&state=forged.${state}`,
  )
  await expect(forged.getByRole('heading', { name: 'This consent is not valid' })).toBeVisible()
  await forged.close()
  // As a page would lead there: what a person types in is cut off from its opener.
  await stranger.evaluate(
    (address) => location.assign(address),
    `${callback}?admin_consent=True&tenant=${other}&state=${encodeURIComponent(state)}`,
  )
  await expect(page.getByText('The consent came from another organization').first()).toBeVisible()
  await expect.poll(() => stranger.isClosed()).toBe(true)

  const granted = await start()
  const back = granted.waitForEvent('request', (request) => request.url().startsWith(callback))
  await accept(granted)
  const used = (await back).url()
  await expect(toast(page, 'Dashboard Updated')).toBeVisible({ timeout: 20_000 })
  await expect.poll(() => granted.isClosed()).toBe(true)
  await expect(limited(page, tenant)).toHaveCount(0)
  await expect(
    page.getByRole('row').filter({ hasText: tenant.displayName }).getByText('Full Access'),
  ).toBeVisible({ timeout: 30_000 })

  const replayed = await context.newPage()
  await replayed.goto(used)
  await expect(replayed.getByRole('heading', { name: 'This consent is not valid' })).toBeVisible()
})

test('a browser that allows no popup gets a link, and nobody waits longer than five minutes', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const tenant = installation.tenant('consent-withdrawn')
  await page.addInitScript(() => {
    const open = window.open.bind(window)
    window.open = (...given) => (sessionStorage.getItem('allowed') === null ? null : open(...given))
  })
  await page.clock.install()
  await openLocally(page, installation)
  await limited(page, tenant).click()
  await expect(toast(page, 'Popup Blocked')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the consent page in a tab' })).toHaveAttribute(
    'href',
    new RegExp(`/${tenant.tenantId}/`),
  )
  await page.evaluate(() => sessionStorage.setItem('allowed', 'yes'))
  const popup = await popupBy(page, () => limited(page, tenant).click())
  await page.clock.runFor(301_000)
  await expect(toast(page, 'Consent Timeout')).toBeVisible()
  expect(popup.isClosed()).toBe(false)
})

test('a consent that Microsoft shows late is waited out on the tenant page; one withdrawn later is named', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const { tenantId, displayName } = installation.tenant('consent-withdrawn')
  await installation.simulate('/_simulator/faults', {
    name: 'consent-propagating',
    tenantId,
    seconds: 15,
  })
  await openLocally(page, installation)
  await page.goto(`${installation.url}/tenant/${tenantId}`)
  await page.getByRole('button', { name: 'Request Access' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request Access' })
  const popup = await popupBy(page, () =>
    dialog.getByRole('button', { name: 'Grant consent' }).click(),
  )
  await accept(popup)
  await expect(dialog.getByText('Waiting until Microsoft shows the consent')).toBeVisible()
  const success = page.getByRole('dialog', { name: 'Admin Consent Successful' })
  await expect(success).toContainText(displayName, { timeout: 60_000 })
  await success.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Permissions Updated')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByText('Verified domains')).toBeVisible()

  await installation.simulate('/_simulator/consent', { tenantId, isGranted: false })
  await readAll(page, installation)
  await page.reload()
  await expect(page.getByText('The consent of this tenant was withdrawn; noticed')).toBeVisible()
})
