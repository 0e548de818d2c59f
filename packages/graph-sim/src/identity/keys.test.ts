import { X509Certificate } from 'node:crypto'

import { createLocalJWKSet, jwtVerify, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { createCalls, isBody, type Body, type Calls } from '../testing/calls.ts'
import { signInAs } from '../testing/sign-in.ts'

describe('signing keys', () => {
  let simulator: Simulator
  let calls: Calls

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 1 })
    calls = createCalls(simulator)
  })
  afterAll(() => simulator.close())

  async function publishedKeys(): Promise<Body[]> {
    const { body } = await calls.identity('/common/discovery/v2.0/keys')
    return Array.isArray(body['keys']) ? body['keys'].filter(isBody) : []
  }

  async function idToken(): Promise<string> {
    const { id, people } = simulator.world.partner
    const { body } = await signInAs(simulator, calls, { personId: people[0]?.id ?? '', tenant: id })
    return String(body['id_token'])
  }

  test('rotate to a new key, which signs the next token', async () => {
    const before = await publishedKeys()
    const early = await idToken()
    await verify(early, before)
    await simulator.identity.rotateKeys()
    const late = await idToken()
    await expect(verify(late, before)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' })
    const after = await publishedKeys()
    await verify(late, after)
    await verify(early, after)
  })

  test('go on vouching for tokens of Graph after a rotation', async () => {
    const token = await calls.appToken(simulator.world.partner)
    await simulator.identity.rotateKeys()
    const { status } = await calls.send('graph.microsoft.com', '/v1.0/organization', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(status).toBe(200)
  })

  test('are forgotten after some rotations', async () => {
    const early = await idToken()
    for (let turn = 0; turn < 3; turn += 1) await simulator.identity.rotateKeys()
    await expect(verify(early, await publishedKeys())).rejects.toMatchObject({
      code: 'ERR_JWKS_NO_MATCHING_KEY',
    })
  })

  test('carry their certificates after a rotation too', async () => {
    await simulator.identity.rotateKeys()
    const keys = await publishedKeys()
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys.map((key) => key['kid'])).size).toBe(keys.length)
    for (const key of keys) {
      const [text = ''] = Array.isArray(key['x5c']) ? key['x5c'].map(String) : []
      const certificate = new X509Certificate(Buffer.from(text, 'base64'))
      expect(certificate.verify(certificate.publicKey)).toBe(true)
      expect(certificate.publicKey.export({ format: 'jwk' })).toMatchObject({ n: key['n'] })
    }
  })
})

function verify(token: string, keys: readonly Body[]) {
  return jwtVerify(token, createLocalJWKSet({ keys: keys.map(toKey) }))
}

function toKey({ kty, kid, n, e }: Body): JWK {
  return { kty: String(kty), kid: String(kid), n: String(n), e: String(e) }
}
