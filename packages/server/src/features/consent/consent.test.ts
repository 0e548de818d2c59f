import {
  finishAdminConsent,
  getConsent,
  listInvitations,
  revokeInvitation,
  startConsent,
} from '@tenantscope/contract/consent'
import { TenantId } from '@tenantscope/contract/ids'
import { CONSENT } from '@tenantscope/contract/limits'
import { listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createConsentWorld } from '../../testing/consent-world.ts'
import type { ConsentWorld } from '../../testing/consent-world.ts'
import { PUBLIC_URL, guidOf } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createConsentRepo } from './consent.repo.ts'

const CALLBACK = `${PUBLIC_URL}${finishAdminConsent.path}`

let world: ConsentWorld
let admin: TestBrowser
let fabrikam: TenantId
let contoso: TenantId
beforeAll(async () => {
  world = await createConsentWorld()
  ;({ fabrikam, contoso } = world)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.beginAnew()
  admin = await world.signIn('admin')
  await world.addTenant(fabrikam, 'Fabrikam')
  await world.addTenant(contoso, 'Contoso')
})

const interactive = (tenantId: TenantId) => ({ kind: 'interactive', tenantId }) as const
const ask = (browser: TestBrowser, tenantId: TenantId) =>
  browser.call(startConsent, { body: interactive(tenantId) })
const read = (browser: TestBrowser, consentId: Awaited<ReturnType<typeof ask>>['id']) =>
  browser.call(getConsent, { params: { consentId } })
const listed = async (tenantId: TenantId) =>
  (await admin.call(listTenants, {})).tenants.find(({ id }) => id === tenantId)

