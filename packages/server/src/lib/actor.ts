import type { UserId } from '@tenantscope/contract/ids'
import type { Role } from '@tenantscope/contract/roles'

/** The user of the request, read from the session on every request, so that a demotion applies at once. */
export interface Actor {
  readonly userId: UserId
  readonly username: string
  readonly role: Role
  /** True for administrators and for users who were granted all tenants. */
  readonly seesAllTenants: boolean
  readonly mustResetPassword: boolean
  /** True for a local account without a second factor while the installation requires one. */
  readonly mustSetUpSecondFactor: boolean
  /** The stored session id (a hash, never the cookie's value). */
  readonly sessionId: string
  /** When the user last proved their identity; null when unknown, which is never fresh. */
  readonly authenticatedAt: Date | null
}
