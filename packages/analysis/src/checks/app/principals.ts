import { valueOf } from '../../coverage/facts.ts'
import type { CheckObject } from '../define-check.ts'
import { oncePerTenant } from '../derived.ts'
import type { CheckFacts } from '../facts.ts'
import type { ApplicationFacts, AppRoleAssignmentFacts, ServicePrincipalFacts } from '../rows.ts'
import { isTierZeroPermission } from './permissions.ts'

export const applicationObject = ({ id, displayName }: ApplicationFacts): CheckObject => ({
  kind: 'application',
  id,
  name: displayName ?? null,
})

export const principalObject = (id: string, name: string | null | undefined): CheckObject => ({
  kind: 'servicePrincipal',
  id,
  name: name ?? null,
})

/** Returns service principals by id in lower case; empty when they were not read. */
export const principalsById = oncePerTenant(
  ({ parts }): ReadonlyMap<string, ServicePrincipalFacts> =>
    new Map((valueOf(parts.servicePrincipals) ?? []).map((each) => [each.id.toLowerCase(), each])),
)

/** Microsoft Graph, Exchange Online and SharePoint Online by application id. */
const RESOURCES: ReadonlySet<string> = new Set([
  '00000003-0000-0000-c000-000000000000',
  '00000002-0000-0ff1-ce00-000000000000',
  '00000003-0000-0ff1-ce00-000000000000',
])

/**
 * Returns the assignments of tier-0 permissions. A permission of the same name of another
 * application is none; a resource that is not known counts as Microsoft's.
 */
export function tierZeroAssignments(
  facts: CheckFacts,
  assignments: readonly AppRoleAssignmentFacts[],
): AppRoleAssignmentFacts[] {
  const principals = principalsById(facts)
  return assignments.filter(({ appRoleId, permission, resourceId }) => {
    const appId = principals.get(resourceId?.toLowerCase() ?? '')?.appId?.toLowerCase()
    const isOfMicrosoft = appId === undefined || RESOURCES.has(appId)
    return isOfMicrosoft && isTierZeroPermission(permission, appRoleId)
  })
}
