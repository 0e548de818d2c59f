import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { getCurrentUser, getSignInOptions, signInLocally } from '@tenantscope/contract/auth'
import { SIGN_IN } from '@tenantscope/contract/limits'
import { resetSessions } from '@tenantscope/contract/system'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { ConnectionCredential } from '../../lib/connection-credential.ts'
import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { newCertifiedKey } from '../../testing/certificates.ts'
import { begin, choose, comeBack } from '../../testing/microsoft-page.ts'
import { PUBLIC_URL, createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const directory = mkdtempSync(path.join(tmpdir(), 'tenantscope-sign-in-'))
const tokenFile = path.join(directory, 'token')

let simulator: Simulator
let app: TestApp
beforeAll(async () => {
  writeFileSync(tokenFile, 'not-yet')
  simulator = await startSimulator({ tenants: 1, users: 3, appUrls: [PUBLIC_URL] })
  const environment = { MICROSOFT_FEDERATED_TOKEN_FILE: tokenFile }
  app = await createTestApp({ simulator, environment })
})
afterAll(async () => {
  await app.close()
  await simulator.close()
  rmSync(directory, { recursive: true })
})
beforeEach(async () => {
  // Tests move the clock; the simulated Microsoft lives in real time.
  app.clock.advance({ seconds: (Date.now() - app.clock.now().getTime()) / 1_000 })
  await app.reset()
  simulator.faults.clear()
  const { id, displayName, userPrincipalName: username, mail: email } = ada()
  const person = { tenantId: partner().id, microsoftId: id, displayName, email, username }
  await app.people.users.addMicrosoft(person, { role: 'admin', tenantAccess: 'list' }, BY)
})

const partner = () => simulator.world.partner
const ada = () => partner().people[0]!

let version = 0
async function connect(credential?: ConnectionCredential): Promise<void> {
  await app.connect({
    ...simulator.world.registration,
    tenantId: partner().id,
    ...(credential === undefined ? {} : { credential }),
  })
  // Each of these tests begins with an empty database; in one database versions only grow.
  version += 1
  await app.database.handle.db.updateTable('microsoftConnection').set({ version }).execute()
}

async function signIn(
  browser = app.browser(),
  query: { returnTo?: string; fresh?: '1' } = {},
): Promise<string> {
  return comeBack(browser, await choose(await begin(browser, query), { person: ada().id }))
}

const reasons = async () => {
  const rows = await app.database.handle.db
    .selectFrom('loginAuditLog')
    .select('errorMessage')
    .orderBy('id')
    .execute()
  return rows.map(({ errorMessage }) => errorMessage)
}

describe('a person signs in at Microsoft where the app registration proves itself', () => {
  test('with a certificate', async () => {
    const { certificatePem, privateKeyPem } = await simulator.identity.certificate()
    await connect({ kind: 'certificate', certificatePem, privateKeyPem })
    const browser = app.browser()
    expect(await signIn(browser)).toBe('/dashboard')
    expect((await browser.call(getCurrentUser, {})).user.displayName).toBe(ada().displayName)
  })

  test('not with a certificate that the registration does not know', async () => {
    await connect({ kind: 'certificate', ...newCertifiedKey() })
    expect(await signIn()).toBe('/login?error=failed')
    expect(await reasons()).toEqual([expect.stringMatching(/^invalid_client: AADSTS700027/u)])
  })

  test('with the federated token that the file holds at that moment', async () => {
    await connect({ kind: 'federated' })
    writeFileSync(tokenFile, await simulator.identity.issueAssertion({ expiresInSeconds: -3_600 }))
    expect(await signIn()).toBe('/login?error=failed')
    expect(await reasons()).toEqual([expect.stringMatching(/^invalid_client: AADSTS700024/u)])
    writeFileSync(tokenFile, `${await simulator.identity.issueAssertion()}\n`)
    expect(await signIn()).toBe('/dashboard')
  })

  test('not without such a token, and the trail does not say where it was looked for', async () => {
    await connect({ kind: 'federated' })
    rmSync(tokenFile)
    expect(await signIn()).toBe('/login?error=failed')
    expect(JSON.stringify(await reasons())).not.toContain(directory)
  })
})

const askedOf = async (query: { fresh?: '1' }) => {
  const { searchParams } = await begin(app.browser(), query)
  return [searchParams.get('prompt'), searchParams.get('max_age')]
}

describe('a fresh sign-in', () => {
  test('asks for the password again, another one only for the account', async () => {
    await connect()
    expect(await askedOf({ fresh: '1' })).toEqual(['login', '600'])
    expect(await askedOf({})).toEqual(['select_account', null])
  })

  test.each([
    ['auth-time-old', 'not_fresh', 'Microsoft reported a sign-in that is older than 10 minutes'],
    [
      'auth-time-unclaimed',
      'auth_time_missing',
      'the token does not contain auth_time, the time of the sign-in',
    ],
  ] as const)('is refused where Microsoft shows none (%s)', async (fault, refusal, reason) => {
    await connect()
    const browser = app.browser()
    simulator.faults.add(fault)
    expect(await signIn(browser, { fresh: '1', returnTo: '/signed-in' })).toBe(
      `/login?error=${refusal}`,
    )
    expect([...browser.cookies.keys()]).toEqual([])
    expect(await reasons()).toEqual([reason])
    simulator.faults.clear()
    expect(await signIn(browser, { fresh: '1', returnTo: '/signed-in' })).toBe('/signed-in')
  })

  test.each(['auth-time-old', 'auth-time-unclaimed'] as const)(
    'is asked for later by an ordinary sign-in (%s), which itself is no fresh one',
    async (fault) => {
      await connect()
      const browser = app.browser()
      simulator.faults.add(fault)
      expect(await signIn(browser)).toBe('/dashboard')
      const refused = await browser.refusal(resetSessions)
      expect([refused.status, refused.body.code]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
      simulator.faults.clear()
      await signIn(browser, { fresh: '1', returnTo: '/signed-in' })
      await browser.call(resetSessions, {})
    },
  )

  test('lands where it was asked from, with a session that counts as fresh', async () => {
    await connect()
    const browser = app.browser()
    await signIn(browser)
    const before = browser.cookies.get('tenantscope_session')
    // The person signs in at this moment, also by the simulator's clock.
    simulator.faults.add('auth-time-old', { seconds: -1_800 })
    app.clock.advance({ minutes: 30 })
    expect(await signIn(browser, { fresh: '1', returnTo: '/signed-in' })).toBe('/signed-in')
    expect(browser.cookies.get('tenantscope_session')).not.toBe(before)
  })
})

test('local sign-in that is off opens by itself a day after the secret expired', async () => {
  const password = 'Correct-Horse-7'
  const account = { username: 'admin', displayName: null, password }
  await app.people.users.addLocal(account, { mustResetPassword: false }, BY)
  await app.database.handle.db.updateTable('settings').set({ localAuthFallback: false }).execute()
  await connect()
  const credentials = { body: { username: 'admin', password } }
  const isOpen = async () => (await app.browser().call(getSignInOptions, {})).local

  expect(await signIn()).toBe('/dashboard')
  simulator.faults.add('secret-expired')
  expect(await signIn()).toBe('/login?error=failed')
  app.clock.advance({ hours: SIGN_IN.microsoftSilentHours - 1 })
  expect(await signIn()).toBe('/login?error=failed')
  expect(await isOpen()).toBe(false)
  expect((await app.browser().refusal(signInLocally, credentials)).body.code).toBe(
    'LOCAL_SIGN_IN_OFF',
  )

  app.clock.advance({ hours: 1 })
  expect(await isOpen()).toBe(true)
  const { user } = await app.browser().call(signInLocally, credentials)
  expect(user.username).toBe('admin')
  expect(app.log.join('')).toContain('local sign-in is switched off but allowed')

  simulator.faults.clear()
  expect(await signIn()).toBe('/dashboard')
  expect(await isOpen()).toBe(false)
})
