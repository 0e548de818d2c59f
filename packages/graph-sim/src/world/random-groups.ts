import type { Random } from '../random.ts'
import { skuNamed } from './catalog.ts'
import {
  addGroup,
  addMembers,
  changeGroup,
  deleteGroup,
  removeGroup,
  removeMembers,
  restoreGroup,
} from './change-groups.ts'
import {
  addSubscription,
  assignLicense,
  giveGroupLicense,
  setSeats,
  setSubscriptionStatus,
  takeGroupLicense,
  takeLicense,
} from './change-licenses.ts'
import { conflictOf, freeSeats } from './license-rules.ts'
import { seatsTaken } from './licenses.ts'
import { LATEST_MOMENT } from './people.ts'
import { pickFrom, type Act } from './random-people.ts'
import type { Group, Subscription, Tenant } from './types.ts'

/** Free viral seats come by the ten thousand and are never bought or returned. */
const VIRAL_SEATS_MIN = 10_000
const NEW_PRODUCTS = [
  'POWER_BI_PRO',
  'VISIOCLIENT',
  'PROJECT_P1',
  'MCOMEETADV',
  'AAD_PREMIUM_P2',
  'TEAMS_ESSENTIALS_AAD',
] as const
const PROJECTS = ['Orchard', 'Northwind', 'Lantern', 'Harbour', 'Meridian', 'Juniper', 'Cobalt']

export const GROUP_ACTS = {
  'group-added': add,
  'group-renamed': rename,
  'group-removed': remove,
  'group-restored': restore,
  'group-deleted': deleteForGood,
  'members-added': addAny,
  'members-removed': removeAny,
} as const satisfies Record<string, Act>

export const LICENSE_ACTS = {
  'license-assigned': assignAny,
  'license-taken': takeAny,
  'group-license-given': giveByGroup,
  'group-license-taken': takeFromGroup,
  'subscription-added': subscribe,
  'seats-bought': (tenant, random) => changeSeats(tenant, 'bought', random),
  'seats-returned': (tenant, random) => changeSeats(tenant, 'returned', random),
  'subscription-lapses': lapse,
  'subscription-renewed': renew,
} as const satisfies Record<string, Act>

function add(tenant: Tenant, random: Random): string {
  const displayName = `Project ${random.pick(PROJECTS)} ${random.int(2, 99)}`
  const isUnified = random.chance(0.6)
  const group: Group = {
    id: random.guid(),
    displayName,
    description: null,
    mailNickname: displayName.toLowerCase().replaceAll(' ', '-'),
    createdDateTime: LATEST_MOMENT,
    isUnified,
    visibility: isUnified ? random.pick(['Public', 'Private'] as const) : null,
    membershipRule: null,
    isAssignableToRole: false,
    assignedSkuIds: [],
    memberIds: somePeople(tenant, random),
    memberGroupIds: [],
  }
  addGroup(tenant, group)
  return `The group ${displayName} was made`
}

function rename(tenant: Tenant, random: Random): string | undefined {
  const group = pickFrom(tenant.groups, random)
  if (!group) return undefined
  const before = group.displayName
  changeGroup(tenant, group.id, { displayName: `${random.pick(PROJECTS)} team` })
  return `The group ${before} is called ${group.displayName} now`
}

function remove(tenant: Tenant, random: Random): string | undefined {
  const group = pickFrom(tenant.groups, random)
  if (!group) return undefined
  removeGroup(tenant, group.id)
  return `The group ${group.displayName} was removed`
}

function restore(tenant: Tenant, random: Random): string | undefined {
  const group = pickFrom(tenant.bin.groups, random)
  if (!group) return undefined
  restoreGroup(tenant, group.id)
  return `The group ${group.displayName} was restored`
}

function deleteForGood(tenant: Tenant, random: Random): string | undefined {
  const group = pickFrom(tenant.bin.groups, random)
  if (!group) return undefined
  deleteGroup(tenant, group.id)
  return `The group ${group.displayName} was deleted for good`
}

function addAny(tenant: Tenant, random: Random): string | undefined {
  const group = pickFrom(assignedGroups(tenant), random)
  if (!group) return undefined
  const members = new Set(group.memberIds)
  const fresh = somePeople(tenant, random).filter((id) => !members.has(id))
  if (fresh.length === 0) return undefined
  addMembers(tenant, group.id, fresh)
  return `${fresh.length} joined the group ${group.displayName}`
}

function removeAny(tenant: Tenant, random: Random): string | undefined {
  const group = pickFrom(
    assignedGroups(tenant).filter((each) => each.memberIds.length > 0),
    random,
  )
  if (!group) return undefined
  const leaving = new Set([random.pick(group.memberIds), random.pick(group.memberIds)])
  removeMembers(tenant, group.id, [...leaving])
  return `${leaving.size} left the group ${group.displayName}`
}

