import { viewAddressOf } from '@tenantscope/contract/account'
import type { Preferences } from '@tenantscope/contract/account'
import { TenantId } from '@tenantscope/contract/ids'
import { SIGN_IN } from '@tenantscope/contract/limits'

import { PRODUCT } from '../../lib/operator.ts'
import type { AuditActor, AuditSource, ChangeEntry } from '../audit-log/audit-log.service.ts'
import type { CodeLock } from './sign-in-limits.rules.ts'

/** What is known of the tenant that a person asked for, cut to what they may see. */
export type TenantStanding = 'readable' | 'inactive' | 'unreadable' | 'unknown'

interface Landing {
  /** A checked address, or null. */
  readonly askedFor: string | null
  readonly hasAnyTenant: boolean
  readonly defaultView: Preferences['defaultView']
  readonly isAdmin: boolean
  /** Of the tenant that `askedFor` names; 'unknown' when it names none. */
  readonly tenant: TenantStanding
}

/** Where somebody goes after signing in (decisions.md, Sign-in and sessions). */
export function landingOf(landing: Landing): string {
  if (!landing.hasAnyTenant) return '/overview?warning=no_roles'
  if (landing.askedFor === null) return viewAddressOf(landing.defaultView, landing)
  const warning = WARNINGS[landing.tenant]
  const tenantId = tenantIn(landing.askedFor)
  if (warning === null || tenantId === null) return landing.askedFor
  return `/overview?warning=${warning}&tenant=${tenantId}`
}

/** A tenant that the person may not see is answered by its own page, exactly as one that does not exist. */
const WARNINGS = {
  readable: null,
  inactive: 'tenant_suspended',
  unreadable: 'tenant_context_failed',
  unknown: null,
} as const satisfies Record<TenantStanding, string | null>

/** The tenant whose page an address names. */
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

/** Whether local sign-in is open, and whether only because Microsoft cannot be used (decisions.md). */
export function localSignInOf(given: LocalSignIn): 'open' | 'opened by itself' | 'closed' {
  if (given.localAuthFallback) return 'open'
  const lastSignInAt = given.connection?.lastSignInAt ?? null
  if (lastSignInAt === null) return 'opened by itself'
  const silentMs = given.now.getTime() - lastSignInAt.getTime()
  return silentMs >= SIGN_IN.microsoftSilentHours * HOUR_MS ? 'opened by itself' : 'closed'
}

/** For a code that is wrong, and for one that was taken before: both are answered alike. */
export const WRONG_CODE = 'This code is not right, or it was used already. Enter the next one.'

/** Somebody knows the password and tries codes: the trail tells administrators. */
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
    oldValue: null,
    newValue: null,
    details: `${wrongInARow} wrong codes in a row after the right password; no code counts for ${time}`,
    source: { ipAddress: source.ipAddress, userAgent: source.userAgent },
  }
}
