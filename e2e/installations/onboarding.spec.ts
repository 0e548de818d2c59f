import type { Browser, Page } from '@playwright/test'

import { fillConnection, saveConnection } from '../connection.ts'
import { startConnected, startInstallation } from '../installation.ts'
import type { Installation, SimulatedTenant } from '../installation.ts'
import { inAnotherBrowser, signInLocally } from '../sign-in.ts'
import { expect, test } from '../test.ts'

let installation: Installation
test.beforeAll(async () => {
  test.setTimeout(120_000)
  installation = await startConnected({ tenants: 6 })
})
test.afterAll(() => installation.stop())

/** Finds a directory without a contract with the partner. */
function foreignTenant({ tenants }: Installation): SimulatedTenant {
  const found = tenants.find(({ kind }) => kind === 'foreign')
  if (found === undefined) throw new Error('There is no foreign directory')
  return found
}

const row = (page: Page, { displayName }: SimulatedTenant) =>
  page.getByRole('row').filter({ hasText: displayName })

/** Opens Microsoft's consent page by a button. */
async function popupBy(page: Page, press: () => Promise<void>): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()])
  await expect(popup.getByText('this is not Microsoft').first()).toBeVisible()
  return popup
}

/** Consents by a link as the customer's administrator: in a browser without a session. */
const consentWith = (browser: Browser, link: string, tenant: SimulatedTenant, title: RegExp) =>
  inAnotherBrowser(browser, async (customer) => {
    await customer.goto(link)
    await customer.getByLabel('Address').fill(await installation.administratorOf(tenant.tenantId))
    await customer.getByRole('button', { name: 'Next' }).click()
    await customer.getByRole('button', { name: 'Accept' }).click()
    await expect(customer.getByRole('heading', { name: title })).toBeVisible()
  })

test('a consent is cancelled in its popup, then given; its answer counts once', async ({
  page,
  context,
}) => {
  const tenant = installation.tenant('never-consented')
  await signInLocally(page, installation)
  const limited = page.getByRole('button', {
    name: `Not readable: grant consent for ${tenant.displayName}`,
  })
  const cancelled = await popupBy(page, () => limited.click())
  expect(await cancelled.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([
    600, 700,
  ])
  await cancelled.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Consent Failed', { exact: true }).last()).toBeVisible()
  await expect.poll(() => cancelled.isClosed()).toBe(true)

  const granted = await popupBy(page, () => limited.click())
  const callback = `${installation.url}/api/admin-consent-callback`
  const back = granted.waitForEvent('request', (request) => request.url().startsWith(callback))
  await granted.locator('button.person').first().click()
  await granted.getByRole('button', { name: 'Accept' }).click()
  const used = (await back).url()
  await expect.poll(() => granted.isClosed()).toBe(true)
  await expect(limited).toHaveCount(0)
  await expect(row(page, tenant).getByText('Full Access')).toBeVisible({ timeout: 30_000 })
  const replayed = await context.newPage()
  await replayed.goto(used)
  await expect(replayed.getByRole('heading', { name: 'This consent is not valid' })).toBeVisible()
})

test('an invitation is used by a customer without an account, and accepted here', async ({
  page,
  browser,
}) => {
  const tenant = foreignTenant(installation)
  await signInLocally(page, installation)
  await page.getByRole('button', { name: 'Invite tenant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite tenant' })
  await dialog.getByRole('button', { name: 'Create invitation link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Invitation link' }).first().inputValue()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await consentWith(browser, link, tenant, /^Your answer was received/)
  const waiting = page.getByText('1 tenant is waiting for your approval')
  // The consent is verified after the answer.
  const list = async () => (await page.request.get(`${installation.url}/api/tenants`)).text()
  await expect.poll(list).toContain('"awaitingApproval"')
  await page.reload()
  await expect(waiting).toBeVisible()
  await page.getByRole('button', { name: `Accept ${tenant.tenantId}` }).click()
  await expect(waiting).toHaveCount(0)
  await expect(row(page, tenant).getByText('Full Access')).toBeVisible({ timeout: 30_000 })
  const other = installation.tenant('consent-withdrawn')
  await consentWith(browser, link, other, /^This consent is not valid/)
})

test('an installation in China is connected with its cloud and is given a tenant by its domain', async ({
  page,
}) => {
  const china = await startInstallation({ tenants: 2, simulatorArguments: ['--cloud', 'china'] })
  try {
    await signInLocally(page, china)
    await page.getByRole('link', { name: 'Connect Microsoft' }).click()
    await fillConnection(page, china.registration)
    await page.getByRole('combobox', { name: 'Microsoft cloud' }).selectOption('China (21Vianet)')
    await expect(page.getByRole('region', { name: /^What .*China.* lacks$/ })).toBeVisible()
    await saveConnection(page)
    await expect(page.getByRole('region', { name: 'App Registration Status' })).toContainText(
      'PASS',
      { timeout: 30_000 },
    )

    const tenant = foreignTenant(china)
    const { tenantId, defaultDomainName } = tenant
    await china.simulate('/_simulator/consent', { tenantId, isGranted: true })
    await page.goto(china.url)
    // The steps of the setup lead there too.
    await page.getByTitle('Add a tenant by its domain or ID').click()
    const dialog = page.getByRole('dialog', { name: 'Add tenant' })
    await dialog.getByRole('textbox', { name: 'Domain or tenant ID' }).fill(defaultDomainName)
    await dialog.getByRole('button', { name: 'Add tenant' }).click()
    await expect(dialog.getByText('Tenant added', { exact: true })).toBeVisible({
      timeout: 30_000,
    })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(row(page, tenant).getByText('Full Access')).toBeVisible({ timeout: 30_000 })
  } finally {
    await china.stop()
  }
})