function assignAny(tenant: Tenant, random: Random): string | undefined {
  const person = pickFrom(tenant.people, random)
  if (!person) return undefined
  const sku = pickFrom(
    tenant.subscriptions
      .map((subscription) => subscription.sku)
      .filter(
        ({ appliesTo, skuId }) =>
          appliesTo === 'User' &&
          !person.licenses.some((each) => each.skuId === skuId) &&
          !conflictOf(person, skuId) &&
          freeSeats(tenant, skuId) > 0,
      ),
    random,
  )
  if (!sku) return undefined
  assignLicense(tenant, person.id, sku.skuId)
  return `${person.displayName} was given ${sku.skuPartNumber}`
}

function takeAny(tenant: Tenant, random: Random): string | undefined {
  const person = pickFrom(
    tenant.people.filter(({ licenses }) => licenses.some((each) => each.assignedByGroup === null)),
    random,
  )
  const license = person?.licenses.find((each) => each.assignedByGroup === null)
  if (!person || !license) return undefined
  takeLicense(tenant, person.id, license.skuId)
  return `${person.displayName} lost a license`
}

function giveByGroup(tenant: Tenant, random: Random): string | undefined {
  const group = pickFrom(tenant.groups, random)
  const subscription = pickFrom(
    tenant.subscriptions.filter(
      ({ sku }) => sku.appliesTo === 'User' && !group?.assignedSkuIds.includes(sku.skuId),
    ),
    random,
  )
  if (!group || !subscription) return undefined
  giveGroupLicense(tenant, group.id, subscription.sku.skuId)
  return `The group ${group.displayName} gives ${subscription.sku.skuPartNumber} now`
}

function takeFromGroup(tenant: Tenant, random: Random): string | undefined {
  const group = pickFrom(
    tenant.groups.filter((each) => each.assignedSkuIds.length > 0),
    random,
  )
  if (!group) return undefined
  takeGroupLicense(tenant, group.id, random.pick(group.assignedSkuIds))
  return `The group ${group.displayName} gives a license less`
}

/** Adds a subscription that the directory did not have. */
function subscribe(tenant: Tenant, random: Random): string | undefined {
  const present = new Set(tenant.subscriptions.map(({ sku }) => sku.skuPartNumber))
  const partNumber = pickFrom(
    NEW_PRODUCTS.filter((each) => !present.has(each)),
    random,
  )
  if (partNumber === undefined) return undefined
  addSubscription(tenant, {
    sku: skuNamed(partNumber),
    subscriptionId: random.guid(),
    capabilityStatus: 'Enabled',
    enabled: random.int(1, 20),
    warning: 0,
    suspended: 0,
    lockedOut: 0,
    isTrial: random.chance(0.3),
    renewsInDays: random.int(20, 360),
    createdDateTime: LATEST_MOMENT,
  })
  return `${partNumber} was bought`
}

function changeSeats(
  tenant: Tenant,
  change: 'bought' | 'returned',
  random: Random,
): string | undefined {
  const subscription = pickFrom(
    tenant.subscriptions.filter(
      (each) =>
        each.capabilityStatus === 'Enabled' &&
        each.enabled < VIRAL_SEATS_MIN &&
        (change === 'bought' || each.enabled > seatsTaken(tenant.people, each.sku)),
    ),
    random,
  )
  if (!subscription) return undefined
  const { sku, enabled } = subscription
  const seats = change === 'bought' ? random.int(1, 5) : 1
  setSeats(tenant, sku.skuId, change === 'bought' ? enabled + seats : enabled - seats)
  return `${seats} seats of ${sku.skuPartNumber} were ${change}`
}

const WORSE = { Enabled: 'Warning', Warning: 'Suspended', Suspended: 'LockedOut' } as const

function lapse(tenant: Tenant, random: Random): string | undefined {
  const subscription = pickFrom(tenant.subscriptions.filter(isSold), random)
  if (!subscription || subscription.capabilityStatus === 'LockedOut') return undefined
  setSubscriptionStatus(tenant, subscription.sku.skuId, WORSE[subscription.capabilityStatus])
  return `${subscription.sku.skuPartNumber} went to ${subscription.capabilityStatus}`
}

function renew(tenant: Tenant, random: Random): string | undefined {
  const subscription = pickFrom(
    tenant.subscriptions.filter((each) => isSold(each) && each.capabilityStatus !== 'Enabled'),
    random,
  )
  if (!subscription) return undefined
  setSubscriptionStatus(tenant, subscription.sku.skuId, 'Enabled')
  return `${subscription.sku.skuPartNumber} was renewed`
}

function isSold({ enabled, warning, suspended, lockedOut }: Subscription): boolean {
  return enabled + warning + suspended + lockedOut < VIRAL_SEATS_MIN
}

function assignedGroups({ groups }: Tenant): Group[] {
  return groups.filter((group) => group.membershipRule === null)
}

function somePeople({ people }: Tenant, random: Random): string[] {
  const picked = Array.from({ length: random.int(1, 4) }, () => pickFrom(people, random))
  return [...new Set(picked.flatMap((person) => person?.id ?? []))]
}
