import type { CoveragePolicy, RoleAssignmentFacts } from './facts.ts'

interface Naming {
  readonly policies:
    | readonly { readonly conditions: Pick<CoveragePolicy['conditions'], 'users'> }[]
    | null
  readonly roles: readonly Pick<RoleAssignmentFacts, 'principalId' | 'principalKind'>[] | null
}

/** Returns the ids of groups that policies name or that have a role. */
export function groupsNamedBy({ policies, roles }: Naming): string[] {
  const byPolicies = (policies ?? []).flatMap(({ conditions }) => [
    ...(conditions.users?.includeGroups ?? []),
    ...(conditions.users?.excludeGroups ?? []),
  ])
  const byRoles = (roles ?? []).flatMap((role) =>
    role.principalKind === 'group' ? [role.principalId] : [],
  )
  return [...byPolicies, ...byRoles]
}

/**
 * Returns the members of every group that a policy or a role names, by its id in lower case. A group
 * without stored members was deleted or is empty. Null: only its members may see them.
 */
export function membersOfNamed(
  naming: Naming,
  {
    stored,
    hidden,
  }: {
    /** User ids by group id. */
    readonly stored: ReadonlyMap<string, readonly string[]>
    /** Ids of groups whose members only the members may see. */
    readonly hidden: readonly string[]
  },
): Map<string, readonly string[] | null> {
  const members = new Map(Array.from(stored, ([id, ids]) => [id.toLowerCase(), ids]))
  const hiddenIds = new Set(hidden.map((id) => id.toLowerCase()))
  return new Map(
    groupsNamedBy(naming).map((id): [string, readonly string[] | null] => {
      const key = id.toLowerCase()
      return [key, hiddenIds.has(key) ? null : (members.get(key) ?? [])]
    }),
  )
}
