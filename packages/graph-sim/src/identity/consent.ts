import type { Fault, FaultTarget } from '../faults.ts'
import { setConsent } from '../world/change-tenant.ts'
import type { Tenant } from '../world/types.ts'
import type { IdentityContext } from './context.ts'
import { isApplicationPermission } from './permissions.ts'
import { IdentityRefusal } from './refusals.ts'

/** Microsoft speaks of one to two minutes, and up to ten. */
const PROPAGATION_SECONDS_DEFAULT = 90
const PROPAGATION_FAULTS = [
  'consent-propagating',
  'roles-propagating',
  'principal-propagating',
] as const

/** What the token service sees of a consent. */
export interface SeenConsent {
  /** null: the service principal is not to be seen yet. */
  readonly servicePrincipalId: string | null
  readonly roles: readonly string[]
}

/** An administrator accepts: new permissions come on top of those that were granted before. */
export function giveConsent(
  tenant: Tenant,
  permissions: readonly string[],
  deps: { readonly now: () => number; readonly newId: () => string },
): void {
  const before = tenant.consent
  const granted = permissions.filter(isApplicationPermission)
  setConsent(tenant, {
    servicePrincipalId: before?.servicePrincipalId ?? deps.newId(),
    roles: [...new Set([...(before?.roles ?? []), ...granted])],
    given: { at: deps.now(), rolesBefore: before ? [...before.roles] : null },
  })
}

/**
 * Throws where no token is given. A consent reaches the token service at once, unless a fault makes
 * it lag. Microsoft has been seen to answer in three ways until then, so each has its fault:
 * 'consent-propagating' as if no consent existed, 'roles-propagating' without the new roles,
 * 'principal-propagating' without a service principal.
 */
export function seenConsent(
  context: IdentityContext,
  tenant: Tenant,
  target: FaultTarget,
): SeenConsent {
  const lag = context.faults.take(PROPAGATION_FAULTS, target)
  const isWithdrawn = context.faults.take(['consent-withdrawn'], target) !== undefined
  const seen = isWithdrawn ? null : visibleConsent(tenant, lag, context.now())
  if (seen) return seen
  if (lag?.name === 'principal-propagating') return { servicePrincipalId: null, roles: [] }
  const appId = context.world.registration.clientId
  // Both refusals have been seen; the one that names the service principal is today's.
  if (context.faults.take(['app-not-found'], target)) {
    throw new IdentityRefusal('appUnknown', { appId, tenant: tenant.displayName })
  }
  throw new IdentityRefusal('noServicePrincipal', { appId, tenant: tenant.id })
}

/** The consent as it is, or as it was before while the newer one has not spread. */
function visibleConsent(
  { consent }: Tenant,
  lag: Pick<Fault, 'name' | 'seconds'> | undefined,
  now: number,
): SeenConsent | null {
  if (!consent?.given || !lag) return consent
  const { at, rolesBefore } = consent.given
  if (at + (lag.seconds ?? PROPAGATION_SECONDS_DEFAULT) * 1000 <= now) return consent
  const isPrincipalSeen = rolesBefore !== null || lag.name === 'roles-propagating'
  if (!isPrincipalSeen) return null
  return { servicePrincipalId: consent.servicePrincipalId, roles: rolesBefore ?? [] }
}
