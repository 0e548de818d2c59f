import { summarizeLicenses } from '@tenantscope/analysis/licenses'
import { summarizeSavings } from '@tenantscope/analysis/savings'
import { accessLevelOf, missingPermissionsOf } from '@tenantscope/analysis/tenant-state'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { PartFailure } from '@tenantscope/contract/parts'
import type {
  AccessMethod,
  LicenseDiagnostic,
  MfaVerdict,
  OrganizationDetails,
  TenantConsent,
  TenantFailure,
  TenantFigures,
  TenantListItem,
  TenantStatus,
  VerifiedDomain,
} from '@tenantscope/contract/tenants'

/** What happened and what to do next, for people. Microsoft's own words go to the diagnostics. */
export const FAILURE_MESSAGES = {
  CONSENT_REQUIRED:
    'Admin consent is missing for this application. Ask an administrator of this tenant to grant it, then refresh.',
  INVALID_CLIENT_SECRET:
    'Microsoft refused the client secret: it is wrong or has expired. Please verify your client secret in Azure Portal.',
  APP_NOT_FOUND:
    'Microsoft does not know this application or this tenant. Please verify your client ID and tenant ID.',
  APP_DISABLED:
    'The application is disabled in this tenant. Ask an administrator of this tenant to enable it under Enterprise applications, then refresh.',
  PERMISSION_MISSING:
    'This tenant has not granted a required permission. Ask an administrator of this tenant to grant admin consent again, then refresh.',
  NOT_LICENSED:
    'This tenant has no license for this data. It appears after the tenant has bought one and was refreshed.',
  THROTTLED:
    'Microsoft asked to slow down for longer than this refresh could wait. The next scheduled refresh tries again.',
  UNAVAILABLE:
    'Microsoft could not be reached or could not answer. The next scheduled refresh tries again; if this stays, check the connection of this server to the internet.',
  MALFORMED_ANSWER:
    'Microsoft sent an answer that could not be read. Refresh again; if this stays, copy the diagnostics and report it.',
  INTERNAL:
    'Something went wrong while this tenant was read. Refresh again; if this stays, copy the diagnostics and report it.',
} as const satisfies Record<TenantFailureCode, string>

/** A row of All Tenants as stored, with the figures of its current generation. */
export interface TenantRow {
  readonly id: TenantId
  readonly displayName: string
  readonly directoryName: string
  readonly tags: string[] | null
  readonly defaultDomainName: string | null
  readonly createdDateTime: Date | null
  readonly contractType: string | null
  readonly status: TenantStatus
  readonly isPartnerTenant: boolean
  readonly accessMethod: AccessMethod
  readonly grantedPermissions: string[] | null
  readonly dataAsOf: Date | null
  readonly failureCode: TenantFailureCode | null
  readonly failureMessage: string | null
  readonly failureAt: Date | null
  readonly failureMicrosoftCode: string | null
  readonly failureRequestId: string | null
  readonly failureCorrelationId: string | null
  readonly people: number | null
  readonly licensedPeople: number | null
  readonly mfa: MfaVerdict | null
  readonly readingStoppedAt: Date | null
  readonly groupIds: TenantGroupId[]
  readonly isConsented: boolean
  readonly consentedAt: Date | null
  readonly consentLostAt: Date | null
  readonly awaitingApprovalSince: Date | null
}

/** `licenses` are the visible ones; null: nothing was read, or they could not be. */
export function toListItem(
  row: TenantRow,
  licenses: readonly TenantLicense[] | null,
): TenantListItem {
  return {
    id: row.id,
    displayName: row.displayName,
    directoryName: row.directoryName,
    tags: row.tags ?? [],
    groupIds: row.groupIds,
    defaultDomainName: row.defaultDomainName,
    status: row.status,
    createdDateTime: row.createdDateTime?.toISOString() ?? null,
    contractType: row.contractType ?? 'Standard',
    isPartnerTenant: row.isPartnerTenant,
    accessMethod: row.accessMethod,
    accessLevel: accessLevelOf(row.grantedPermissions),
    missingPermissions: missingPermissionsOf(row.grantedPermissions),
    consent: consentOf(row),
    isReadingStopped: row.readingStoppedAt !== null,
    dataAsOf: row.dataAsOf?.toISOString() ?? null,
    figures: figuresOf(row, licenses),
    failure: failureOf(row),
  }
}

const since = (at: Date | null): string | null => at?.toISOString() ?? null

function consentOf(row: TenantRow): TenantConsent {
  const { isConsented, consentedAt, consentLostAt, awaitingApprovalSince } = row
  if (awaitingApprovalSince !== null)
    return { state: 'awaitingApproval', since: since(awaitingApprovalSince) }
  if (isConsented) return { state: 'granted', since: since(consentedAt) }
  if (consentLostAt !== null) return { state: 'lost', since: since(consentLostAt) }
  return { state: 'none', since: null }
}

