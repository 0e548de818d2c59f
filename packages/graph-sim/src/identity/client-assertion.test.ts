import { createHash, createPrivateKey, randomUUID } from 'node:crypto'

import { SignJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { claimsOf, createCalls, type Calls } from '../testing/calls.ts'
import { refusalOf } from '../testing/sign-in.ts'
import { createRegisteredCertificates, type AppCertificate } from './app-certificate.ts'

const NOW = Date.UTC(2026, 10, 20, 8, 30)
const NOW_SECONDS = NOW / 1000

interface Change {
  readonly claims?: JWTPayload
  readonly without?: string
  readonly header?: Readonly<Record<string, string>>
  readonly alg?: string
  readonly key?: AppCertificate
}

const EXPIRED: Change = { claims: { nbf: NOW_SECONDS - 1200, exp: NOW_SECONDS - 301 } }

describe('a client assertion', () => {
  let simulator: Simulator
  let calls: Calls
  let registered: AppCertificate

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 2, now: () => NOW })
    calls = createCalls(simulator)
    registered = await simulator.identity.certificate()
  })
  afterAll(() => simulator.close())

  const clientId = () => simulator.world.registration.clientId
  const partnerId = () => simulator.world.partner.id

  async function assert({ claims, without, header, alg = 'RS256', key = registered }: Change) {
    const payload: JWTPayload = {
      aud: `https://login.microsoftonline.com/${partnerId()}/oauth2/v2.0/token`,
      iss: clientId(),
      sub: clientId(),
      jti: randomUUID(),
      nbf: NOW_SECONDS,
      exp: NOW_SECONDS + 600,
      ...claims,
    }
    if (without !== undefined) delete payload[without]
    return new SignJWT(payload)
      .setProtectedHeader({ alg, typ: 'JWT', ...(header ?? { x5t: key.x5t }) })
      .sign(createPrivateKey(key.privateKeyPem))
  }

  function request(assertion: string, fields: Readonly<Record<string, string>> = {}) {
    return calls.identity(`/${partnerId()}/oauth2/v2.0/token`, {
      form: {
        grant_type: 'client_credentials',
        client_id: clientId(),
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
        scope: 'https://graph.microsoft.com/.default',
        ...fields,
      },
    })
  }

  describe('signed with the registered certificate', () => {
    test.each([
      ['RS256 and x5t', (): Change => ({})],
      [
        'PS256 and x5t#S256',
        (): Change => ({ alg: 'PS256', header: { 'x5t#S256': registered.x5tS256 } }),
      ],
      [
        'the issuer as its audience',
        (): Change => ({
          claims: { aud: `https://login.microsoftonline.com/${partnerId()}/v2.0` },
        }),
      ],
      [
        'the domain of the tenant in its audience',
        (): Change => ({
          claims: {
            aud: `https://login.microsoftonline.com/${simulator.world.partner.defaultDomainName}/oauth2/v2.0/token`,
          },
        }),
      ],
      ['no nbf', (): Change => ({ without: 'nbf' })],
      ['a clock four minutes ahead', (): Change => ({ claims: { nbf: NOW_SECONDS + 240 } })],
    ])('gets a token with %s', async (_, change) => {
      const { status, body } = await request(await assert(change()))
      expect(status).toBe(200)
      expect(claimsOf(body['access_token'])).toMatchObject({ appidacr: '2', idtyp: 'app' })
    })

    test('belongs to a certificate that verifies, and is as long as a real one', () => {
      expect(registered.certificatePem).toMatch(/^-----BEGIN CERTIFICATE-----/)
      expect(createPrivateKey(registered.privateKeyPem).asymmetricKeyDetails?.modulusLength).toBe(
        2048,
      )
      const der = Buffer.from(registered.certificatePem.replaceAll(/-----.*-----/g, ''), 'base64')
      expect(registered.x5t).toBe(createHash('sha1').update(der).digest('base64url'))
    })

    test.each<[string, () => Change, readonly [number, string, number]]>([
      [
        'an unknown thumbprint',
        () => ({ header: { x5t: 'AAAA' } }),
        [401, 'invalid_client', 700027],
      ],
      ['no thumbprint', () => ({ header: {} }), [401, 'invalid_client', 700027]],
      ['an expired time', () => EXPIRED, [401, 'invalid_client', 700024]],
      [
        'a time to come',
        () => ({ claims: { nbf: NOW_SECONDS + 301, exp: NOW_SECONDS + 900 } }),
        [401, 'invalid_client', 700024],
      ],
      [
        'another audience',
        () => ({ claims: { aud: 'https://login.microsoftonline.com/common/oauth2/v2.0/token' } }),
        [401, 'invalid_client', 700023],
      ],
      [
        'the name of another app',
        () => ({ claims: { iss: randomUUID() } }),
        [401, 'invalid_client', 700021],
      ],
      [
        'another subject',
        () => ({ claims: { sub: randomUUID() } }),
        [401, 'invalid_client', 700021],
      ],
      ['no jti', () => ({ without: 'jti' }), [400, 'invalid_request', 50027]],
      ['no exp', () => ({ without: 'exp' }), [400, 'invalid_request', 50027]],
      ['no sub', () => ({ without: 'sub' }), [400, 'invalid_request', 50027]],
      ['another algorithm', () => ({ alg: 'RS512' }), [400, 'invalid_request', 5002738]],
    ])('is refused with %s', async (_, change, [status, error, code]) => {
      const answer = await request(await assert(change()))
      expect(refusalOf(answer)).toEqual([status, error, [code], String(code)])
    })

    test('is refused when another key signed it', async () => {
      const other = await createRegisteredCertificates().own()
      const unknown = await request(await assert({ key: other }))
      expect(refusalOf(unknown)).toEqual([401, 'invalid_client', [700027], '700027'])
      expect(unknown.body['error_description']).toContain('The key was not found.')
      const forged = await request(await assert({ key: other, header: { x5t: registered.x5t } }))
      expect(refusalOf(forged)).toEqual([401, 'invalid_client', [700027], '700027'])
      expect(forged.body['error_description']).toContain('use of the key to verify')
    })

    test('is refused when the certificate has expired, by a fault', async () => {
      simulator.faults.add('certificate-expired', { times: 1 })
      const answer = await request(await assert({}))
      expect(refusalOf(answer)).toEqual([401, 'invalid_client', [700027], '700027'])
      expect(answer.body['error_description']).toContain('The key used is expired.')
    })

    test.each(['secret-expired', 'wrong-secret'] as const)(
      'still counts while the secret is in trouble by %s',
      async (fault) => {
        simulator.faults.add(fault)
        const { status } = await request(await assert({}))
        expect((await calls.requestToken(partnerId())).status).toBe(401)
        simulator.faults.clear({ name: fault })
        expect(status).toBe(200)
      },
    )

    test('does not make up for a disabled app', async () => {
      simulator.faults.add('app-disabled', { times: 1 })
      const answer = await request(await assert({}))
      expect(refusalOf(answer)).toEqual([400, 'unauthorized_client', [7000112], '7000112'])
    })

    test.each(['not-a-token', 'a.b.c', ''])('is refused when it is %o', async (assertion) => {
      const expected =
        assertion === ''
          ? [401, 'invalid_client', [7000218], '7000218']
          : [400, 'invalid_request', [50027], '50027']
      expect(refusalOf(await request(assertion))).toEqual(expected)
    })

    test('is not read when it is said to be of another type', async () => {
      const answer = await request(await assert({}), {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer',
      })
      expect(refusalOf(answer)).toEqual([401, 'invalid_client', [7000218], '7000218'])
    })
  })

  describe('of a federated workload', () => {
    test('gets a token', async () => {
      const { status, body } = await request(await simulator.identity.issueAssertion())
      expect(status).toBe(200)
      expect(claimsOf(body['access_token'])).toMatchObject({ appidacr: '2', tid: partnerId() })
    })

    test.each([
      [{ issuer: 'https://evil.example' }, 700211],
      [{ audience: 'api://another' }, 700212],
      [{ subject: 'system:serviceaccount:default:default' }, 700213],
      [{ expiresInSeconds: -301 }, 700024],
    ])('is refused with %o', async (change, code) => {
      const answer = await request(await simulator.identity.issueAssertion(change))
      expect(refusalOf(answer)).toEqual([401, 'invalid_client', [code], String(code)])
    })

    test('is refused when the issuer did not sign it', async () => {
      const [credential] = simulator.world.registration.federatedCredentials
      if (!credential) throw new Error('No federated credential')
      const { issuer, subject, audience } = credential
      const answer = await request(
        await assert({
          claims: { iss: issuer, sub: subject, aud: audience },
          header: { kid: 'workload-1' },
        }),
      )
      expect(refusalOf(answer)).toEqual([401, 'invalid_client', [50013], '50013'])
    })

    test('may be refused in the words of old, by a fault', async () => {
      simulator.faults.add('federation-unmatched', { times: 1 })
      const answer = await request(await simulator.identity.issueAssertion())
      expect(refusalOf(answer)).toEqual([401, 'invalid_client', [70021], '70021'])
    })
  })
})
