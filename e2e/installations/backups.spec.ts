import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'
import { z } from 'zod'

import { startMailServer } from '../../packages/server/src/testing/mail-server.ts'
import { makeScratchDatabase } from '../../tools/scratch-database.ts'
import type { ScratchDatabase } from '../../tools/scratch-database.ts'
import { breakCall, factOf, inAnotherBrowser, openAdminTab } from '../administration.ts'
import { openLocally } from '../connection.ts'
import { startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { expect, test } from '../test.ts'

const PASSPHRASE = 'a passphrase for backups'
const Jobs = z.object({ jobs: z.array(z.object({ id: z.string(), state: z.string() })) })

let database: ScratchDatabase
let installation: Installation
test.beforeAll(async () => {
  test.setTimeout(120_000)
  database = await makeScratchDatabase()
  installation = await startInstallation({ tenants: 1, environment: database.environment })
})
test.afterAll(async () => {
  try {
    await installation.stop()
  } finally {
    await database.drop()
  }
})

const openSystem = async (page: Page) => {
  await openAdminTab(page, installation, 'system')
  return page.getByRole('region', { name: 'Scheduled backups' })
}
const filesOf = (page: Page) =>
  page.getByRole('table', { name: 'Backups on the host' }).locator('tbody').getByRole('row')

/** What comes each minute by itself comes now. */
const comesNow = (job: 'start-due-backup' | 'watch-events') =>
  database.change(`insert into pgboss.job (name, data) values ('${job}', '{}')`)

test('scheduled backups are switched on, come when they are due, and the older ones go', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await openLocally(page, installation)
  const card = await openSystem(page)
  const daily = card.getByRole('switch', { name: 'Make a backup every day' })
  const passphrase = card.getByLabel('Passphrase', { exact: true })
  const keep = card.getByRole('spinbutton', { name: 'Backups kept' })
  const now = card.getByRole('button', { name: 'Back up now' })
  const save = () => card.getByRole('button', { name: 'Save schedule' }).click()
  // What is not whole yet has another name.
  const onDisk = () =>
    readdirSync(join(installation.dataDir, 'backups')).filter((name) => name.endsWith('.json'))

  await test.step('not without a passphrase, nor for any number of them', async () => {
    await expect(card.getByText('No backup was made on this host yet.')).toBeVisible()
    await expect(now).toHaveAttribute('aria-disabled', 'true')
    await daily.click()
    await save()
    await expect(card.getByText('Enter a passphrase of at least 12 characters')).toBeVisible()
    await passphrase.fill('too short')
    await save()
    await expect(card.getByText('Enter a passphrase of at least 12 characters')).toBeVisible()
    await passphrase.fill(PASSPHRASE)
    for (const [many, said] of [
      ['0', 'Keep at least one'],
      ['91', 'Keep at most 90'],
    ] as const) {
      await keep.fill(many)
      await save()
      await expect(card.getByText(said)).toBeVisible()
    }
    await expect(factOf(card, 'Next')).toHaveText('None: the schedule is off')
  })

  await test.step('switched on it says when, and never shows the passphrase again', async () => {
    await keep.fill('1')
    await save()
    await expect(page.getByText('Backup schedule saved')).toBeVisible()
    await expect(factOf(card, 'Next')).toContainText('2:30:00')
    await page.reload()
    await expect(daily).toBeChecked()
    await expect(passphrase).toHaveValue('')
    await expect(passphrase).toHaveAttribute('placeholder', 'Unchanged')
  })

  const first = await test.step('once its time has come, it is made', async () => {
    const aDayAgo = `updated_at - interval '2 days'`
    expect(await database.change(`update backup_schedule set updated_at = ${aDayAgo}`)).toBe(1)
    await comesNow('start-due-backup')
    await expect.poll(() => onDisk().length, { timeout: 30_000 }).toBe(1)
    await page.reload()
    await expect(filesOf(page)).toHaveCount(1)
    await expect(filesOf(page)).toContainText('Encrypted backup')
    const [name] = onDisk()
    await expect(filesOf(page)).toContainText(name!)
    await expect(factOf(card, 'Last backup')).not.toHaveText('Never')
    return name!
  })

  await test.step('one made by hand shows itself, and the older one goes', async () => {
    await now.click()
    await expect(card.getByRole('button', { name: 'Backing up...' })).toBeVisible()
    await expect(filesOf(page).first()).not.toContainText(first, { timeout: 30_000 })
    await expect(now).toBeVisible()
    await expect.poll(onDisk).toHaveLength(1)
    expect(onDisk()).not.toContain(first)
    await page.reload()
    await expect(filesOf(page)).toHaveCount(1)
    await expect(filesOf(page)).not.toContainText(first)
  })

  await test.step('all of it is in the audit', async () => {
    await openAdminTab(page, installation, 'audit')
    const entries = page
      .getByRole('table', { name: 'Audit entries, newest first' })
      .locator('tbody')
      .getByRole('row')
    await expect(entries.filter({ hasText: 'Backup schedule changed' })).toHaveCount(1)
    await expect(entries.filter({ hasText: 'Scheduled backup made' })).toHaveCount(2)
    await expect(entries.filter({ hasText: 'Backup started by hand' })).toHaveCount(1)
  })

  await test.step('who saves an older schedule is told, and loads the newer', async () => {
    const other = await page.context().newPage()
    const theirs = await openSystem(other)
    const kept = theirs.getByRole('spinbutton', { name: 'Backups kept' })
    await expect(kept).toHaveValue('1')
    await kept.fill('3')
    await openSystem(page)
    await keep.fill('2')
    await save()
    await expect(page.getByText('Backup schedule saved')).toBeVisible()
    await theirs.getByRole('button', { name: 'Save schedule' }).click()
    await theirs.getByRole('button', { name: 'Load newer' }).click()
    await expect(kept).toHaveValue('2')
    await other.close()
  })

  await test.step('what cannot be read is said, and tried again', async () => {
    const mend = await breakCall(page, 'admin/backup-schedule')
    await openSystem(page)
    await expect(card.getByText('The backup schedule could not be read')).toBeVisible()
    await mend()
    await card.getByRole('button', { name: 'Try again' }).click()
    await expect(filesOf(page)).toHaveCount(1)
  })
})

