import type { Grant } from './authorization-codes.ts'
import { IdentityRefusal } from './refusals.ts'

/** Page "Refresh tokens in the Microsoft identity platform": 90 days without use. */
const INACTIVE_MS = 90 * 24 * 60 * 60_000

export interface RefreshTokens {
  issue(grant: Grant): string
  /**
   * What the token was given for. It stays valid beside the one that follows it, as Microsoft
   * documents. Throws when it is not one of ours, was revoked, or lay unused for too long.
   */
  redeem(token: string): Grant
  /** Ends everything that a person was given until now: a changed password, a revoked session. */
  revoke(personId: string): void
}

export function createRefreshTokens(deps: {
  readonly now: () => number
  readonly newToken: () => string
}): RefreshTokens {
  const tokens = new Map<string, { grant: Grant; issuedAt: number }>()
  const revokedAt = new Map<string, number>()

  return {
    issue(grant) {
      const token = `1.${deps.newToken()}`
      tokens.set(token, { grant, issuedAt: deps.now() })
      return token
    },
    redeem(token) {
      const entry = tokens.get(token)
      if (!entry) throw new IdentityRefusal('grantMalformed')
      const { grant, issuedAt } = entry
      const issued = new Date(issuedAt).toISOString()
      const validFrom = revokedAt.get(grant.person.id)
      if (validFrom !== undefined && issuedAt <= validFrom) {
        throw new IdentityRefusal('refreshRevoked', {
          value: `The grant was issued on '${issued}' and the TokensValidFrom date (before which tokens are not valid) for this user is '${new Date(validFrom).toISOString()}'.`,
        })
      }
      if (deps.now() - issuedAt > INACTIVE_MS) {
        throw new IdentityRefusal('refreshExpired', {
          value: `The token was issued on ${issued} and was inactive for 90.00:00:00.`,
        })
      }
      return grant
    },
    revoke(personId) {
      revokedAt.set(personId, deps.now())
    },
  }
}
