import type { Page } from '@playwright/test'

import { breakCall, holdCall, openAdminTab } from '../administration.ts'
import { connectAndRead, openLocally } from '../connection.ts'
import { startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { savedBy } from '../reports.ts'
import { expect, test } from '../test.ts'

const PASSPHRASE = 'a passphrase for backups'

let installation: Installation
test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  installation = await startInstallation({ tenants: 4 })
  const page = await browser.newPage()
  await connectAndRead(page, installation)
  await page.close()
})
test.afterAll(() => installation.stop())

/** Of an installation that has nothing but who is signed in. */
async function backUpNothing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Database Backup' }).click()
  const dialog = page.getByRole('dialog', { name: 'Database backup' })
  for (const name of ['Passphrase', 'Passphrase again'])
    await dialog.getByLabel(name, { exact: true }).fill(PASSPHRASE)
  await savedBy(page, () => dialog.getByRole('button', { name: 'Download backup' }).click())
  await expect(page.getByText('Backup appears to be empty. Check server logs.')).toBeVisible()
}

/** Opens Import Data and gives it a file. */
async function importFile(page: Page, file: { name: string; text: string }) {
  await page.getByRole('button', { name: 'Import Data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import data' })
  await dialog.getByLabel('File').setInputFiles({
    name: file.name,
    mimeType: 'application/json',
    buffer: Buffer.from(file.text),
  })
  return {
    dialog,
    restoreWith: async (passphrase: string, confirmation = 'RESTORE') => {
      await dialog.getByLabel('Passphrase of the backup').fill(passphrase)
      await dialog.getByRole('textbox', { name: /^Type RESTORE/ }).fill(confirmation)
      await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    },
  }
}

