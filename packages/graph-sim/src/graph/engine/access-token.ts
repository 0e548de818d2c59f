import { createVerify } from 'node:crypto'

import type { SigningKeys } from '../../identity/keys.ts'
import { GraphRefusal } from './refusals.ts'

/** What Graph reads from a token that it accepts. */
export interface Caller {
  readonly appId: string
  readonly tenantId: string
  /** Application permissions. */
  readonly roles: readonly string[]
}

const CHALLENGE =
  'Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize", client_id="00000003-0000-0000-c000-000000000000"'
const VERIFIED_MAX = 5_000

export interface AccessTokens {
  /** Throws Graph's 401 for a token that it does not accept. */
  verify(authorization: string | undefined, audience: string): Caller
}

interface Claims {
  readonly header: Record<string, unknown>
  readonly payload: Record<string, unknown>
}

export function createAccessTokens(deps: {
  readonly keys: SigningKeys
  readonly now: () => number
}): AccessTokens {
  const verified = new Map<string, Claims>()

  function claimsOf(token: string): Claims {
    const known = verified.get(token)
    if (known) return known
    const claims = decode(token)
    if (!isSigned(token, claims, deps.keys)) {
      throw refusal('IDX10511: Signature validation failed.')
    }
    if (verified.size >= VERIFIED_MAX) verified.clear()
    verified.set(token, claims)
    return claims
  }

  return {
    verify(authorization, audience) {
      const token = /^Bearer\s+(.*)$/i.exec(authorization ?? '')?.[1]?.trim()
      if (!token) throw refusal('Access token is empty.')
      const { payload } = claimsOf(token)
      if (payload['aud'] !== audience) {
        throw refusal('Access token validation failure. Invalid audience.')
      }
      if (Number(payload['exp']) * 1000 <= deps.now()) {
        throw refusal('Lifetime validation failed, the token is expired.')
      }
      return readCaller(payload)
    },
  }
}

function decode(token: string): Claims {
  const parts = token.split('.')
  if (parts.length === 1) {
    throw refusal('IDX14100: JWT is not well formed, there are no dots (.).')
  }
  if (parts.length !== 3) {
    throw refusal('IDX12741: JWT must have three segments (JWS) or five segments (JWE).')
  }
  const [header, payload] = parts.slice(0, 2).map(decodePart)
  if (!header || !payload) throw refusal('IDX12729: Unable to decode the token.')
  return { header, payload }
}

function decodePart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function isSigned(token: string, { header }: Claims, keys: SigningKeys): boolean {
  const key = keys.keyById(String(header['kid']))
  if (!key || header['alg'] !== 'RS256') return false
  const dot = token.lastIndexOf('.')
  return createVerify('RSA-SHA256')
    .update(token.slice(0, dot))
    .verify(key, Buffer.from(token.slice(dot + 1), 'base64url'))
}

function readCaller(payload: Claims['payload']): Caller {
  const common = { appId: String(payload['appid']), tenantId: String(payload['tid']) }
  // Without a service principal in the directory a token is issued too, but names no identity.
  if (typeof payload['oid'] !== 'string') throw identityNotFound()
  const { roles } = payload
  return { ...common, roles: Array.isArray(roles) ? roles.map(String) : [] }
}

/** What Graph says to a caller that the directory does not know. */
export function identityNotFound(): GraphRefusal {
  return new GraphRefusal(401, 'Authorization_IdentityNotFound', {
    message: 'The identity of the calling application could not be established.',
  })
}

/** Continuous access evaluation: a token that is valid by its dates, but was revoked meanwhile. */
export function tokenRevoked(now: number): GraphRefusal {
  const notBefore = String(Math.floor(now / 1000))
  const claims = { access_token: { nbf: { essential: true, value: notBefore } } }
  const encoded = Buffer.from(JSON.stringify(claims)).toString('base64')
  return new GraphRefusal(401, 'InvalidAuthenticationToken', {
    message:
      'Continuous access evaluation resulted in challenge with result: InteractionRequired and code: TokenIssuedBeforeRevocationTimestamp',
    headers: {
      'www-authenticate': `${CHALLENGE}, error="insufficient_claims", claims="${encoded}"`,
    },
  })
}

function refusal(message: string): GraphRefusal {
  return new GraphRefusal(401, 'InvalidAuthenticationToken', {
    message,
    headers: { 'www-authenticate': CHALLENGE },
  })
}
