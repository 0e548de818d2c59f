import type { CoveragePolicy, RoleAssignmentFacts } from './facts.ts'

interface Naming {
  readonly policies:
    | readonly { readonly conditions: Pick<CoveragePolicy['conditions'], 'users'> }[]
    | null
  readonly roles: readonly Pick<RoleAssignmentFacts, 'principalId' | 'principalKind'>[] | null
}

/** What Microsoft named no known type for may be a group: then its members are asked for. */
const isGroupKind = (kind: string | null): boolean => kind === 'group' || kind === 'unknown'

/** Returns the ids of groups that policies name or that have a role. */
export function groupsNamedBy({ policies, roles }: Naming): string[] {
  const byPolicies = (policies ?? []).flatMap(({ conditions }) => [
    ...(conditions.users?.includeGroups ?? []),
    ...(conditions.users?.excludeGroups ?? []),
  ])
  const byRoles = (roles ?? []).flatMap((role) =>
    isGroupKind(role.principalKind) ? [role.principalId] : [],
  )
  return [...byPolicies, ...byRoles]
}

/** Returns whether only the members of a group may see who they are. */
export const hidesMembers = ({ visibility }: { readonly visibility?: string | null | undefined }) =>
  visibility?.toLowerCase() === 'hiddenmembership'

export interface HiddenGroups {
  /** Ids of groups without stored members whose members only the members may see. */
  readonly hidden: readonly string[]
  /** Ids of groups with a group among their members that hides its own. */
  readonly containing: readonly string[]
}

/**
 * Returns the members of every group that a policy or a role names, by its id in lower case. A group
 * without stored members was deleted or is empty. Null: they are not known, because Microsoft returns
 * an empty list for a group that hides its members.
 */
export function membersOfNamed(
  naming: Naming,
  {
    stored,
    hidden,
    containing,
  }: HiddenGroups & {
    /** User ids by group id. */
    readonly stored: ReadonlyMap<string, readonly string[]>
  },
): Map<string, readonly string[] | null> {
  const members = new Map(Array.from(stored, ([id, ids]) => [id.toLowerCase(), ids]))
  const unknown = new Set([...hidden, ...containing].map((id) => id.toLowerCase()))
  return new Map(
    groupsNamedBy(naming).map((id): [string, readonly string[] | null] => {
      const key = id.toLowerCase()
      return [key, unknown.has(key) ? null : (members.get(key) ?? [])]
    }),
  )
}
