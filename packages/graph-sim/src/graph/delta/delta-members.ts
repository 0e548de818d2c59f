import type { Group, Tenant } from '../../world/types.ts'

/** A member as members@delta names it. */
type MemberChange = Readonly<Record<string, unknown>>

interface Membership {
  readonly memberIds: readonly string[]
  readonly memberGroupIds: readonly string[]
}

/** The members of each group when a token was given, by position in the journal. */
const known = new WeakMap<Tenant, Map<number, Map<string, Membership>>>()
const NO_MEMBERS: Membership = { memberIds: [], memberGroupIds: [] }

/** Keeps the memberships of now; the journal says that members changed, but not which. */
export function rememberMembers(tenant: Tenant, position: number): void {
  const byPosition = known.get(tenant) ?? new Map<number, Map<string, Membership>>()
  known.set(tenant, byPosition)
  if (byPosition.has(position)) return
  byPosition.set(
    position,
    new Map(
      tenant.groups.map(({ id, memberIds, memberGroupIds }) => [id, { memberIds, memberGroupIds }]),
    ),
  )
}

export function areMembersKnown(tenant: Tenant, position: number): boolean {
  return known.get(tenant)?.has(position) ?? false
}

/** Returns the members added and removed between two positions; all members when the group is new. */
export function memberChanges(
  tenant: Tenant,
  { id }: Group,
  span: { readonly from: number | null; readonly to: number; readonly isWhole: boolean },
): MemberChange[] {
  const after = membershipAt(tenant, id, span.to)
  const before = span.from === null ? NO_MEMBERS : membershipAt(tenant, id, span.from)
  return (['memberIds', 'memberGroupIds'] as const).flatMap((key) => {
    const type = key === 'memberIds' ? '#microsoft.graph.user' : '#microsoft.graph.group'
    const [old, current] = [new Set(before[key]), new Set(after[key])]
    const added = after[key].filter((member) => span.isWhole || !old.has(member))
    const left = before[key].filter((member) => !current.has(member))
    return [
      ...added.map((member) => ({ '@odata.type': type, id: member })),
      ...left.map((member) => ({
        '@odata.type': type,
        id: member,
        '@removed': { reason: 'deleted' },
      })),
    ]
  })
}

function membershipAt(tenant: Tenant, groupId: string, position: number): Membership {
  return known.get(tenant)?.get(position)?.get(groupId) ?? NO_MEMBERS
}
