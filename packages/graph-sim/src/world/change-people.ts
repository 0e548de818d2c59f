import { addMembers, refreshRules } from './change-groups.ts'
import { memberProperties } from './change-licenses.ts'
import {
  findGroup,
  findPerson,
  findPersonNamed,
  insertPerson,
  renamePerson,
  withdrawPeople,
} from './directory-index.ts'
import { recordChange, recordNew, recordRemoval } from './journal.ts'
import { freeSeats } from './license-rules.ts'
import { isHeld } from './licenses.ts'
import type { LicenseAssignment, Person, Tenant } from './types.ts'

type PersonPatch = Partial<
  Pick<
    Person,
    | 'displayName'
    | 'givenName'
    | 'surname'
    | 'userPrincipalName'
    | 'mail'
    | 'jobTitle'
    | 'department'
    | 'officeLocation'
    | 'mobilePhone'
    | 'accountEnabled'
    | 'onPremisesSyncEnabled'
    | 'usageLocation'
    | 'externalUserState'
    | 'passwordPolicies'
  >
>

/** Graph has further properties that follow from these. */
const FOLLOWING: Readonly<Record<string, readonly string[]>> = {
  externalUserState: ['externalUserStateChangeDateTime'],
  userPrincipalName: ['mailNickname'],
  officeLocation: ['city'],
  usageLocation: ['country'],
}

/** Adds a user. Throws where the userPrincipalName is taken. */
export function addPerson(tenant: Tenant, person: Person): void {
  requireFreeName(tenant, person.userPrincipalName)
  insertPerson(tenant, person)
  recordNew(tenant, { set: 'users', id: person.id })
  refreshRules(tenant, [person])
}

/** Changes the values that differ; accountEnabled disables a user. */
export function changePerson(tenant: Tenant, id: string, patch: PersonPatch): void {
  const person = personOf(tenant, id)
  const { userPrincipalName, ...rest } = patch
  const before = new Map<string, unknown>(Object.entries(person))
  const changed = Object.entries(patch)
    .filter(([name, value]) => before.get(name) !== value)
    .flatMap(([name]) => [name, ...(FOLLOWING[name] ?? [])])
  if (changed.length === 0) return
  if (userPrincipalName !== undefined && userPrincipalName !== person.userPrincipalName) {
    requireFreeName(tenant, userPrincipalName, person)
    renamePerson(tenant, person, userPrincipalName)
  }
  Object.assign(person, rest)
  recordChange(tenant, { set: 'users', id: person.id }, changed)
  if (changed.includes('department')) refreshRules(tenant, [person])
}

/** Graph lists roles by role, so that no property of the person changes. */
export function giveRole(tenant: Tenant, id: string, roleTemplateId: string): void {
  const person = personOf(tenant, id)
  if (person.roleTemplateIds.includes(roleTemplateId)) return
  person.roleTemplateIds = [...person.roleTemplateIds, roleTemplateId]
}

export function takeRole(tenant: Tenant, id: string, roleTemplateId: string): void {
  const person = personOf(tenant, id)
  person.roleTemplateIds = person.roleTemplateIds.filter((each) => each !== roleTemplateId)
}

/** Into the bin: their seats are free, their groups and applications go on without them. */
export function removePeople(tenant: Tenant, ids: readonly string[]): void {
  const leaving = new Set(ids)
  const groupIds = leaveGroups(tenant, leaving)
  for (const person of withdrawPeople(tenant, leaving)) {
    tenant.bin.people.push({ person, groupIds: groupIds.get(person.id) ?? [] })
    recordRemoval(tenant, { set: 'users', id: person.id }, 'changed')
  }
  for (const application of tenant.applications) {
    application.ownerIds = application.ownerIds.filter((id) => !leaving.has(id))
  }
}

/**
 * Back from the bin into the groups that are still there. Licenses come back as far as seats are
 * free. Throws where another user has the userPrincipalName now.
 */
export function restorePerson(tenant: Tenant, id: string): void {
  const { person, groupIds } = takeFromBin(tenant, id)
  requireFreeName(tenant, person.userPrincipalName)
  person.licenses = person.licenses.filter((license) => isStillGiven(tenant, license))
  insertPerson(tenant, person)
  recordNew(tenant, { set: 'users', id: person.id })
  for (const groupId of groupIds) {
    const group = findGroup(tenant, groupId)
    if (group && group.membershipRule === null) addMembers(tenant, groupId, [id])
  }
  refreshRules(tenant, [person])
}

/** Gone for good, from the bin or from the directory itself; what they had allowed apps goes too. */
export function deletePerson(tenant: Tenant, id: string): void {
  if (findPerson(tenant, id)) removePeople(tenant, [id])
  takeFromBin(tenant, id)
  tenant.delegatedGrants = tenant.delegatedGrants.filter((grant) => grant.principalId !== id)
  recordRemoval(tenant, { set: 'users', id }, 'deleted')
}

/** Which groups each of them was in. */
function leaveGroups(tenant: Tenant, leaving: ReadonlySet<string>): Map<string, string[]> {
  const left = new Map([...leaving].map((id) => [id, [] as string[]]))
  for (const group of tenant.groups) {
    const staying = group.memberIds.filter((id) => !leaving.has(id))
    if (staying.length === group.memberIds.length) continue
    for (const id of group.memberIds) left.get(id)?.push(group.id)
    group.memberIds = staying
    recordChange(tenant, { set: 'groups', id: group.id }, memberProperties(group))
  }
  return left
}

/** What groups gave comes again from the groups. */
function isStillGiven(tenant: Tenant, license: LicenseAssignment): boolean {
  const isSold = tenant.subscriptions.some(({ sku }) => sku.skuId === license.skuId)
  if (license.assignedByGroup !== null || !isSold) return false
  return isHeld(license) && freeSeats(tenant, license.skuId) > 0
}

function takeFromBin({ bin, displayName }: Tenant, id: string): Tenant['bin']['people'][number] {
  const entry = bin.people.find(({ person }) => person.id === id)
  if (!entry) throw new Error(`No person with the id ${id} is in the bin of ${displayName}`)
  bin.people = bin.people.filter((each) => each !== entry)
  return entry
}

function requireFreeName(tenant: Tenant, name: string, self?: Person): void {
  const holder = findPersonNamed(tenant, name)
  if (holder && holder !== self) throw new Error(`${name} is taken in ${tenant.displayName}`)
}

function personOf(tenant: Tenant, id: string): Person {
  const person = findPerson(tenant, id)
  if (!person) throw new Error(`No person has the id ${id} in ${tenant.displayName}`)
  return person
}
