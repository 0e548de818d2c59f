import type { Random } from '../random.ts'
import { skuNamed } from './catalog.ts'
import { dateIn } from './people.ts'
import type { Group, LicenseAssignment, Person, Sku, Subscription } from './types.ts'

/** How many seats the tenant bought, compared with how many are taken; a number is the amount. */
type SeatPlan = 'fitting' | 'generous' | 'short' | 'in-grace' | 'suspended' | 'locked-out' | number

export interface LicenseLine {
  readonly partNumber: string
  /** Of the people who may hold a license, 0 to 1. */
  readonly share: number
  readonly seats: SeatPlan
  readonly source?: 'direct' | 'group'
  readonly isTrial?: boolean
}

export interface LicenseMix {
  /** Each person holds at most one of these. */
  readonly main: readonly LicenseLine[]
  /** Each is drawn for each licensed person by itself. */
  readonly addOns: readonly LicenseLine[]
}

export interface Licensed {
  readonly people: Person[]
  readonly groups: Group[]
  readonly subscriptions: Subscription[]
}

const TRIALS: ReadonlySet<string> = new Set([
  'TEAMS_EXPLORATORY',
  'POWERAPPS_VIRAL',
  'CCIBOTS_PRIVPREV_VIRAL',
])
/** What licensing groups are called, in the order of the lines. */
const TITLES = ['standard desk', 'mobile devices', 'special tools'] as const
/** More seats than a customer would pay for. */
const FREE_SEATS_MIN = 10_000

/** Gives people their licenses, then buys the seats, so that what is consumed always adds up. */
export function assignLicenses(
  people: readonly Person[],
  mix: LicenseMix,
  random: Random,
): Licensed {
  const groupIdBySku = new Map(
    [...mix.main, ...mix.addOns]
      .filter((line) => line.source === 'group')
      .map((line) => [
        skuNamed(line.partNumber).skuId,
        random.fork(`group:${line.partNumber}`).guid(),
      ]),
  )
  const licensed = people.map((person) => ({
    ...person,
    licenses: linesFor(person, mix, random.fork(person.id)).flatMap((line) =>
      assignmentsOf(line, groupIdBySku, random.fork(`${person.id}/${line.partNumber}`)),
    ),
  }))
  return {
    people: licensed,
    groups: [...groupIdBySku].map(([skuId, id], index) =>
      licenseGroup({ id, skuId, title: TITLES[index] ?? 'further' }, licensed),
    ),
    subscriptions: [...mix.main, ...mix.addOns]
      .map((line) =>
        buySeats(
          line,
          seatsTaken(licensed, skuNamed(line.partNumber)),
          random.fork(line.partNumber),
        ),
      )
      .filter((each) => each.enabled + each.warning + each.suspended + each.lockedOut > 0),
  }
}

/** An assignment that failed gives the person nothing and takes no seat. */
export function isHeld({ state }: LicenseAssignment): boolean {
  return state !== 'Error' && state !== 'Disabled'
}

/** What a person holds, by SKU: a license that is assigned directly and by a group is listed once. */
export function heldLicenses({
  licenses,
}: Pick<Person, 'licenses'>): Pick<LicenseAssignment, 'skuId' | 'disabledPlans'>[] {
  const bySku = Map.groupBy(licenses.filter(isHeld), ({ skuId }) => skuId)
  return [...bySku]
    .map(([skuId, [first]]) => ({ disabledPlans: first?.disabledPlans ?? [], skuId }))
    .toSorted((one, other) => (one.skuId < other.skuId ? -1 : 1))
}

/** A SKU that reaches a person twice, directly and by a group, takes one seat. */
export function seatsTaken(people: readonly Person[], sku: Sku): number {
  return people.filter((person) =>
    person.licenses.some((each) => each.skuId === sku.skuId && isHeld(each)),
  ).length
}

function linesFor(person: Person, mix: LicenseMix, random: Random): LicenseLine[] {
  if (!mayHoldLicense(person, random)) return []
  let roll = random.next()
  const main = mix.main.find((line) => {
    roll -= line.share
    return roll < 0
  })
  return [...(main ? [main] : []), ...mix.addOns.filter((line) => random.chance(line.share))]
}

