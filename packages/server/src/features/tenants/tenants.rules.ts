import { isOldAt } from '@tenantscope/analysis/data-age'
import { sumIssues } from '@tenantscope/analysis/license-issues'
import { summarizeLicenses } from '@tenantscope/analysis/licenses'
import { refusalAdviceOf } from '@tenantscope/analysis/microsoft-refusal'
import { preventsReading } from '@tenantscope/analysis/refusal-reach'
import { summarizeSavings } from '@tenantscope/analysis/savings'
import { accessLevelOf, missingPermissionsOf } from '@tenantscope/analysis/tenant-state'
import { verificationOf } from '@tenantscope/analysis/verification'
import type { ConnectionRefusal } from '@tenantscope/contract/azure'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import type { MfaCoverage, MfaVerdict } from '@tenantscope/contract/mfa'
import type { PartFailure } from '@tenantscope/contract/parts'
import type { PostureSummary } from '@tenantscope/contract/posture-summary'
import type {
  AccessMethod,
  LicenseDiagnostic,
  OrganizationDetails,
  TenantConsent,
  TenantEnd,
  TenantFailure,
  TenantFigures,
  TenantListItem,
  TenantStatus,
  VerifiedDomain,
  Verification,
} from '@tenantscope/contract/tenants'
import type { Selectable } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { microsoftRefusalTextOf } from '../../lib/microsoft-refusal.ts'
import type { JudgedLicenses } from '../licenses/tenant-seats.service.ts'

/** Failure texts for users with the next step. Microsoft's own texts are in the diagnostics only. */
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
    'This tenant has no license for this data. The data appears after the tenant has bought one and was refreshed.',
  THROTTLED:
    'Microsoft throttled the requests for longer than this refresh could wait. The next scheduled refresh tries again.',
  UNAVAILABLE:
    'Microsoft is unreachable or could not respond. The next scheduled refresh tries again; if the error persists, check the connection of this server to the internet.',
  MALFORMED_ANSWER:
    'Microsoft sent an unreadable response. Refresh again; if the error persists, copy the diagnostics and report it.',
  INTERNAL:
    'An unexpected error occurred while this tenant was read. Refresh again; if the error persists, copy the diagnostics and report it.',
} as const satisfies Record<TenantFailureCode, string>

/** Returns a failure for display: cause and step of Microsoft's code, else the text of the reason code. */
export function failureTextOf(
  failure: Pick<TenantFailure, 'code' | 'microsoftCode' | 'requestId'> & {
    words?: string | null
  },
  where: { isOwn: boolean },
): string {
  return microsoftRefusalTextOf(failure, where) ?? FAILURE_MESSAGES[failure.code]
}

/** A row of All Tenants as stored, with the figures of its current generation. */
export interface TenantRow extends Selectable<Database['tenants']> {
  /** The alias, else the directory's name. */
  readonly shownName: string
  readonly tags: string[] | null
  readonly people: number | null
  readonly licensedPeople: number | null
  readonly mfa: MfaVerdict | null
  readonly mfaCoverage: MfaCoverage | null
  readonly groupIds: TenantGroupId[]
}

type StoredRefusal = Pick<ConnectionRefusal, 'cause'> | null

interface Shown {
  /** The visible ones; null: nothing was read, or they could not be. */
  readonly licenses: JudgedLicenses | null
  /** Null: not judged yet. */
  readonly posture: PostureSummary | null
  readonly now: Date
  /** Null while Microsoft accepts the connection. */
  readonly refusal: StoredRefusal
}

export function toListItem(row: TenantRow, shown: Shown): TenantListItem {
  const { licenses, posture, refusal, now } = shown
  // As on Posture, also where no posture was judged.
  const isOld = posture?.isOld ?? isOldAt(row.dataAsOf, now)
  return {
    id: row.id,
    displayName: row.shownName,
    directoryName: row.displayName,
    tags: row.tags ?? [],
    groupIds: row.groupIds,
    defaultDomainName: row.defaultDomainName,
    status: row.status,
    createdDateTime: row.createdDateTime?.toISOString() ?? null,
    contractType: row.contractType ?? 'Standard',
    isPartnerTenant: row.isPartnerTenant,
    accessMethod: row.accessMethod,
    ...accessOf(row, refusal),
    verification: verificationOfRow(row, refusal),
    figures: row.status === 'Inactive' ? null : figuresOf(row, { licenses, isOld }),
    posture: row.status === 'Inactive' ? null : posture,
    end: endOf(row),
  }
}

type AccessRow = Pick<
  TenantRow,
  | 'status'
  | 'isPartnerTenant'
  | 'grantedPermissions'
  | 'isConsented'
  | 'consentedAt'
  | 'consentLostAt'
  | 'awaitingApprovalSince'
  | 'readingStoppedAt'
  | 'dataAsOf'
  | FailureColumn
>

/** Returns the verified access of a stored tenant, while Microsoft refuses the connection or not. */
export function verificationOfRow(row: AccessRow, refusal: StoredRefusal): Verification {
  const isRefused = preventsReading(refusal, row)
  return verificationOf({ status: row.status, isRefused, ...accessOf(row, refusal) })
}

