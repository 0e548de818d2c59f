import type { Person, Tenant } from '../world/types.ts'
import type { Directory } from './directories.ts'
import { IdentityRefusal } from './refusals.ts'

const LIFETIME_MS = 10 * 60_000

/** What a person granted when they signed in. */
export interface Grant {
  readonly directory: Directory
  readonly home: Tenant
  readonly person: Person
  readonly redirectUri: string
  readonly scope: string
  readonly nonce: string | undefined
  /** The S256 challenge of PKCE. */
  readonly challenge: string
  readonly signedInAt: number
}

export interface AuthorizationCodes {
  issue(grant: Grant): string
  /** Throws when the code is not one of ours, was used before, or is too old. */
  redeem(code: string): Grant
}

export function createAuthorizationCodes(deps: {
  readonly now: () => number
  readonly newCode: () => string
}): AuthorizationCodes {
  const codes = new Map<string, { grant: Grant; isUsed: boolean }>()

  return {
    issue(grant) {
      const code = `1.${deps.newCode()}`
      codes.set(code, { grant, isUsed: false })
      return code
    },
    redeem(code) {
      const entry = codes.get(code)
      if (!entry) throw new IdentityRefusal('grantMalformed')
      if (entry.isUsed) throw new IdentityRefusal('codeUsed')
      if (deps.now() - entry.grant.signedInAt > LIFETIME_MS)
        throw new IdentityRefusal('codeExpired')
      entry.isUsed = true
      return entry.grant
    },
  }
}
