import type { Browser, Page } from '@playwright/test'

import { connectAndRead, fillConnection, openLocally, saveConnection } from '../connection.ts'
import { tenantRows } from '../demo.ts'
import { startInstallation } from '../installation.ts'
import type { Installation, SimulatedTenant } from '../installation.ts'
import { expect, test } from '../test.ts'

let installation: Installation
test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  installation = await startInstallation({ tenants: 6 })
  const page = await browser.newPage()
  await connectAndRead(page, installation)
  await page.close()
})
test.afterAll(() => installation.stop())

/** A directory without a contract with the partner. */
function strangerOf({ tenants }: Installation): SimulatedTenant {
  const found = tenants.find(({ kind }) => kind === 'foreign')
  if (found === undefined) throw new Error('There is no foreign directory')
  return found
}

const row = (page: Page, { displayName }: SimulatedTenant) =>
  page.getByRole('row').filter({ hasText: displayName })

/** Opens a link as a customer's administrator: in a browser without a session. */
async function consentWith(browser: Browser, link: string, tenant: SimulatedTenant) {
  const context = await browser.newContext()
  const customer = await context.newPage()
  await customer.goto(link)
  await customer.getByLabel('Address').fill(await installation.administratorOf(tenant.tenantId))
  await customer.getByRole('button', { name: 'Next' }).click()
  await customer.getByRole('button', { name: 'Accept' }).click()
  return { customer, end: () => context.close() }
}

test('a group of tenants is made, filters, and stays in the address', async ({ page }) => {
  test.setTimeout(120_000)
  const { displayName } = installation.tenant('seats-wasted')
  await openLocally(page, installation)
  await page.getByRole('button', { name: 'Manage groups' }).click()
  const groups = page.getByRole('dialog')
  await groups.getByRole('button', { name: 'New group' }).click()
  await groups.getByRole('button', { name: 'Save' }).click()
  await expect(groups.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await groups.getByRole('textbox', { name: 'Name' }).fill('Trading companies')
  await groups.getByRole('searchbox').fill(displayName)
  await groups.getByRole('checkbox', { name: new RegExp(displayName) }).check()
  await groups.getByRole('button', { name: 'Save' }).click()
  await expect(groups.getByRole('button', { name: 'Edit Trading companies' })).toBeVisible()
  await expect(groups.getByText('1 tenant', { exact: true })).toBeVisible()
  await groups.getByRole('button', { name: 'Close' }).last().click()

  // Behind the dialog no row is to be found.
  await expect(tenantRows(page).first()).toBeVisible()
  const all = await tenantRows(page).count()
  await page.getByRole('combobox', { name: 'Group' }).selectOption('Trading companies')
  await expect(tenantRows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/[?&]group=/)
  await page.reload()
  await expect(tenantRows(page)).toHaveCount(1)
  await tenantRows(page).first().getByRole('link').first().click()
  await expect(page.getByText('Verified domains')).toBeVisible()
  await page.goBack()
  await expect(tenantRows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(tenantRows(page)).toHaveCount(all)
})

test('an invitation is used by the customer, declined or approved here, and good for one tenant only', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const tenant = strangerOf(installation)
  await openLocally(page, installation)
  const dialog = page.getByRole('dialog', { name: 'Invite tenant' })
  const link = dialog.getByRole('textbox', { name: 'Invitation link' }).first()
  const make = async () => {
    await page.getByRole('button', { name: 'Invite tenant' }).click()
    await dialog.getByRole('button', { name: 'Make invitation link' }).click()
    // A used link is none any more, so this is the new one.
    await expect(link).toBeVisible()
    return link.inputValue()
  }
  const consents = async () => {
    const url = await make()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const { customer, end } = await consentWith(browser, url, tenant)
    await expect(customer.getByRole('heading', { name: /^Consent was given/ })).toBeVisible()
    await end()
    await page.reload()
    await expect(waiting).toBeVisible({ timeout: 20_000 })
    return url
  }
  const waiting = page.getByText('1 tenant waits for your approval')
  await consents()
  // Nothing of it is read before, not even its name.
  await page.getByRole('button', { name: `Decline ${tenant.tenantId}` }).click()
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(waiting).toHaveCount(0)
  await expect(row(page, tenant)).toHaveCount(0)

  const url = await consents()
  await page.getByRole('button', { name: `Accept ${tenant.tenantId}` }).click()
  await expect(waiting).toHaveCount(0)
  await expect(row(page, tenant).getByText('Full Access')).toBeVisible({ timeout: 45_000 })

  const again = await consentWith(browser, url, installation.tenant('consent-withdrawn'))
  await expect(
    again.customer.getByRole('heading', { name: 'This consent is not valid' }),
  ).toBeVisible()
  await again.end()

  const revoked = await make()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  const isRevoked = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page
    .getByRole('alertdialog', { name: 'Revoke this invitation link?' })
    .getByRole('button', { name: 'Revoke' })
    .click()
  expect((await isRevoked).ok()).toBe(true)
  const late = await consentWith(browser, revoked, installation.tenant('consent-withdrawn'))
  await expect(
    late.customer.getByRole('heading', { name: 'This invitation was withdrawn' }),
  ).toBeVisible()
  await late.end()
})

test('an installation in China is connected with its cloud, says what that lacks, and is given a tenant by its domain', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const china = await startInstallation({ tenants: 2, simulatorArguments: ['--cloud', 'china'] })
  try {
    await openLocally(page, china)
    await page.getByRole('link', { name: 'Connect Microsoft' }).click()
    await fillConnection(page, china.registration)
    await page.getByRole('combobox', { name: 'Microsoft cloud' }).selectOption('China (21Vianet)')
    await expect(page.getByRole('region', { name: /^What .*China.* lacks$/ })).toBeVisible()
    await saveConnection(page)
    await expect(page.getByRole('region', { name: 'App Registration Status' })).toContainText(
      'PASS',
      { timeout: 20_000 },
    )

    const tenant = strangerOf(china)
    const { tenantId, defaultDomainName } = tenant
    await china.simulate('/_simulator/consent', { tenantId, isGranted: true })
    await page.goto(china.url)
    await page.getByRole('button', { name: 'Add tenant' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add tenant' })
    const field = dialog.getByRole('textbox', { name: 'Domain or tenant ID' })
    await dialog.getByRole('button', { name: 'Add tenant' }).click()
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.fill('nobody-has-this.example')
    await dialog.getByRole('button', { name: 'Add tenant' }).click()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await field.fill(defaultDomainName)
    await dialog.getByRole('button', { name: 'Add tenant' }).click()
    await expect(dialog.getByText('Tenant added', { exact: true })).toBeVisible({ timeout: 20_000 })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(row(page, tenant).getByText('Full Access')).toBeVisible({ timeout: 45_000 })
  } finally {
    await china.stop()
  }
})
