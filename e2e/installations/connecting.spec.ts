import type { Page } from '@playwright/test'

import { fillConnection, saveConnection } from '../connection.ts'
import { tenantRows } from '../demo.ts'
import { startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { pick, signInLocally } from '../sign-in.ts'
import { expect, test } from '../test.ts'

const status = (page: Page) => page.getByRole('region', { name: 'App Registration Status' })

/** Saves the form and waits for Microsoft's answer to it. */
async function saveAndSee(page: Page, verdict: string, message: string): Promise<void> {
  await saveConnection(page)
  await expect(status(page)).toContainText(message, { timeout: 30_000 })
  await expect(status(page)).toContainText(verdict)
  await expect(page.getByText(/^(Checking with|Reading from) Microsoft/)).toHaveCount(0)
}

let installation: Installation
test.beforeEach(async () => {
  installation = await startInstallation({ tenants: 3 })
})
test.afterEach(() => installation.stop())

test('an empty installation is connected, given consent, and shows tenants; its secret never comes back', async ({
  page,
  context,
}) => {
  const { clientId, tenantId, clientSecret } = installation.registration
  const replies: string[] = []
  context.on('response', (response) => {
    // The text of an event stream never comes: the journey waits for none of them.
    if (response.url().includes('/api/'))
      void response.text().then(
        (text) => replies.push(text),
        () => undefined,
      )
  })
  await installation.simulate('/_simulator/consent', { tenantId, isGranted: false })
  await signInLocally(page, installation)
  await expect(page.getByRole('heading', { name: 'Setup: 0 of 5 done' })).toBeVisible()
  await page.getByRole('link', { name: 'Connect Microsoft' }).click()
  await fillConnection(page, { clientId, tenantId, clientSecret: 'wrong' })
  await saveConnection(page)
  await expect(
    page.getByText(/^Microsoft refused it, so the connection was not changed/),
  ).toBeVisible()
  await fillConnection(page, { clientSecret })
  await saveAndSee(page, 'FAIL', 'Admin consent is missing for this application.')
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Grant Admin Consent' }).click(),
  ])
  await pick(popup, 'Ada Lindqvist')
  await popup.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => popup.isClosed()).toBe(true)
  // An answer of Microsoft is shown again for some seconds before it is asked again.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh permission status' }).click()
    await expect(status(page)).toContainText('PASS', { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(page.getByText('4 / 4 Required')).toBeVisible()

  await page.reload()
  await expect(page.getByText('A secret is stored. Leave this blank to keep it.')).toBeVisible()
  expect(await page.content()).not.toContain(clientSecret)
  await page.goto(`${installation.url}/dashboard`)
  await expect(tenantRows(page).first()).toBeVisible({ timeout: 30_000 })
  expect(replies.length).toBeGreaterThan(10)
  expect(replies.filter((text) => text.includes(clientSecret))).toEqual([])
})

test('when the secret expires, the local account still signs in, and the doctor names the step', async ({
  page,
}) => {
  await signInLocally(page, installation)
  await page.goto(`${installation.url}/azure-config`)
  await fillConnection(page, installation.registration)
  await saveConnection(page)
  await expect(status(page)).toContainText('PASS', { timeout: 30_000 })
  await installation.simulate('/_simulator/faults', { name: 'secret-expired' })
  await page.getByRole('button', { name: 'Refresh permission status' }).click()
  await expect(status(page)).toContainText('Please verify your client secret in Azure Portal.')
  await page.context().clearCookies()
  await signInLocally(page, installation)
  const { status: code, stdout } = installation.doctor()
  expect(code).toBe(1)
  expect(stdout).toContain('save its value under Azure Configuration')
  expect(stdout).not.toContain(installation.registration.clientSecret)
})