test('a backup that fails is told where people look, on the desktop and by mail, and tried again', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(180_000)
  const folder = join(installation.dataDir, 'backups')
  const desktop = page.getByRole('switch', { name: 'Desktop' })
  const jobs = page.getByRole('region', { name: 'Background jobs' })
  const backup = jobs.getByRole('listitem').filter({ hasText: 'Back up the database' })
  const why = 'The backups directory is no directory'

  await test.step('a browser that blocks notifications says so and switches nothing on', async () => {
    await inAnotherBrowser(browser, async (blocking) => {
      await openLocally(blocking, installation)
      await blocking.goto(`${installation.url}/profile?tab=notifications`)
      const theirs = blocking.getByRole('switch', { name: 'Desktop' })
      await theirs.click()
      await expect(
        blocking.getByText('This browser blocks notifications of Tenantscope.'),
      ).toBeVisible()
      await expect(theirs).not.toBeChecked()
    })
  })

  await test.step('one that allows them is switched on', async () => {
    await context.grantPermissions(['notifications'], { origin: installation.url })
    await keepNotifications(page)
    await openLocally(page, installation)
    await page.goto(`${installation.url}/profile?tab=notifications`)
    await expect(page.getByText('Nothing has happened in the last 30 days')).toBeVisible()
    await desktop.click()
    await expect(page.getByText('Preferences updated')).toBeVisible()
    await expect(desktop).toBeChecked()
  })

  const sink = await startMailServer()
  await test.step('there is a mail server, and the administrator has an address', async () => {
    const { port } = sink
    const nobody = { username: null, password: null, fromName: null }
    const mail = { host: '127.0.0.1', port, security: 'none', from: 'scope@msp.example', ...nobody }
    const data = { settings: mail }
    const saved = await page.request.put(`${installation.url}/api/admin/mail`, { data })
    expect(saved.ok(), await saved.text()).toBe(true)
    await database.change(`update users set email = 'admin@msp.example' where role = 'admin'`)
  })

  await test.step('where the files cannot be written the desktop says so, and leads to where it is dealt with', async () => {
    await page.goto(`${installation.url}/dashboard`)
    await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
    renameSync(folder, `${folder}.kept`)
    writeFileSync(folder, '')
    const schedule = `${installation.url}/api/admin/backup-schedule`
    expect((await page.request.post(`${schedule}/run`)).ok()).toBe(true)
    await expect.poll(async () => (await page.request.get(schedule)).text()).toContain(why)
    // Every minute somebody looks; that may just have been. Each try that fails is news of its own.
    await comesNow('watch-events')
    await expect
      .poll(async () => (await shownNotifications(page))?.[0], { timeout: 30_000 })
      .toEqual({ title: 'A backup failed', body: `The scheduled backup failed: ${why}` })
    await page.evaluate(() => window.keptNotifications?.[0]?.dispatchEvent(new Event('click')))
    await expect(page).toHaveURL(/\/admin-panel\?tab=system$/)
    await page.goto(`${installation.url}/profile?tab=notifications`)
    await expect(page.getByRole('link', { name: 'A backup failed' }).first()).toBeVisible()
  })

  await test.step('the mail says so too', async () => {
    const told = () => sink.received.map(({ to, text }) => [to.join(), text.includes(why)])
    await expect.poll(told, { timeout: 30_000 }).toContainEqual(['admin@msp.example', true])
    await sink.close()
  })

  await test.step('the job says why, and that it is tried again', async () => {
    const card = await openSystem(page)
    await expect(factOf(card, 'Last failure')).toContainText(why, { timeout: 20_000 })
    await expect(backup).toContainText('Tried again soon')
    await expect(backup).toContainText(why)
    await expect(backup.getByRole('button', { name: /^Retry/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'System Health Check' }).click()
    await expect(
      page
        .getByRole('list', { name: 'Health checks' })
        .getByRole('listitem')
        .filter({ hasText: `the last one failed: ${why}` }),
    ).toBeVisible({ timeout: 30_000 })
  })

  await test.step('given up, it waits for somebody', async () => {
    const api = `${installation.url}/api/admin/jobs`
    const { jobs: listed } = Jobs.parse(await (await page.request.get(api)).json())
    const { id } = listed.find(({ state }) => state === 'retrying')!
    expect((await page.request.post(`${api}/${id}/retry`)).ok()).toBe(true)
    await openSystem(page)
    await expect(backup).toContainText('Failed', { timeout: 20_000 })
    await expect(backup).toContainText('2 tries')
    await expect(jobs.getByText('Failed 1', { exact: true })).toBeVisible()
  })

  await test.step('once the cause is gone, Retry makes it', async () => {
    rmSync(folder)
    renameSync(`${folder}.kept`, folder)
    await backup.getByRole('button', { name: 'Retry: Back up the database' }).click()
    await expect(page.getByText('The job is tried again now.')).toBeVisible()
    await expect(jobs.getByText('Failed 0', { exact: true })).toBeVisible()
    const card = await openSystem(page)
    await expect(async () => {
      await page.reload()
      await expect(factOf(card, 'Next')).toBeVisible()
      await expect(factOf(card, 'Last failure')).toHaveCount(0, { timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    await expect(backup).toHaveCount(0)
  })

  await test.step('what is left of another version cannot be tried again, and says why', async () => {
    await database.change(
      `insert into pgboss.job (name, data, source_name, source_output)
       select 'dead-letter', '{}', 'of-yesterday', '{"message": "It is gone"}' from generate_series(1, 11)`,
    )
    const rows = jobs.getByRole('listitem')
    await expect(rows).toHaveCount(10)
    await jobs.getByRole('button', { name: 'Show all 11' }).click()
    await expect(rows).toHaveCount(11)
    await rows.first().getByRole('button', { name: 'Retry: of-yesterday' }).click()
    await expect(
      page.getByText(/^This job belongs to another version of Tenantscope/),
    ).toBeVisible()
    await expect(rows).toHaveCount(11)
  })
})

declare global {
  interface Window {
    keptNotifications?: Notification[]
  }
}

/** The browser's own notifications, within reach of the journey: nothing else can be asked for them. */
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