describe('asking', () => {
  test('leads to the v2 consent page of that tenant, with a state that is kept nowhere', async () => {
    const { url, id, expiresAt } = await ask(admin, fabrikam)
    const page = new URL(url)
    expect(`${page.origin}${page.pathname}`).toBe(
      `${world.simulator.url}/${fabrikam}/v2.0/adminconsent`,
    )
    const { state, ...parameters } = Object.fromEntries(page.searchParams)
    expect(parameters).toEqual({
      client_id: world.simulator.world.registration.clientId,
      scope: 'https://graph.microsoft.com/.default',
      redirect_uri: CALLBACK,
    })
    expect(state).toMatch(/^[\w-]{43}$/u)
    const minutes = (Date.parse(expiresAt) - world.clock.now().getTime()) / 60_000
    expect(Math.round(minutes)).toBe(CONSENT.interactiveMinutes)
    const rows = await world.database.handle.db.selectFrom('consents').selectAll().execute()
    expect(rows).toMatchObject([{ id, sealedUrl: null, state: 'waiting' }])
    expect(JSON.stringify(rows)).not.toContain(state)
    expect(await world.trail()).toEqual(['consent asked by admin'])
  })

  test('needs a connection', async () => {
    await world.database.handle.db.deleteFrom('microsoftConnection').execute()
    const { status, body } = await admin.refusal(startConsent, { body: interactive(fabrikam) })
    expect([status, body.message]).toEqual([
      409,
      'Azure configuration not found. Please configure Azure settings first.',
    ])
  })

  test('for a tenant that the person may not see answers as for one that does not exist', async () => {
    const technician = await world.signIn('technician', { tenants: [contoso] })
    const answers = await Promise.all(
      [fabrikam, TenantId.parse(guidOf(404))].flatMap((tenantId) =>
        (['interactive', 'invitation'] as const).map((kind) =>
          technician.refusal(startConsent, { body: { kind, tenantId } }),
        ),
      ),
    )
    const shown = answers.map(({ status, body }) => ({ status, body: { ...body, requestId: '' } }))
    expect(new Set(shown.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(shown[0]).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await world.trail()).toEqual([])
  })

  test('for the own directory is for administrators, and for those who may see it', async () => {
    const body = { kind: 'interactive' } as const
    expect((await admin.call(startConsent, { body })).url).toContain(`/${world.own}/v2.0/`)
    const technician = await world.signIn('technician')
    expect((await technician.refusal(startConsent, { body })).status).toBe(404)
    await world.addTenant(world.own, 'Own')
    const granted = await world.signIn('technician', { tenants: [world.own] })
    expect((await granted.call(startConsent, { body })).url).toContain(`/${world.own}/v2.0/`)
  })
})

describe('given', () => {
  test('it is proven by a token, the tenant is read, and the state is gone from the address', async () => {
    const { id, landing } = await world.consent(admin, interactive(fabrikam))
    expect(landing).toBe(`result=success&tenant=${fabrikam}&consent=${id}`)
    expect(await read(admin, id)).toMatchObject({
      state: 'succeeded',
      tenantId: fabrikam,
      displayName: 'Fabrikam',
      problem: null,
      message: null,
    })
    await world.atRest()
    expect(await listed(fabrikam)).toMatchObject({
      status: 'Active',
      accessLevel: 'full',
      consent: { state: 'granted', since: expect.any(String) as unknown },
      failure: null,
    })
    const runs = await world.database.handle.db.selectFrom('syncRuns').selectAll().execute()
    expect(runs).toMatchObject([
      { requestedBy: expect.stringMatching(/^admin-/u) as unknown, state: 'succeeded' },
    ])
    expect(await world.trail()).toEqual(['consent asked by admin', 'consent given by admin'])
  })

  test('a token from before the consent is not asked for its permissions', async () => {
    const first = await world.consent(admin, interactive(fabrikam))
    await world.atRest()
    const tenant = world.simulator.world.tenants.find(({ id }) => id === fabrikam)!
    // The token that is kept still has its roles; only a new one shows that they are gone.
    tenant.consent = null
    world.simulator.faults.add('consent-propagating', { tenantId: fabrikam, seconds: 3_600 })
    const second = await world.consent(admin, interactive(fabrikam))
    expect([first.landing, second.landing].map((each) => each.split('&')[0])).toEqual([
      'result=success',
      'result=pending',
    ])
  })

  test('for the own directory, its customers are looked for too', async () => {
    const { landing } = await world.consent(admin, { kind: 'interactive' })
    expect(landing).toContain('result=success')
    await world.atRest()
    const { tenants } = await admin.call(listTenants, {})
    expect(tenants.find(({ id }) => id === world.own)).toMatchObject({ isPartnerTenant: true })
    expect(tenants.length).toBeGreaterThan(3)
  })

  test('with fewer permissions than are required, it says which one is missing', async () => {
    world.simulator.faults.add('roles-removed', { roles: ['Policy.Read.All'] })
    const { id } = await world.consent(admin, interactive(fabrikam))
    const { state, message } = await read(admin, id)
    expect(state).toBe('succeeded')
    expect(message).toContain('not for Policy.Read.All')
  })
})

describe('not given', () => {
  test.each([
    ['cancelled as documented', null],
    ['cancelled by access_denied', 'consent-cancel-denied'],
  ] as const)('%s', async (_, fault) => {
    if (fault) world.simulator.faults.add(fault)
    const { id, landing } = await world.consent(admin, interactive(fabrikam), 'cancel')
    expect(landing).toBe(`error=cancelled&code=AADSTS65004&consent=${id}`)
    expect(await read(admin, id)).toMatchObject({ state: 'cancelled', problem: 'cancelled' })
    expect((await world.trail()).at(-1)).toBe('consent refused cancelled by admin')
    expect(await listed(fabrikam)).toMatchObject({ consent: { state: 'none' } })
  })

  test('an error of Microsoft names its code, and none of its text is believed', async () => {
    const { url, id } = await ask(admin, fabrikam)
    const answer = new URL(CALLBACK)
    answer.search = new URLSearchParams({
      admin_consent: 'True',
      tenant: fabrikam,
      error: 'invalid_client',
      error_description: 'AADSTS650053: Call +1 555 0100 <b>now</b>',
      state: new URL(url).searchParams.get('state') ?? '',
    }).toString()
    expect(await world.bring(admin, answer)).toBe(
      `error=microsoft_error&code=AADSTS650053&consent=${id}`,
    )
    const consent = await read(admin, id)
    expect(consent).toMatchObject({ state: 'failed', problem: 'microsoft_error' })
    expect(consent.message).toContain('(AADSTS650053)')
    expect(JSON.stringify(consent)).not.toContain('555 0100')
    expect(await listed(fabrikam)).toMatchObject({ consent: { state: 'none' } })
  })

  test('another tenant than the asked one proves nothing, though it consented', async () => {
    await world.consent(admin, interactive(contoso))
    const { url, id } = await ask(admin, fabrikam)
    const callback = await world.choose(url, fabrikam)
    callback.searchParams.set('tenant', contoso)
    expect(await world.bring(admin, callback)).toBe(`error=wrong_tenant&consent=${id}`)
    expect(await read(admin, id)).toMatchObject({
      state: 'failed',
      problem: 'wrong_tenant',
      tenantId: fabrikam,
    })
    expect(await listed(fabrikam)).toMatchObject({ consent: { state: 'none' } })
  })

  test.each(['nonsense', '', 'contoso.example'])(
    'a tenant of the name "%s" is none',
    async (name) => {
      const { url } = await ask(admin, fabrikam)
      const callback = await world.choose(url, fabrikam)
      callback.searchParams.set('tenant', name)
      expect(await world.bring(admin, callback)).toContain('error=wrong_tenant')
    },
  )

  test('what Microsoft’s redirect says is not believed without a token', async () => {
    const { url, id } = await ask(admin, fabrikam)
    const forged = new URL(CALLBACK)
    forged.search = new URLSearchParams({
      admin_consent: 'True',
      tenant: fabrikam,
      state: new URL(url).searchParams.get('state') ?? '',
    }).toString()
    expect(await world.bring(admin, forged)).toContain('result=pending')
    expect(await read(admin, id)).toMatchObject({ state: 'propagating' })
    expect(await listed(fabrikam)).toMatchObject({ consent: { state: 'none' } })
  })

  test.each([
    ['the secret is refused', 'wrong-secret', 'The client secret is wrong'],
    ['the application is disabled', 'app-disabled', 'The application is disabled'],
  ] as const)('%s: it says so at once', async (_, fault, message) => {
    world.simulator.faults.add(fault)
    const { id, landing } = await world.consent(admin, interactive(fabrikam))
    expect(landing).toContain('error=unproven')
    const consent = await read(admin, id)
    expect(consent.state).toBe('failed')
    expect(consent.message).toContain(message)
  })

  test('by an application that is not the connection’s any more', async () => {
    const { url, id } = await ask(admin, fabrikam)
    const callback = await world.choose(url, fabrikam)
    const changed = { clientId: guidOf(7), version: 2 }
    await world.database.handle.db.updateTable('microsoftConnection').set(changed).execute()
    expect(await world.bring(admin, callback)).toBe(`error=not_configured&consent=${id}`)
    expect(await read(admin, id)).toMatchObject({ state: 'failed', problem: 'not_configured' })
    expect(await listed(fabrikam)).toMatchObject({ consent: { state: 'none' } })
  })
})

describe('an answer that does not count', () => {
  const INVALID = 'error=invalid_state'

  test('is refused alike whether its state is used, forged, absent or another session’s', async () => {
    const { callback } = await world.consent(admin, interactive(fabrikam))
    expect(await world.bring(admin, callback)).toBe(INVALID)
    const { url } = await ask(admin, contoso)
    const answer = await world.choose(url, contoso)
    const other = await world.signIn('admin')
    expect(await world.bring(other, answer)).toBe(INVALID)
    expect(await world.bring(world.browser(), answer)).toBe(INVALID)
    const altered = new URL(answer)
    altered.searchParams.set('state', `${altered.searchParams.get('state')?.slice(0, -2)}AA`)
    expect(await world.bring(admin, altered)).toBe(INVALID)
    const twice = new URL(answer)
    twice.searchParams.append('state', 'x')
    expect(await world.bring(admin, twice)).toBe(INVALID)
    const tenants = new URL(answer)
    tenants.searchParams.append('tenant', fabrikam)
    expect(await world.bring(admin, tenants)).toBe(INVALID)
    const stateless = new URL(answer)
    stateless.searchParams.delete('state')
    expect(await world.bring(admin, stateless)).toBe(INVALID)
    // None of this has used up the one that was asked.
    expect(await world.bring(admin, answer)).toContain('result=success')
  })

  test('counts once when it comes several times at one moment', async () => {
    const { url } = await ask(admin, fabrikam)
    const callback = await world.choose(url, fabrikam)
    const landings = await Promise.all(
      Array.from({ length: 5 }, () => world.bring(admin, callback)),
    )
    expect(landings.filter((each) => each.startsWith('result=success'))).toHaveLength(1)
    expect(landings.filter((each) => each === INVALID)).toHaveLength(4)
    expect((await world.trail()).filter((each) => each.startsWith('consent given'))).toHaveLength(1)
  })

  test('comes too late', async () => {
    const { url, id } = await ask(admin, fabrikam)
    const callback = await world.choose(url, fabrikam)
    world.clock.advance({ minutes: CONSENT.interactiveMinutes })
    expect(await world.bring(admin, callback)).toBe('error=expired')
    expect(await read(admin, id)).toMatchObject({ state: 'expired', problem: 'expired' })
    expect(await listed(fabrikam)).toMatchObject({ consent: { state: 'none' } })
  })
})

test('of those that ended only the last success is kept: it shows that answers arrive here', async () => {
  await world.consent(admin, interactive(fabrikam))
  world.clock.advance({ seconds: 1 })
  const last = await world.consent(admin, interactive(contoso))
  const { id } = await ask(admin, fabrikam)
  await world.atRest()
  const { expiresAt } = await read(admin, id)
  const ended = new Date(Date.parse(expiresAt) + 1)
  const { db } = world.database.handle
  await createConsentRepo(db).sweep({ interactive: ended, invitations: ended })
  const kept = await db.selectFrom('consents').select('id').execute()
  expect(kept).toEqual([{ id: last.id }])
})

test('nothing of a state is in the log', async () => {
  const { callback } = await world.consent(admin, interactive(fabrikam))
  await world.bring(world.browser(), callback)
  const { id, url } = await admin.call(startConsent, { body: { kind: 'invitation' } })
  await admin.call(listInvitations, {})
  await world.atRest()
  const text = world.log.join('')
  expect(text).toContain(finishAdminConsent.path)
  for (const address of [callback, new URL(url)])
    expect(text).not.toContain(address.searchParams.get('state'))
  await admin.call(revokeInvitation, { params: { consentId: id } })
})

test('a consent is its creator’s and administrators’ to see, cut to the tenants of the reader', async () => {
  const creator = await world.signIn('technician', { tenants: [fabrikam] })
  const { id } = await ask(creator, fabrikam)
  expect(await read(creator, id)).toMatchObject({ tenantId: fabrikam, displayName: 'Fabrikam' })
  expect(await read(admin, id)).toMatchObject({ tenantId: fabrikam })
  const other = await world.signIn('technician', { tenants: 'all' })
  const params = { consentId: id }
  expect((await other.refusal(getConsent, { params })).status).toBe(404)
  expect((await other.refusal(getConsent, { params: { consentId: guidOf(1) } })).status).toBe(404)
  await world.database.handle.db.deleteFrom('userTenantAccess').execute()
  expect(await read(creator, id)).toMatchObject({ tenantId: null, displayName: null })
})
