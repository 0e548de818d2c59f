import type { Page } from '@playwright/test'

import { fillConnection, openLocally, saveConnection } from '../connection.ts'
import { pick, tenantRows } from '../demo.ts'
import { startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { expect, test } from '../test.ts'

const UNKNOWN = '11111111-2222-4333-8444-555555555555'

// The second journey begins where the first has led.
test.describe.configure({ mode: 'serial' })

let installation: Installation
test.beforeAll(async () => {
  test.setTimeout(120_000)
  installation = await startInstallation({ tenants: 6 })
})
test.afterAll(() => installation.stop())

const status = (page: Page) => page.getByRole('region', { name: 'App Registration Status' })

/** Saves what stands in the fields, and waits until Microsoft was asked with it. */
async function saveAndSee(page: Page, verdict: string, message: string): Promise<void> {
  await saveConnection(page)
  await expect(status(page)).toContainText(message, { timeout: 20_000 })
  await expect(status(page)).toContainText(verdict)
  await expect(page.getByText(/^Asking Microsoft/)).toHaveCount(0)
}

/** Asks Microsoft anew; who asks again within seconds is told the same. */
async function askUntil(page: Page, message: string): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh permission status' }).click()
    await expect(status(page)).toContainText(message, { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
}

test('from an empty installation to tenants on the dashboard, past everything that goes wrong on the way', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { registration, url } = installation
  const { clientId, tenantId, clientSecret } = registration
  const replies: string[] = []
  context.on('response', (response) => {
    if (response.url().includes('/api/'))
      void response.text().then(
        (text) => replies.push(text),
        () => undefined,
      )
  })

  await openLocally(page, installation)
  await expect(page.getByRole('heading', { name: 'Setup: 0 of 5 done' })).toBeVisible()
  await page.getByRole('link', { name: 'Connect Microsoft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Azure Configuration' })).toBeVisible()

  await saveConnection(page)
  await expect(page.getByText('Client ID is required')).toBeVisible()
  await expect(page.getByText('Tenant ID is required')).toBeVisible()
  await expect(page.getByText('Client Secret is required')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Application (Client) ID' })).toBeFocused()
  await fillConnection(page, { clientId: '1234', tenantId, clientSecret: 'wrong' })
  await saveConnection(page)
  await expect(page.getByText(/^Enter the Application \(Client\) ID as the portal/)).toBeVisible()

  for (const label of ['Admin Consent Redirect URI', 'Sign-in Redirect URI']) {
    const field = page.getByRole('textbox', { name: label })
    await page.getByRole('button', { name: `Copy ${label}` }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(await field.inputValue())
    expect(registration.redirectUris).toContain(await field.inputValue())
  }

  await fillConnection(page, { clientId })
  await saveAndSee(page, 'FAIL', 'Please verify your client secret in Azure Portal.')
  await fillConnection(page, { clientId: UNKNOWN, clientSecret })
  await saveAndSee(page, 'FAIL', 'Please verify your client ID and tenant ID.')
  await expect(status(page)).toContainText('AADSTS700016')
  await fillConnection(page, { clientId, tenantId: UNKNOWN, clientSecret })
  await saveAndSee(page, 'FAIL', 'AADSTS90002')
  await expect(status(page)).toContainText('Please verify your client ID and tenant ID.')

  await installation.simulate('/_simulator/consent', { tenantId, isGranted: false })
  await fillConnection(page, { tenantId, clientSecret })
  await saveAndSee(page, 'FAIL', 'Admin consent is missing for this application.')
  const popupOpens = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Grant Admin Consent' }).click()
  const popup = await popupOpens
  await pick(popup, 'Ada Lindqvist')
  await popup.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => popup.isClosed()).toBe(true)
  await askUntil(page, 'PASS')
  await expect(page.getByText('4 / 4 Required')).toBeVisible()

  for (const [fault, message] of [
    ['secret-expired', 'Please verify your client secret in Azure Portal.'],
    ['app-disabled', 'Microsoft does not let the application in'],
  ] as const) {
    await installation.simulate('/_simulator/faults', { name: fault })
    await askUntil(page, message)
    await installation.calm()
  }
  await askUntil(page, 'PASS')

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Application (Client) ID' })).toHaveValue(clientId)
  const secret = page.getByRole('textbox', { name: 'Client Secret', exact: true })
  await expect(secret).toHaveValue('')
  await expect(page.getByText('A secret is stored. Leave this blank to keep it.')).toBeVisible()
  expect(await page.content()).not.toContain(clientSecret)

  const other = await context.newPage()
  await other.goto(`${url}/azure-config`)
  await fillConnection(other, { clientSecret })
  await fillConnection(page, { clientSecret: 'meanwhile' })
  await saveAndSee(page, 'FAIL', 'Please verify your client secret in Azure Portal.')
  await saveConnection(other)
  await expect(other.getByText('Changed by somebody else')).toBeVisible()
  await other.getByRole('button', { name: 'Load newer' }).click()
  // It goes when the newer one has come, which takes what was typed before.
  await expect(other.getByText('Changed by somebody else')).toHaveCount(0)
  await fillConnection(other, { clientSecret })
  await saveAndSee(other, 'PASS', 'Last successful token')
  await other.close()

  await page.goto(`${url}/azure-redirect-setup`)
  const manifest = page.getByLabel('Manifest', { exact: true })
  await expect(manifest).toContainText('"signInAudience": "AzureADMultipleOrgs"')
  for (const uri of registration.redirectUris) await expect(manifest).toContainText(uri)
  await page.getByRole('button', { name: 'Copy manifest' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(await manifest.textContent())

  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(tenantRows(page).first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('heading', { name: /^Setup: [34] of 5 done$/ })).toBeVisible({
    timeout: 30_000,
  })
  expect(replies.length).toBeGreaterThan(20)
  expect(replies.filter((text) => text.includes(clientSecret))).toEqual([])
})

test('who is no administrator sees the connection and cannot change it', async ({ page }) => {
  test.setTimeout(120_000)
  const { people, tenantId } = installation.registration
  for (const [index, role] of (['technician', 'viewer'] as const).entries()) {
    const person = people[index + 1]
    if (person === undefined) throw new Error('The directory has too few people')
    const { oid, name, userPrincipalName: email } = person
    const given = ['--tenant', tenantId, '--name', name, '--email', email, '--role', role]
    installation.admin('add-microsoft', oid, ...given)
    installation.admin('grant', email, '--all')
    await page.context().clearCookies()
    await page.goto(`${installation.url}/azure-config`)
    await page.getByText('Sign in with Microsoft').last().click()
    await pick(page, person.name)
    await expect(page.getByText('Only administrators of Tenantscope can change')).toBeVisible()
    await expect(page.getByText('Client secret, stored and never shown')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save Configuration' })).toHaveCount(0)
  }
})

test('where the secret ends before anybody signed in with Microsoft, the local account stays open', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const other = await startInstallation({ tenants: 2 })
  try {
    await openLocally(page, other)
    await page.goto(`${other.url}/azure-config`)
    await fillConnection(page, other.registration)
    await other.simulate('/_simulator/faults', { name: 'secret-expired' })
    await saveAndSee(page, 'FAIL', 'Please verify your client secret in Azure Portal.')
    expect(other.admin('disable-local')).toContain('It opens by itself')
    await page.context().clearCookies()
    await openLocally(page, other)
    const { status: code, stdout } = other.doctor()
    expect(code).toBe(1)
    expect(stdout).toContain('store a new one on Azure Config')
    expect(stdout).not.toContain(other.registration.clientSecret)
  } finally {
    await other.stop()
  }
})
