import { createSign, generateKeyPairSync } from 'node:crypto'

import type { Transport } from '@tenantscope/graph-client/transport'
import { z } from 'zod'

type Claims = Record<string, unknown>

export interface Forger {
  /** Changes the claims of the next id_tokens; the tokens are signed by the published key. */
  change: ((claims: Claims) => Claims) | null
  /** Signs with an unpublished key. */
  usesUnpublishedKey: boolean
  readonly intercept: (transport: Transport) => Transport
}

/**
 * A proxy between the product and Microsoft that signs id_tokens again, with a key that it publishes as
 * Microsoft's: so each claim can be wrong alone, under a signature that is right.
 */
export function createForger(): Forger {
  const published = newKey('published')
  const unpublished = newKey('published')
  const forger: Forger = {
    change: null,
    usesUnpublishedKey: false,
    intercept: (transport) => ({
      ...transport,
      async fetch(url, init) {
        const answer = await transport.fetch(url, init)
        const { pathname } = new URL(url)
        if (pathname.endsWith('/keys')) return json({ keys: [published.jwk] })
        if (!pathname.endsWith('/token') || !answer.ok) return answer
        const tokens = z.looseObject({ id_token: z.string() }).parse(await answer.json())
        const claims = forger.change?.(claimsOf(tokens.id_token)) ?? claimsOf(tokens.id_token)
        const { sign } = forger.usesUnpublishedKey ? unpublished : published
        return json({ ...tokens, id_token: sign(claims) })
      },
    }),
  }
  return forger
}

function newKey(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return {
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' },
    sign: (claims: Claims): string => {
      const signed = [{ alg: 'RS256', typ: 'JWT', kid }, claims].map(encode).join('.')
      return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`
    },
  }
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function claimsOf(token: string): Claims {
  const [, payload = ''] = token.split('.')
  return z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
}

const json = (body: object): Response =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
