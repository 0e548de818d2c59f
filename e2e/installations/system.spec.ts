import { openAdminTab } from '../administration.ts'
import { startConnected, startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { savedBy } from '../reports.ts'
import { expectLoginScreen, inAnotherBrowser, signInLocally } from '../sign-in.ts'
import { expect, test } from '../test.ts'

const PASSPHRASE = 'a passphrase for backups'

let installation: Installation
/** Receives the backup of the first. */
let second: Installation
test.beforeAll(async () => {
  test.setTimeout(120_000)
  installation = await startConnected({ tenants: 2 })
  second = await startInstallation({ tenants: 1 })
})
test.afterAll(() => Promise.all([installation.stop(), second.stop()]))

test('exported data are a file without secrets, and other sessions are reset', async ({
  page,
  browser,
}) => {
  await signInLocally(page, installation)
  await openAdminTab(page, installation, 'system')
  const data = await savedBy(page, () => page.getByRole('button', { name: 'Export Data' }).click())
  await expect(page.getByText('Data exported')).toBeVisible()
  // The signed-in administrator is in the file.
  expect(JSON.parse(data.text)).toMatchObject({
    format: 'tenantscope-system-export',
    users: expect.arrayContaining([expect.objectContaining({ role: 'admin', isDisabled: false })]),
  })
  expect(data.text).not.toContain(installation.registration.clientSecret)
  expect(data.text).not.toMatch(/\$2[aby]\$/)
  await inAnotherBrowser(browser, async (elsewhere) => {
    await signInLocally(elsewhere, installation)
    await page.getByRole('button', { name: 'Reset Sessions' }).click()
    const question = page.getByRole('alertdialog', { name: 'Reset all sessions?' })
    await question.getByRole('button', { name: 'Reset Sessions' }).click()
    await expect(
      page.getByText(/^Ended [1-9]\d* sessions?\. Your session continues\.$/),
    ).toBeVisible()
    await expectLoginScreen(elsewhere)
  })
})

test('a downloaded backup is restored by another installation', async ({ page, browser }) => {
  const { tenantId, displayName } = installation.tenant('seats-wasted')
  await signInLocally(page, installation)
  await openAdminTab(page, installation, 'system')
  await page.getByRole('button', { name: 'Database Backup' }).click()
  const making = page.getByRole('dialog', { name: 'Database backup' })
  for (const name of ['Passphrase', 'Confirm passphrase'])
    await making.getByLabel(name, { exact: true }).fill(PASSPHRASE)
  const { name, bytes, text } = await savedBy(page, () =>
    making.getByRole('button', { name: 'Download backup' }).click(),
  )
  expect(text).not.toContain(displayName)

  await inAnotherBrowser(browser, async (there) => {
    await signInLocally(there, second)
    await openAdminTab(there, second, 'system')
    await there.getByRole('button', { name: 'Import Data' }).click()
    const dialog = there.getByRole('dialog', { name: 'Import data' })
    const file = { name, mimeType: 'application/json', buffer: bytes }
    await dialog.getByLabel('File').setInputFiles(file)
    const passphrase = dialog.getByLabel('Passphrase of the backup')
    const restore = dialog.getByRole('button', { name: 'Restore', exact: true })
    await passphrase.fill('another passphrase')
    await dialog.getByRole('textbox', { name: /^Type RESTORE/ }).fill('RESTORE')
    await restore.click()
    await expect(dialog.getByText('The passphrase is wrong. Nothing was changed.')).toBeVisible()
    await passphrase.fill(PASSPHRASE)
    await restore.click()
    await expect(dialog.getByText('Backup restored')).toBeVisible({ timeout: 30_000 })
    await dialog.getByRole('button', { name: 'Sign in again' }).click()
    await expectLoginScreen(there)
    await signInLocally(there, second)
    const restored = await there.request.get(`${second.url}/api/tenants`)
    expect(await restored.text()).toContain(tenantId)
  })
})

test('an open page says that the server restarts after a crash, and continues by itself', async ({
  page,
}) => {
  await signInLocally(page, second)
  await openAdminTab(page, second, 'system')
  // A part that is still loading when the server is killed is missing afterwards.
  await expect(page.getByRole('button', { name: 'System Health Check' })).toBeVisible()
  const notice = page.getByText('Tenantscope is restarting or cannot be reached.')
  await expect(notice).toBeHidden()
  await second.crash()
  await expect(notice).toBeVisible()
  await expect(notice).toBeHidden({ timeout: 60_000 })
  await page.getByRole('button', { name: 'System Health Check' }).click()
  await expect(page.getByText(/by SIGSEGV; the process was started again/)).toBeVisible()
  await page.getByRole('link', { name: 'All Tenants' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
})
