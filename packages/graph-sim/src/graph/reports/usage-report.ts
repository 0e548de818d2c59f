import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

import { skuById } from '../../world/catalog.ts'
import type { LicenseAssignment, Person, Tenant, Workload } from '../../world/types.ts'
import { dateFrom } from '../engine/dates.ts'
import productNames from './product-names.json' with { type: 'json' }

/** Today's report covers use until the day before yesterday. */
const REPORT_LAG_DAYS = 2
export const REPORT_PERIODS = ['D7', 'D30', 'D90', 'D180'] as const

export type ReportPeriod = (typeof REPORT_PERIODS)[number]

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

/** The number of users written before other requests are answered. */
const PEOPLE_AT_ONCE = 500

/**
 * Returns the report as CSV with a byte order mark; names are concealed where the directory says so.
 * Written piece by piece: a large directory's takes seconds.
 */
export async function activeUserReport(tenant: Tenant, now: number): Promise<string> {
  const refreshed = dateFrom(now, -REPORT_LAG_DAYS)
  const rows: ReportRow[] = [
    ...tenant.people.map((person) => ({ person, deleted: ['False', ''] })),
    ...tenant.bin.people.map(({ person }) => ({ person, deleted: ['True', refreshed] })),
  ]
  const pieces = [csvLine(COLUMNS)]
  for (let start = 0; start < rows.length; start += PEOPLE_AT_ONCE) {
    const lines = rows
      .slice(start, start + PEOPLE_AT_ONCE)
      .filter(({ person }) => isReported(person))
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
export function activeUserReportTag(tenant: Tenant, period: ReportPeriod, now: number): string {
  // The journal does not record use; every date of use moves together with that of the sign-in.
  const use = tenant.people.reduce(
    (sum, { hoursSinceSignIn }) => Math.trunc(sum * 31 + (hoursSinceSignIn ?? -1)) % 1_000_000_007,
    tenant.people.length,
  )
  const parts = [
    tenant.id,
    period,
    dateFrom(now, 0),
    String(tenant.concealsNamesInReports),
    String(tenant.journal.length),
    String(use),
  ]
  const hash = createHash('sha256').update(parts.join('\n')).digest('hex')
  return `"${hash.slice(0, 32)}"`
}

interface ReportRow {
  readonly person: Person
  /** Is Deleted, Deleted Date */
  readonly deleted: readonly string[]
}

function fieldsOf(tenant: Tenant, { person, deleted }: ReportRow, now: number): string[] {
  const licenses = WORKLOADS.map((workload) => licenseFor(person, workload))
  return [
    ...namesOf(tenant, person),
    ...deleted,
    ...licenses.map((license) => (license ? 'True' : 'False')),
    ...WORKLOADS.map((workload) => lastUse(person, workload, now)),
    ...licenses.map((license) => license?.assignedDateTime.slice(0, 10) ?? ''),
    productsOf(person),
  ]
}

function namesOf(tenant: Tenant, { userPrincipalName, displayName }: Person): string[] {
  if (isUnknown(tenant, userPrincipalName)) return ['(Unknown)', '(Unknown)']
  return [concealed(tenant, userPrincipalName), concealed(tenant, displayName)]
}

/** People without a license and without any use are not in the report. */
function isReported({ licenses, daysSinceUse }: Person): boolean {
  return licenses.length > 0 || Object.keys(daysSinceUse).length > 0
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

/** Microsoft names some people in no report, always the same ones here. */
function isUnknown({ id, unknownInReports = 0 }: Tenant, name: string): boolean {
  if (unknownInReports === 0) return false
  const [first = 0] = createHash('sha256').update(`unknown/${id}/${name}`).digest()
  return first < unknownInReports * 256
}

function csvLine(fields: readonly string[]): string {
  return fields
    .map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
    .join(',')
}
