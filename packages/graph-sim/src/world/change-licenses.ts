import { findGroup, findPerson } from './directory-index.ts'
import { recordChange } from './journal.ts'
import { conflictOf, failed, freeSeats } from './license-rules.ts'
import { heldLicenses, isHeld } from './licenses.ts'
import { LATEST_MOMENT } from './people.ts'
import type { Group, LicenseAssignment, Person, Subscription, Tenant } from './types.ts'

/**
 * Graph's names of what a delta reports of a person's licenses. Changes of `licenseAssignmentStates`
 * are not tracked (page "user: delta").
 */
const TRACKED_PROPERTIES = ['assignedLicenses', 'assignedPlans']
const GROUP_LICENSE_PROPERTIES = [
  'assignedLicenses',
  'licenseProcessingState',
  'hasMembersWithLicenseErrors',
]

/** Gives a person a license directly. Throws where no seat is free, as Microsoft refuses it. */
export function assignLicense(tenant: Tenant, personId: string, skuId: string): void {
  assignLicenseToAll(tenant, [personId], skuId)
}

/** Assigns the license directly to each person. Throws without assigning any when seats are too few. */
export function assignLicenseToAll(
  tenant: Tenant,
  personIds: readonly string[],
  skuId: string,
): void {
  const people = personIds
    .map((id) => personOf(tenant, id))
    .filter((person) => !person.licenses.some((each) => isDirect(each, skuId)))
  const needed = people.filter((person) => !holds(person, skuId)).length
  if (needed > 0 && freeSeats(tenant, skuId) < needed) {
    throw new Error(`No seat of ${skuId} is free in ${tenant.displayName}`)
  }
  for (const person of people) {
    setLicenses(tenant, person, [...person.licenses, assignment(skuId, null)])
  }
}

/** Takes what was assigned directly; what comes by a group stays. */
export function takeLicense(tenant: Tenant, personId: string, skuId: string): void {
  const person = personOf(tenant, personId)
  const left = person.licenses.filter((each) => !isDirect(each, skuId))
  if (left.length < person.licenses.length) setLicenses(tenant, person, left)
}

/** From now on the group gives its members this license, as far as there are seats. */
export function giveGroupLicense(tenant: Tenant, groupId: string, skuId: string): void {
  const group = groupOf(tenant, groupId)
  if (group.assignedSkuIds.includes(skuId)) return
  group.assignedSkuIds = [...group.assignedSkuIds, skuId]
  recordChange(tenant, { set: 'groups', id: group.id }, GROUP_LICENSE_PROPERTIES)
  giveToMembers(tenant, group, group.memberIds)
}

export function takeGroupLicense(tenant: Tenant, groupId: string, skuId: string): void {
  const group = groupOf(tenant, groupId)
  if (!group.assignedSkuIds.includes(skuId)) return
  group.assignedSkuIds = group.assignedSkuIds.filter((each) => each !== skuId)
  recordChange(tenant, { set: 'groups', id: group.id }, GROUP_LICENSE_PROPERTIES)
  for (const id of group.memberIds) {
    const person = personOf(tenant, id)
    setLicenses(
      tenant,
      person,
      person.licenses.filter((each) => each.skuId !== skuId || each.assignedByGroup !== groupId),
    )
  }
}

/** What Microsoft does for new members, and again for those whose assignment failed. */
export function giveToMembers(tenant: Tenant, group: Group, personIds: readonly string[]): void {
  const hadErrors = hasErrors(tenant, group)
  for (const skuId of group.assignedSkuIds) {
    let free = freeSeats(tenant, skuId)
    for (const id of personIds) {
      const person = personOf(tenant, id)
      const hadSeat = holds(person, skuId)
      giveByGroup(tenant, person, { groupId: group.id, skuId, hasSeat: hadSeat || free > 0 })
      if (!hadSeat && holds(person, skuId)) free -= 1
    }
  }
  if (hasErrors(tenant, group) === hadErrors) return
  recordChange(tenant, { set: 'groups', id: group.id }, ['hasMembersWithLicenseErrors'])
}

/** Takes from former members the licenses that the group gave. */
export function takeFromMembers(tenant: Tenant, group: Group, personIds: readonly string[]): void {
  for (const id of personIds) {
    const person = personOf(tenant, id)
    const left = person.licenses.filter((each) => each.assignedByGroup !== group.id)
    if (left.length < person.licenses.length) setLicenses(tenant, person, left)
  }
}

/** Graph's names of what changes with a group's members. */
export function memberProperties({ assignedSkuIds }: Group): readonly string[] {
  return assignedSkuIds.length > 0 ? ['members', 'hasMembersWithLicenseErrors'] : ['members']
}