/** Blocked users who keep their seats are hidden costs; shared mailboxes need none. */
function mayHoldLicense(person: Person, random: Random): boolean {
  if (person.userType === 'Guest' || person.usageLocation === null) return false
  if (person.accountEnabled) return true
  return person.givenName !== null && random.chance(0.6)
}

function assignmentsOf(
  line: LicenseLine,
  groupIdBySku: ReadonlyMap<string, string>,
  random: Random,
): LicenseAssignment[] {
  const sku = skuNamed(line.partNumber)
  const groupId = groupIdBySku.get(sku.skuId) ?? null
  const optionalPlan = sku.servicePlans.find((plan) => plan.name.startsWith('YAMMER'))
  const assignment = {
    skuId: sku.skuId,
    assignedByGroup: groupId,
    disabledPlans: optionalPlan && random.chance(0.1) ? [optionalPlan.id] : [],
    assignedDateTime: dateIn(random.int(2023, 2025), random),
  }
  const isDouble = groupId !== null && random.chance(0.06)
  return isDouble ? [assignment, { ...assignment, assignedByGroup: null }] : [assignment]
}

function licenseGroup(
  { id, skuId, title }: { readonly id: string; readonly skuId: string; readonly title: string },
  people: readonly Person[],
): Group {
  const first = people
    .flatMap((person) => person.licenses)
    .find((license) => license.assignedByGroup === id)
  return {
    id,
    displayName: `Licenses – ${title}`,
    description: 'Members receive their Microsoft 365 license here.',
    mailNickname: `licenses-${title.toLowerCase().replaceAll(' ', '-')}`,
    createdDateTime: first?.assignedDateTime ?? '2023-01-02T08:00:00Z',
    isUnified: false,
    visibility: null,
    membershipRule: null,
    isAssignableToRole: false,
    memberGroupIds: [],
    assignedSkuIds: [skuId],
    memberIds: people
      .filter((person) => person.licenses.some((each) => each.assignedByGroup === id))
      .map((person) => person.id),
  }
}

/** Bought for a year at a time; what is free renews never, and a trial ends within a month. */
function termsOf(
  { partNumber, seats, isTrial }: LicenseLine,
  random: Random,
): Pick<Subscription, 'isTrial' | 'renewsInDays' | 'createdDateTime'> {
  const createdDateTime = dateIn(random.int(2019, 2025), random)
  if (isTrial || TRIALS.has(partNumber)) {
    return { isTrial: true, renewsInDays: random.int(2, 28), createdDateTime }
  }
  const isFree = typeof seats === 'number' && seats >= FREE_SEATS_MIN
  if (isFree) return { isTrial: false, renewsInDays: null, createdDateTime }
  const isEnding = seats === 'in-grace' || seats === 'suspended'
  return { isTrial: false, renewsInDays: random.int(3, isEnding ? 29 : 364), createdDateTime }
}

function buySeats(line: LicenseLine, taken: number, random: Random): Subscription {
  const none = { enabled: 0, warning: 0, suspended: 0, lockedOut: 0 }
  const common = {
    sku: skuNamed(line.partNumber),
    subscriptionId: random.guid(),
    capabilityStatus: 'Enabled' as const,
    ...termsOf(line, random.fork('terms')),
    ...none,
  }
  if (typeof line.seats === 'number') return { ...common, enabled: line.seats }
  const spare = random.int(0, Math.ceil(taken * 0.05))
  switch (line.seats) {
    case 'fitting':
      return { ...common, enabled: taken + spare }
    case 'generous':
      return { ...common, enabled: Math.ceil(taken * 1.9) + 5 }
    case 'short':
      return { ...common, enabled: Math.max(1, taken - Math.ceil(taken * 0.12)) }
    case 'in-grace':
      return { ...common, capabilityStatus: 'Warning', warning: taken + spare }
    case 'suspended':
      return { ...common, capabilityStatus: 'Suspended', suspended: Math.max(taken, 5) }
    case 'locked-out':
      return { ...common, capabilityStatus: 'LockedOut', lockedOut: Math.max(taken, 5) }
    default:
      return line.seats satisfies never
  }
}
