import { LICENSE_ISSUE_NOUNS } from '@tenantscope/analysis/license-issue-text'
import type { Finding, StripFinding } from '@tenantscope/analysis/tenant-findings'
import { forEachIssue, issueCount, issueOf } from '@tenantscope/analysis/tenant-issues'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import type { Format } from '../../lib/format.ts'
import { criticalChecksText } from './posture-text.ts'

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
      detail: `${lead}${namedTenants(tenants, (tenant) => ` (${format.number(issueCount(tenant, kind) ?? 0)})`)}`,
    }
  }),
  mfaNotRequired: ({ tenants }, format) => ({
    headline: `${counted(tenants, format)} without MFA for all members`,
    detail: `None in ${format.number(noMfa(tenants))}, partial in ${format.number(tenants.length - noMfa(tenants))}: ${namedTenants(tenants)}`,
  }),
  criticalChecks: ({ tenants, count }, format) => ({
    headline: criticalChecksText(count, format),
    detail: `In ${counted(tenants, format)}, most in ${namedTenants(tenants, (tenant) => ` (${format.number(tenant.posture?.criticalFailed ?? 0)})`)}`,
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
