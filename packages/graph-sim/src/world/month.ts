import type { Random } from '../random.ts'
import { addMembers } from './change-groups.ts'
import { assignLicenseToAll, setSeats, setSubscriptionStatus } from './change-licenses.ts'
import { addPerson, changePerson, deletePerson, removePeople } from './change-people.ts'
import { renameTenant } from './change-tenant.ts'
import { workloadUse } from './habits.ts'
import { recordChange } from './journal.ts'
import { freeSeats } from './license-rules.ts'
import { seatsTaken } from './licenses.ts'
import { buildNewcomer } from './people.ts'
import type { AppCredential, Person, Subscription, Tenant } from './types.ts'

const MONTH_DAYS = 30
const YEAR_DAYS = 365
/** A user with a sign-in within these hours signs in again during the month. */
const AT_WORK_HOURS = 24 * 30
const EXTENSION_DAYS = 180
const VIRAL_SEATS_MIN = 10_000
const NEXT_STATUS = { Enabled: 'Warning', Warning: 'Suspended', Suspended: 'LockedOut' } as const

/** A month passes in one directory; what is worth saying, in words. */
export function ageTenant(tenant: Tenant, random: Random): string[] {
  const isCustomer = tenant.kind === 'csp' || tenant.kind === 'direct'
  if (!isCustomer || tenant.isGone) return []
  return [
    ...emptyBin(tenant),
    ...leave(tenant, random.fork('leave')),
    ...join(tenant, random.fork('join')),
    ...acceptInvitations(tenant, random.fork('invitations')),
    ...ageUse(tenant, random.fork('use')),
    ...ageSubscriptions(tenant, random.fork('subscriptions')),
    ...ageRelationships(tenant),
    ...ageCredentials(tenant),
    ...rename(tenant, random.fork('name')),
  ]
}

/** Microsoft keeps what was removed for 30 days. */
function emptyBin(tenant: Tenant): string[] {
  const ids = tenant.bin.people.map(({ person }) => person.id)
  for (const id of ids) deletePerson(tenant, id)
  return ids.length > 0 ? [`${ids.length} people were deleted for good`] : []
}

/** Removes half of the leaving users; the others are blocked and keep their seats. */
function leave(tenant: Tenant, random: Random): string[] {
  const staff = tenant.people.filter(isStaff).slice(1)
  const leaving = staff.filter(() => random.chance(0.015))
  const removed = leaving.filter(() => random.chance(0.5))
  const forgotten = tenant.people
    .slice(1)
    .filter((person) => !person.accountEnabled && person.givenName !== null && random.chance(0.1))
  for (const person of leaving) changePerson(tenant, person.id, { accountEnabled: false })
  const gone = [...new Set([...removed, ...forgotten])]
  removePeople(
    tenant,
    gone.map((person) => person.id),
  )
  return leaving.length + gone.length > 0
    ? [`${leaving.length} people were blocked and ${gone.length} removed`]
    : []
}

function join(tenant: Tenant, random: Random): string[] {
  const count = tenant.people.filter(() => random.chance(0.018)).length
  const newcomers = Array.from({ length: count }, (_, index) => {
    const stream = random.fork(`newcomer:${index}`)
    const person = buildNewcomer(tenant, stream.chance(0.12) ? 'guest' : 'member', stream)
    addPerson(tenant, person)
    person.hoursSinceSignIn = stream.chance(0.8) ? stream.int(1, 24 * 14) : null
    return person
  })
  const staff = newcomers.filter(isStaff)
  const ids = staff.map((person) => person.id)
  const [first] = tenant.groups.filter(({ displayName }) => displayName === 'All employees')
  if (first && ids.length > 0) addMembers(tenant, first.id, ids)
  giveDesk(tenant, ids)
  return count > 0 ? [`${count} people joined`] : []
}

/** New people get what most have: by the licensing group, or directly, buying seats that lack. */
function giveDesk(tenant: Tenant, ids: readonly string[]): void {
  if (ids.length === 0) return
  const group = tenant.groups.find(
    (each) => each.assignedSkuIds.length > 0 && each.membershipRule === null,
  )
  const main = tenant.subscriptions.find(
    (each) => each.sku.appliesTo === 'User' && each.capabilityStatus === 'Enabled',
  )
  if (!main || main.enabled >= VIRAL_SEATS_MIN) return
  const { skuId } = main.sku
  const lacking = ids.length - freeSeats(tenant, skuId)
  if (lacking > 0) setSeats(tenant, skuId, main.enabled + lacking)
  if (group?.assignedSkuIds.includes(skuId)) {
    addMembers(tenant, group.id, ids)
    return
  }
  assignLicenseToAll(tenant, ids, skuId)
}

