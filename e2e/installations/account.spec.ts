import type { Browser, Locator, Page } from '@playwright/test'

import { DEMO_ADMIN } from '../../tools/demo-world.ts'
import {
  breakCall,
  codeOf,
  enterLocally,
  enterWithMicrosoft,
  factOf,
  inAnotherBrowser,
  wrongCodeOf,
} from '../administration.ts'
import { connectAndRead, openLocally } from '../connection.ts'
import { signOut, tenantRows } from '../demo.ts'
import { startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { savedBy } from '../reports.ts'
import { expect, test } from '../test.ts'

const VIEWER = 'Vera Novak'

let installation: Installation
test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  installation = await startInstallation({ tenants: 2 })
  const page = await browser.newPage()
  await connectAndRead(page, installation)
  await page.close()
  const { tenantId, people } = installation.registration
  const { oid, userPrincipalName } = people.find(({ name }) => name === VIEWER)!
  const person = ['--name', VIEWER, '--email', userPrincipalName, '--role', 'viewer']
  installation.admin('add-microsoft', oid, '--tenant', tenantId, ...person)
})
test.afterAll(() => installation.stop())

const openTab = (page: Page, tab: string) => page.goto(`${installation.url}/profile?tab=${tab}`)

const expectSaved = (page: Page, preferences: object) =>
  expect
    .poll(async (): Promise<unknown> =>
      (await page.request.get(`${installation.url}/api/user/preferences`)).json(),
    )
    .toMatchObject({ preferences })

/** Chooses from the menu of the account, which loads no page anew. */
async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** How high a row of All Tenants is, and one of the users. */
async function rowHeights(page: Page): Promise<{ tenants: number; users: number }> {
  await choose(page, 'All Tenants')
  const tenants = await heightOf(tenantRows(page).first())
  await choose(page, 'Admin Panel')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  const people = page.getByRole('table', { name: 'Users' }).locator('tbody').getByRole('row')
  return { tenants, users: await heightOf(people.first()) }
}

async function heightOf(row: Locator): Promise<number> {
  await expect(row).toBeVisible()
  return (await row.boundingBox())!.height
}

