import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

import { skuById } from '../world/catalog.ts'
import type { LicenseAssignment, Person, Tenant, Workload } from '../world/types.ts'
import { dateFrom } from './dates.ts'
import productNames from './product-names.json' with { type: 'json' }

/** The report of today tells of the day before yesterday. */
const REPORT_LAG_DAYS = 2
export const REPORT_PERIODS = ['D7', 'D30', 'D90', 'D180'] as const

/** By period, or by one of the last 30 days: then only who did something on that day. */
export type ReportRange =
  | { readonly kind: 'period'; readonly period: (typeof REPORT_PERIODS)[number] }
  | { readonly kind: 'date'; readonly date: string }

const WORKLOADS: readonly Workload[] = [
  'Exchange',
  'OneDrive',
  'SharePoint',
  'Skype For Business',
  'Yammer',
  'Teams',
]
/** Service plans that let a person use a workload, by the beginning of their names. */
const PLANS: Record<Workload, RegExp> = {
  Exchange: /^EXCHANGE_(?!S_FOUNDATION)/,
  OneDrive: /^(SHAREPOINT|ONEDRIVE)(?!WAC)/,
  SharePoint: /^SHAREPOINT(?!WAC)/,
  'Skype For Business': /^MCO(STANDARD|IMP|LITE|PROFESSIONAL)/,
  Yammer: /^YAMMER/,
  Teams: /^TEAMS/,
}
const NAMES = new Map(Object.entries(productNames))

/** Exactly these, in this order (page "reportRoot: getOffice365ActiveUserDetail"). */
const COLUMNS: readonly string[] = [
  'Report Refresh Date',
  'User Principal Name',
  'Display Name',
  'Is Deleted',
  'Deleted Date',
  ...WORKLOADS.map((workload) => `Has ${workload} License`),
  ...WORKLOADS.map((workload) => `${workload} Last Activity Date`),
  ...WORKLOADS.map((workload) => `${workload} License Assign Date`),
  'Assigned Products',
]

/** So many people are told before others get their answers. */
const PEOPLE_AT_ONCE = 500

/**
 * The CSV of who used what, with a byte order mark; names are concealed where the directory says so.
 * Written piece by piece: a large directory's takes seconds.
 */
export async function activeUserReport(
  tenant: Tenant,
  range: ReportRange,
  now: number,
): Promise<string> {
  const refreshed = dateFrom(now, -REPORT_LAG_DAYS)
  const told: Told[] = [
    ...tenant.people.map((person) => ({ person, deleted: ['False', ''] })),
    ...tenant.bin.people.map(({ person }) => ({ person, deleted: ['True', refreshed] })),
  ]
  const pieces = [csvLine(COLUMNS)]
  for (let start = 0; start < told.length; start += PEOPLE_AT_ONCE) {
    const lines = told
      .slice(start, start + PEOPLE_AT_ONCE)
      .filter(({ person }) => isTold(person, range, now))
      .map((each) => csvLine([refreshed, ...fieldsOf(tenant, each, now)]))
    pieces.push(...lines)
    await setImmediate()
  }
  return `\u{FEFF}${pieces.join('\r\n')}\r\n`
}

/**
 * The report's ETag: another one as soon as the report may be another, by the day, the directory or
 * what its people used. Far cheaper than the report itself.
 */
export function activeUserReportTag(tenant: Tenant, range: ReportRange, now: number): string {
  // The journal does not tell of use; every date of use moves together with that of the sign-in.
  const use = tenant.people.reduce(
    (sum, { hoursSinceSignIn }) => Math.trunc(sum * 31 + (hoursSinceSignIn ?? -1)) % 1_000_000_007,
    tenant.people.length,
  )
  const parts = [
    tenant.id,
    nameOfRange(range),
    dateFrom(now, 0),
    String(tenant.concealsNamesInReports),
    String(tenant.journal.length),
    String(use),
  ]
  const hash = createHash('sha256').update(parts.join('\n')).digest('hex')
  return `"${hash.slice(0, 32)}"`
}

/** D30, or 2026-11-20. */
export function nameOfRange(range: ReportRange): string {
  return range.kind === 'period' ? range.period : range.date
}

interface Told {
  readonly person: Person
  /** Is Deleted, Deleted Date */
  readonly deleted: readonly string[]
}

function fieldsOf(tenant: Tenant, { person, deleted }: Told, now: number): string[] {
  const licenses = WORKLOADS.map((workload) => licenseFor(person, workload))
  return [
    concealed(tenant, person.userPrincipalName),
    concealed(tenant, person.displayName),
    ...deleted,
    ...licenses.map((license) => (license ? 'True' : 'False')),
    ...WORKLOADS.map((workload) => lastUse(person, workload, now)),
    ...licenses.map((license) => license?.assignedDateTime.slice(0, 10) ?? ''),
    productsOf(person),
  ]
}

/** People without a license and without any use are not in the report. */
function isTold(person: Person, range: ReportRange, now: number): boolean {
  if (range.kind === 'period') {
    return person.licenses.length > 0 || Object.keys(person.daysSinceUse).length > 0
  }
  return WORKLOADS.some((workload) => lastUse(person, workload, now) === range.date)
}

/** Use after the report's day is not in it yet: it shows as of that day. */
function lastUse({ daysSinceUse }: Person, workload: Workload, now: number): string {
  const days = daysSinceUse[workload]
  return days === undefined ? '' : dateFrom(now, -Math.max(days, REPORT_LAG_DAYS))
}

function licenseFor(person: Person, workload: Workload): LicenseAssignment | undefined {
  return person.licenses.find(({ skuId, disabledPlans }) =>
    planIdsOf(skuId)[workload]?.some((planId) => !disabledPlans.includes(planId)),
  )
}

type PlanIds = Readonly<Partial<Record<Workload, readonly string[]>>>
const planIdsBySku = new Map<string, PlanIds>()

/** Which plans of a license let a person use each workload. */
function planIdsOf(skuId: string): PlanIds {
  const known = planIdsBySku.get(skuId)
  if (known) return known
  const { servicePlans } = skuById(skuId)
  const planIds: PlanIds = Object.fromEntries(
    WORKLOADS.map((workload) => [
      workload,
      servicePlans.filter(({ name }) => PLANS[workload].test(name)).map(({ id }) => id),
    ]),
  )
  planIdsBySku.set(skuId, planIds)
  return planIds
}

/** Products by their names in capitals, joined by a plus. */
function productsOf({ licenses }: Person): string {
  const skuIds = [...new Set(licenses.map(({ skuId }) => skuId))]
  return skuIds
    .map((skuId) => (NAMES.get(skuId) ?? skuById(skuId).skuPartNumber).toUpperCase())
    .join('+')
}

/** The same person has the same code in every report of the directory. */
function concealed(tenant: Tenant, name: string): string {
  if (!tenant.concealsNamesInReports) return name
  const hash = createHash('sha256').update(`${tenant.id}/${name}`).digest('hex')
  return hash.slice(0, 32).toUpperCase()
}

function csvLine(fields: readonly string[]): string {
  return fields
    .map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
    .join(',')
}
