import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../../simulator.ts'
import { claimsOf, createCalls, type Calls } from '../../testing/calls.ts'

// Matchers are of any type; as unknown they can be part of an expected value.
const SECONDS: unknown = expect.stringMatching(/^\d{10}$/)

describe('a Graph token', () => {
  let simulator: Simulator
  let calls: Calls
  let now = Date.UTC(2026, 10, 20)

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 1, cloud: 'any', now: () => now })
    calls = createCalls(simulator)
  })
  afterAll(() => simulator.close())

  function ask(authorization?: string, host = 'graph.microsoft.com') {
    return calls.send(host, '/v1.0/organization', {
      headers: authorization === undefined ? {} : { authorization },
    })
  }

  test.each([
    ['no header', undefined, 'Access token is empty.'],
    ['an empty one', 'Bearer ', 'Access token is empty.'],
    ['another scheme', 'Basic abc', 'Access token is empty.'],
    ['no dots', 'Bearer opaque', 'IDX14100: JWT is not well formed, there are no dots (.).'],
    ['two parts', 'Bearer a.b', 'IDX12741'],
    ['no JSON', 'Bearer a.b.c', 'IDX12729'],
  ])('with %s is refused', async (_, authorization, message) => {
    const { status, headers, body, text } = await ask(authorization)
    expect(status).toBe(401)
    expect(body['error']).toMatchObject({ code: 'InvalidAuthenticationToken' })
    expect(text).toContain(message)
    expect(headers['www-authenticate']).toContain('authorization_uri=')
  })

  test('whose claims were changed is refused', async () => {
    const token = await calls.appToken(simulator.world.partner)
    const [header, , signature] = token.split('.')
    const claims = { ...claimsOf(token), roles: ['Directory.ReadWrite.All'] }
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
    expect((await ask(`Bearer ${header}.${payload}.${signature}`)).text).toContain('IDX10511')
  })

  test('that says it needs no signature is refused', async () => {
    const token = await calls.appToken(simulator.world.partner)
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
    expect((await ask(`Bearer ${header}.${token.split('.')[1]}.`)).text).toContain('IDX10511')
  })

  test('for another audience is refused', async () => {
    const token = await calls.appToken(simulator.world.partner)
    const { status, text } = await ask(`Bearer ${token}`, 'graph.microsoft.us')
    expect(status).toBe(401)
    expect(text).toContain('Access token validation failure. Invalid audience.')
  })

  test('for the Graph of a national cloud is accepted there', async () => {
    const { body } = await calls.requestToken(simulator.world.partner.id, {
      scope: 'https://graph.microsoft.us/.default',
    })
    const { status } = await ask(`Bearer ${String(body['access_token'])}`, 'graph.microsoft.us')
    expect(status).toBe(200)
  })

  test('is accepted until it expires', async () => {
    const token = await calls.appToken(simulator.world.partner)
    const expiresAt = Number(claimsOf(token)['exp']) * 1000
    now = expiresAt - 1
    expect((await ask(`Bearer ${token}`)).status).toBe(200)
    now = expiresAt
    expect((await ask(`Bearer ${token}`)).text).toContain(
      'Lifetime validation failed, the token is expired.',
    )
  })

  test('of an app without a service principal yet has no identity', async () => {
    const { partner } = simulator.world
    const { consent } = partner
    partner.consent = null
    simulator.faults.add('principal-propagating', { times: 1 })
    const token = await calls.appToken(partner)
    partner.consent = consent
    expect(claimsOf(token)).not.toHaveProperty('oid')
    const { status, body, text } = await ask(`Bearer ${token}`)
    expect([status, body['error']]).toMatchObject([401, { code: 'Authorization_IdentityNotFound' }])
    expect(text).toContain('The identity of the calling application could not be established.')
  })

  test('that was revoked is refused with a challenge, and only as long as the fault is there', async () => {
    const token = await calls.appToken(simulator.world.partner)
    simulator.faults.add('token-revoked', { tenantId: simulator.world.partner.id, times: 1 })
    const { status, body, headers } = await ask(`Bearer ${token}`)
    expect([status, body['error']]).toMatchObject([401, { code: 'InvalidAuthenticationToken' }])
    const challenge = String(headers['www-authenticate'])
    expect(challenge).toContain('error="insufficient_claims"')
    const claims = /claims="([^"]+)"/.exec(challenge)?.[1] ?? ''
    expect(JSON.parse(Buffer.from(claims, 'base64').toString('utf8'))).toEqual({
      access_token: { nbf: { essential: true, value: SECONDS } },
    })
    expect((await ask(`Bearer ${token}`)).status).toBe(200)
  })

  test('of a directory that has gone is refused', async () => {
    const other = await startSimulator({ tenants: 1, seed: 2 })
    const token = await createCalls(other).appToken(other.world.partner)
    await other.close()
    expect((await ask(`Bearer ${token}`)).status).toBe(401)
  })
})
