import type { UserFacts } from '../facts.ts'
import type { SkuFacts } from '../rows.ts'

type Plan = SkuFacts['servicePlans'][number]

/** Belongs to most SKUs and gives no service of its own. */
const FOUNDATION = '113feb6c-3fe4-4440-bddc-54d774bf0318'

const nameOf = ({ servicePlanName }: Plan): string => servicePlanName?.toUpperCase() ?? ''

/** Returns whether people use the plan; plans for the company are in many SKUs. */
const isForUsers = (plan: Plan): boolean =>
  plan.appliesTo?.toLowerCase() !== 'company' &&
  plan.servicePlanId.toLowerCase() !== FOUNDATION &&
  !nameOf(plan).startsWith('EXCHANGE_S_FOUNDATION')

/** By the start of a plan's name: the workloads of the report in which its use is seen. */
const WORKLOADS: readonly (readonly [string, readonly string[]])[] = [
  ['EXCHANGE_S_', ['exchange']],
  ['SHAREPOINT', ['sharePoint', 'oneDrive']],
  ['ONEDRIVE', ['oneDrive']],
  ['TEAMS1', ['teams']],
  ['MCOSTANDARD', ['skypeForBusiness']],
  ['YAMMER_', ['yammer']],
]

/** Returns the workloads in which a plan's use is seen; null: it cannot be measured. */
export function workloadsOf(plan: Plan): readonly string[] | null {
  return WORKLOADS.find(([start]) => nameOf(plan).startsWith(start))?.[1] ?? null
}

/** Returns the plans of a SKU for people. */
export const userPlans = ({ servicePlans }: SkuFacts): Plan[] => servicePlans.filter(isForUsers)

/** Returns the plans that a person has by a SKU, without those that are switched off. */
export function plansOf(user: UserFacts, sku: SkuFacts): Plan[] {
  const id = sku.skuId.toLowerCase()
  const assigned = user.assignedLicenses?.find((each) => each.skuId.toLowerCase() === id)
  const off = new Set(assigned?.disabledPlans?.map((plan) => plan.toLowerCase()))
  return userPlans(sku).filter(({ servicePlanId }) => !off.has(servicePlanId.toLowerCase()))
}

/** Returns whether a SKU has a mailbox and the desktop apps. */
export function isSuite(sku: SkuFacts): boolean {
  const names = userPlans(sku).map(nameOf)
  return (
    names.some((name) => name.startsWith('EXCHANGE_S_')) &&
    names.some((name) => name.startsWith('OFFICESUBSCRIPTION') || name === 'OFFICE_BUSINESS')
  )
}
