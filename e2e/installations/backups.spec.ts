import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { makeScratchDatabase } from '../../tools/scratch-database.ts'
import type { ScratchDatabase } from '../../tools/scratch-database.ts'
import { factOf, openAdminTab } from '../administration.ts'
import { startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { withBrowser } from '../launch-options.ts'
import { expectAllTenants, signInLocally } from '../sign-in.ts'
import { expect, test } from '../test.ts'

// Desktop notifications need the complete browser.
test.use({ launchOptions: withBrowser(process.env['CHROME_PATH']) })

const PASSPHRASE = 'a passphrase for backups'

let database: ScratchDatabase
let installation: Installation
test.beforeEach(async () => {
  database = await makeScratchDatabase()
  installation = await startInstallation({ tenants: 1, environment: database.environment })
})
test.afterEach(async () => {
  try {
    await installation.stop()
  } finally {
    await database.drop()
  }
})

/** Switches daily backups on and keeps one of them. */
async function switchOn(page: Page) {
  await openAdminTab(page, installation, 'system')
  const card = page.getByRole('region', { name: 'Scheduled backups' })
  await card.getByRole('switch', { name: 'Create a backup every day' }).click()
  await card.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
  await card.getByRole('spinbutton', { name: 'Backups kept' }).fill('1')
  await card.getByRole('button', { name: 'Save schedule' }).click()
  await expect(page.getByText('Backup schedule saved')).toBeVisible()
  return card
}

/** Starts a job now that otherwise runs each minute. */
const runNow = (job: 'start-due-backup' | 'watch-events') =>
  database.change(`insert into pgboss.job (name, data) values ('${job}', '{}')`)

test('scheduled backups are switched on, run when they are due, and older ones go', async ({
  page,
}) => {
  await signInLocally(page, installation)
  const card = await switchOn(page)
  const files = page
    .getByRole('table', { name: 'Backups on the host' })
    .locator('tbody')
    .getByRole('row')
  const folder = join(installation.dataDir, 'backups')
  const onDisk = () =>
    existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  await expect(factOf(card, 'Next')).toContainText('2:30:00')
  const past = "update backup_schedule set updated_at = updated_at - interval '2 days'"
  expect(await database.change(past)).toBe(1)
  await runNow('start-due-backup')
  await expect.poll(() => onDisk().length, { timeout: 30_000 }).toBe(1)
  const [first] = onDisk()
  await page.reload()
  await expect(files).toHaveCount(1)
  await expect(files).toContainText(first!)
  await expect(card.getByLabel('Passphrase', { exact: true })).toHaveValue('')

  await card.getByRole('button', { name: 'Back up now' }).click()
  await expect(files.first()).not.toContainText(first!, { timeout: 30_000 })
  await expect.poll(onDisk).toHaveLength(1)
  expect(onDisk()).not.toContain(first)
})

test('a failed backup is shown by a desktop notification that leads to it', async ({
  page,
  context,
}) => {
  const folder = join(installation.dataDir, 'backups')
  const why = 'The path of the backups directory is not a directory'
  await context.grantPermissions(['notifications'], { origin: installation.url })
  await keepNotifications(page)
  await signInLocally(page, installation)
  await switchOn(page)
  await page.goto(`${installation.url}/profile?tab=notifications`)
  await page.getByRole('switch', { name: 'Desktop' }).click()
  await expect(page.getByText('Preferences updated')).toBeVisible()
  await page.goto(`${installation.url}/dashboard`)
  await expectAllTenants(page)
  if (existsSync(folder)) renameSync(folder, `${folder}.kept`)
  writeFileSync(folder, '')
  const schedule = `${installation.url}/api/admin/backup-schedule`
  expect((await page.request.post(`${schedule}/run`)).ok()).toBe(true)
  await expect.poll(async () => (await page.request.get(schedule)).text()).toContain(why)
  await runNow('watch-events')
  await expect
    .poll(async () => (await shownNotifications(page))?.[0], { timeout: 30_000 })
    .toEqual({ title: 'A backup failed', body: `The scheduled backup failed: ${why}` })
  await page.evaluate(() => window.keptNotifications?.[0]?.dispatchEvent(new Event('click')))
  await expect(page).toHaveURL(/\/admin-panel\?tab=system$/)
  const jobs = page.getByRole('region', { name: 'Background jobs' }).getByRole('listitem')
  await expect(jobs.filter({ hasText: 'Back up the database' })).toContainText(why)
  rmSync(folder)
})

declare global {
  interface Window {
    keptNotifications?: Notification[]
  }
}

/** Records the browser's notifications: no API lists them. */
async function keepNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: Notification[] = []
    window.keptNotifications = kept
    window.Notification = new Proxy(window.Notification, {
      construct(target, [title, options]: [string, NotificationOptions]) {
        const shown = new target(title, options)
        kept.push(shown)
        return shown
      },
    })
  })
}

const shownNotifications = (page: Page) =>
  page.evaluate(() => window.keptNotifications?.map(({ title, body }) => ({ title, body })))