/** True when a member waits for a license that the group could not give. */
export function hasErrors(tenant: Tenant, group: Group): boolean {
  if (group.assignedSkuIds.length === 0) return false
  return group.memberIds.some((id) =>
    findPerson(tenant, id)?.licenses.some(
      (each) => each.assignedByGroup === group.id && !isHeld(each),
    ),
  )
}

/** Buys or returns seats; groups then give out what they could not give before. */
export function setSeats(tenant: Tenant, skuId: string, seats: number): void {
  const subscription = subscriptionOf(tenant, skuId)
  if (subscription.capabilityStatus === 'Warning') subscription.warning = seats
  else subscription.enabled = seats
  retryFailed(tenant, skuId)
}

/** The customer bought something new. */
export function addSubscription(tenant: Tenant, subscription: Subscription): void {
  if (tenant.subscriptions.some(({ sku }) => sku.skuId === subscription.sku.skuId)) {
    throw new Error(`${tenant.displayName} has ${subscription.sku.skuPartNumber} already`)
  }
  tenant.subscriptions.push(subscription)
}

/** Enabled, then grace, then suspension, then lock-out: the same seats in another column. */
export function setSubscriptionStatus(
  tenant: Tenant,
  skuId: string,
  status: Subscription['capabilityStatus'],
): void {
  const subscription = subscriptionOf(tenant, skuId)
  const { enabled, warning, suspended, lockedOut } = subscription
  const seats = enabled + warning + suspended + lockedOut
  Object.assign(subscription, { enabled: 0, warning: 0, suspended: 0, lockedOut: 0 })
  subscription.capabilityStatus = status
  subscription[COLUMNS[status]] = seats
  retryFailed(tenant, skuId)
}

const COLUMNS = {
  Enabled: 'enabled',
  Warning: 'warning',
  Suspended: 'suspended',
  LockedOut: 'lockedOut',
} as const

function retryFailed(tenant: Tenant, skuId: string): void {
  for (const group of tenant.groups.filter((each) => each.assignedSkuIds.includes(skuId))) {
    if (hasErrors(tenant, group)) giveToMembers(tenant, group, group.memberIds)
  }
}

function giveByGroup(
  tenant: Tenant,
  person: Person,
  given: { readonly groupId: string; readonly skuId: string; readonly hasSeat: boolean },
): void {
  const { groupId, skuId, hasSeat } = given
  const isThis = (each: LicenseAssignment) =>
    each.skuId === skuId && each.assignedByGroup === groupId
  const present = person.licenses.find(isThis)
  if (present && isHeld(present)) return
  const error = conflictOf(person, skuId) ?? (hasSeat ? undefined : 'CountViolation')
  const plain = assignment(skuId, groupId)
  const next = error ? failed(plain, error) : plain
  if (present && present.error === next.error) return
  setLicenses(tenant, person, [...person.licenses.filter((each) => !isThis(each)), next])
}

function assignment(skuId: string, assignedByGroup: string | null): LicenseAssignment {
  return { skuId, assignedByGroup, disabledPlans: [], assignedDateTime: LATEST_MOMENT }
}

/** A change of the way of assignment, or of an assignment that fails, leaves what is held as it was. */
function setLicenses(tenant: Tenant, person: Person, licenses: readonly LicenseAssignment[]): void {
  const before = JSON.stringify(heldLicenses(person))
  person.licenses = licenses
  if (JSON.stringify(heldLicenses(person)) === before) return
  recordChange(tenant, { set: 'users', id: person.id }, TRACKED_PROPERTIES)
}

function isDirect(license: LicenseAssignment, skuId: string): boolean {
  return license.skuId === skuId && license.assignedByGroup === null
}

function holds({ licenses }: Person, skuId: string): boolean {
  return licenses.some((each) => each.skuId === skuId && isHeld(each))
}

function personOf(tenant: Tenant, id: string): Person {
  const person = findPerson(tenant, id)
  if (!person) throw new Error(`No person has the id ${id} in ${tenant.displayName}`)
  return person
}

function groupOf(tenant: Tenant, id: string): Group {
  const group = findGroup(tenant, id)
  if (!group) throw new Error(`No group has the id ${id} in ${tenant.displayName}`)
  return group
}

function subscriptionOf({ subscriptions, displayName }: Tenant, skuId: string): Subscription {
  const subscription = subscriptions.find(({ sku }) => sku.skuId === skuId)
  if (!subscription) throw new Error(`${displayName} has no subscription of ${skuId}`)
  return subscription
}
