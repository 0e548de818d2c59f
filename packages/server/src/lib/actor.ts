import type { UserId } from '@tenantscope/contract/ids'
import type { Role } from '@tenantscope/contract/roles'

/** Who is calling, resolved from the session on every request, so that a demotion counts at once. */
export interface Actor {
  readonly userId: UserId
  readonly username: string
  readonly role: Role
  /** Administrators, and people who were granted all tenants. */
  readonly seesAllTenants: boolean
  readonly mustResetPassword: boolean
  /** The stored session id (a hash, never the cookie's value). */
  readonly sessionId: string
  readonly signedInAt: Date
}
