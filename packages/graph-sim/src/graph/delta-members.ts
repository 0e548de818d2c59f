import type { Group, Tenant } from '../world/types.ts'

/** A member as members@delta names it. */
export type MemberChange = Readonly<Record<string, unknown>>

interface Membership {
  readonly memberIds: readonly string[]
  readonly memberGroupIds: readonly string[]
}

/** By position in the journal: who was in which group when a token for that position was given. */
const known = new WeakMap<Tenant, Map<number, Map<string, Membership>>>()
const NOBODY: Membership = { memberIds: [], memberGroupIds: [] }

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

/** Who came and who left between two positions; everybody came when it tells the group whole. */
export function memberChanges(
  tenant: Tenant,
  { id }: Group,
  span: { readonly from: number | null; readonly to: number; readonly isWhole: boolean },
): MemberChange[] {
  const after = membershipAt(tenant, id, span.to)
  const before = span.from === null ? NOBODY : membershipAt(tenant, id, span.from)
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
  return known.get(tenant)?.get(position)?.get(groupId) ?? NOBODY
}
