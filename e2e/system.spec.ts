import type { Page } from '@playwright/test'

import { openAdminTab } from './administration.ts'
import { connectAndRead, openLocally } from './connection.ts'
import { startInstallation } from './installation.ts'
import type { Installation } from './installation.ts'
import { savedBy } from './reports.ts'
import { expect, test } from './test.ts'

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

  await test.step('sessions are reset after a question, and caches cleared', async () => {
    const other = await browser.newContext()
    const elsewhere = await other.newPage()
    await openLocally(elsewhere, installation)
    await page.getByRole('button', { name: 'Reset Sessions' }).click()
    const question = page.getByRole('alertdialog', { name: 'Reset all sessions?' })
    await question.getByRole('button', { name: 'Reset Sessions' }).click()
    await expect(question).toBeHidden()
    await expect
      .poll(async () => {
        const answer = await elsewhere.request.get(`${installation.url}/api/admin/stats`)
        return answer.status()
      })
      .toBe(401)
    await other.close()
    expect((await page.request.get(`${installation.url}/api/admin/stats`)).status()).toBe(200)
    await page.getByRole('button', { name: 'Clear Cache' }).click()
    await expect(page.getByText(/clear/i).last()).toBeVisible()
  })

  await test.step('exported data holds no secret, and is merged again', async () => {
    const data = await savedBy(page, () =>
      page.getByRole('button', { name: 'Export Data' }).click(),
    )
    expect(data.name).toMatch(/\.json$/)
    expect(JSON.parse(data.text)).toBeTruthy()
    expect(data.text).not.toContain(installation.registration.clientSecret)
    expect(data.text).not.toMatch(/\$2[aby]\$/)
    const merged = await importFile(page, data)
    await merged.dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(merged.dialog.getByText('Data imported')).toBeVisible()
    await merged.dialog.getByRole('button', { name: 'Close' }).last().click()

    const { dialog } = await importFile(page, { name: 'notes.json', text: '{"some":"notes"}' })
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(dialog.getByText('Nothing was imported')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
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
    const saved = await savedBy(page, () => download.click())
    await expect(page.getByText('Backup saved')).toBeVisible()
    expect(saved.text).not.toContain(installation.registration.clientSecret)
    expect(saved.text).not.toContain(installation.tenant('seats-wasted').displayName)
    return saved
  })

  await test.step('another installation takes it with the right passphrase alone', async () => {
    const second = await startInstallation({ tenants: 1 })
    const context = await browser.newContext()
    try {
      const there = await context.newPage()
      await openLocally(there, second)
      await openAdminTab(there, second, 'system')
      const { dialog, restoreWith } = await importFile(there, backup)
      await expect(dialog.getByText('This is a database backup')).toBeVisible()
      await restoreWith(PASSPHRASE, 'restore it')
      await expect(dialog.getByText('Type RESTORE', { exact: true })).toBeVisible()
      await restoreWith('another passphrase')
      await expect(dialog.getByText('Nothing was imported')).toBeVisible({ timeout: 30_000 })
      await dialog.getByRole('button', { name: 'Cancel' }).click()

      const cut = await importFile(there, {
        name: backup.name,
        text: backup.text.slice(0, backup.text.length - 200),
      })
      await cut.restoreWith(PASSPHRASE)
      await expect(cut.dialog.getByText('Nothing was imported')).toBeVisible({ timeout: 30_000 })
      await cut.dialog.getByRole('button', { name: 'Cancel' }).click()
      const known = await there.request.get(`${second.url}/api/tenants`)
      expect(await known.text()).not.toContain(installation.tenant('seats-wasted').tenantId)

      const whole = await importFile(there, backup)
      await whole.restoreWith(PASSPHRASE)
      // Every session ends with it, this one too; what came of it can still be read.
      await expect(whole.dialog.getByText('Backup restored')).toBeVisible({ timeout: 60_000 })
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
