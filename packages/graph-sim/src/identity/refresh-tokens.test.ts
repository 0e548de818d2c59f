import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { claimsOf, createCalls, tenantOf, type Calls } from '../testing/calls.ts'
import { refusalOf, signInAs, type SignInChange } from '../testing/sign-in.ts'
import type { Person, Tenant } from '../world/types.ts'

const DAY_MS = 24 * 60 * 60_000

describe('a refresh token', () => {
  let simulator: Simulator
  let calls: Calls
  let partner: Tenant
  let person: Person
  let now = Date.UTC(2026, 10, 20)

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 5, now: () => now })
    calls = createCalls(simulator)
    ;({ partner } = simulator.world)
    const [, second] = partner.people
    if (!second) throw new Error('Nobody to sign in')
    person = second
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    simulator.faults.clear()
  })

  async function signIn(change: SignInChange = {}) {
    const options = { personId: person.id, tenant: partner.id, change }
    const { body } = await signInAs(simulator, calls, options)
    return body
  }

  function refresh(
    token: unknown,
    fields: Readonly<Record<string, string>> = {},
    tenant = partner.id,
  ) {
    return calls.requestToken(tenant, {
      grant_type: 'refresh_token',
      refresh_token: String(token),
      scope: '',
      ...fields,
    })
  }

  test('comes with the scope offline_access, and only then', async () => {
    expect((await signIn())['refresh_token']).toMatch(/^1\.\w{256}$/)
    expect(await signIn({ scope: 'openid profile' })).not.toHaveProperty('refresh_token')
  })

  test('gives fresh tokens of the same person and scope, and its successor', async () => {
    const first = await signIn()
    now += DAY_MS
    const { status, headers, body } = await refresh(first['refresh_token'])
    expect(status).toBe(200)
    expect(headers['cache-control']).toContain('no-store')
    expect(Object.keys(body)).toEqual([
      'token_type',
      'scope',
      'expires_in',
      'ext_expires_in',
      'access_token',
      'refresh_token',
      'id_token',
    ])
    expect(body['scope']).toBe('openid profile User.Read')
    expect(body['refresh_token']).not.toBe(first['refresh_token'])
    expect(claimsOf(body['access_token'])).toMatchObject({
      oid: person.id,
      tid: partner.id,
      upn: person.userPrincipalName,
      scp: 'openid profile User.Read',
    })
    expect(claimsOf(body['id_token'])).toMatchObject({ oid: person.id, ver: '2.0' })
    expect(claimsOf(body['id_token'])).not.toHaveProperty('nonce')
    expect((await refresh(body['refresh_token'])).status).toBe(200)
  })

  test('stays valid beside its successor', async () => {
    const { refresh_token: token } = await signIn()
    await refresh(token)
    expect((await refresh(token)).status).toBe(200)
  })

  test('gives tokens for less, when less is asked for', async () => {
    const { refresh_token: token } = await signIn()
    const { body } = await refresh(token, { scope: 'User.Read' })
    expect(body['scope']).toBe('User.Read')
    expect(body).not.toHaveProperty('id_token')
    expect(body).toHaveProperty('refresh_token')
  })

  test('tells the name and the roles that the person has by now', async () => {
    const { refresh_token: token } = await signIn()
    const { displayName, roleTemplateIds } = person
    person.displayName = 'Renamed'
    person.roleTemplateIds = ['f2ef992c-3afb-46b9-b7cf-a126ee74c451']
    const { body } = await refresh(token)
    person.displayName = displayName
    person.roleTemplateIds = roleTemplateIds
    const claims = claimsOf(body['id_token'])
    expect(claims['name']).toBe('Renamed')
    expect(claims['wids']).toContain('f2ef992c-3afb-46b9-b7cf-a126ee74c451')
  })

  test('ends after ninety days without use', async () => {
    const { refresh_token: token } = await signIn()
    now += 90 * DAY_MS
    const { body } = await refresh(token)
    now += 1
    const late = await refresh(token)
    expect(refusalOf(late)).toEqual([400, 'invalid_grant', [700082], '700082'])
    expect(late.body['suberror']).toBe('token_expired')
    expect((await refresh(body['refresh_token'])).status).toBe(200)
  })

  test('ends when the sign-ins of the person are revoked; a later one is valid', async () => {
    const { refresh_token: token } = await signIn()
    simulator.identity.revokeSignIns(person.id)
    const revoked = await refresh(token)
    expect(refusalOf(revoked)).toEqual([400, 'invalid_grant', [50173], '50173'])
    expect(revoked.body['suberror']).toBe('bad_token')
    now += 1
    const { refresh_token: later } = await signIn()
    expect((await refresh(later)).status).toBe(200)
  })

  test('does not outlive the account', async () => {
    const { refresh_token: token } = await signIn()
    person.accountEnabled = false
    const blocked = await refresh(token)
    person.accountEnabled = true
    expect(refusalOf(blocked)).toEqual([400, 'invalid_grant', [50057], '50057'])
    const { people } = partner
    partner.people = people.filter((each) => each !== person)
    const deleted = await refresh(token)
    partner.people = people
    expect(refusalOf(deleted)).toEqual([400, 'invalid_request', [50034], '50034'])
  })

  test.each([
    ['made-up', {}, [400, 'invalid_grant', [9002313], '9002313']],
    ['', {}, [400, 'invalid_request', [900144], '900144']],
    ['made-up', { client_secret: 'wrong' }, [401, 'invalid_client', [7000215], '7000215']],
  ])('is refused when it is %o with %o', async (token, fields, expected) => {
    expect(refusalOf(await refresh(token, fields))).toEqual(expected)
  })

  test('is refused in another tenant, and taken at /organizations', async () => {
    const { refresh_token: token } = await signIn()
    const elsewhere = tenantOf(simulator, 'seats-wasted').id
    const expected = [400, 'invalid_grant', [700005], '700005']
    expect(refusalOf(await refresh(token, {}, elsewhere))).toEqual(expected)
    expect((await refresh(token, {}, 'organizations')).status).toBe(200)
  })

  test.each([
    ['refresh-revoked', 50173],
    ['refresh-expired', 700082],
  ] as const)('is refused under the fault %s', async (fault, code) => {
    const { refresh_token: token } = await signIn()
    simulator.faults.add(fault, { times: 1 })
    expect(refusalOf(await refresh(token))).toEqual([400, 'invalid_grant', [code], String(code)])
    expect((await refresh(token)).status).toBe(200)
  })
})
