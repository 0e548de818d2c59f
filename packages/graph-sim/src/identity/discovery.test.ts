import { X509Certificate } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { createCalls, isBody, type Calls } from '../testing/calls.ts'

const DOCUMENT = '/v2.0/.well-known/openid-configuration'

describe('OpenID discovery', () => {
  let simulator: Simulator
  let calls: Calls

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 2 })
    calls = createCalls(simulator)
  })
  afterAll(() => simulator.close())

  test('names the tenant by its id, also when it is asked by a domain', async () => {
    const { id, defaultDomainName, initialDomainName } = simulator.world.partner
    for (const name of [id, id.toUpperCase(), defaultDomainName, initialDomainName]) {
      const { status, headers, body } = await calls.identity(`/${name}${DOCUMENT}`)
      expect(status).toBe(200)
      expect(headers['cache-control']).toBe('max-age=86400, private')
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['x-ms-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(body).toMatchObject({
        issuer: `https://login.microsoftonline.com/${id}/v2.0`,
        token_endpoint: `https://login.microsoftonline.com/${id}/oauth2/v2.0/token`,
        authorization_endpoint: `https://login.microsoftonline.com/${id}/oauth2/v2.0/authorize`,
        jwks_uri: `https://login.microsoftonline.com/${id}/discovery/v2.0/keys`,
        tenant_region_scope: 'NA',
        msgraph_host: 'graph.microsoft.com',
      })
    }
  })

  test.each(['common', 'organizations'])('has a template issuer for /%s', async (name) => {
    const { body } = await calls.identity(`/${name}${DOCUMENT}`)
    expect(body['issuer']).toBe('https://login.microsoftonline.com/{tenantid}/v2.0')
    expect(body['tenant_region_scope']).toBeNull()
  })

  test.each([
    ['3d1f2f1e-0000-4000-8000-000000000000', 90002],
    ['unknown.example', 90002],
    ['not a tenant', 900023],
  ])('refuses the tenant %s with %i', async (name, code) => {
    const { status, body } = await calls.identity(`/${encodeURIComponent(name)}${DOCUMENT}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: 'invalid_request',
      error_codes: [code],
      error_uri: `https://login.microsoftonline.com/error?code=${code}`,
    })
    expect(body['error_description']).toMatch(
      new RegExp(
        `^AADSTS${code}: .*'${name}'.* Trace ID: \\S+ Correlation ID: \\S+ Timestamp: \\S+ \\S+Z$`,
      ),
    )
  })

  test('publishes several keys, each with its certificate', async () => {
    const { body } = await calls.identity('/common/discovery/v2.0/keys')
    const keys = Array.isArray(body['keys']) ? body['keys'].filter(isBody) : []
    expect(keys.length).toBeGreaterThan(1)
    for (const key of keys) {
      const chain = Array.isArray(key['x5c']) ? key['x5c'].map(String) : []
      const certificate = new X509Certificate(Buffer.from(chain[0] ?? '', 'base64'))
      expect(certificate.verify(certificate.publicKey)).toBe(true)
      expect(certificate.publicKey.export({ format: 'jwk' })).toEqual({
        kty: 'RSA',
        n: key['n'],
        e: key['e'],
      })
      const thumbprint = Buffer.from(certificate.fingerprint.replaceAll(':', ''), 'hex')
      expect(key['x5t']).toBe(thumbprint.toString('base64url'))
    }
  })

  test.each([
    'login.microsoftonline.com',
    'login.microsoftonline.us',
    'login.partner.microsoftonline.cn',
  ])('returns at %s the hosts of every cloud', async (host) => {
    const authority = `https://${host}/common/oauth2/v2.0/authorize`
    const { status, body } = await calls.send(
      host,
      `/common/discovery/instance?api-version=1.1&authorization_endpoint=${encodeURIComponent(authority)}`,
    )
    expect(status).toBe(200)
    expect(body['tenant_discovery_endpoint']).toBe(
      `https://${host}/common/v2.0/.well-known/openid-configuration`,
    )
    expect(body['metadata']).toEqual([
      expect.objectContaining({ preferred_network: 'login.microsoftonline.com' }),
      expect.objectContaining({ preferred_network: 'login.microsoftonline.us' }),
      expect.objectContaining({ preferred_network: 'login.partner.microsoftonline.cn' }),
    ])
    const aliases = Array.isArray(body['metadata'])
      ? body['metadata'].filter(isBody).flatMap((each) => each['aliases'])
      : []
    expect(aliases).toContain(host)
  })

  test.each([
    ['https://login.evil.example/common/oauth2/v2.0/authorize', 'invalid_instance', 50049],
    ['not an address', 'invalid_instance', 50049],
    ['', 'invalid_request', 900144],
  ])('trusts no authority at %s', async (authority, error, code) => {
    const { status, body } = await calls.identity(
      `/common/discovery/instance?authorization_endpoint=${encodeURIComponent(authority)}`,
    )
    expect(status).toBe(400)
    expect(body).toMatchObject({ error, error_codes: [code] })
  })

  test.each(['/common/nothing', '/', '/common'])('has no path %s', async (path) => {
    expect((await calls.identity(path)).status).toBe(404)
  })

  test('has no other host, and no control address under the name of a Microsoft host', async () => {
    expect((await calls.send('example.com', `/common${DOCUMENT}`)).status).toBe(404)
    expect((await calls.identity('/_simulator/registration')).status).toBe(404)
    expect((await calls.send('graph.microsoft.com', '/_simulator/faults')).status).toBe(401)
  })
})
