import { skuById } from './catalog.ts'
import { isHeld, seatsTaken } from './licenses.ts'
import type { LicenseAssignment, Person, Sku, Tenant } from './types.ts'

/** A person can have only one plan of each family (page "Resolve group license assignment problems"). */
const EXCLUSIVE_FAMILIES: readonly ReadonlySet<string>[] = [
  new Set([
    'EXCHANGE_B_STANDARD',
    'EXCHANGE_S_ARCHIVE',
    'EXCHANGE_S_DESKLESS',
    'EXCHANGE_S_ENTERPRISE',
    'EXCHANGE_S_ESSENTIALS',
    'EXCHANGE_S_STANDARD',
    'EXCHANGE_S_STANDARD_MIDMARKET',
  ]),
  new Set([
    'ONEDRIVEENTERPRISE',
    'SHAREPOINT_S_DEVELOPER',
    'SHAREPOINTDESKLESS',
    'SHAREPOINTENTERPRISE',
    'SHAREPOINTENTERPRISE_MIDMARKET',
    'SHAREPOINTLITE',
    'SHAREPOINTSTANDARD',
  ]),
  new Set(['INTUNE_A', 'INTUNE_A_VL', 'INTUNE_B']),
]
/** These plans work only on top of one of those. */
const DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  MCOEV: ['TEAMS1', 'MCOSTANDARD'],
  EXCHANGE_S_ARCHIVE_ADDON: ['EXCHANGE_S_STANDARD', 'EXCHANGE_S_ENTERPRISE', 'EXCHANGE_S_DESKLESS'],
}

type LicenseError =
  | 'CountViolation'
  | 'MutuallyExclusiveViolation'
  | 'DependencyViolation'
  | 'ProhibitedInUsageLocationViolation'

/** How many more people can be given the license: seats in grace count, suspended ones do not. */
export function freeSeats(tenant: Tenant, skuId: string): number {
  const sku = skuById(skuId)
  const usable = tenant.subscriptions
    .filter((subscription) => subscription.sku.skuId === skuId)
    .reduce((sum, { enabled, warning }) => sum + enabled + warning, 0)
  return usable - seatsTaken(tenant.people, sku)
}

/** Why a person cannot have this license beside what they hold; undefined where nothing speaks against it. */
export function conflictOf(person: Person, skuId: string): LicenseError | undefined {
  if (person.usageLocation === null) return 'ProhibitedInUsageLocationViolation'
  const wanted = planNames(skuById(skuId), [])
  const held = new Set(
    person.licenses
      .filter((license) => license.skuId !== skuId && isHeld(license))
      .flatMap((license) => [...planNames(skuById(license.skuId), license.disabledPlans)]),
  )
  if (isExclusive(wanted, held)) return 'MutuallyExclusiveViolation'
  return isUnfounded(wanted, held) ? 'DependencyViolation' : undefined
}

/** Returns the assignment as Microsoft shows it after a failure. */
export function failed(license: LicenseAssignment, error: LicenseError): LicenseAssignment {
  return { ...license, state: 'Error', error }
}

function planNames(sku: Sku, disabledPlans: readonly string[]): Set<string> {
  return new Set(
    sku.servicePlans.filter((plan) => !disabledPlans.includes(plan.id)).map((plan) => plan.name),
  )
}

function isExclusive(wanted: ReadonlySet<string>, held: ReadonlySet<string>): boolean {
  return EXCLUSIVE_FAMILIES.some((family) => {
    const plans = new Set([...wanted, ...held].filter((plan) => family.has(plan)))
    const isAsked = [...wanted].some((plan) => family.has(plan))
    return isAsked && plans.size > 1
  })
}

function isUnfounded(wanted: ReadonlySet<string>, held: ReadonlySet<string>): boolean {
  return Object.entries(DEPENDENCIES).some(
    ([plan, bases]) =>
      wanted.has(plan) && !bases.some((base) => wanted.has(base) || held.has(base)),
  )
}
