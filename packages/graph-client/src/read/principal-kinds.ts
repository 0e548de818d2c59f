/**
 * The kinds of objects that can hold a role or be a member; `other` for those that are not used, and
 * `unknown` for types that this version does not know or that Microsoft did not name.
 */
export type PrincipalKind =
  | 'user'
  | 'agentUser'
  | 'group'
  | 'servicePrincipal'
  | 'device'
  | 'other'
  | 'unknown'

export const TYPE_PREFIX = /^#?microsoft\.graph\./iu

/** A derived type has the kind that it inherits from, but agent users are no people. */
const KINDS = new Map<string, PrincipalKind>([
  ['user', 'user'],
  ['agentuser', 'agentUser'],
  ['group', 'group'],
  ['serviceprincipal', 'servicePrincipal'],
  ['agentidentity', 'servicePrincipal'],
  ['agentidentityblueprintprincipal', 'servicePrincipal'],
  ['device', 'device'],
  ['orgcontact', 'other'],
  ['contact', 'other'],
  ['application', 'other'],
  ['agentidentityblueprint', 'other'],
  ['administrativeunit', 'other'],
])

/** The kind by an object's `@odata.type`. */
export function kindOfPrincipal(type: string | null): PrincipalKind {
  return KINDS.get(type?.replace(TYPE_PREFIX, '').toLowerCase() ?? '') ?? 'unknown'
}
