/** The kinds of objects that can hold a role or be a member; `other` for all that are not used. */
type PrincipalKind = 'user' | 'group' | 'servicePrincipal' | 'device' | 'other'

const KINDS = new Map<string, PrincipalKind>([
  ['#microsoft.graph.user', 'user'],
  ['#microsoft.graph.group', 'group'],
  ['#microsoft.graph.serviceprincipal', 'servicePrincipal'],
  ['#microsoft.graph.device', 'device'],
])

/** The kind by an object's `@odata.type`. */
export function kindOfPrincipal(type: string | null): PrincipalKind {
  return KINDS.get(type?.toLowerCase() ?? '') ?? 'other'
}
