import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantFailureCode } from './errors.ts'
import { TenantGroupId, TenantId } from './ids.ts'
import { LicenseIssue, LicenseSummary, TenantLicense } from './licenses.ts'
import { MfaCoverage, MfaVerdict } from './mfa.ts'
import { RefusalAdvice } from './microsoft-refusal.ts'
import { MalformedRows, PartFailure } from './parts.ts'
import { TenantPolicies } from './policies.ts'
import { PostureSummary } from './posture-summary.ts'
import { SavingsSummary } from './savings.ts'
import { SyncRun } from './sync.ts'

export const TenantStatus = z.enum(['Active', 'Inactive', 'Pending'])
export type TenantStatus = z.infer<typeof TenantStatus>

/** How the tenant is reached: a contract or delegated relationship, consent alone, or unknown. */
export const AccessMethod = z.enum(['csp', 'direct', 'unknown'])
export type AccessMethod = z.infer<typeof AccessMethod>

/** 'full' when Directory.Read.All is granted, 'unknown' before the first attempt (specification section 4). */
export const AccessLevel = z.enum(['full', 'limited', 'unknown'])
export type AccessLevel = z.infer<typeof AccessLevel>

/**
 * The verified access to a tenant. Each tenant has exactly one, so that their counts add up to all tenants.
 * `notReadable`: its last reading failed, it has not consented, it waits for approval or its reading is stopped.
 */
export const Verification = z.enum(['full', 'limited', 'notReadable', 'inactive'])
export type Verification = z.infer<typeof Verification>

/** The words of the screens and of the CSV file. */
export const VERIFICATION_NAMES = {
  full: 'Full Access',
  limited: 'Limited Access',
  notReadable: 'Not readable',
  inactive: 'Inactive',
} as const satisfies Record<Verification, string>

/** Why a tenant is Inactive: Microsoft no longer finds its directory, or no relationship exists any more. */
export const TenantEnd = z.object({
  reason: z.enum(['directoryGone', 'relationshipEnded']),
  /** Null when the time is unknown. */
  since: z.iso.datetime().nullable(),
})
export type TenantEnd = z.infer<typeof TenantEnd>

/** Why the last attempt to read a tenant failed. Its last good data are kept. */
export const TenantFailure = z.object({
  code: TenantFailureCode,
  /** The cause and the step. */
  message: z.string(),
  /** Both apart, for a code of Microsoft that is in the table of codes; otherwise null. */
  advice: RefusalAdvice.nullable(),
  at: z.iso.datetime(),
  /** Details for support, for 'Copy diagnostics'; contains no secret. */
  microsoftCode: z.string().nullable(),
  requestId: z.string().nullable(),
  correlationId: z.string().nullable(),
})
export type TenantFailure = z.infer<typeof TenantFailure>

/** A problem summed over the licenses of a tenant; `endsAt` is the earliest end. */
export const TenantIssue = LicenseIssue.extend({ licenses: z.number().int() })
export type TenantIssue = z.infer<typeof TenantIssue>

/** The figures of one tenant's stored generation; seats are those of visible paid licenses. */
export const TenantFigures = z.object({
  people: z.number().int(),
  licensedPeople: z.number().int(),
  paidSeats: z.number().int(),
  assignedPaidSeats: z.number().int(),
  unassignedPaidSeats: z.number().int(),
  mfa: MfaVerdict,
  /** Enabled members who are not covered; null when they could not be counted. */
  mfaNotCovered: z.number().int().nullable(),
  /** Possible savings on the visible paid licenses. */
  savings: SavingsSummary,
  /** The same in the currency of the sums; present where the currency of the tenant is another. */
  savingsInTotals: SavingsSummary.optional(),
  /** The problems of the visible paid licenses, summed by kind. */
  issues: z.array(TenantIssue),
})
export type TenantFigures = z.infer<typeof TenantFigures>

/**
 * The state of a tenant's consent. `lost`: it was withdrawn; `awaitingApproval`: it came through an
 * invitation and an administrator has not accepted the tenant yet.
 */
export const TenantConsent = z.object({
  state: z.enum(['none', 'granted', 'lost', 'awaitingApproval']),
  /** The start of this state; null when unknown. */
  since: z.iso.datetime().nullable(),
})
export type TenantConsent = z.infer<typeof TenantConsent>

/** One row of All Tenants (specification section 3, tenant list item, with the added fields of decisions.md). */
export const TenantListItem = z.object({
  id: TenantId,
  /** The alias, else the directory's own name. */
  displayName: z.string(),
  /** The directory's own name. */
  directoryName: z.string(),
  /** The tags of the tenant, sorted. */
  tags: z.array(z.string()),
  /** The tenant groups that contain it. */
  groupIds: z.array(TenantGroupId),
  defaultDomainName: z.string().nullable(),
  status: TenantStatus,
  createdDateTime: z.iso.datetime().nullable(),
  contractType: z.string(),
  isPartnerTenant: z.boolean(),
  accessMethod: AccessMethod,
  /** 'unknown' for an Inactive tenant, whose permissions are no longer checked. */
  accessLevel: AccessLevel,
  verification: Verification,
  /** Required permissions missing from the last token; empty before the first attempt. */
  missingPermissions: z.array(z.string()),
  consent: TenantConsent,
  /** True when an administrator stopped the reading; the last data are kept. */
  isReadingStopped: z.boolean(),
  /** When the stored data were read; null before the first successful refresh. */
  dataAsOf: z.iso.datetime().nullable(),
  /** Null before the first reading, and for an Inactive tenant, which counts in no total. */
  figures: TenantFigures.nullable(),
  /** Null: its checks were not judged yet, or the tenant is Inactive. */
  posture: PostureSummary.nullable(),
  /** Null unless the tenant is Inactive. */
  end: TenantEnd.nullable(),
  failure: TenantFailure.nullable(),
})
export type TenantListItem = z.infer<typeof TenantListItem>