test('preferences count at once, and the profile says who one is', async ({ page, browser }) => {
  test.setTimeout(120_000)
  await openLocally(page, installation)

  await test.step('the profile', async () => {
    await choose(page, 'My Account')
    await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
    const card = page.getByRole('region', { name: 'Profile' })
    await expect(factOf(card, 'Username')).toHaveText(DEMO_ADMIN.username)
    await expect(factOf(card, 'Authentication')).toHaveText('Local')
    await expect(factOf(card, 'Role')).toContainText('Administrator')
  })

  await test.step('theme, time zone and rows change while one looks', async () => {
    await page.getByRole('link', { name: 'Preferences', exact: true }).click()
    const background = () =>
      page.evaluate(() =>
        getComputedStyle(document.querySelector('.fui-FluentProvider')!).getPropertyValue(
          '--colorNeutralBackground1',
        ),
      )
    await page.getByRole('radio', { name: 'Light' }).click()
    await expect.poll(background).toBe('#ffffff')
    await page.getByRole('radio', { name: 'Dark' }).click()
    await expect.poll(background).not.toBe('#ffffff')
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.selectOption('Asia/Tokyo')
    await expect(page.getByText(/^Now: .* (?:GMT\+9|JST)$/)).toBeVisible()
    await zone.selectOption('America/New_York')
    await expect(page.getByText(/^Now: .* E[DS]T$/)).toBeVisible()
    await page.getByRole('combobox', { name: 'Default view' }).selectOption('License Management')
    await expectSaved(page, {
      theme: 'dark',
      timezone: 'America/New_York',
      defaultView: 'licenses',
    })
  })

  await test.step('compact rows are lower, at once and after a reload', async () => {
    const loadedAt = () => page.evaluate(() => performance.timeOrigin)
    const roomy = await rowHeights(page)
    await choose(page, 'Preferences')
    const before = await loadedAt()
    await page.getByRole('switch', { name: 'Compact view' }).click()
    const compact = await rowHeights(page)
    expect(await loadedAt()).toBe(before)
    expect(compact.tenants).toBeLessThanOrEqual(roomy.tenants - 8)
    expect(compact.users).toBeLessThanOrEqual(roomy.users - 8)
    await expectSaved(page, { compactView: true })
    await page.reload()
    expect(await rowHeights(page)).toEqual(compact)
  })

  await test.step('what could not be saved is taken back, and that is said', async () => {
    await choose(page, 'Preferences')
    const compact = page.getByRole('switch', { name: 'Compact view' })
    await expect(compact).toBeChecked()
    const mend = await breakCall(page, 'user/preferences')
    await compact.click()
    await expect(page.getByText('Update failed')).toBeVisible()
    await expect(
      page.getByText('Failed to update preferences. Please try again.', { exact: true }),
    ).toBeVisible()
    await expect(compact).toBeChecked()
    await mend()
    await expectSaved(page, { compactView: true })
  })

  await test.step('what cannot be loaded is named, and asked for again', async () => {
    for (const [tab, path, what] of [
      ['preferences', 'user/preferences', 'preferences'],
      ['notifications', 'user/notifications', 'notifications'],
      ['security', 'user/second-factor', 'the second factor'],
    ] as const) {
      const failed = page.getByText(`Failed to load ${what}`)
      const mend = await breakCall(page, path)
      await page.goto(`${installation.url}/profile?tab=${tab}`)
      await expect(failed).toBeVisible()
      await mend()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(failed).toHaveCount(0)
    }
  })

  await test.step('they are there after a new sign-in, which opens the chosen view', async () => {
    await signOut(page)
    await enterLocally(page, installation)
    await expect(page.getByRole('heading', { level: 1, name: 'License Management' })).toBeVisible()
    await openTab(page, 'preferences')
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Compact view' })).toBeChecked()
    await page.getByRole('combobox', { name: 'Default view' }).selectOption('All Tenants')
    await expectSaved(page, { defaultView: 'dashboard' })
  })

  await test.step('ways of being told that do not work say so', async () => {
    await openTab(page, 'notifications')
    await expect(page.getByText('No e-mail can be sent: no mail server is set up.')).toBeVisible()
    await page.getByRole('link', { name: 'Set up the mail server' }).click()
    await expect(page.getByText('No mail server is set')).toBeVisible()
  })

  await test.step('a viewer is told that others are told, and whom to ask for mail', () =>
    inAnotherBrowser(browser, async (theirs) => {
      await enterWithMicrosoft(theirs, installation, VIEWER)
      await expect(theirs.getByRole('button', { name: /^Account:/ })).toBeVisible()
      await openTab(theirs, 'notifications')
      const ways = theirs.getByRole('region', { name: 'How you are told' })
      await expect(ways.getByText('An administrator can set one up.')).toBeVisible()
      await expect(ways.getByRole('link')).toHaveCount(0)
      const told = theirs.getByRole('region', { name: 'What you are told of' })
      await expect(
        told.getByText('Nothing: what needs somebody is told to technicians and administrators.'),
      ).toBeVisible()
      await expect(told.getByRole('listitem')).toHaveCount(0)
      await expect(theirs.getByText('No notifications', { exact: true })).toBeVisible()
      const mail = ways.getByRole('switch', { name: 'E-mail' })
      const wasOn = await mail.isChecked()
      await mail.click()
      await expect(theirs.getByText('Preferences updated')).toBeVisible()
      await theirs.reload()
      await expect(mail).toBeChecked({ checked: !wasOn })
    }))
})

/** Another browser of the same person. */
async function elsewhere(browser: Browser, password: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await enterLocally(page, installation, { username: DEMO_ADMIN.username, password })
  await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
  return {
    async expectSignedOut() {
      await page.goto(`${installation.url}/profile`)
      await expect(page.getByRole('heading', { name: 'Sign in with Microsoft' })).toBeVisible()
      await context.close()
    },
  }
}

