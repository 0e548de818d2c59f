import type { LicenseIssue, LicenseIssueKind } from '@tenantscope/contract/licenses'
import type { TenantIssue } from '@tenantscope/contract/tenants'

import { sumIssues } from './license-issues.ts'

/** A problem after its number. */
export const LICENSE_ISSUE_NOUNS: Readonly<Record<LicenseIssueKind, [one: string, many: string]>> =
  {
    overallocated: ['over-allocated seat', 'over-allocated seats'],
    unentitled: ['seat used without entitlement', 'seats used without entitlement'],
    grace: ['seat in the grace period', 'seats in the grace period'],
    suspended: ['suspended seat', 'suspended seats'],
    retired: ['retired license', 'retired licenses'],
  }

interface IssueFormat {
  readonly number: (value: number) => string
  readonly date: (at: string) => string
}

/** Returns a problem of one license: '9 seats in the grace period until Jan 5, 2027', 'Retired license'. */
export function issueText({ kind, seats, endsAt }: LicenseIssue, format: IssueFormat): string {
  if (kind === 'retired') return 'Retired license'
  const end = endsAt === null ? '' : ` until ${format.date(endsAt)}`
  return `${counted(seats, kind, format.number)}${end}`
}

/** Returns the problems of licenses as a list, each kind once: '8 over-allocated seats', '1 retired license'. */
export function issueCounts(
  licenses: readonly { issues: readonly LicenseIssue[] }[],
  numberText: (value: number) => string,
): string[] {
  return sumIssues(licenses).map((issue) => sumText(issue, numberText))
}

/** Returns the problems of a tenant; undefined when it has none. */
export function tenantIssuesText(
  issues: readonly TenantIssue[],
  numberText: (value: number) => string,
): string | undefined {
  if (issues.length === 0) return undefined
  return issues.map((issue) => sumText(issue, numberText)).join(', ')
}

const sumText = (
  { kind, licenses, seats }: TenantIssue,
  numberText: (value: number) => string,
): string => counted(kind === 'retired' ? licenses : seats, kind, numberText)

function counted(
  count: number,
  kind: LicenseIssueKind,
  numberText: (value: number) => string,
): string {
  const [one, many] = LICENSE_ISSUE_NOUNS[kind]
  return `${numberText(count)} ${count === 1 ? one : many}`
}
