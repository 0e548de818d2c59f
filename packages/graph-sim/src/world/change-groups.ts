import { giveToMembers, memberProperties, takeFromMembers } from './change-licenses.ts'
import { findGroup, insertGroup, withdrawGroup } from './directory-index.ts'
import { recordChange, recordNew, recordRemoval } from './journal.ts'
import { matchesRule } from './membership-rules.ts'
import type { Group, Person, Tenant } from './types.ts'

/** A new group; where it gives licenses, its members get them. */
export function addGroup(tenant: Tenant, group: Group): void {
  insertGroup(tenant, group)
  recordNew(tenant, { set: 'groups', id: group.id })
  giveToMembers(tenant, group, group.memberIds)
}

export function changeGroup(
  tenant: Tenant,
  id: string,
  patch: Partial<Pick<Group, 'displayName' | 'description'>>,
): void {
  const group = groupOf(tenant, id)
  const before = new Map<string, unknown>(Object.entries(group))
  const changed = Object.entries(patch).filter(([name, value]) => before.get(name) !== value)
  if (changed.length === 0) return
  Object.assign(group, patch)
  recordChange(
    tenant,
    { set: 'groups', id },
    changed.map(([name]) => name),
  )
}

/** Its members lose what it gave them. Microsoft keeps Microsoft 365 groups in the bin, others it deletes. */
export function removeGroup(tenant: Tenant, id: string): void {
  const group = groupOf(tenant, id)
  takeFromMembers(tenant, group, group.memberIds)
  withdrawGroup(tenant, group)
  for (const parent of tenant.groups.filter((each) => each.memberGroupIds.includes(id))) {
    parent.memberGroupIds = parent.memberGroupIds.filter((each) => each !== id)
    recordChange(tenant, { set: 'groups', id: parent.id }, ['members'])
  }
  tenant.roleAssignments = tenant.roleAssignments.filter((each) => each.principalId !== id)
  if (group.isUnified) tenant.bin.groups.push(group)
  recordRemoval(tenant, { set: 'groups', id }, group.isUnified ? 'changed' : 'deleted')
}

/** Restores a group from the bin, with its members that still exist. */
export function restoreGroup(tenant: Tenant, id: string): void {
  const group = takeFromBin(tenant, id)
  const ids = new Set(tenant.people.map((person) => person.id))
  group.memberIds = group.memberIds.filter((each) => ids.has(each))
  group.memberGroupIds = group.memberGroupIds.filter((each) => findGroup(tenant, each))
  insertGroup(tenant, group)
  recordNew(tenant, { set: 'groups', id })
  giveToMembers(tenant, group, group.memberIds)
  refreshRules(tenant, tenant.people)
}

/** Gone for good. Throws where the group is not in the bin. */
export function deleteGroup(tenant: Tenant, id: string): void {
  takeFromBin(tenant, id)
  recordRemoval(tenant, { set: 'groups', id }, 'deleted')
}

export function addMembers(tenant: Tenant, groupId: string, personIds: readonly string[]): void {
  const group = groupOf(tenant, groupId)
  const wanted = new Set(personIds)
  for (const id of group.memberIds) wanted.delete(id)
  const fresh = [...wanted]
  if (fresh.length === 0) return
  group.memberIds = [...group.memberIds, ...fresh]
  recordChange(tenant, { set: 'groups', id: groupId }, memberProperties(group))
  giveToMembers(tenant, group, fresh)
}

export function removeMembers(tenant: Tenant, groupId: string, personIds: readonly string[]): void {
  const group = groupOf(tenant, groupId)
  const leaving = new Set(personIds)
  if (!group.memberIds.some((id) => leaving.has(id))) return
  const left = group.memberIds.filter((id) => !leaving.has(id))
  takeFromMembers(
    tenant,
    group,
    group.memberIds.filter((id) => leaving.has(id)),
  )
  group.memberIds = left
  recordChange(tenant, { set: 'groups', id: groupId }, memberProperties(group))
}

/** Groups that choose their members by a rule look at these people again. */
export function refreshRules(tenant: Tenant, people: readonly Person[]): void {
  for (const group of tenant.groups) {
    const { membershipRule } = group
    if (membershipRule === null) continue
    const chosen: string[] = []
    const others: string[] = []
    for (const person of people) {
      const isChosen = matchesRule(person, membershipRule)
      ;(isChosen ? chosen : others).push(person.id)
    }
    if (chosen.length > 0) addMembers(tenant, group.id, chosen)
    if (others.length > 0) removeMembers(tenant, group.id, others)
  }
}

function takeFromBin({ bin, displayName }: Tenant, id: string): Group {
  const group = bin.groups.find((each) => each.id === id)
  if (!group) throw new Error(`No group with the id ${id} is in the bin of ${displayName}`)
  bin.groups = bin.groups.filter((each) => each !== group)
  return group
}

function groupOf(tenant: Tenant, id: string): Group {
  const group = findGroup(tenant, id)
  if (!group) throw new Error(`No group has the id ${id} in ${tenant.displayName}`)
  return group
}
