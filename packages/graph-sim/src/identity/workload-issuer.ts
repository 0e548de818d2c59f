import type { KeyObject } from 'node:crypto'

import { SignJWT } from 'jose'

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
