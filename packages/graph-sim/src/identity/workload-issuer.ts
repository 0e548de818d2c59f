import type { KeyObject } from 'node:crypto'

import { SignJWT, exportJWK, type JWK } from 'jose'

import { jsonReply, type SimReply, type SimRequest } from '../http.ts'
import type { FederatedCredential } from '../world/types.ts'
import { createCertifiedKey } from './keys.ts'

/** What a federated token says; absent: what the app's federated credential asks for. */
export interface AssertionChange {
  readonly issuer?: string
  readonly subject?: string
  readonly audience?: string
  readonly expiresInSeconds?: number
}

/**
 * A small OpenID Connect issuer, such as a Kubernetes cluster has: it vouches for the app's own
 * workload towards Microsoft (page "Workload identity federation").
 */
export interface WorkloadIssuer {
  keyById(keyId: string): Promise<KeyObject | undefined>
  publicKeys(): Promise<readonly JWK[]>
  issueAssertion(change?: AssertionChange): Promise<string>
}

const KEY_ID = 'workload-1'
const LIFETIME_SECONDS = 3600

export function createWorkloadIssuer(deps: {
  readonly credential: FederatedCredential
  readonly now: () => number
  readonly newId: () => string
}): WorkloadIssuer {
  let made: ReturnType<typeof createCertifiedKey> | undefined
  const key = () => (made ??= createCertifiedKey('Workloads'))
  return {
    keyById: async (keyId) => (keyId === KEY_ID ? (await key()).publicKey : undefined),
    publicKeys: async () => [
      { ...(await exportJWK((await key()).publicKey)), kid: KEY_ID, use: 'sig', alg: 'RS256' },
    ],
    async issueAssertion(change = {}) {
      const now = Math.floor(deps.now() / 1000)
      return new SignJWT({
        iss: change.issuer ?? deps.credential.issuer,
        sub: change.subject ?? deps.credential.subject,
        aud: change.audience ?? deps.credential.audience,
        iat: now,
        nbf: now,
        exp: now + (change.expiresInSeconds ?? LIFETIME_SECONDS),
        jti: deps.newId(),
      })
        .setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid: KEY_ID })
        .sign((await key()).privateKey)
    },
  }
}

/** The issuer's own host: its discovery document, its keys, and POST /token for a fresh token. */
export async function answerWorkloadIssuer(
  issuer: WorkloadIssuer,
  { method, path, headers }: SimRequest,
): Promise<SimReply | undefined> {
  const base = `https://${headers.host ?? ''}`
  if (method === 'GET' && path === '/.well-known/openid-configuration') {
    return jsonReply(200, {
      issuer: base,
      jwks_uri: `${base}/keys`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
  }
  if (method === 'GET' && path === '/keys') {
    return jsonReply(200, { keys: await issuer.publicKeys() })
  }
  if (method === 'POST' && path === '/token') {
    return jsonReply(200, { token: await issuer.issueAssertion() })
  }
  return undefined
}