test('health, jobs, exported data, and a backup that restores another installation', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  await openLocally(page, installation)
  await openAdminTab(page, installation, 'system')

  await test.step('the health check explains what it looked at', async () => {
    await page.getByRole('button', { name: 'System Health Check' }).click()
    const checks = page.getByRole('list', { name: 'Health checks' }).getByRole('listitem')
    await expect(checks.filter({ hasText: 'Database' }).first()).toBeVisible({ timeout: 30_000 })
    expect(await checks.count()).toBeGreaterThan(4)
  })

  await test.step('background jobs are counted', async () => {
    const jobs = page.getByRole('region', { name: 'Background jobs' })
    await expect(jobs.getByText(/^Completed in the last day [1-9]/)).toBeVisible()
    await expect(jobs.getByText('Failed 0')).toBeVisible()
  })

  await test.step('what the server cannot do is said', async () => {
    const press = (name: string) => page.getByRole('button', { name }).click()
    const resetAnyway = async () => {
      await press('Reset Sessions')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Reset Sessions' }).click()
    }
    for (const [call, act, said] of [
      ['export-data', () => press('Export Data'), 'Export Failed'],
      ['reset-sessions', resetAnyway, 'Reset Failed'],
      ['clear-cache', () => press('Clear Cache'), 'Error'],
    ] as const) {
      const mend = await breakCall(page, `admin/${call}`)
      await act()
      await expect(page.getByText(said, { exact: true })).toBeVisible()
      await mend()
    }
    const mend = await breakCall(page, 'admin/jobs')
    await page.reload()
    await expect(page.getByText('Background jobs could not be read')).toBeVisible()
    await mend()
    await page
      .getByRole('region', { name: 'Background jobs' })
      .getByRole('button', { name: 'Try again' })
      .click()
    await expect(page.getByText(/^Completed in the last day [1-9]/)).toBeVisible()
  })

  await test.step('health that cannot be looked at, and a backup that cannot be made, are said', async () => {
    const mendHealth = await breakCall(page, 'admin/system-health')
    await page.getByRole('button', { name: 'System Health Check' }).click()
    await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible()
    await mendHealth()
    const mendBackup = await breakCall(page, 'admin/database-backup')
    await page.getByRole('button', { name: 'Database Backup' }).click()
    const dialog = page.getByRole('dialog', { name: 'Database backup' })
    for (const name of ['Passphrase', 'Passphrase again'])
      await dialog.getByLabel(name, { exact: true }).fill('a passphrase for backups')
    await dialog.getByRole('button', { name: 'Download backup' }).click()
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
    await expect(dialog).toBeVisible()
    await mendBackup()
    await page.reload()
  })

  await test.step('sessions are reset after a question, and caches cleared', async () => {
    const other = await browser.newContext()
    const elsewhere = await other.newPage()
    await openLocally(elsewhere, installation)
    const statusThere = async () =>
      (await elsewhere.request.get(`${installation.url}/api/admin/stats`)).status()
    const reset = page.getByRole('button', { name: 'Reset Sessions' })
    const question = page.getByRole('alertdialog', { name: 'Reset all sessions?' })
    await reset.click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    expect(await statusThere()).toBe(200)
    await reset.click()
    await question.getByRole('button', { name: 'Reset Sessions' }).click()
    await expect(page.getByText(/^Ended [1-9]\d* sessions?; yours goes on\.$/)).toBeVisible()
    expect(await statusThere()).toBe(401)
    await expect(elsewhere.getByRole('heading', { name: 'Sign in with Microsoft' })).toBeVisible()
    await other.close()
    expect((await page.request.get(`${installation.url}/api/admin/stats`)).status()).toBe(200)
    await page.getByRole('button', { name: 'Clear Cache' }).click()
    await expect(
      page.getByText(/^Dropped .* Reports and tenants' data are as they were\.$/),
    ).toBeVisible()
  })

  await test.step('exported data holds no secret, and is merged again', async () => {
    const data = await savedBy(page, () =>
      page.getByRole('button', { name: 'Export Data' }).click(),
    )
    expect(data.name).toMatch(/\.json$/)
    expect(JSON.parse(data.text)).toBeTruthy()
    expect(data.text).not.toContain(installation.registration.clientSecret)
    expect(data.text).not.toMatch(/\$2[aby]\$/)
    const { dialog } = await importFile(page, data)
    const send = dialog.getByRole('button', { name: 'Import', exact: true })
    const letGo = await holdCall(page, 'admin/import-data')
    await send.click()
    await expect(dialog.getByRole('progressbar')).toBeVisible()
    await expect(
      dialog.getByText(
        'Sending and checking the file. Nothing changes before all of it was found right.',
      ),
    ).toBeVisible()
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    letGo()
    await expect(dialog.getByText('Data imported')).toBeVisible()
    await expect(dialog).toContainText(/\d+ records?/)
    await expect(dialog.getByRole('progressbar')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })

  await test.step('other files are refused, and it is said why', async () => {
    for (const [name, text, said] of [
      ['notes.txt', '{}', 'Choose a .json file'],
      ['notes.json', '{"some":"notes"}', 'This is neither exported data nor a database backup'],
      ['notes.json', 'some notes', 'The file is not JSON'],
    ] as const) {
      const { dialog } = await importFile(page, { name, text })
      await dialog.getByRole('button', { name: 'Import', exact: true }).click()
      await expect(dialog.getByText(said)).toBeVisible()
      await expect(dialog.getByText('Data imported')).toHaveCount(0)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    }
  })

  const backup = await test.step('a backup wants a passphrase twice', async () => {
    await page.getByRole('button', { name: 'Database Backup' }).click()
    const dialog = page.getByRole('dialog', { name: 'Database backup' })
    const download = dialog.getByRole('button', { name: 'Download backup' })
    const first = dialog.getByLabel('Passphrase', { exact: true })
    const again = dialog.getByLabel('Passphrase again', { exact: true })
    await first.fill('too short')
    await download.click()
    await expect(first).toHaveAttribute('aria-invalid', 'true')
    await first.fill(PASSPHRASE)
    await again.fill(`${PASSPHRASE}?`)
    await download.click()
    await expect(dialog.getByText('The two passphrases differ')).toBeVisible()
    await again.fill(PASSPHRASE)
    const letGo = await holdCall(page, 'admin/database-backup')
    const saved = await savedBy(page, async () => {
      await download.click()
      const under = dialog.getByRole('button', { name: 'Making the backup...' })
      await expect(under).toHaveAttribute('aria-disabled', 'true')
      letGo()
    })
    await expect(page.getByText('Backup saved')).toBeVisible()
    await expect(page.getByText(`${saved.name}: 1 user, 5 tenants. Keep its`)).toBeVisible()
    expect(saved.text).not.toContain(installation.registration.clientSecret)
    expect(saved.text).not.toContain(installation.tenant('seats-wasted').displayName)
    return saved
  })

  await test.step('another installation takes it whole, with the right passphrase, or not at all', async () => {
    const second = await startInstallation({ tenants: 1 })
    const context = await browser.newContext()
    try {
      const there = await context.newPage()
      await openLocally(there, second)
      await openAdminTab(there, second, 'system')
      await backUpNothing(there)
      const { dialog, restoreWith } = await importFile(there, backup)
      await expect(dialog.getByText('This is a database backup')).toBeVisible()
      // This installation is not empty: it has people, settings and an audit.
      await expect(dialog.getByText(/Everything that is here now is replaced/)).toBeVisible()
      await restoreWith(PASSPHRASE, 'restore it')
      await expect(dialog.getByText('Type RESTORE', { exact: true })).toBeVisible()
      await dialog.getByRole('button', { name: 'Cancel' }).click()

      for (const [text, passphrase, said] of [
        [backup.text, 'another passphrase', 'The passphrase is wrong. Nothing was changed.'],
        [backup.text.slice(0, -200), PASSPHRASE, 'The backup is not whole: its end is missing.'],
        [backup.text.replace('"totalUsers":', '"totalUsers":9'), PASSPHRASE, 'was changed'],
        [backup.text.replace('"version":1', '"version":2'), PASSPHRASE, 'has the form 2'],
      ] as const) {
        const bad = await importFile(there, { name: backup.name, text })
        await bad.restoreWith(passphrase)
        await expect(bad.dialog.getByText('Nothing was imported')).toBeVisible({ timeout: 30_000 })
        await expect(bad.dialog.getByText(said)).toBeVisible()
        await bad.dialog.getByRole('button', { name: 'Cancel' }).click()
      }
      const known = await there.request.get(`${second.url}/api/tenants`)
      expect(await known.text()).not.toContain(installation.tenant('seats-wasted').tenantId)

      const whole = await importFile(there, backup)
      await whole.restoreWith(PASSPHRASE)
      // Every session ends with it, this one too; what came of it can still be read.
      await expect(whole.dialog.getByText('Backup restored')).toBeVisible({ timeout: 60_000 })
      await expect(whole.dialog.getByText('Everybody has to sign in again, you too.')).toBeVisible()
      await whole.dialog.getByRole('button', { name: 'Sign in again' }).click()
      await there.getByRole('heading', { name: 'Sign in with Microsoft' }).waitFor()
      await openLocally(there, second)
      const restored = await there.request.get(`${second.url}/api/tenants`)
      expect(await restored.text()).toContain(installation.tenant('seats-wasted').tenantId)
    } finally {
      await context.close()
      await second.stop()
    }
  })
})

test('a tenant is erased once its name is typed', async ({ page }) => {
  test.setTimeout(120_000)
  const { tenantId, displayName } = installation.tenant('seats-wasted')
  await openLocally(page, installation)
  await openAdminTab(page, installation, 'system')
  const card = page.getByRole('region', { name: "Erase a tenant's data" })
  await card.getByRole('combobox', { name: 'Tenant' }).pressSequentially(displayName)
  await page.getByRole('option', { name: displayName }).click()
  await card.getByRole('button', { name: 'Erase...' }).click()
  const dialog = page.getByRole('dialog', { name: "Erase this tenant's data?" })
  const erase = dialog.getByRole('button', { name: 'Erase', exact: true })
  await dialog.getByRole('textbox').fill('Another name')
  await expect(erase).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('textbox').fill(displayName)
  const mend = await breakCall(page, `admin/tenants/${tenantId}/erase`)
  await erase.click()
  await expect(page.getByText('Erase Failed')).toBeVisible()
  await expect(dialog).toBeVisible()
  await mend()
  await erase.click()
  await expect(dialog).toBeHidden({ timeout: 30_000 })
  await page.goto(`${installation.url}/tenant/${tenantId}`)
  // A contract still names it: it stays on the list, with nothing of what was read.
  await expect(page.getByText('No data yet').first()).toBeVisible()

  await openAdminTab(page, installation, 'audit')
  const entries = page
    .getByRole('table', { name: 'Audit entries, newest first' })
    .locator('tbody')
    .getByRole('row')
  await expect(entries.filter({ hasText: /tenant erased/i })).toHaveCount(1)
})
