import { changePassword } from '@tenantscope/contract/account'
import { getCurrentUser, signInLocally } from '@tenantscope/contract/auth'
import { endpoints } from '@tenantscope/contract/endpoints'
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from '@tenantscope/contract/own-account'
import { getSettings, saveSettings } from '@tenantscope/contract/settings'
import { listTenants } from '@tenantscope/contract/tenants'
import { createLocalAdministrator } from '@tenantscope/contract/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { migrationNames, openDatabaseAt } from '../../testing/previous-release.ts'
import { PASSWORD as password, secondFactorWorld } from '../../testing/second-factor-world.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { addressOf } from '../../testing/test-browser.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const credentials = { username: 'admin', password }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  await command('require-second-factor')
  const account = { ...credentials, displayName: null }
  await app.people.users.addLocal(account, { mustResetPassword: false }, BY)
})

const { codeOf, nextStep, signIn, enroll, rows } = secondFactorWorld(() => app)

const command = async (name: string, user?: string) =>
  (await app.people.adminCommands.run({ name, user })).lines

const confirm = async (browser: TestBrowser): Promise<string> => {
  const { secret } = await browser.call(startSecondFactor, {})
  await browser.call(confirmSecondFactor, { body: { code: codeOf(secret) } })
  return secret
}

const heldBack = {
  status: 403,
  body: {
    code: 'SECOND_FACTOR_SETUP_REQUIRED',
    message: 'Please set up a second factor first',
  },
}

/** What the user with the required step may call, beside what needs no session. */
const ALLOWED = [
  'changePassword',
  'confirmSecondFactor',
  'getCurrentUser',
  'getSecondFactor',
  'startSecondFactor',
]

test('a local account without a second factor can only enroll, change its password and sign out', async () => {
  const browser = await signIn()
  const answers = await Promise.all(
    endpoints
      .filter(({ access }) => access !== 'public')
      .map(async (endpoint) => {
        const { body } = await browser.request({
          method: endpoint.method,
          url: addressOf(endpoint, { params: {}, query: {} }),
          headers: { 'sec-fetch-site': 'same-origin' },
        })
        return body.includes(heldBack.body.code) ? null : endpoint.name
      }),
  )
  expect(answers.filter((name) => name !== null).toSorted()).toEqual(ALLOWED)
  const docs = await browser.request({ method: 'GET', url: '/api/openapi.json' })
  expect([docs.statusCode, docs.body]).toEqual([403, expect.stringContaining(heldBack.body.code)])
})

test('enrollment opens the rest, and the web app learns both', async () => {
  const browser = app.browser()
  const { user } = await browser.call(signInLocally, { body: credentials })
  expect(user.mustSetUpSecondFactor).toBe(true)
  expect(await browser.call(getSecondFactor, {})).toMatchObject({ isRequired: true })
  expect(await browser.refusal(listTenants)).toMatchObject(heldBack)
  await confirm(browser)
  await browser.call(listTenants, {})
  const after = await browser.call(getCurrentUser, {})
  expect(after.user.mustSetUpSecondFactor).toBe(false)
})

test('a user with a second factor notices nothing', async () => {
  await command('allow-password-only')
  const { browser, secret } = await enroll()
  await command('require-second-factor')
  await browser.call(listTenants, {})
  const later = app.browser()
  const body = { ...credentials, code: codeOf(secret) }
  const { user } = await later.call(signInLocally, { body })
  expect(user.mustSetUpSecondFactor).toBe(false)
})

test('a given password is replaced first, then the second factor is set up', async () => {
  const given = { username: 'newcomer', password: 'Given-Horse-9' }
  const admin = await app.signIn('admin')
  await admin.call(createLocalAdministrator, { body: { ...given, displayName: null, email: null } })
  const browser = app.browser()
  const { user } = await browser.call(signInLocally, { body: given })
  expect(user).toMatchObject({ mustResetPassword: true, mustSetUpSecondFactor: true })
  for (const endpoint of [startSecondFactor, listTenants])
    expect((await browser.refusal(endpoint)).body.code).toBe('PASSWORD_RESET_REQUIRED')
  const change = { currentPassword: given.password, newPassword: 'Better-Horse-8' }
  await browser.call(changePassword, { body: change })
  expect(await browser.refusal(listTenants)).toMatchObject(heldBack)
  await confirm(browser)
  await browser.call(listTenants, {})
})

test('removing it leads to its setup again', async () => {
  const browser = await signIn()
  const secret = await confirm(browser)
  nextStep()
  const body = { currentPassword: password, code: codeOf(secret) }
  await browser.call(removeSecondFactor, { body })
  expect(await browser.refusal(listTenants)).toMatchObject(heldBack)
  await confirm(browser)
  await browser.call(listTenants, {})
})

const save = async (browser: TestBrowser, secondFactorRequired: boolean) => {
  const { updatedAt: _at, updatedBy: _by, ...stored } = await browser.call(getSettings, {})
  await browser.call(saveSettings, { body: { ...stored, secondFactorRequired } })
}

describe('the setting', () => {
  test('applies to open sessions at once, in both directions, and never to Microsoft users', async () => {
    const microsoft = await app.signIn('admin')
    expect(await microsoft.call(getSecondFactor, {})).toMatchObject({ isRequired: false })
    await save(microsoft, false)
    const local = await signIn()
    await local.call(listTenants, {})
    await save(microsoft, true)
    expect(await local.refusal(listTenants)).toMatchObject(heldBack)
    await microsoft.call(listTenants, {})
    await save(microsoft, false)
    await local.call(listTenants, {})
  })

  test('is on in a new installation, also for its first administrator', async () => {
    const database = await openDatabaseAt((await migrationNames()).at(-1) ?? '')
    const environment = { ADMIN_USERNAME: 'first', ADMIN_PASSWORD: password }
    const fresh = await createTestApp({ database, environment })
    try {
      const browser = fresh.browser()
      await browser.call(signInLocally, { body: { username: 'first', password } })
      expect(await browser.refusal(listTenants)).toMatchObject(heldBack)
    } finally {
      await fresh.close()
      await database.close()
    }
  })
})

describe('an operator', () => {
  test('lets a user in who lost password, phone and recovery codes', async () => {
    await confirm(await signIn())
    expect(await command('reset-second-factor', 'admin')).toEqual([
      'admin no longer has a second factor and is signed out.',
      'A new one must be set up at the next sign-in.',
    ])
    const [, line = ''] = await command('reset-password', 'admin')
    const given = line.replace('Password: ', '')
    const browser = await signIn({ password: given })
    const change = { currentPassword: given, newPassword: 'Better-Horse-8' }
    await browser.call(changePassword, { body: change })
    await confirm(browser)
    await browser.call(listTenants, {})
  })

  test('can allow the password alone, and each change is in the audit once', async () => {
    expect(await command('allow-password-only')).toEqual([
      'The second factor of local accounts is optional.',
    ])
    await command('allow-password-only')
    await (await signIn()).call(listTenants, {})
    const switches = (await rows('securityAuditLog')).filter(({ type }) => type === 'settings')
    expect(switches).toMatchObject([
      { action: 'second factor required', oldValue: 'false', newValue: 'true' },
      { action: 'second factor made optional', oldValue: 'true', newValue: 'false' },
    ])
  })
})