test('the own password, other sessions and the second factor', async ({ page, browser }) => {
  test.setTimeout(180_000)
  const password = 'Another-Good-One-2026!'
  await openLocally(page, installation)
  await openTab(page, 'security')

  await test.step('a new password ends every other session', async () => {
    const other = await elsewhere(browser, DEMO_ADMIN.password)
    const card = page.getByRole('region', { name: 'Password' })
    const change = async (current: string, chosen = password, repeated = chosen) => {
      await card.getByLabel('Current password').fill(current)
      await card.getByLabel('New password', { exact: true }).fill(chosen)
      await card.getByLabel('Confirm new password').fill(repeated)
      await card.getByRole('button', { name: 'Change password' }).click()
    }
    await expect(card.getByRole('button', { name: 'Change password' })).toBeDisabled()
    await change(DEMO_ADMIN.password, password, `${password}!`)
    await expect(page.getByText('Password mismatch')).toBeVisible()
    await change(DEMO_ADMIN.password, 'Short-1')
    await expect(page.getByText('Password too short')).toBeVisible()
    await change(DEMO_ADMIN.password, 'no capitals 1')
    await expect(card.getByText('Must include at least one uppercase letter')).toBeVisible()
    await expect(card.getByText('Must include at least one special character')).toBeVisible()
    await change(DEMO_ADMIN.password, DEMO_ADMIN.password)
    await expect(page.getByText('New password must differ from the current one')).toBeVisible()
    await change('Not-My-Password-1!')
    await expect(page.getByText('Current password is incorrect')).toBeVisible()
    await expect(page.getByText('Password change failed').last()).toBeVisible()
    await change(DEMO_ADMIN.password)
    await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
    await other.expectSignedOut()
  })

  await test.step('sessions elsewhere are listed and ended, one or all', async () => {
    const one = await elsewhere(browser, password)
    await page.reload()
    const sessions = page.getByRole('list', { name: 'Open sessions' }).getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await expect(sessions.filter({ hasText: 'This session' })).toHaveCount(1)
    await sessions.getByRole('button', { name: /^Sign out/ }).click()
    await expect(page.getByText('Session ended')).toBeVisible()
    await one.expectSignedOut()
    const other = await elsewhere(browser, password)
    const mendList = await breakCall(page, 'user/sessions')
    await page.reload()
    await expect(page.getByText('Failed to load sessions')).toBeVisible()
    await mendList()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(sessions).toHaveCount(2)
    const mend = await breakCall(page, 'user/sessions/end-others')
    await page.getByRole('button', { name: 'Sign out elsewhere' }).click()
    await expect(page.getByText('Sign-out failed')).toBeVisible()
    await expect(sessions).toHaveCount(2)
    await mend()
    await page.getByRole('button', { name: 'Sign out elsewhere' }).click()
    await expect(page.getByText('1 other session was ended.')).toBeVisible()
    await expect(page.getByText('You are signed in nowhere else.')).toBeVisible()
    await other.expectSignedOut()
  })

  let key = ''
  let recovery: string[] = []
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await test.step('an authenticator app is set up by a code of it', async () => {
    const mend = await breakCall(page, 'user/second-factor/start')
    await page.getByRole('button', { name: 'Set up second factor' }).click()
    await expect(page.getByText('Setup failed')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Set up second factor' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Set up second factor' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Set up second factor' }).click()
    key = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
    const code = dialog.getByRole('textbox', { name: /^Code/ })
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByText('Code is required')).toBeVisible()
    await code.fill(wrongCodeOf(key))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByText(/^This code is not right/)).toBeVisible()
    await code.fill(codeOf(key))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(codes).toHaveCount(10)
    recovery = await codes.allTextContents()
    const file = await savedBy(page, () => page.getByRole('button', { name: 'Download' }).click())
    for (const each of recovery) expect(file.text).toContain(each)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(page.getByText('10 of 10 left')).toBeVisible()
  })

  const own = { username: DEMO_ADMIN.username, password }
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
  await test.step('the next sign-in asks for a code, and takes each once', async () => {
    await signOut(page)
    await enterLocally(page, installation, own)
    await expect(page.getByText('Now confirm with your second factor')).toBeVisible()
    const field = page.getByRole('textbox', { name: /^Code/ })
    await field.fill(wrongCodeOf(key))
    await signIn.click()
    await expect(page.getByRole('alert')).toBeVisible()
    // The next one is taken early, so that no time needs to go by since the last.
    const code = codeOf(key, 1)
    await field.fill(code)
    await signIn.click()
    await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()

    await signOut(page)
    await enterLocally(page, installation, own)
    await page.getByRole('textbox', { name: /^Code/ }).fill(code)
    await signIn.click()
    await expect(page.getByRole('alert')).toBeVisible()
  })

  await test.step('without the device a recovery code opens', async () => {
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByRole('textbox', { name: /^Recovery code/ }).fill(recovery[0]!)
    await signIn.click()
    await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
    await openTab(page, 'security')
    await expect(page.getByText('9 of 10 left')).toBeVisible()
  })

  await test.step('recovery codes are made anew, and the second factor is removed', async () => {
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await expect(codes).toHaveCount(10)
    const [renewed] = await codes.allTextContents()
    expect(recovery).not.toContain(renewed)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(page.getByText('10 of 10 left')).toBeVisible()
    await page.getByRole('button', { name: 'Remove second factor' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Remove second factor?' })
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
    const code = dialog.getByRole('textbox', { name: /^Recovery code/ })
    // Those of before are worth nothing any more.
    await code.fill(recovery[1]!)
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(dialog.getByText(/^This code is not right/)).toBeVisible()
    await code.fill(renewed!)
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByText('Second factor removed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Set up second factor' })).toBeVisible()
  })
})
