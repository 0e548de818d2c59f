import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { FaultName } from '../faults.ts'
import { startSimulator, type Simulator } from '../simulator.ts'
import { createCalls, tenantOf, type Answer, type Calls } from '../testing/calls.ts'
import { VERIFIER, refusalOf, signInAddress, signInAs } from '../testing/sign-in.ts'
import type { Tenant } from '../world/types.ts'

const TRANSIENT: readonly (readonly [FaultName, number, string, number])[] = [
  ['tenant-throttled', 429, 'temporarily_unavailable', 90055],
  ['directory-unavailable', 503, 'temporarily_unavailable', 90033],
  ['budget-exceeded', 503, 'temporarily_unavailable', 90024],
  ['external-retryable', 500, 'temporarily_unavailable', 90006],
  ['request-timeout', 500, 'temporarily_unavailable', 90012],
]
const EXPLAINED: readonly (readonly [FaultName, number, string, number])[] = [
  ['secret-expired', 401, 'invalid_client', 7000222],
  ['wrong-secret', 401, 'invalid_client', 7000215],
  ['app-disabled', 400, 'unauthorized_client', 7000112],
  ['app-removed', 400, 'unauthorized_client', 700016],
  ['access-blocked', 400, 'invalid_grant', 53003],
]

describe('a refusal of the token endpoint', () => {
  let simulator: Simulator
  let calls: Calls
  let tenant: Tenant

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 8, now: () => Date.UTC(2026, 10, 20, 8, 30) })
    calls = createCalls(simulator)
    tenant = tenantOf(simulator, 'seats-wasted')
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    simulator.faults.clear()
    tenant.isGone = false
  })

  test.each([...TRANSIENT, ...EXPLAINED])(
    'under %s has status %i, %s and AADSTS%i, in that tenant alone',
    async (fault, status, error, code) => {
      simulator.faults.add(fault, { tenantId: tenant.id, times: 1 })
      expect((await calls.requestToken(simulator.world.partner.id)).status).toBe(200)
      const answer = await calls.requestToken(tenant.id)
      expect(refusalOf(answer)).toEqual([status, error, [code], String(code)])
      expect(answer.headers['retry-after']).toBeUndefined()
      expect((await calls.requestToken(tenant.id)).status).toBe(200)
    },
  )

  test('says when to come back where the fault says so', async () => {
    simulator.faults.add('tenant-throttled', { times: 1, seconds: 7 })
    expect((await calls.requestToken(tenant.id)).headers['retry-after']).toBe('7')
  })

  test.each([...TRANSIENT, ...EXPLAINED])(
    'under %s has exactly the fields of Microsoft, and a page only where one explains the code',
    async (fault, status, _, code) => {
      simulator.faults.add(fault, { times: 1 })
      const { body } = await calls.requestToken(tenant.id)
      const isExplained = status === 400 || status === 401
      expect(Object.keys(body)).toEqual([
        'error',
        'error_description',
        'error_codes',
        'timestamp',
        'trace_id',
        'correlation_id',
        ...(isExplained ? ['error_uri'] : []),
      ])
      expect(body['error_uri']).toBe(
        isExplained ? `https://login.microsoftonline.com/error?code=${code}` : undefined,
      )
      expect(body['timestamp']).toBe('2026-11-20 08:30:00Z')
      expect(body['error_description']).toMatch(
        /^AADSTS\d+: [^\r\n]+ Trace ID: \S+ Correlation ID: \S+ Timestamp: 2026-11-20 08:30:00Z$/,
      )
    },
  )

  test('echoes the correlation id of the request', async () => {
    simulator.faults.add('access-blocked', { times: 1 })
    const id = '6a0e1c1c-7a3e-4c57-9f2e-0c6d9b1f2a3b'
    const { clientId, clientSecret } = simulator.world.registration
    const { body } = await calls.identity(`/${tenant.id}/oauth2/v2.0/token`, {
      headers: { 'client-request-id': id },
      form: {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: 'https://graph.microsoft.com/.default',
      },
    })
    expect(body['correlation_id']).toBe(id)
    expect(body['error_description']).toContain(`Correlation ID: ${id}`)
  })

  test('of a directory that has gone is AADSTS90002 everywhere', async () => {
    tenant.isGone = true
    const expected = [400, 'invalid_request', [90002], '90002']
    expect(refusalOf(await calls.requestToken(tenant.id))).toEqual(expected)
    expect(refusalOf(await calls.requestToken(tenant.defaultDomainName))).toEqual(expected)
    const document = await calls.identity(`/${tenant.id}/v2.0/.well-known/openid-configuration`)
    expect(refusalOf(document)).toEqual(expected)
    for (const path of [
      signInAddress(simulator, tenant.id),
      `/${tenant.id}/v2.0/adminconsent?client_id=x`,
    ]) {
      const { status, text } = await calls.identity(path)
      expect(status).toBe(400)
      expect(text).toContain('AADSTS90002')
    }
    tenant.isGone = false
    expect((await calls.requestToken(tenant.id)).status).toBe(200)
  })

  test.each(['common', 'organizations', 'consumers'])(
    'of an app at /%s is AADSTS9001023',
    async (name) => {
      const expected = [400, 'invalid_request', [9001023], '9001023']
      expect(refusalOf(await calls.requestToken(name))).toEqual(expected)
    },
  )

  function signIn(): Promise<Answer> {
    const { id, people } = simulator.world.partner
    return signInAs(simulator, calls, { personId: people[0]?.id ?? '', tenant: id })
  }

  describe('to a person', () => {
    test('who must prove more asks for it in a claims challenge', async () => {
      simulator.faults.add('mfa-required', { times: 1 })
      const answer = await signIn()
      expect(refusalOf(answer)).toEqual([400, 'interaction_required', [50076], '50076'])
      expect(answer.body['suberror']).toBe('basic_action')
      expect(JSON.parse(String(answer.body['claims']))).toHaveProperty('access_token')
    })

    test('who consented to nothing says consent_required', async () => {
      simulator.faults.add('consent-missing', { times: 1 })
      const answer = await signIn()
      expect(refusalOf(answer)).toEqual([400, 'invalid_grant', [65001], '65001'])
      expect(answer.body['suberror']).toBe('consent_required')
      expect(answer.body['error_description']).toContain(simulator.world.registration.clientId)
    })

    test.each(['mfa-required', 'consent-missing'] as const)(
      'by %s does not touch the app itself',
      async (fault) => {
        simulator.faults.add(fault)
        expect((await calls.requestToken(tenant.id)).status).toBe(200)
      },
    )

    test('who was blocked between the page and the code is AADSTS50057', async () => {
      const { partner, registration } = simulator.world
      const [person] = partner.people
      if (!person) throw new Error('No person to sign in')
      const { headers } = await calls.identity(signInAddress(simulator, partner.id), {
        form: { person: person.id },
      })
      person.accountEnabled = false
      const answer = await calls.requestToken(partner.id, {
        grant_type: 'authorization_code',
        code: URL.parse(String(headers['location']))?.searchParams.get('code') ?? '',
        redirect_uri: registration.redirectUris[0] ?? '',
        code_verifier: VERIFIER,
      })
      const page = await calls.identity(signInAddress(simulator, partner.id), {
        form: { person: person.id },
      })
      person.accountEnabled = true
      expect(refusalOf(answer)).toEqual([400, 'invalid_grant', [50057], '50057'])
      expect(page.text).toContain('AADSTS50057')
    })
  })
})
