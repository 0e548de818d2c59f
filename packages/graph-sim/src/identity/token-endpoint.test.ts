import { createHash } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { claimsOf, createCalls, tenantOf, type Answer, type Calls } from '../testing/calls.ts'
import type { Tenant } from '../world/types.ts'

const VERIFIER = 'a-verifier-that-is-long-enough-for-the-rules-0123456789'
const MINUTE_MS = 60_000
const START_MS = Date.UTC(2026, 10, 20, 8, 30)

describe('the token endpoint', () => {
  let simulator: Simulator
  let calls: Calls
  let partner: Tenant
  let redirectUri: string
  let now = START_MS

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 5, now: () => now })
    calls = createCalls(simulator)
    ;({ partner } = simulator.world)
    redirectUri = simulator.world.registration.redirectUris[0] ?? ''
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    simulator.faults.clear()
    now = START_MS
  })

  async function signIn(change: Readonly<Record<string, string>> = {}, at = 1): Promise<string> {
    const query = new URLSearchParams({
      client_id: simulator.world.registration.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid profile offline_access',
      nonce: 'n-1',
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
      ...change,
    })
    const { headers } = await calls.identity(
      `/${partner.id}/oauth2/v2.0/authorize?${query.toString()}`,
      { form: { person: partner.people[at]?.id ?? '' } },
    )
    return URL.parse(String(headers['location']))?.searchParams.get('code') ?? ''
  }

  function exchange(code: string, change: Readonly<Record<string, string>> = {}, at = partner.id) {
    return calls.requestToken(at, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: VERIFIER,
      ...change,
    })
  }

  describe('for the app itself', () => {
    test('answers with a number of seconds and no refresh token', async () => {
      const { status, headers, body } = await calls.requestToken(partner.id)
      expect(status).toBe(200)
      expect(headers['cache-control']).toContain('no-store')
      expect(Object.keys(body)).toEqual([
        'token_type',
        'expires_in',
        'ext_expires_in',
        'access_token',
      ])
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3599 })
      const { iat, nbf, exp } = claimsOf(body['access_token'])
      expect(iat).toBe(nbf)
      expect(Number(exp) - Number(nbf)).toBe(3900)
    })

    test('gives a token without roles after the permissions were withdrawn', async () => {
      const tenant = tenantOf(simulator, 'seats-wasted')
      simulator.faults.add('roles-removed', { tenantId: tenant.id, times: 1 })
      const { status, body } = await calls.requestToken(tenant.id)
      expect(status).toBe(200)
      expect(claimsOf(body['access_token'])).not.toHaveProperty('roles')
      simulator.faults.add('roles-removed', {
        tenantId: tenant.id,
        roles: ['Policy.Read.All'],
        times: 1,
      })
      const partial = await calls.requestToken(tenant.id)
      expect(claimsOf(partial.body['access_token'])['roles']).toEqual(
        tenant.consent?.roles.filter((role) => role !== 'Policy.Read.All'),
      )
    })

    test.each([
      ['client_secret', 'wrong', [401, 'invalid_client', 7000215]],
      ['client_secret', '', [401, 'invalid_client', 7000218]],
      ['client_id', '11111111-1111-4111-8111-111111111111', [400, 'unauthorized_client', 700016]],
      ['client_id', '', [400, 'invalid_request', 900144]],
      ['grant_type', '', [400, 'invalid_request', 900144]],
      ['grant_type', 'password', [400, 'unsupported_grant_type', 70003]],
      ['scope', '', [400, 'invalid_request', 900144]],
      ['scope', 'User.Read', [400, 'invalid_scope', 70011]],
      ['scope', 'https://vault.example/.default', [400, 'invalid_resource', 500011]],
    ] as const)('refuses %s=%s', async (name, value, expected) => {
      expect(refusalOf(await calls.requestToken(partner.id, { [name]: value }))).toEqual(expected)
    })

    test('says which scope is not valid, in the words of the documentation', async () => {
      const { body } = await calls.requestToken(partner.id, { scope: 'User.Read' })
      expect(body['error_description']).toMatch(
        /^AADSTS70011: The provided value for the input parameter 'scope' is not valid\. The scope User\.Read is not valid\. Trace ID: /,
      )
    })

    test.each([
      ['common', [400, 'invalid_request', 9001023]],
      ['organizations', [400, 'invalid_request', 9001023]],
      ['3d1f2f1e-0000-4000-8000-000000000000', [400, 'invalid_request', 90002]],
      ['malformed~tenant', [400, 'invalid_request', 900023]],
    ] as const)('refuses the tenant %s', async (tenant, expected) => {
      expect(refusalOf(await calls.requestToken(tenant))).toEqual(expected)
    })

    test.each(['consent-withdrawn', 'never-consented'] as const)(
      'refuses the tenant of the story %s with 7000229',
      async (story) => {
        const { id } = tenantOf(simulator, story)
        expect(refusalOf(await calls.requestToken(id))).toEqual([401, 'invalid_client', 7000229])
      },
    )

    test.each([
      ['consent-withdrawn', [401, 'invalid_client', 7000229]],
      ['secret-expired', [401, 'invalid_client', 7000222]],
      ['wrong-secret', [401, 'invalid_client', 7000215]],
      ['app-disabled', [400, 'unauthorized_client', 7000112]],
    ] as const)('refuses one tenant under the fault %s and no other', async (name, expected) => {
      const tenant = tenantOf(simulator, 'seats-wasted')
      simulator.faults.add(name, { tenantId: tenant.id })
      expect(refusalOf(await calls.requestToken(tenant.id))).toEqual(expected)
      expect((await calls.requestToken(partner.id)).status).toBe(200)
    })

    test.each([
      { name: 'throttle', status: 429, code: 90055, retryAfter: '2' },
      { name: 'unavailable', status: 503, code: 90033, retryAfter: undefined },
    ] as const)('answers $name only when the fault names its path', async (expected) => {
      const { name, status, code, retryAfter } = expected
      simulator.faults.add(name)
      expect((await calls.requestToken(partner.id)).status).toBe(200)
      simulator.faults.add(name, { paths: ['/oauth2/v2.0/token'] })
      const answer = await calls.requestToken(partner.id)
      expect(refusalOf(answer)).toEqual([status, 'temporarily_unavailable', code])
      expect(answer.headers['retry-after']).toBe(retryAfter)
    })

    test('reads forms only, and POST only', async () => {
      const path = `/${partner.id}/oauth2/v2.0/token`
      const json = await calls.identity(path, { json: { grant_type: 'client_credentials' } })
      expect(refusalOf(json)).toEqual([400, 'invalid_request', 900144])
      expect(refusalOf(await calls.identity(path))).toEqual([400, 'invalid_request', 900561])
    })

    test('echoes client-request-id as correlation id, in the body and in the text', async () => {
      const id = '6a0e1c1c-7a3e-4c57-9f2e-0c6d9b1f2a3b'
      const { body } = await calls.identity(`/${partner.id}/oauth2/v2.0/token`, {
        headers: { 'client-request-id': id },
        form: { grant_type: 'client_credentials' },
      })
      expect(body['correlation_id']).toBe(id)
      expect(body['error_description']).toContain(`Correlation ID: ${id}`)
      expect(body['error_description']).toContain(`Trace ID: ${String(body['trace_id'])}`)
      expect(body['timestamp']).toBe('2026-11-20 08:30:00Z')
    })
  })

  describe('for a person', () => {
    test('exchanges a code for the tokens of the person', async () => {
      const { status, body } = await exchange(await signIn())
      const [, person] = partner.people
      expect(status).toBe(200)
      expect(body['scope']).toBe('openid profile User.Read')
      expect(claimsOf(body['id_token'])).toMatchObject({ oid: person?.id, nonce: 'n-1' })
      expect(claimsOf(body['id_token'])).not.toHaveProperty('email')
      expect(body['access_token']).toMatch(/^[0-9a-f-]{36}$/)
    })

    test('gives the same person the same sub each time, and another person another', async () => {
      const first = await exchange(await signIn())
      const second = await exchange(await signIn())
      const other = await exchange(await signIn({}, 2))
      const [sub, again, another] = [first, second, other].map(
        ({ body }) => claimsOf(body['id_token'])['sub'],
      )
      expect(again).toBe(sub)
      expect(another).not.toBe(sub)
    })

    test('returns oid and name only under the scope profile', async () => {
      const { body } = await exchange(await signIn({ scope: 'openid email' }))
      const claims = claimsOf(body['id_token'])
      expect(claims).not.toHaveProperty('oid')
      expect(claims).not.toHaveProperty('name')
      expect(claims['email']).toBe(partner.people[1]?.mail)
    })

    test('gives no id_token without the scope openid', async () => {
      const { body } = await exchange(await signIn({ scope: 'User.Read' }))
      expect(body).not.toHaveProperty('id_token')
    })

    test('redeems a code once', async () => {
      const code = await signIn()
      await exchange(code)
      expect(refusalOf(await exchange(code))).toEqual([400, 'invalid_grant', 54005])
    })

    test('redeems a code for ten minutes', async () => {
      const code = await signIn()
      const late = await signIn()
      now += 10 * MINUTE_MS
      expect((await exchange(code)).status).toBe(200)
      now += 1
      expect(refusalOf(await exchange(late))).toEqual([400, 'invalid_grant', 70008])
    })

    test.each([
      [{ code: 'made-up' }, [400, 'invalid_grant', 9002313]],
      [{ code: '' }, [400, 'invalid_request', 900144]],
      [{ code_verifier: 'another' }, [400, 'invalid_grant', 501481]],
      [{ redirect_uri: 'http://localhost:3000/other' }, [400, 'invalid_client', 500112]],
      [{ redirect_uri: '' }, [400, 'invalid_request', 900144]],
      [{ client_secret: 'wrong' }, [401, 'invalid_client', 7000215]],
    ] as const)('refuses %o', async (change, expected) => {
      expect(refusalOf(await exchange(await signIn(), change))).toEqual(expected)
    })

    test('refuses a code of another tenant', async () => {
      const code = await signIn()
      const elsewhere = tenantOf(simulator, 'seats-wasted').id
      expect(refusalOf(await exchange(code, {}, elsewhere))).toEqual([400, 'invalid_grant', 700005])
    })
  })
})

/** Status, error and code, where text and code agree. */
function refusalOf({ status, body }: Answer): unknown[] {
  const code = /^AADSTS(\d+): /.exec(String(body['error_description']))?.[1]
  expect(body['error_codes']).toEqual([Number(code)])
  return [status, body['error'], Number(code)]
}
