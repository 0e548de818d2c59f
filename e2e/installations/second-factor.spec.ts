import type { Page } from '@playwright/test'

import { makeScratchDatabase } from '../../tools/scratch-database.ts'
import type { ScratchDatabase } from '../../tools/scratch-database.ts'
import { codeOf, enroll, enterLocally, makeAdministrator } from '../administration.ts'
import { signOut } from '../demo.ts'
import { startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { expect, test } from '../test.ts'

const MOST_WRONG_CODES = 20
const HOUR_IN_STEPS = 120

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

const expectSignedIn = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()

/** As if no password had failed of late; wrong codes are counted apart. */
async function forgetFailures(username: string): Promise<void> {
  await database.change(
    "delete from sign_in_address_failures where ip_address not like 'second factor%'",
  )
  await database.change(`delete from sign_in_account_failures where username = '${username}'`)
}

test('codes that are late, missing, old, used or too many are refused, and a recovery code opens', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const person = await makeAdministrator(installation, 'careful')
  const code = page.getByRole('textbox', { name: /^Code/ })
  const recovery = page.getByRole('textbox', { name: /^Recovery code/ })
  const confirm = page.getByRole('button', { name: 'Sign in', exact: true })
  const refusal = page.getByRole('alert')
  const enterPassword = async () => {
    await enterLocally(page, installation, person)
    await expect(page.getByText('Now confirm with your second factor')).toBeVisible()
  }
  const openSecurity = () => page.goto(`${installation.url}/profile?tab=security`)

  await test.step('a setup that took too long has to begin again', async () => {
    await enterLocally(page, installation, person)
    await expectSignedIn(page)
    await openSecurity()
    await page.getByRole('button', { name: 'Set up second factor' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Set up second factor' })
    await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
    const key = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
    await database.change("update totp_enrollments set started_at = started_at - interval '1 hour'")
    await dialog.getByRole('textbox', { name: /^Code/ }).fill(codeOf(key))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByText(/^The setup was not finished within 15 minutes/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Set up second factor' })).toBeVisible()
    await signOut(page)
  })

  const { key, recoveryCodes } = await enroll(person.session)
  await test.step('none, and one of an hour ago, are refused; back leads to the password', async () => {
    await enterPassword()
    await confirm.click()
    await expect(page.getByText('Code is required')).toBeVisible()
    await code.fill(codeOf(key, -HOUR_IN_STEPS))
    await confirm.click()
    await expect(refusal).toContainText('This code is not right, or it was used already.')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  })

  await test.step('a recovery code opens once', async () => {
    for (const isFirst of [true, false]) {
      await enterPassword()
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await recovery.fill(recoveryCodes[0]!)
      await confirm.click()
      if (isFirst) {
        await expectSignedIn(page)
        await signOut(page)
      } else await expect(refusal).toContainText('it was used already')
    }
  })

  await test.step('after too many wrong codes even a right one is refused, but a recovery code opens', async () => {
    const { username, password, session } = person
    const data = { username, password, code: codeOf(key, -HOUR_IN_STEPS) }
    for (let status = 401, tries = 0; status !== 429; tries += 1) {
      expect(tries).toBeLessThan(MOST_WRONG_CODES)
      await forgetFailures(username)
      status = (await session.post('/api/auth/login', { data })).status()
    }
    await forgetFailures(username)
    await enterPassword()
    await code.fill(codeOf(key, 1))
    await confirm.click()
    await expect(refusal).toContainText('Too many wrong codes. Use a recovery code')
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await recovery.fill(recoveryCodes[1]!.toLowerCase())
    await confirm.click()
    await expectSignedIn(page)
  })

  await test.step('who has few recovery codes left is told in time', async () => {
    await database.change(
      'update recovery_codes set used_at = now() where code_hash in (select code_hash from recovery_codes where used_at is null limit 5)',
    )
    await openSecurity()
    await expect(page.getByText('3 of 10 left')).toBeVisible()
    await expect(page.getByText(/^Make new recovery codes before they run out/)).toBeVisible()
    await signOut(page)
  })
  await person.session.dispose()
})

test('an address from which sign-ins keep failing is held back for a while', async ({ page }) => {
  const person = await makeAdministrator(installation, 'patient')
  await forgetFailures('patient')
  // Names that nobody has: no account gets slow.
  for (const username of ['a', 'b', 'c', 'd', 'e']) {
    const data = { username, password: 'Not-The-Password-1' }
    expect((await person.session.post('/api/auth/login', { data })).status()).toBe(401)
  }
  await enterLocally(page, installation, person)
  await expect(page.getByRole('alert')).toContainText('Too many failed sign-ins.')
  await forgetFailures('patient')
  await enterLocally(page, installation, person)
  await expectSignedIn(page)
  await person.session.dispose()
})
