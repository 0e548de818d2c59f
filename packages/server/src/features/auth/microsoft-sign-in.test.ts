import { getCurrentUser, getSignInOptions } from '@tenantscope/contract/auth'
import { SIGN_IN } from '@tenantscope/contract/limits'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { createForger } from '../../testing/forged-tokens.ts'
import { begin, choose, comeBack } from '../../testing/microsoft-page.ts'
import { PUBLIC_URL, createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const forger = createForger()

let simulator: Simulator
let app: TestApp
beforeAll(async () => {
  simulator = await startSimulator({ tenants: 3, users: 5, appUrls: [PUBLIC_URL] })
  app = await createTestApp({ simulator, interceptor: forger.intercept })
})
afterAll(async () => {
  await app.close()
  await simulator.close()
})
beforeEach(async () => {
  await app.reset()
  simulator.faults.clear()
  forger.change = null
  forger.usesUnpublishedKey = false
  const { clientId, clientSecret } = simulator.world.registration
  await app.connect({ clientId, clientSecret, tenantId: simulator.world.partner.id })
})

const ada = () => simulator.world.partner.people[0]!
const stranger = () => simulator.world.tenants.find(({ kind }) => kind === 'foreign')!.people[0]!

function invite(role: 'viewer' | 'admin' = 'admin', person = ada()) {
  const { id: microsoftId, displayName, userPrincipalName: username } = person
  const tenantId = simulator.world.partner.id
  return app.people.users.addMicrosoft(
    { tenantId, microsoftId, displayName: `Old ${displayName}`, email: null, username },
    { role, tenantAccess: 'list' },
    BY,
  )
}

async function signIn(browser: TestBrowser, options: { returnTo?: string; as?: string } = {}) {
  const { returnTo } = options
  const authorize = await begin(browser, returnTo === undefined ? {} : { returnTo })
  return comeBack(browser, await choose(authorize, { person: options.as ?? ada().id }))
}

const trail = () =>
  app.database.handle.db.selectFrom('loginAuditLog').selectAll().orderBy('id').execute()

test('a person of the directory signs in, is known by Microsoft’s names, and the success is recorded', async () => {
  await invite()
  const browser = app.browser()
  expect(await signIn(browser)).toBe('/dashboard')
  const { user } = await browser.call(getCurrentUser, {})
  expect(user).toMatchObject({
    displayName: ada().displayName,
    authMethod: 'microsoft',
    role: 'admin',
    lastMicrosoftLogin: app.clock.now().toISOString(),
  })
  const [session] = await app.database.handle.db.selectFrom('sessions').selectAll().execute()
  expect(session?.id).toBeTruthy()
  expect(await trail()).toMatchObject([
    {
      success: true,
      method: 'microsoft',
      userId: user.id,
      errorMessage: null,
      ipAddress: session?.ipAddress,
      userAgent: session?.userAgent,
      sessionId: session?.id,
    },
  ])
  const { lastSignInAt } = await app.database.handle.db
    .selectFrom('microsoftConnection')
    .select('lastSignInAt')
    .executeTakeFirstOrThrow()
  expect(lastSignInAt).toEqual(app.clock.now())
})

test('the browser is sent to the directory’s own page with code, PKCE, state and nonce', async () => {
  const url = await begin(app.browser())
  expect(url.origin).toBe(simulator.url)
  expect(url.pathname).toBe(`/${simulator.world.partner.id}/oauth2/v2.0/authorize`)
  const parameters = Object.fromEntries(url.searchParams)
  expect(parameters).toMatchObject({
    response_type: 'code',
    redirect_uri: `${PUBLIC_URL}/api/auth/microsoft/callback`,
    code_challenge_method: 'S256',
  })
  for (const name of ['code_challenge', 'state', 'nonce'])
    expect(parameters[name]).toMatch(/^[\w-]{43}$/u)
})

test('the flow cookie is sealed, short-lived and gone after the answer', async () => {
  await invite()
  const browser = app.browser()
  const response = await browser.request({ url: '/api/auth/microsoft/login' })
  expect([response.headers['set-cookie']].flat()[0]).toMatch(
    /^tenantscope_sign_in=v1\.[\w.%-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/u,
  )
  await signIn(browser)
  expect([...browser.cookies.keys()]).toEqual(['tenantscope_session'])
})

test('a sign-in replaces the session that came along', async () => {
  await invite()
  const browser = app.browser()
  await signIn(browser)
  const first = browser.cookies.get('tenantscope_session')!
  await signIn(browser)
  const old = app.browser()
  old.cookies.set('tenantscope_session', first)
  expect((await old.refusal(getCurrentUser)).status).toBe(401)
})

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

describe('an invalid token is refused', () => {
  test.each([
    ['another nonce', { nonce: 'x' }, 'failed'],
    ['no nonce', { nonce: undefined }, 'failed'],
    ['another application’s audience', { aud: guidOf(1) }, 'failed'],
    [
      'another issuer',
      { iss: `https://login.microsoftonline.com/${guidOf(1)}/v2.0` },
      'other_directory',
    ],
    ['another directory’s id', { tid: guidOf(1) }, 'other_directory'],
    ['no directory id', { tid: undefined }, 'other_directory'],
    ['no object id', { oid: undefined }, 'failed'],
    ['an end in the past', { exp: inSeconds(-3_600) }, 'failed'],
    ['a beginning in the future', { nbf: inSeconds(3_600) }, 'failed'],
  ])('%s', async (_, change, refusal) => {
    await invite()
    forger.change = (claims) => ({ ...claims, ...change })
    const browser = app.browser()
    expect(await signIn(browser)).toBe(`/login?error=${refusal}`)
    expect(browser.cookies.size).toBe(0)
    expect(await trail()).toMatchObject([{ success: false, method: 'microsoft', sessionId: null }])
  })

  test('a signature by a key that Microsoft does not publish', async () => {
    await invite()
    forger.usesUnpublishedKey = true
    const browser = app.browser()
    expect(await signIn(browser)).toBe('/login?error=failed')
    expect(browser.cookies.size).toBe(0)
  })
})

describe('an answer that does not belong to this browser’s sign-in is refused', () => {
  test('a code that was used already', async () => {
    await invite()
    const [first, second] = [app.browser(), app.browser()]
    const authorize = await begin(first)
    for (const [name, value] of first.cookies) second.cookies.set(name, value)
    const callback = await choose(authorize, { person: ada().id })
    expect(await comeBack(first, callback)).toBe('/dashboard')
    for (const browser of [second, first])
      expect(await comeBack(browser, callback)).toBe('/login?error=expired')
  })

  test('another state', async () => {
    await invite()
    const browser = app.browser()
    const callback = await choose(await begin(browser), { person: ada().id })
    callback.searchParams.set('state', 'x'.repeat(43))
    expect(await comeBack(browser, callback)).toBe('/login?error=failed')
  })

  test('a parameter that comes twice', async () => {
    await invite()
    const browser = app.browser()
    const callback = await choose(await begin(browser), { person: ada().id })
    callback.searchParams.append('code', 'another')
    expect(await comeBack(browser, callback)).toBe('/login?error=failed')
  })

  test('another browser’s reply is refused: no user can be signed in as another user', async () => {
    await invite()
    const callback = await choose(await begin(app.browser()), { person: ada().id })
    const victim = app.browser()
    expect(await comeBack(victim, callback)).toBe('/login?error=expired')
    await begin(victim)
    expect(await comeBack(victim, callback)).toBe('/login?error=failed')
  })

  test('an answer that took longer than ten minutes', async () => {
    await invite()
    const browser = app.browser()
    const callback = await choose(await begin(browser), { person: ada().id })
    app.clock.advance({ minutes: 10 })
    expect(await comeBack(browser, callback)).toBe('/login?error=expired')
  })

  test('a flow cookie that was not made here', async () => {
    const browser = app.browser()
    browser.cookies.set('tenantscope_sign_in', 'v1.000000000000.AAAA')
    const callback = new URL(`${PUBLIC_URL}/api/auth/microsoft/callback?code=x&state=y`)
    expect(await comeBack(browser, callback)).toBe('/login?error=expired')
  })
})

describe('the trail does not grow with what strangers send', () => {
  test('an answer without a sign-in of this browser is logged, and writes no row', async () => {
    const forged = new URL(`${PUBLIC_URL}/api/auth/microsoft/callback?code=x&state=y`)
    for (let times = 0; times < 3; times += 1)
      expect(await comeBack(app.browser(), forged)).toBe('/login?error=expired')
    expect(await trail()).toEqual([])
    expect(app.log.join('')).toContain('without a valid flow cookie')
  })

  test('refused answers of one address write a few rows a window, other addresses their own', async () => {
    const cancel = async (ipAddress: string) => {
      const browser = app.browser({ ipAddress })
      const callback = await choose(await begin(browser), { cancel: 'true' })
      expect(await comeBack(browser, callback)).toBe('/login?error=cancelled')
    }
    for (let times = 0; times < 23; times += 1) await cancel('203.0.113.7')
    expect(await trail()).toHaveLength(SIGN_IN.microsoftRefusalsRecordedPerAddress)
    await cancel('203.0.113.8')
    app.clock.advance({ minutes: SIGN_IN.failureWindowMinutes })
    await cancel('203.0.113.7')
    expect(await trail()).toHaveLength(SIGN_IN.microsoftRefusalsRecordedPerAddress + 2)
    await invite()
    expect(await signIn(app.browser({ ipAddress: '203.0.113.7' }))).toBe('/dashboard')
  })
})

const exchanges = () => simulator.counters.read().tokenRequests
const forged = async (browser: TestBrowser) => {
  const state = (await begin(browser)).searchParams.get('state') ?? ''
  return new URL(`${PUBLIC_URL}/api/auth/microsoft/callback?code=bogus&state=${state}`)
}

describe('forged answers cause few requests to Microsoft', () => {
  test('a flow is answered once, however often its cookie comes back', async () => {
    const browser = app.browser()
    const callback = await forged(browser)
    const flow = browser.cookies.get('tenantscope_sign_in')!
    expect(await comeBack(browser, callback)).toBe('/login?error=failed')
    const asked = exchanges()
    for (let times = 0; times < 3; times += 1) {
      browser.cookies.set('tenantscope_sign_in', flow)
      expect(await comeBack(browser, callback)).toBe('/login?error=expired')
    }
    expect(exchanges()).toEqual(asked)
  })

  test('an address that failed too often waits, other addresses do not', async () => {
    await invite()
    const browser = app.browser({ ipAddress: '203.0.113.7' })
    for (let times = 0; times < SIGN_IN.microsoftFailuresPerAddress; times += 1)
      expect(await comeBack(browser, await forged(browser))).toBe('/login?error=failed')
    const asked = exchanges()
    expect(await comeBack(browser, await forged(browser))).toBe('/login?error=too_many_attempts')
    expect(await signIn(browser)).toBe('/login?error=too_many_attempts')
    expect(exchanges()).toEqual(asked)
    expect(await signIn(app.browser({ ipAddress: '203.0.113.8' }))).toBe('/dashboard')
    app.clock.advance({ minutes: SIGN_IN.failureWindowMinutes })
    expect(await signIn(browser)).toBe('/dashboard')
  })
})

test('an answer with text that no database keeps is refused like any other', async () => {
  const browser = app.browser()
  const callback = await choose(await begin(browser), { cancel: 'true' })
  callback.searchParams.set('error_description', 'N\0ul')
  expect(await comeBack(browser, callback)).toBe('/login?error=cancelled')
  expect(await trail()).toMatchObject([{ errorMessage: 'access_denied: Nul' }])
})

describe('a person who may not enter', () => {
  test('who cancels is back on the login screen', async () => {
    const browser = app.browser()
    const callback = await choose(await begin(browser), { cancel: 'true' })
    expect(await comeBack(browser, callback)).toBe('/login?error=cancelled')
  })

  test('of another directory', async () => {
    simulator.faults.add('foreign-directory')
    const browser = app.browser()
    expect(await signIn(browser, { as: stranger().id })).toBe('/login?error=other_directory')
    expect(browser.cookies.size).toBe(0)
  })

  test('of another directory, also with autoImportUsers', async () => {
    await app.database.handle.db.updateTable('settings').set({ autoImportUsers: true }).execute()
    simulator.faults.add('foreign-directory')
    expect(await signIn(app.browser(), { as: stranger().id })).toBe('/login?error=other_directory')
    expect(await app.people.users.list()).toEqual([])
  })

  test('without an account', async () => {
    const browser = app.browser()
    expect(await signIn(browser)).toBe('/login?error=no_account')
    expect(browser.cookies.size).toBe(0)
    expect(await trail()).toMatchObject([
      { success: false, email: ada().mail ?? ada().userPrincipalName },
    ])
  })

  test('whose account is disabled', async () => {
    const { id } = await invite()
    await invite('admin', simulator.world.partner.people[1])
    await app.people.users.setDisabled(id, true, BY)
    expect(await signIn(app.browser())).toBe('/login?error=disabled')
    expect(await trail()).toMatchObject([{ success: false, userId: id }])
  })

  test('whose account has the same e-mail address but another object id', async () => {
    const tenantId = simulator.world.partner.id
    const { displayName, mail, userPrincipalName: username } = ada()
    await app.people.users.addMicrosoft(
      { tenantId, microsoftId: guidOf(9), displayName, email: mail, username },
      { role: 'admin', tenantAccess: 'all' },
      BY,
    )
    expect(await signIn(app.browser())).toBe('/login?error=no_account')
  })
})

test('with autoImportUsers an unknown person of the directory becomes a viewer, once', async () => {
  await app.database.handle.db.updateTable('settings').set({ autoImportUsers: true }).execute()
  const browsers = [app.browser(), app.browser()]
  const landings = await Promise.all(browsers.map((browser) => signIn(browser)))
  expect(landings).toEqual(['/overview?warning=no_roles', '/overview?warning=no_roles'])
  expect(await app.people.users.list()).toMatchObject([
    { username: ada().userPrincipalName, role: 'viewer', tenantAccess: 'list', grantedTenants: 0 },
  ])
})

test('an imported person sees all tenants when the default tenant access says so', async () => {
  const settings = { autoImportUsers: true, defaultTenantAccess: 'all' } as const
  await app.database.handle.db.updateTable('settings').set(settings).execute()
  expect(await signIn(app.browser())).toBe('/dashboard')
})

describe('after the sign-in the browser goes', () => {
  const tenantId = '11111111-2222-3333-4444-555555555555'

  test('to the address asked for', async () => {
    await invite()
    expect(await signIn(app.browser(), { returnTo: '/profile?tab=security' })).toBe(
      '/profile?tab=security',
    )
  })

  test.each(['https://evil.example.com/', '//evil.example.com', '/\\evil.example.com', '/.//evil'])(
    'never to %s',
    async (returnTo) => {
      await invite()
      expect(await signIn(app.browser(), { returnTo })).toBe('/dashboard')
    },
  )

  test('to the overview with a warning when the person sees no tenant', async () => {
    await invite('viewer')
    expect(await signIn(app.browser(), { returnTo: '/profile' })).toBe('/overview?warning=no_roles')
  })

  test.each([
    ['Inactive', new Date(), null, 'tenant_suspended'],
    ['Pending', null, 'CONSENT_REQUIRED', 'tenant_context_failed'],
  ] as const)(
    'to the overview when the tenant asked for is %s',
    async (status, dataAsOf, failureCode, warning) => {
      await invite()
      await app.addTenant(tenantId)
      await app.database.handle.db
        .updateTable('tenants')
        .set({ status, dataAsOf, failureCode, failureMessage: 'x', failureAt: new Date() })
        .execute()
      expect(await signIn(app.browser(), { returnTo: `/tenant/${tenantId}` })).toBe(
        `/overview?warning=${warning}&tenant=${tenantId}`,
      )
    },
  )
})

describe('without a working connection', () => {
  test('sign-in says that Microsoft is not configured', async () => {
    await app.reset()
    const browser = app.browser()
    expect((await begin(browser)).search).toBe('?error=not_configured')
    expect(browser.cookies.size).toBe(0)
    expect(await browser.call(getSignInOptions, {})).toMatchObject({ microsoft: false })
  })

  test('an expired secret refuses every sign-in and is named in the trail', async () => {
    await invite()
    simulator.faults.add('secret-expired')
    expect(await signIn(app.browser())).toBe('/login?error=failed')
    expect((await trail())[0]!.errorMessage).toMatch(/^invalid_client: AADSTS7000222/u)
  })
})

test('the login screen learns that Microsoft is simulated', async () => {
  expect(await app.browser().call(getSignInOptions, {})).toEqual({
    microsoft: true,
    local: true,
    simulatedMicrosoft: true,
    refusal: null,
  })
})

test('neither codes nor tokens nor the client secret reach the log', async () => {
  await invite()
  const browser = app.browser()
  const callback = await choose(await begin(browser), { person: ada().id })
  await comeBack(browser, callback)
  await comeBack(browser, callback)
  const log = app.log.join('')
  expect(log).toContain('/api/auth/microsoft/callback')
  for (const secret of [
    callback.searchParams.get('code')!,
    callback.searchParams.get('state')!,
    simulator.world.registration.clientSecret,
    browser.cookies.get('tenantscope_session')!,
  ])
    expect(log).not.toContain(secret)
})
