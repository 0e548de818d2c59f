import { LICENSE_ISSUE_NOUNS } from '@tenantscope/analysis/license-issue-text'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import { LicenseIssueKind } from '@tenantscope/contract/licenses'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import type { Format } from '../../lib/format.ts'
import type { Attention } from './all-tenants-view.ts'
import { forEachIssue, issueCount, issueOf } from './license-issues.ts'
import { criticalChecksText } from './posture-text.ts'

/** Whether a tenant belongs to a finding. */
const BELONGS_TO: Record<Attention, (tenant: TenantListItem) => boolean> = {
  // Also where no price is known: the seats are wasted all the same.
  savings: (tenant) => (tenant.figures?.savings.removableSeats ?? 0) > 0,
  unusedSeats: (tenant) => (tenant.figures?.unassignedPaidSeats ?? 0) > 0,
  ...forEachIssue((kind) => (tenant: TenantListItem) => issueOf(tenant, kind) !== undefined),
  mfaNotRequired: ({ figures }) => figures?.mfa === 'none' || figures?.mfa === 'partial',
  criticalChecks: (tenant) => criticalFailed(tenant) > 0,
  unread: (tenant) => tenant.failure !== null,
}

/** The findings of the 'Needs attention' strip; what could be saved has a card of its own. */
export type StripFinding = Exclude<Attention, 'savings'>

/** A finding about cost or risk, and its tenants, the worst first. */
export interface Finding {
  kind: StripFinding
  tenants: readonly TenantListItem[]
  /** The seats or licenses of the finding; 0 where only tenants count. */
  count: number
}

export function belongsTo(kind: Attention, tenant: TenantListItem): boolean {
  return BELONGS_TO[kind](tenant)
}

/** The findings that there are, at most one of each kind. */
export function findingsOf(tenants: readonly TenantListItem[]): readonly Finding[] {
  const found: readonly Finding[] = [
    finding('unusedSeats', tenants, (a, b) => unusedSeats(b) - unusedSeats(a)),
    ...LicenseIssueKind.options.map((kind) =>
      finding(
        kind,
        tenants,
        kind === 'grace' ? soonestEnd : (a, b) => issues(b, kind) - issues(a, kind),
      ),
    ),
    finding('mfaNotRequired', tenants, (a, b) => peopleWithoutMfa(b) - peopleWithoutMfa(a)),
    finding('criticalChecks', tenants, (a, b) => criticalFailed(b) - criticalFailed(a)),
    finding('unread', tenants, (a, b) => consentFirst(a) - consentFirst(b)),
  ]
  return found.filter((each) => each.tenants.length > 0)
}

function finding(
  kind: StripFinding,
  tenants: readonly TenantListItem[],
  worstFirst: (a: TenantListItem, b: TenantListItem) => number,
): Finding {
  const concerned = tenants.filter((tenant) => belongsTo(kind, tenant)).toSorted(worstFirst)
  return {
    kind,
    tenants: concerned,
    count: concerned.reduce((sum, tenant) => sum + countOf(kind, tenant), 0),
  }
}

function countOf(kind: StripFinding, tenant: TenantListItem): number {
  if (kind === 'unusedSeats') return unusedSeats(tenant)
  if (kind === 'criticalChecks') return criticalFailed(tenant)
  return kind === 'mfaNotRequired' || kind === 'unread' ? 0 : issues(tenant, kind)
}

function issues(tenant: TenantListItem, kind: LicenseIssueKind): number {
  return issueCount(tenant, kind) ?? 0
}

function soonestEnd(a: TenantListItem, b: TenantListItem): number {
  return endOf(a) - endOf(b)
}

/** An unknown end is last. */
function endOf(tenant: TenantListItem): number {
  const end = issueOf(tenant, 'grace')?.endsAt ?? null
  return end === null ? Number.MAX_SAFE_INTEGER : Date.parse(end)
}

function unusedSeats(tenant: TenantListItem): number {
  return tenant.figures?.unassignedPaidSeats ?? 0
}

