import type { Locator, Page } from '@playwright/test'

import { DEMO_ADMIN } from '../../tools/demo-world.ts'
import { makeScratchDatabase } from '../../tools/scratch-database.ts'
import type { ScratchDatabase } from '../../tools/scratch-database.ts'
import { openAdminTab } from '../administration.ts'
import { startConnected } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { savedBy } from '../reports.ts'
import { pick, signInAs, signInLocally } from '../sign-in.ts'
import { expect, test } from '../test.ts'

const ADMIN = 'Ada Lindqvist'
const PASSPHRASE = 'a passphrase for backups'

let database: ScratchDatabase
let installation: Installation
test.beforeAll(async () => {
  test.setTimeout(120_000)
  database = await makeScratchDatabase()
  installation = await startConnected(
    { tenants: 1, environment: database.environment },
    { [ADMIN]: 'admin' },
  )
})
test.afterAll(async () => {
  try {
    await installation.stop()
  } finally {
    await database.drop()
  }
})

/** Moves the sign-ins of all sessions an hour into the past. */
const letTimePass = () =>
  database.change("update sessions set authenticated_at = authenticated_at - interval '1 hour'")

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Confirm your identity' })

/** Fills in the backup dialog; returns the button that requests the file. */
async function fillBackup(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Database Backup' }).click()
  const dialog = page.getByRole('dialog', { name: 'Database backup' })
  for (const name of ['Passphrase', 'Confirm passphrase'])
    await dialog.getByLabel(name, { exact: true }).fill(PASSPHRASE)
  return dialog.getByRole('button', { name: 'Download backup' })
}

async function openMicrosoft(page: Page): Promise<Page> {
  const opener = question(page).getByRole('button', {
    name: /^(Sign in with Microsoft|Open the window again)$/,
  })
  const [popup] = await Promise.all([page.waitForEvent('popup'), opener.click()])
  await expect(popup.getByText('this is not Microsoft').first()).toBeVisible()
  return popup
}

test('a Microsoft person confirms in a window of Microsoft, also after cancelling and closing it', async ({
  page,
}) => {
  await signInAs(page, installation, ADMIN)
  await openAdminTab(page, installation, 'system')
  const asked = question(page)
  await letTimePass()
  await (await fillBackup(page)).click()
  await expect(asked.getByLabel(/^Password/)).toHaveCount(0)
  const cancelled = await openMicrosoft(page)
  await cancelled.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked.getByText('The sign-in was cancelled')).toBeVisible()
  await expect.poll(() => cancelled.isClosed()).toBe(true)
  const closed = await openMicrosoft(page)
  await closed.close()
  await expect(asked.getByText('The window was closed')).toBeVisible()

  const lost = await openMicrosoft(page)
  const saved = await savedBy(page, async () => pick(await openMicrosoft(page), ADMIN))
  expect(lost.isClosed()).toBe(true)
  expect(saved.name).toMatch(/^database-backup-.*\.json$/)
  await expect(asked).toBeHidden()
})

test('a local person confirms with the password, and then the file comes', async ({ page }) => {
  await signInLocally(page, installation)
  await openAdminTab(page, installation, 'system')
  await letTimePass()
  await (await fillBackup(page)).click()
  const asked = question(page)
  const password = asked.getByLabel(`Password of ${DEMO_ADMIN.username}`)
  await password.fill('Not-The-Password-1')
  await asked.getByRole('button', { name: 'Confirm' }).click()
  await expect(asked.getByText('This password is not correct.')).toBeVisible()
  await password.fill(DEMO_ADMIN.password)
  await savedBy(page, () => asked.getByRole('button', { name: 'Confirm' }).click())
  await expect(asked).toBeHidden()
})
