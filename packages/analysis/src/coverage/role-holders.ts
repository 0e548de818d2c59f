import type { RoleAssignmentFacts } from './facts.ts'

interface RoleHolders {
  readonly known: ReadonlySet<string>
  /** Holders within a unit or an application: Microsoft's role condition may not reach them. */
  readonly notKnown: ReadonlySet<string>
  /** False: assignments, or a group that holds the role, could not be read. */
  readonly isComplete: boolean
}

const NONE: RoleHolders = { known: new Set(), notKnown: new Set(), isComplete: true }

/** Returns the people who hold a role by an active assignment, directly or through a group. */
export function createRoleHolders(
  assignments: readonly RoleAssignmentFacts[] | null,
  membersByGroup: ReadonlyMap<string, readonly string[] | null> | null,
): (roleTemplateId: string) => RoleHolders {
  if (assignments === null) return () => ({ ...NONE, isComplete: false })
  const byRole = Map.groupBy(assignments, ({ roleTemplateId }) => roleTemplateId.toLowerCase())
  const holdersByRole = new Map<string, RoleHolders>()

  function read(role: string): RoleHolders {
    const known = new Set<string>()
    const notKnown = new Set<string>()
    let isComplete = true
    for (const assignment of byRole.get(role) ?? []) {
      const ids = principalsOf(assignment, membersByGroup)
      if (ids === null) isComplete = false
      for (const id of ids ?? []) (assignment.scope === '/' ? known : notKnown).add(id)
    }
    return { known, notKnown, isComplete }
  }

  return (roleTemplateId) => {
    const role = roleTemplateId.toLowerCase()
    const holders = holdersByRole.get(role) ?? read(role)
    holdersByRole.set(role, holders)
    return holders
  }
}

function principalsOf(
  { principalId, principalKind }: RoleAssignmentFacts,
  membersByGroup: ReadonlyMap<string, readonly string[] | null> | null,
): readonly string[] | null {
  const id = principalId.toLowerCase()
  if (principalKind !== 'group' && principalKind !== 'unknown') return [id]
  const members = membersByGroup?.get(id)
  const ids = members?.map((member) => member.toLowerCase()) ?? null
  if (principalKind === 'group') return ids
  // Of a kind that is not known: it holds the role itself, as do its members.
  return members === null ? null : [id, ...(ids ?? [])]
}