/** The ages of the data of several tenants. */
export const DataAge = z.object({
  /** The oldest reading of the tenants that can be read; null when none was read. */
  oldest: z.iso.datetime().nullable(),
  newest: z.iso.datetime().nullable(),
  /** The interval of scheduled refreshes. Data older than two intervals are marked. */
  refreshHours: z.number().int(),
})
export type DataAge = z.infer<typeof DataAge>

export const listTenants = endpoint({
  name: 'listTenants',
  summary: 'The tenants that the caller may see, with their stored figures',
  method: 'GET',
  path: '/api/tenants',
  access: 'signedIn',
  reply: z.object({
    tenants: z.array(TenantListItem),
    total: z.number().int(),
    stats: z.object({
      totalTenants: z.number().int(),
      activeTenants: z.number().int(),
      pendingTenants: z.number().int(),
      inactiveTenants: z.number().int(),
    }),
    /** Summed over all tenants above that have figures. */
    savings: SavingsSummary,
    /** How current the data of the tenants above are. */
    dataAge: DataAge,
    /** True when a Microsoft connection is stored, which reading requires. */
    isConnected: z.boolean(),
    /** The active run with tenants of the caller, or null. */
    currentRun: SyncRun.nullable(),
  }),
})

export const VerifiedDomain = z.object({
  name: z.string(),
  isDefault: z.boolean(),
  isInitial: z.boolean(),
})
export type VerifiedDomain = z.infer<typeof VerifiedDomain>

/** The stored organization (specification section 3, enhanced tenant data). */
export const OrganizationDetails = z.object({
  id: TenantId,
  displayName: z.string(),
  /** Sorted: default first, then initial, then by name (specification section 9). */
  verifiedDomains: z.array(VerifiedDomain),
  businessPhones: z.array(z.string()),
  city: z.string().nullable(),
  state: z.string().nullable(),
  countryLetterCode: z.string().nullable(),
  technicalNotificationMails: z.array(z.string()),
  createdDateTime: z.iso.datetime().nullable(),
  directorySizeQuota: z.object({ used: z.number(), total: z.number() }).nullable(),
  onPremisesSyncEnabled: z.boolean().nullable(),
})
export type OrganizationDetails = z.infer<typeof OrganizationDetails>

/** Why no licenses are shown, and what to do (specification section 3, licenseDiagnostic). */
export const LicenseDiagnostic = z.object({
  message: z.string(),
  requiredPermissions: z.array(z.string()),
  recommendation: z.string(),
})
export type LicenseDiagnostic = z.infer<typeof LicenseDiagnostic>

/** The data of one tenant, from one generation (specification section 3, enhanced tenant data). */
export const TenantDetails = z.object({
  tenant: TenantListItem,
  /** When the reply was created. */
  timestamp: z.iso.datetime(),
  /** Null before the first successful refresh, as are the parts below. */
  organization: OrganizationDetails.nullable(),
  userCount: z.number().int().nullable(),
  fullAccess: z.boolean(),
  limitedAccess: z.boolean(),
  message: z.string().nullable(),
  licenseSummary: LicenseSummary.nullable(),
  licenses: z.array(TenantLicense),
  /** The number of SKUs of this tenant that administrators have hidden; not included above. */
  hiddenLicenses: z.number().int(),
  /** Null when licenses exist, or nothing was read yet. */
  licenseDiagnostic: LicenseDiagnostic.nullable(),
  policies: TenantPolicies.nullable(),
  mfa: MfaCoverage.nullable(),
  partFailures: z.array(PartFailure),
  /** Rows that were left out because Microsoft sent them in a form that cannot be read. */
  malformedRows: z.array(MalformedRows),
  /** The active run that contains this tenant, or null. */
  currentRun: SyncRun.nullable(),
})
export type TenantDetails = z.infer<typeof TenantDetails>

const ofTenant = z.object({ tenantId: TenantId })

export const getTenantDetails = endpoint({
  name: 'getTenantDetails',
  summary: 'The data of one tenant, from one generation',
  method: 'GET',
  path: '/api/tenants/:tenantId/details',
  access: 'signedIn',
  tenantScoped: true,
  params: ofTenant,
  reply: TenantDetails,
})

export const getOwnTenantDetails = endpoint({
  name: 'getOwnTenantDetails',
  summary: "What was read of the partner's own directory; 404 without a grant for it",
  method: 'GET',
  path: '/api/tenants/enhanced',
  access: 'signedIn',
  reply: TenantDetails,
})

/** One day of a tenant's history; a part is null when it could not be read. */
export const HistoryDay = z.object({
  /** In UTC. */
  day: z.iso.date(),
  people: z.number().int().nullable(),
  licensedPeople: z.number().int().nullable(),
  /** Usable and assigned seats of visible paid licenses. */
  paidSeats: z.number().int().nullable(),
  assignedPaidSeats: z.number().int().nullable(),
  policies: z
    .object({ enabled: z.number().int(), reportOnly: z.number().int(), disabled: z.number().int() })
    .nullable(),
})
export type HistoryDay = z.infer<typeof HistoryDay>

export const getTenantHistory = endpoint({
  name: 'getTenantHistory',
  summary: "A tenant's counts by day, oldest first",
  method: 'GET',
  path: '/api/tenants/:tenantId/history',
  access: 'signedIn',
  tenantScoped: true,
  params: ofTenant,
  query: z.object({ days: z.coerce.number().int().min(1).max(400).default(90) }),
  reply: z.object({ days: z.array(HistoryDay) }),
})
