import { viewAddressOf } from '@tenantscope/contract/account'
import type { Preferences } from '@tenantscope/contract/account'
import { TenantId } from '@tenantscope/contract/ids'
import { SIGN_IN } from '@tenantscope/contract/limits'

import { PRODUCT } from '../../lib/operator.ts'
import type { AuditActor, AuditSource, ChangeEntry } from '../audit-log/audit-log.service.ts'
import type { CodeLock } from './sign-in-limits.rules.ts'

/** The state of the requested tenant, as far as the user may know it. */
export type TenantState = 'readable' | 'inactive' | 'unreadable' | 'unknown'

interface Landing {
  /** A validated address, or null. */
  readonly askedFor: string | null
  readonly hasAnyTenant: boolean
  readonly defaultView: Preferences['defaultView']
  readonly isAdmin: boolean
  /** For the tenant that `askedFor` names; 'unknown' when it names none. */
  readonly tenant: TenantState
}

/** Returns the page after sign-in (decisions.md, Sign-in and sessions). */
export function landingOf(landing: Landing): string {
  if (!landing.hasAnyTenant) return '/overview?warning=no_roles'
  if (landing.askedFor === null) return viewAddressOf(landing.defaultView, landing)
  const warning = WARNINGS[landing.tenant]
  const tenantId = tenantIn(landing.askedFor)
  if (warning === null || tenantId === null) return landing.askedFor
  return `/overview?warning=${warning}&tenant=${tenantId}`
}

/** A tenant that the user may not see is handled by its own page, like one that does not exist. */
const WARNINGS = {
  readable: null,
  inactive: 'tenant_suspended',
  unreadable: 'tenant_context_failed',
  unknown: null,
} as const satisfies Record<TenantState, string | null>

/** Returns the tenant whose page an address names. */
export function tenantIn(address: string): TenantId | null {
  const [, given = ''] = /^\/tenant\/([^/?#]+)/u.exec(address) ?? []
  const tenantId = TenantId.safeParse(given)
  return tenantId.success ? tenantId.data : null
}

interface LocalSignIn {
  readonly localAuthFallback: boolean
  readonly connection: { readonly lastSignInAt: Date | null } | null
  readonly now: Date
}

const HOUR_MS = 3_600_000

/** Returns whether local sign-in is allowed, and if only because Microsoft is unavailable (decisions.md). */
export function localSignInOf(given: LocalSignIn): 'open' | 'opened by itself' | 'closed' {
  if (given.localAuthFallback) return 'open'
  const lastSignInAt = given.connection?.lastSignInAt ?? null
  if (lastSignInAt === null) return 'opened by itself'
  const silentMs = given.now.getTime() - lastSignInAt.getTime()
  return silentMs >= SIGN_IN.microsoftSilentHours * HOUR_MS ? 'opened by itself' : 'closed'
}

/** The same text for a wrong code and for a code that was already used. */
export const WRONG_CODE = 'This code is wrong or has already been used. Enter the next one.'

/** Returns the audit entry for administrators: the password is known to a person who tries codes. */
export function codesLockedEntry(
  person: AuditActor,
  { wrongInARow, minutes }: CodeLock,
  source: AuditSource,
): ChangeEntry {
  const time = minutes < 60 ? `${minutes} minutes` : `${minutes / 60} h`
  return {
    type: 'user',
    action: 'second factor locked',
    changedBy: PRODUCT,
    target: person,
    details: `${wrongInARow} wrong codes in a row after the right password; codes are refused for ${time}`,
    source,
  }
}