function acceptInvitations(tenant: Tenant, random: Random): string[] {
  const accepting = tenant.people.filter(
    (person) => person.externalUserState === 'PendingAcceptance' && random.chance(0.3),
  )
  for (const person of accepting) {
    changePerson(tenant, person.id, { externalUserState: 'Accepted' })
    person.hoursSinceSignIn = random.int(1, 24 * 20)
  }
  return accepting.length > 0 ? [`${accepting.length} guests accepted`] : []
}

/** Gives active users new sign-ins and use; all dates of the other users grow older. */
function ageUse(tenant: Tenant, random: Random): string[] {
  let stopped = 0
  for (const person of tenant.people) {
    const { hoursSinceSignIn: hours } = person
    if (hours === null) continue
    const isAtWork = person.accountEnabled && hours < AT_WORK_HOURS
    if (isAtWork && random.chance(0.98)) {
      person.hoursSinceSignIn = random.int(1, 24 * 14)
      person.daysSinceUse = workloadUse(person, random)
      continue
    }
    if (isAtWork) stopped += 1
    person.hoursSinceSignIn = hours + MONTH_DAYS * 24
    person.daysSinceUse = Object.fromEntries(
      Object.entries(person.daysSinceUse).map(([name, days]) => [name, days + MONTH_DAYS]),
    )
  }
  return stopped > 0 ? [`${stopped} people did not sign in`] : []
}

function ageSubscriptions(tenant: Tenant, random: Random): string[] {
  return tenant.subscriptions.flatMap((subscription) => {
    if (subscription.renewsInDays === null) return []
    subscription.renewsInDays -= MONTH_DAYS
    const said = subscription.renewsInDays > 0 ? undefined : meetEnd(tenant, subscription, random)
    return said === undefined ? [] : [said]
  })
}

/** Most are renewed, with as many seats as are needed; trials and forgotten ones run out. */
function meetEnd(tenant: Tenant, subscription: Subscription, random: Random): string | undefined {
  const { sku, capabilityStatus } = subscription
  const isRenewed = !subscription.isTrial && random.chance(0.85)
  if (isRenewed) {
    setSubscriptionStatus(tenant, sku.skuId, 'Enabled')
    const needed = Math.max(1, seatsTaken(tenant.people, sku))
    if (random.chance(0.5)) setSeats(tenant, sku.skuId, Math.ceil(needed * 1.04))
    subscription.renewsInDays = YEAR_DAYS
    return `${sku.skuPartNumber} was renewed`
  }
  if (capabilityStatus === 'LockedOut') {
    subscription.renewsInDays = null
    return undefined
  }
  setSubscriptionStatus(tenant, sku.skuId, NEXT_STATUS[capabilityStatus])
  subscription.renewsInDays = MONTH_DAYS
  return `${sku.skuPartNumber} went to ${subscription.capabilityStatus}`
}

function ageRelationships(tenant: Tenant): string[] {
  return tenant.delegatedRelationships.flatMap((relationship) => {
    relationship.endsInDays -= MONTH_DAYS
    if (relationship.status !== 'active' || relationship.endsInDays > 0) return []
    if (relationship.autoExtendDuration !== 'PT0S') {
      relationship.endsInDays += EXTENSION_DAYS
      return [`${relationship.displayName} was extended`]
    }
    relationship.status = 'expired'
    return [`${relationship.displayName} ended`]
  })
}

/** Dates count from now, so passing time changes the values of every secret. */
function ageCredentials(tenant: Tenant): string[] {
  return tenant.applications.flatMap((application) => {
    const { id, displayName, passwordCredentials, keyCredentials } = application
    const isPassing = [...passwordCredentials, ...keyCredentials].some(endsThisMonth)
    application.passwordCredentials = passwordCredentials.map(older)
    application.keyCredentials = keyCredentials.map(older)
    const names = ['passwordCredentials', 'keyCredentials']
    recordChange(tenant, { set: 'applications', id }, names)
    return isPassing ? [`A secret of ${displayName} ended`] : []
  })
}

function endsThisMonth({ endsInDays }: AppCredential): boolean {
  return endsInDays > 0 && endsInDays <= MONTH_DAYS
}

function older(credential: AppCredential): AppCredential {
  return {
    ...credential,
    startsInDays: credential.startsInDays - MONTH_DAYS,
    endsInDays: credential.endsInDays - MONTH_DAYS,
  }
}

function rename(tenant: Tenant, random: Random): string[] {
  if (!random.chance(0.02)) return []
  const before = tenant.displayName
  renameTenant(tenant, `${tenant.contractDisplayName} ${random.pick(['Group', 'Holding'])}`)
  return before === tenant.displayName ? [] : [`${before} is called ${tenant.displayName} now`]
}

/** True for employees: neither guests nor shared mailboxes. */
function isStaff(person: Person): boolean {
  return person.accountEnabled && person.givenName !== null && person.userType !== 'Guest'
}