function accessOf(row: AccessRow, refusal: StoredRefusal) {
  // The permissions of an Inactive tenant are no longer checked.
  const permissions = row.status === 'Inactive' ? null : row.grantedPermissions
  return {
    accessLevel: preventsReading(refusal, row) ? 'unknown' : accessLevelOf(permissions),
    missingPermissions: missingPermissionsOf(permissions),
    consent: consentOf(row),
    isReadingStopped: row.readingStoppedAt !== null,
    dataAsOf: row.dataAsOf?.toISOString() ?? null,
    failure: failureOf(row),
  }
}

/** The time at which a relationship ended is not stored. */
function endOf({ status, goneAt }: TenantRow): TenantEnd | null {
  if (status !== 'Inactive') return null
  return goneAt === null
    ? { reason: 'relationshipEnded', since: null }
    : { reason: 'directoryGone', since: goneAt.toISOString() }
}

const since = (at: Date | null): string | null => at?.toISOString() ?? null

function consentOf(row: AccessRow): TenantConsent {
  const { isConsented, consentedAt, consentLostAt, awaitingApprovalSince } = row
  if (awaitingApprovalSince !== null)
    return { state: 'awaitingApproval', since: since(awaitingApprovalSince) }
  if (isConsented) return { state: 'granted', since: since(consentedAt) }
  if (consentLostAt !== null) return { state: 'lost', since: since(consentLostAt) }
  return { state: 'none', since: null }
}

/**
 * Null before the first reading, and when a part that they need could not be read: never zero.
 * The MFA verdict of a tenant that was not read for 7 days is not known, as on Posture.
 */
function figuresOf(
  { people, licensedPeople, mfa, mfaCoverage }: TenantRow,
  { licenses, isOld }: Pick<Shown, 'licenses'> & { isOld: boolean },
): TenantFigures | null {
  if (people === null || licensedPeople === null || licenses === null) return null
  const { visible } = licenses
  const seats = summarizeLicenses(visible)
  return {
    people,
    licensedPeople,
    paidSeats: seats.totalLicenses,
    assignedPaidSeats: seats.consumedLicenses,
    unassignedPaidSeats: seats.availableLicenses,
    mfa: isOld ? 'notKnown' : (mfa ?? 'notKnown'),
    mfaNotCovered: isOld ? null : (mfaCoverage?.counts?.membersNotCovered ?? null),
    ...savingsOf(licenses),
    issues: sumIssues(visible),
  }
}

/** In the currency of the tenant, and in that of sums where it is another. */
function savingsOf({ visible, currency, totals }: JudgedLicenses) {
  const savings = summarizeSavings(visible, { ...totals, currency })
  if (currency === totals.currency) return { savings }
  return { savings, savingsInTotals: summarizeSavings(visible, totals) }
}

type FailureColumn =
  | 'failureCode'
  | 'failureAt'
  | 'failureMessage'
  | 'failureMicrosoftCode'
  | 'failureRequestId'
  | 'failureCorrelationId'

function failureOf(
  row: Pick<TenantRow, FailureColumn | 'status' | 'isPartnerTenant'>,
): TenantFailure | null {
  const { failureCode: code, failureAt: at } = row
  // An Inactive tenant is no longer read: `end` says why.
  if (code === null || at === null || row.status === 'Inactive') return null
  const { failureMicrosoftCode, isPartnerTenant: isOwn } = row
  const advice = refusalAdviceOf(failureMicrosoftCode, { place: 'token', isOwn })
  return {
    code,
    message:
      advice === null
        ? (row.failureMessage ?? FAILURE_MESSAGES[code])
        : `${advice.cause} ${advice.step}`,
    advice,
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

/** Returns the message above the tenant page's data; null when none is needed. */
export function messageOf(tenant: TenantListItem): string | null {
  if (tenant.end !== null)
    return `${END_REASONS[tenant.end.reason]} It is no longer read and counts in no finding or total. The data of the last refresh is kept.`
  if (tenant.isReadingStopped)
    return 'An administrator has stopped reading this tenant. The data of the last refresh is kept.'
  if (tenant.consent.state === 'awaitingApproval')
    return 'This tenant consented through an invitation and waits for an administrator to accept it.'
  if (tenant.failure !== null) return tenant.failure.message
  if (tenant.dataAsOf === null)
    return 'This tenant has not been read yet. Refresh it to see its data.'
  if (tenant.accessLevel === 'limited')
    return 'Directory.Read.All is not granted in this tenant, so some of its data is missing.'
  return null
}

const END_REASONS: Readonly<Record<TenantEnd['reason'], string>> = {
  directoryGone: 'Microsoft no longer finds the directory of this tenant: it was deleted.',
  relationshipEnded: 'The relationship with this tenant has ended.',
}

const READS_LICENSES = ['Organization.Read.All', 'Directory.Read.All']

/** Returns why no licenses are shown; null when there are licenses or no user holds one. */
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
          : 'Refresh this tenant; if the error persists, copy the diagnostics and report it.',
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
  people === 1 ? '1 user has' : `${people.toLocaleString('en')} users have`

export function organizationOf(
  id: TenantId,
  row: Selectable<Database['directoryOrganizations']>,
): OrganizationDetails {
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
