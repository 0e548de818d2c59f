import type { Group, Person, Tenant } from '@tenantscope/graph-sim/world/types'

/**
 * Groups whose members are kept: policies name them, they hold a role, or they give licenses, as far
 * as policies, roles and groups could be read.
 */
function namedGroups(tenant: Tenant, unread: ReadonlySet<string>): Group[] {
  const roles = unread.has('roles') ? [] : tenant.roleAssignments
  const isLicensed = (group: Group) => !unread.has('groups') && group.assignedSkuIds.length > 0
  const named = new Set([
    ...groupIdsInPolicies(tenant, unread),
    ...roles.map(({ principalId }) => principalId),
  ])
  return tenant.groups.filter((group) => named.has(group.id) || isLicensed(group))
}

/** A policy may name a group that is there no more, and that is asked for too. */
export function isAnyGroupAskedFor(tenant: Tenant, unread: ReadonlySet<string>): boolean {
  return groupIdsInPolicies(tenant, unread).length > 0 || namedGroups(tenant, unread).length > 0
}

function groupIdsInPolicies({ policies }: Tenant, unread: ReadonlySet<string>): string[] {
  return unread.has('policies') ? [] : policies.flatMap(({ conditions }) => groupIdsIn(conditions))
}

/** Agent users are users of a type of their own. */
export const personKind = ({ agentOf }: Person): 'user' | 'agentUser' =>
  agentOf === undefined ? 'user' : 'agentUser'

/** Everybody who is in such a group, or in a group within it; a group may hide its members. */
export function membersOfNamedGroups(
  { tenant, roles }: { tenant: Tenant; roles: readonly string[] },
  unread: ReadonlySet<string>,
) {
  const isHidden = ({ visibility }: Group) =>
    visibility === 'HiddenMembership' && !roles.includes('Member.Read.Hidden')
  const innerOf = (group: Group) => (isHidden(group) ? [] : group.memberGroupIds)
  return namedGroups(tenant, unread).flatMap((group) => {
    const below = groupsBelow(tenant, group, { seen: new Set([group.id]), innerOf })
    const groupIds = new Set(below.map(({ id }) => id))
    const readable = [group, ...below].filter((each) => !isHidden(each))
    const memberIds = new Set(readable.flatMap((each) => each.memberIds))
    return [
      ...tenant.people
        .filter(({ id }) => memberIds.has(id))
        .map((person) => [person.id, personKind(person)] as const),
      ...[...groupIds].map((id) => [id, 'group'] as const),
    ].map(([memberId, memberKind]) => ({ groupId: group.id, memberId, memberKind }))
  })
}

function groupsBelow(
  tenant: Tenant,
  group: Group,
  walk: { seen: Set<string>; innerOf: (group: Group) => readonly string[] },
): Group[] {
  const { seen, innerOf } = walk
  return innerOf(group).flatMap((id) => {
    const inner = tenant.groups.find((each) => each.id === id)
    if (!inner || seen.has(id)) return []
    seen.add(id)
    return [inner, ...groupsBelow(tenant, inner, walk)]
  })
}

/** Ids in includeGroups and excludeGroups of a policy's conditions. */
function groupIdsIn(conditions: unknown): string[] {
  const users = propertyOf(conditions, 'users')
  return [propertyOf(users, 'includeGroups'), propertyOf(users, 'excludeGroups')].flatMap((ids) =>
    Array.isArray(ids) ? ids.map(String) : [],
  )
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