function criticalFailed({ posture }: TenantListItem): number {
  return posture?.criticalFailed ?? 0
}

/** With no MFA at all, every user counts when the members who are not covered are not known. */
function peopleWithoutMfa({ figures }: TenantListItem): number {
  return figures?.mfaNotCovered ?? figures?.people ?? 0
}

// A withdrawn consent requires an action; the other reasons are often temporary.
function consentFirst(tenant: TenantListItem): number {
  return tenant.failure?.code === 'CONSENT_REQUIRED' ? 0 : 1
}

/** How many of the tenants behind a finding are named. */
const NAMED = 2

interface FindingText {
  headline: string
  /** The tenants that matter most. */
  detail: string
}

const TEXTS: Record<StripFinding, (finding: Finding, format: Format) => FindingText> = {
  unusedSeats: ({ tenants, count }, format) => ({
    headline: `${format.number(count)} unused paid ${count === 1 ? 'seat' : 'seats'}`,
    detail: `Most in ${namedTenants(tenants, (tenant) => ` (${format.number(tenant.figures?.unassignedPaidSeats ?? 0)})`)}`,
  }),
  ...forEachIssue((kind) => ({ tenants, count }: Finding, format: Format) => {
    const [one, many] = LICENSE_ISSUE_NOUNS[kind]
    const end = tenants[0] === undefined ? null : (issueOf(tenants[0], kind)?.endsAt ?? null)
    const lead = end === null ? '' : `The first ends on ${format.date(end)}: `
    return {
      headline: `${format.number(count)} ${count === 1 ? one : many}`,
      detail: `${lead}${namedTenants(tenants, (tenant) => ` (${format.number(issues(tenant, kind))})`)}`,
    }
  }),
  mfaNotRequired: ({ tenants }, format) => ({
    headline: `${counted(tenants, format)} without MFA for all members`,
    detail: `None in ${format.number(noMfa(tenants))}, partial in ${format.number(tenants.length - noMfa(tenants))}: ${namedTenants(tenants)}`,
  }),
  criticalChecks: ({ tenants, count }, format) => ({
    headline: criticalChecksText(count, format),
    detail: `In ${counted(tenants, format)}, most in ${namedTenants(tenants, (tenant) => ` (${format.number(criticalFailed(tenant))})`)}`,
  }),
  unread: ({ tenants }, format) => ({
    headline: `${counted(tenants, format)} could not be read`,
    detail: unreadDetail(tenants, format),
  }),
}

const noMfa = (tenants: readonly TenantListItem[]): number =>
  tenants.filter(({ figures }) => figures?.mfa === 'none').length

/** The text of a finding. */
export function findingText(finding: Finding, format: Format): FindingText {
  return TEXTS[finding.kind](finding, format)
}

function unreadDetail(tenants: readonly TenantListItem[], format: Format): string {
  const counts = (code: TenantFailureCode) =>
    tenants.filter(({ failure }) => failure?.code === code).length
  if (counts('INVALID_CLIENT_SECRET') === tenants.length)
    return `Microsoft refused the credential: ${namedTenants(tenants)}`
  const withdrawn = counts('CONSENT_REQUIRED')
  const lead = withdrawn === 0 ? '' : `Consent is missing in ${format.number(withdrawn)}: `
  return lead + namedTenants(tenants)
}

function counted(tenants: readonly TenantListItem[], format: Format): string {
  return tenants.length === 1 ? '1 tenant' : `${format.number(tenants.length)} tenants`
}

/** The first tenants by name, with the number of the others. */
export function namedTenants(
  tenants: readonly TenantListItem[],
  figureOf: (tenant: TenantListItem) => string = () => '',
): string {
  // FIRST STRONG ISOLATE … POP DIRECTIONAL ISOLATE: a name cannot reorder the sentence around it.
  const names = tenants
    .slice(0, NAMED)
    .map((tenant) => `\u2068${tenant.displayName}\u2069${figureOf(tenant)}`)
  const more = tenants.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
