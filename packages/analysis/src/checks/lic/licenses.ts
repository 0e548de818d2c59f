import type { TenantLicense } from '@tenantscope/contract/licenses'

import { valueOf } from '../../coverage/facts.ts'
import { describeLicense } from '../../licenses.ts'
import { priceBookOf } from '../../prices.ts'
import { failed, notRead, passed } from '../define-check.ts'
import type { CheckObject, Judgement } from '../define-check.ts'
import { userObject } from '../derived.ts'
import type { CheckFacts, UserFacts } from '../facts.ts'
import type { SkuFacts } from '../rows.ts'

/** A SKU of the tenant with what the list of licenses says of it. */
export interface License extends TenantLicense {
  readonly sku: SkuFacts
  /** False: Microsoft returned no numbers of seats. */
  readonly hasSeats: boolean
}

/**
 * Returns the SKUs as the list of licenses judges them, by the administrators' prices and types too;
 * hidden ones are left out. Free and viral SKUs, company-wide capacity and SKUs of which every seat is
 * a trial's do not count as paid.
 */
export function licensesOf(facts: CheckFacts, now: Date): readonly License[] {
  const known = knownLicenses.get(facts)
  if (known?.now === now.getTime()) return known.licenses
  const licenses = describedLicenses(facts, now)
  knownLicenses.set(facts, { now: now.getTime(), licenses })
  return licenses
}

/** Every check of licenses asks for the same at the same time. */
const knownLicenses = new WeakMap<
  CheckFacts,
  { readonly now: number; readonly licenses: readonly License[] }
>()

function describedLicenses(facts: CheckFacts, now: Date): License[] {
  const subscriptions = (valueOf(facts.parts.subscriptions) ?? []).map((each) => ({
    skuId: each.skuId,
    status: each.status ?? null,
    isTrial: each.isTrial ?? null,
    totalLicenses: each.totalLicenses ?? 0,
    createdDateTime: null,
    nextLifecycleDateTime: timeOf(each.nextLifecycleDateTime),
  }))
  const prices = priceBookOf(facts.prices, now).of(facts.prices.tenantId)
  const bySku = Map.groupBy(subscriptions, ({ skuId }) => skuId.toLowerCase())
  const licenses = (valueOf(facts.parts.subscribedSkus) ?? []).map((sku) => ({
    ...describeLicense(seatsOf(sku), {
      choice: facts.licenseChoices.get(sku.skuId.toLowerCase()),
      subscriptions: bySku.get(sku.skuId.toLowerCase()) ?? [],
      prices,
      now,
    }),
    sku,
    hasSeats: [sku.consumedUnits, sku.prepaidUnits].every((units) => (units ?? null) !== null),
  }))
  return licenses.filter(({ isVisible }) => isVisible)
}

export const paidLicenses = (facts: CheckFacts, now: Date): License[] =>
  licensesOf(facts, now).filter(({ countsAsPaid }) => countsAsPaid)

const timeOf = (text: string | null | undefined): Date | null =>
  text === null || text === undefined ? null : new Date(text)

function seatsOf(sku: SkuFacts) {
  const { enabled, warning, suspended, lockedOut } = sku.prepaidUnits ?? {}
  return {
    skuId: sku.skuId,
    skuPartNumber: sku.skuPartNumber ?? '',
    appliesTo: sku.appliesTo ?? null,
    capabilityStatus: sku.capabilityStatus ?? '',
    consumedUnits: sku.consumedUnits ?? 0,
    enabledUnits: enabled ?? 0,
    warningUnits: warning ?? 0,
    suspendedUnits: suspended ?? 0,
    lockedOutUnits: lockedOut ?? 0,
    servicePlans: [],
  }
}

export const skuObject = ({ skuId, displayName }: License): CheckObject => ({
  kind: 'sku',
  id: skuId,
  name: displayName,
})

/** Fails with the SKUs that are found among those whose seats count as paid, or `among`; `seats` counts theirs. */
export function judgePaidLicenses(
  facts: CheckFacts,
  now: Date,
  rule: {
    readonly seats: (license: License) => number
    readonly among?: (license: License) => boolean
    readonly passed: string
    readonly failed: (seats: number) => string
  },
): Judgement {
  const paid = licensesOf(facts, now).filter(rule.among ?? (({ countsAsPaid }) => countsAsPaid))
  const found = paid.filter((license) => license.hasSeats && rule.seats(license) > 0)
  const seats = found.reduce((sum, license) => sum + rule.seats(license), 0)
  const counts = { skus: found.length, seats }
  if (found.length > 0) return failed(rule.failed(seats), { counts, objects: found.map(skuObject) })
  if (paid.some(({ hasSeats }) => !hasSeats))
    return notRead('Microsoft returned no numbers of seats for a license.', { counts })
  return passed(rule.passed, { counts })
}

/** Ids of the paid SKUs, in lower case. */
export const paidSkuIds = (facts: CheckFacts, now: Date): ReadonlySet<string> =>
  new Set(paidLicenses(facts, now).map(({ skuId }) => skuId.toLowerCase()))

/** Returns the ids of SKUs that a person holds, in lower case; null when they were not read. */
export function heldSkuIds({ assignedLicenses }: UserFacts): readonly string[] | null {
  return assignedLicenses?.map(({ skuId }) => skuId.toLowerCase()) ?? null
}

/** Fails with the people for whom the rule returns true; null: it is not known. */
export function judgePeople(
  people: readonly UserFacts[],
  rule: {
    readonly isFound: (user: UserFacts) => boolean | null
    readonly passed: string
    readonly failed: (people: number) => string
    readonly notRead: string
  },
): Judgement {
  const found: UserFacts[] = []
  let unknown = 0
  for (const user of people) {
    const isFound = rule.isFound(user)
    if (isFound === null) unknown += 1
    else if (isFound) found.push(user)
  }
  const counts = { people: found.length, notKnown: unknown }
  if (found.length > 0)
    return failed(rule.failed(found.length), { counts, objects: found.map(userObject) })
  return unknown > 0 ? notRead(rule.notRead, { counts }) : passed(rule.passed, { counts })
}

export const LICENSES_NOT_READ = 'The licenses of some people were not read.'
