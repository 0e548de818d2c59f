import type { TenantListItem } from '@tenantscope/contract/tenants'

import type { Format } from '../../lib/format.ts'
import type { Finding, StripFinding } from './attention.ts'

/** How many of the tenants behind a finding are named. */
const NAMED = 2

interface FindingText {
  headline: string
  /** The tenants that matter most. */
  detail: string
}

const TEXTS: Record<StripFinding, (finding: Finding, format: Format) => FindingText> = {
  unusedSeats: ({ tenants, seats }, format) => ({
    headline: `${format.number(seats)} unused paid ${seats === 1 ? 'seat' : 'seats'}`,
    detail: `Most in ${named(tenants, (tenant) => ` (${format.number(tenant.figures?.unassignedPaidSeats ?? 0)})`)}`,
  }),
  mfaAbsent: ({ tenants }, format) => ({
    headline: `${counted(tenants, format)} without an MFA policy`,
    detail: `Licensed for Entra ID P1: ${named(tenants)}`,
  }),
  unread: ({ tenants }, format) => ({
    headline: `${counted(tenants, format)} could not be read`,
    detail: unreadDetail(tenants, format),
  }),
}

/** What a finding says. */
export function findingText(finding: Finding, format: Format): FindingText {
  return TEXTS[finding.kind](finding, format)
}

function unreadDetail(tenants: readonly TenantListItem[], format: Format): string {
  const withdrawn = tenants.filter(({ failure }) => failure?.code === 'CONSENT_REQUIRED').length
  const lead = withdrawn === 0 ? '' : `Consent is missing in ${format.number(withdrawn)}: `
  return lead + named(tenants)
}

function counted(tenants: readonly TenantListItem[], format: Format): string {
  return tenants.length === 1 ? '1 tenant' : `${format.number(tenants.length)} tenants`
}

function named(
  tenants: readonly TenantListItem[],
  figureOf: (tenant: TenantListItem) => string = () => '',
): string {
  const names = tenants
    .slice(0, NAMED)
    .map((tenant) => isolated(tenant.displayName) + figureOf(tenant))
  const more = tenants.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}

/** FIRST STRONG ISOLATE … POP DIRECTIONAL ISOLATE: a name cannot reorder the sentence around it. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`
}
