import { UseVerdict } from '@tenantscope/contract/license-use'
import type { LicenseUse, PersonUse, ReportedService } from '@tenantscope/contract/license-use'

import { centsOf } from './exchange.ts'
import { workloadOf } from './plans/plan-catalogue.ts'

const DAY_MS = 86_400_000

/** The services that Microsoft's report contains, in the order of the screens. */
export const REPORTED_SERVICES = ['exchange', 'files', 'teams', 'yammer'] as const

/** What is known of one licensed person. */
export interface UseFacts {
  readonly createdAt: Date | null
  /** Null: the date is not known. */
  readonly signIn: { readonly lastAt: Date | null } | null
  /** The last day of use of each service, as YYYY-MM-DD; null: the report does not contain the person. */
  readonly lastUsedOn: Readonly<Record<ReportedService, string | null>> | null
  /** The services of the plans that are switched on. */
  readonly services: readonly ReportedService[]
}

/** A period, and the dates up to which the data reach. */
export interface UsePeriod {
  readonly days: number
  readonly now: Date
  /** Null: there are no sign-in dates. */
  readonly signInsAsOf: Date | null
  /** The last day of the usage report, as YYYY-MM-DD; null: there is no report. */
  readonly reportDate: string | null
}

/** Returns the services that Microsoft reports among plans that are switched on. */
export function reportedServicesOf(planIds: Iterable<string>): ReportedService[] {
  const found = new Set<string>()
  for (const planId of planIds) found.add(workloadOf(planId) ?? '')
  return REPORTED_SERVICES.filter((service) => found.has(service))
}

/**
 * Judges the use of a person. Any use is evidence that outweighs a missing sign-in. The period ends where
 * the data end, so that old data never make somebody inactive.
 */
export function verdictOnUse(facts: UseFacts, period: UsePeriod): UseVerdict {
  const isUsed = wasUsed(facts, period)
  if (isUsed === true) return 'active'
  if (isNewAccount(facts, period)) return 'new'
  const signIn = period.signInsAsOf === null ? null : facts.signIn
  if (signIn !== null) {
    if (signIn.lastAt === null) return 'neverSignedIn'
    if (signIn.lastAt < startOf(period.signInsAsOf ?? period.now, period.days)) return 'noSignIn'
    return isUsed === false ? 'noUse' : 'active'
  }
  return isUsed === false ? 'noUse' : 'notKnown'
}

/** Null: no report says so, or no plan of the person is in the report. */
function wasUsed({ lastUsedOn, services }: UseFacts, period: UsePeriod): boolean | null {
  const { reportDate, days } = period
  if (lastUsedOn === null || reportDate === null || services.length === 0) return null
  const from = startOf(new Date(reportDate), days).toISOString().slice(0, 'YYYY-MM-DD'.length)
  return services.some((service) => (lastUsedOn[service] ?? '') >= from)
}

/** True for an account that is younger than the period. */
const isNewAccount = ({ createdAt }: UseFacts, { days, now }: UsePeriod): boolean =>
  createdAt !== null && createdAt > startOf(now, days)

const startOf = (end: Date, days: number): Date => new Date(end.getTime() - days * DAY_MS)

type Counted = Pick<PersonUse, 'verdict' | 'monthlyCost' | 'unpricedLicenses' | 'mark'>

/** Returns the number and the cost of the people of each verdict, without marked accounts. */
export function totalsOfUse(people: readonly Counted[]): LicenseUse['totals'] {
  const totals = new Map(
    UseVerdict.options.map((verdict) => [verdict, { people: 0, cents: 0, unpricedLicenses: 0 }]),
  )
  for (const { verdict, monthlyCost, unpricedLicenses, mark } of people) {
    const total = totals.get(verdict)
    if (total === undefined || mark !== null) continue
    total.people += 1
    total.cents += centsOf(monthlyCost)
    total.unpricedLicenses += unpricedLicenses
  }
  return [...totals].map(([verdict, { cents, ...rest }]) => ({
    verdict,
    monthlyCost: cents / 100,
    ...rest,
  }))
}
