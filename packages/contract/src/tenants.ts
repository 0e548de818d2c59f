import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantFailureCode } from './errors.ts'
import { TenantGroupId, TenantId } from './ids.ts'
import { LicenseSummary, TenantLicense } from './licenses.ts'
import { PartFailure } from './parts.ts'
import { TenantPolicies } from './policies.ts'
import { SavingsSummary } from './savings.ts'
import { SyncRun } from './sync.ts'

export const TenantStatus = z.enum(['Active', 'Inactive', 'Pending'])
export type TenantStatus = z.infer<typeof TenantStatus>

/** How the tenant is reached: a contract or delegated relationship, consent alone, or not known yet. */
export const AccessMethod = z.enum(['csp', 'direct', 'unknown'])
export type AccessMethod = z.infer<typeof AccessMethod>

/** 'full' when Directory.Read.All is granted, 'unknown' before the first attempt (specification section 4). */
export const AccessLevel = z.enum(['full', 'limited', 'unknown'])
export type AccessLevel = z.infer<typeof AccessLevel>

/** Why the last attempt to read a tenant failed. Its last good data stay. */
export const TenantFailure = z.object({
  code: TenantFailureCode,
  message: z.string(),
  at: z.iso.datetime(),
  /** What support needs, for 'Copy diagnostics'; never a secret. */
  microsoftCode: z.string().nullable(),
  requestId: z.string().nullable(),
  correlationId: z.string().nullable(),
})
export type TenantFailure = z.infer<typeof TenantFailure>

/** Whether people must prove more than a password: the verdict over a tenant's policies. */
export const MfaVerdict = z.enum(['required', 'partial', 'absent', 'notLicensed', 'unknown'])
export type MfaVerdict = z.infer<typeof MfaVerdict>

/** The figures of one tenant's stored generation; seats are those of visible paid licenses. */
export const TenantFigures = z.object({
  people: z.number().int(),
  licensedPeople: z.number().int(),
  paidSeats: z.number().int(),
  assignedPaidSeats: z.number().int(),
  unassignedPaidSeats: z.number().int(),
  mfa: MfaVerdict,
  /** What could be saved on the visible paid licenses. */
  savings: SavingsSummary,
})
export type TenantFigures = z.infer<typeof TenantFigures>

/**
 * Where a tenant's consent stands. `lost`: it was there and is withdrawn; `awaitingApproval`: it came
 * through an invitation and an administrator has not accepted the tenant yet.
 */
export const TenantConsent = z.object({
  state: z.enum(['none', 'granted', 'lost', 'awaitingApproval']),
  /** Since when; null where nobody knows. */
  since: z.iso.datetime().nullable(),
})
export type TenantConsent = z.infer<typeof TenantConsent>

/** One row of All Tenants (specification section 3, tenant list item, with the added fields of decisions.md). */
export const TenantListItem = z.object({
  id: TenantId,
  /** The name that staff gave the tenant, else the directory's own. */
  displayName: z.string(),
  /** The name that the directory gives itself. */
  directoryName: z.string(),
  /** Staff's own words for the tenant, sorted. */
  tags: z.array(z.string()),
  /** The tenant groups that hold it. */
  groupIds: z.array(TenantGroupId),
  defaultDomainName: z.string().nullable(),
  status: TenantStatus,
  createdDateTime: z.iso.datetime().nullable(),
  contractType: z.string(),
  isPartnerTenant: z.boolean(),
  accessMethod: AccessMethod,
  accessLevel: AccessLevel,
  /** Those of the four required permissions that the last token lacked; empty before the first attempt. */
  missingPermissions: z.array(z.string()),
  consent: TenantConsent,
  /** An administrator has stopped the reading; what was read last stays. */
  isReadingStopped: z.boolean(),
  /** When the stored data were read; null before the first successful refresh. */
  dataAsOf: z.iso.datetime().nullable(),
  figures: TenantFigures.nullable(),
  failure: TenantFailure.nullable(),
})
export type TenantListItem = z.infer<typeof TenantListItem>

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
    /** Over the figures of all tenants above. */
    savings: SavingsSummary,
    /** Whether a Microsoft connection is stored; without one there is nothing to read. */
    isConnected: z.boolean(),
    /** The run under way that holds tenants of the caller, else null. */
    currentRun: SyncRun.nullable(),
  }),
})

export const VerifiedDomain = z.object({
  name: z.string(),
  isDefault: z.boolean(),
  isInitial: z.boolean(),
})
export type VerifiedDomain = z.infer<typeof VerifiedDomain>

/** The organization as stored (specification section 3, enhanced tenant data). */
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

/** Why there are no licenses to show, and what to do (specification section 3, licenseDiagnostic). */
export const LicenseDiagnostic = z.object({
  message: z.string(),
  requiredPermissions: z.array(z.string()),
  recommendation: z.string(),
})
export type LicenseDiagnostic = z.infer<typeof LicenseDiagnostic>

/** What was read of one tenant, from one generation (specification section 3, enhanced tenant data). */
export const TenantDetails = z.object({
  tenant: TenantListItem,
  /** When the answer was made. */
  timestamp: z.iso.datetime(),
  /** Null until a first refresh succeeded; so are the parts below. */
  organization: OrganizationDetails.nullable(),
  userCount: z.number().int().nullable(),
  fullAccess: z.boolean(),
  limitedAccess: z.boolean(),
  message: z.string().nullable(),
  licenseSummary: LicenseSummary.nullable(),
  licenses: z.array(TenantLicense),
  /** How many SKUs of this tenant an administrator has hidden; they are in nothing above. */
  hiddenLicenses: z.number().int(),
  /** Null where there are licenses, or nothing was read yet. */
  licenseDiagnostic: LicenseDiagnostic.nullable(),
  policies: TenantPolicies.nullable(),
  partFailures: z.array(PartFailure),
  /** The run under way that holds this tenant, else null. */
  currentRun: SyncRun.nullable(),
})
export type TenantDetails = z.infer<typeof TenantDetails>

const ofTenant = z.object({ tenantId: TenantId })

export const getTenantDetails = endpoint({
  name: 'getTenantDetails',
  summary: 'What was read of one tenant, from one generation',
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

/** One day of a tenant's history; null where that part could not be read. */
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
