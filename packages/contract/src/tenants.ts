import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantFailureCode } from './errors.ts'
import { TenantId } from './ids.ts'
import { LicenseSummary, TenantLicense } from './licenses.ts'
import { TenantPolicies } from './policies.ts'
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

/** The figures of one tenant's stored generation. */
export const TenantFigures = z.object({
  people: z.number().int(),
  licensedPeople: z.number().int(),
  paidSeats: z.number().int(),
  assignedPaidSeats: z.number().int(),
  unassignedPaidSeats: z.number().int(),
  mfa: MfaVerdict,
})
export type TenantFigures = z.infer<typeof TenantFigures>

/** One row of All Tenants (specification section 3, tenant list item, with the added fields of decisions.md). */
export const TenantListItem = z.object({
  id: TenantId,
  displayName: z.string(),
  defaultDomainName: z.string().nullable(),
  status: TenantStatus,
  createdDateTime: z.iso.datetime().nullable(),
  contractType: z.string(),
  isPartnerTenant: z.boolean(),
  accessMethod: AccessMethod,
  accessLevel: AccessLevel,
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

/** The kinds of data within a tenant that may be refused alone. */
export const TenantPart = z.enum([
  'domains',
  'licenses',
  'subscriptions',
  'users',
  'groups',
  'groupMembers',
  'policies',
  'namedLocations',
  'settings',
  'authenticationMethods',
  'groupSettings',
  'roles',
  'applications',
  'grants',
])
export type TenantPart = z.infer<typeof TenantPart>

/** NOT_IN_CLOUD: the national cloud of the tenant has no such data. */
export const PartFailureCode = z.enum([...TenantFailureCode.options, 'NOT_IN_CLOUD'])
export type PartFailureCode = z.infer<typeof PartFailureCode>

/** A part of a tenant that could not be read although the tenant could. */
export const PartFailure = z.object({
  part: TenantPart,
  code: PartFailureCode,
  message: z.string(),
})
export type PartFailure = z.infer<typeof PartFailure>

export const getTenantDetails = endpoint({
  name: 'getTenantDetails',
  summary: 'What was read of one tenant, from one generation',
  method: 'GET',
  path: '/api/tenants/:tenantId/details',
  access: 'signedIn',
  tenantScoped: true,
  params: z.object({ tenantId: TenantId }),
  reply: z.object({
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
    policies: TenantPolicies.nullable(),
    partFailures: z.array(PartFailure),
  }),
})
export type TenantDetails = z.infer<typeof getTenantDetails.reply>