/** Null before the first reading, and when a part that they need could not be read: never zero. */
function figuresOf(
  { people, licensedPeople, mfa }: TenantRow,
  licenses: readonly TenantLicense[] | null,
): TenantFigures | null {
  if (people === null || licensedPeople === null || licenses === null) return null
  const seats = summarizeLicenses(licenses)
  return {
    people,
    licensedPeople,
    paidSeats: seats.totalLicenses,
    assignedPaidSeats: seats.consumedLicenses,
    unassignedPaidSeats: seats.availableLicenses,
    mfa: mfa ?? 'unknown',
    savings: summarizeSavings(licenses),
  }
}

function failureOf(row: TenantRow): TenantFailure | null {
  const { failureCode: code, failureAt: at } = row
  if (code === null || at === null) return null
  return {
    code,
    message: row.failureMessage ?? FAILURE_MESSAGES[code],
    at: at.toISOString(),
    microsoftCode: row.failureMicrosoftCode,
    requestId: row.failureRequestId,
    correlationId: row.failureCorrelationId,
  }
}

/** The stat cards of All Tenants. */
export function statsOf(tenants: readonly { status: TenantStatus }[]) {
  const count = (status: TenantStatus) => tenants.filter((each) => each.status === status).length
  return {
    totalTenants: tenants.length,
    activeTenants: count('Active'),
    pendingTenants: count('Pending'),
    inactiveTenants: count('Inactive'),
  }
}

/** Default first, then initial, then by name (specification section 9). */
export function sortDomains(domains: readonly VerifiedDomain[]): VerifiedDomain[] {
  return domains.toSorted(
    (a, b) =>
      Number(b.isDefault) - Number(a.isDefault) ||
      Number(b.isInitial) - Number(a.isInitial) ||
      a.name.localeCompare(b.name, 'en'),
  )
}

/** 'csp' while a contract exists, 'direct' when only consent does (decisions.md, Tenants and data). */
export function accessMethodOf(tenant: {
  relationship: 'none' | 'active' | 'ended'
  isConsented: boolean
}): AccessMethod {
  if (tenant.relationship === 'active') return 'csp'
  return tenant.isConsented ? 'direct' : 'unknown'
}

/** What the tenant page says above the data; null when there is nothing to explain. */
export function messageOf(tenant: TenantListItem): string | null {
  if (tenant.status === 'Inactive')
    return 'The relationship with this tenant has ended. It is no longer read; what was read last is kept.'
  if (tenant.isReadingStopped)
    return 'An administrator has stopped the reading of this tenant. What was read last is kept.'
  if (tenant.consent.state === 'awaitingApproval')
    return 'This tenant consented through an invitation and waits for an administrator to accept it.'
  if (tenant.failure !== null) return tenant.failure.message
  if (tenant.dataAsOf === null)
    return 'This tenant has not been read yet. Refresh it to see its data.'
  if (tenant.accessLevel === 'limited')
    return 'Directory.Read.All is not granted in this tenant, so a part of its data is missing.'
  return null
}

const READS_LICENSES = ['Organization.Read.All', 'Directory.Read.All']

/** Why there is nothing to show; null where there are licenses, or none is held by anybody. */
export function diagnoseLicenses(tenant: {
  readonly partFailures: readonly PartFailure[]
  readonly skus: number
  readonly licensedPeople: number | null
}): LicenseDiagnostic | null {
  const failure = tenant.partFailures.find(({ part }) => part === 'licenses')
  if (failure !== undefined)
    return {
      message: failure.message,
      requiredPermissions: READS_LICENSES,
      recommendation:
        failure.code === 'PERMISSION_MISSING'
          ? 'Ask an administrator of this tenant to grant admin consent again, then refresh.'
          : 'Refresh this tenant; if this stays, copy the diagnostics and report it.',
    }
  const { skus, licensedPeople } = tenant
  if (skus > 0 || licensedPeople === null || licensedPeople === 0) return null
  return {
    message: `Microsoft lists no subscription of this tenant, although ${peopleHold(licensedPeople)} licenses.`,
    requiredPermissions: READS_LICENSES,
    recommendation:
      'Run the CSP License Decoder: the licenses may come from a subscription that has ended, or that this application may not list.',
  }
}

const peopleHold = (people: number): string =>
  people === 1 ? '1 person holds' : `${people.toLocaleString('en')} people hold`

interface OrganizationRow {
  readonly displayName: string
  readonly createdDateTime: Date | null
  readonly countryLetterCode: string | null
  readonly city: string | null
  readonly state: string | null
  readonly businessPhones: string[]
  readonly technicalNotificationMails: string[]
  readonly onPremisesSyncEnabled: boolean | null
  readonly quotaUsed: number | null
  readonly quotaTotal: number | null
  readonly verifiedDomains: VerifiedDomain[]
}

export function organizationOf(id: TenantId, row: OrganizationRow): OrganizationDetails {
  const { quotaUsed: used, quotaTotal: total } = row
  return {
    id,
    displayName: row.displayName,
    verifiedDomains: sortDomains(row.verifiedDomains),
    businessPhones: row.businessPhones,
    city: row.city,
    state: row.state,
    countryLetterCode: row.countryLetterCode,
    technicalNotificationMails: row.technicalNotificationMails,
    createdDateTime: row.createdDateTime?.toISOString() ?? null,
    directorySizeQuota: used === null || total === null ? null : { used, total },
    onPremisesSyncEnabled: row.onPremisesSyncEnabled,
  }
}
