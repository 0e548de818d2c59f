import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantFailureCode } from './errors.ts'
import { RunId, TenantId } from './ids.ts'
import { AccessMethod } from './tenants.ts'

/** The national clouds of Microsoft 365; the cloud belongs to the connection (decisions.md). */
export const MicrosoftCloud = z.enum(['global', 'usgov', 'usgovdod', 'china'])
export type MicrosoftCloud = z.infer<typeof MicrosoftCloud>

/** How the app registration authenticates with Microsoft. */
export const CredentialKind = z.enum(['secret', 'certificate', 'federated'])
export type CredentialKind = z.infer<typeof CredentialKind>

/** Replaces a stored secret in replies; the secret is never returned (specification section 3). */
export const CONFIGURED_MARKER = '***configured***'

/** Why Microsoft issues no token of the own directory to the application. */
export const ConnectionRefusalCause = z.enum([
  'credentialWrong',
  'credentialExpired',
  'applicationNotFound',
  'directoryNotFound',
  'applicationDisabled',
  'applicationBlocked',
  'consentMissing',
  /** Another code of Microsoft; the title states its cause. */
  'other',
])
export type ConnectionRefusalCause = z.infer<typeof ConnectionRefusalCause>

/** The lasting refusal of the connection. `consequence` names the tenants that cannot be read while it lasts. */
export const ConnectionRefusal = z.object({
  cause: ConnectionRefusalCause,
  credentialKind: CredentialKind,
  /** When Microsoft refused a token for this cause for the first time. */
  since: z.iso.datetime(),
  /** For example AADSTS7000222. */
  microsoftCode: z.string().nullable(),
  /** For display: the cause, what cannot be read meanwhile, and the one action of an administrator. */
  title: z.string(),
  consequence: z.string(),
  action: z.string(),
})
export type ConnectionRefusal = z.infer<typeof ConnectionRefusal>

export const getConnectionRefusal = endpoint({
  name: 'getConnectionRefusal',
  summary: 'Why Microsoft refuses the connection, as of the last token request; null when it works',
  method: 'GET',
  path: '/api/connection-refusal',
  access: 'signedIn',
  background: true,
  reply: z.object({ refusal: ConnectionRefusal.nullable() }),
})

/** Features that a national cloud does not offer, for display. */
const CloudGap = z.object({ name: z.string(), consequence: z.string() })

/** The connection without its secret, visible to every user. Fields are empty when none is stored. */
export const AzureConfig = z.object({
  clientId: z.string(),
  tenantId: z.string(),
  /** The marker, or empty when no secret is stored. */
  clientSecret: z.union([z.literal(CONFIGURED_MARKER), z.literal('')]),
  cloud: MicrosoftCloud,
  credentialKind: CredentialKind,
  /** The uploaded certificate. */
  certificate: z
    .object({
      subject: z.string(),
      /** SHA-1 in upper-case hex, as in the portal. */
      thumbprint: z.string(),
      expiresAt: z.iso.datetime(),
    })
    .nullable(),
  /** True when the environment names a file with federated tokens, which 'federated' requires. */
  isFederationAvailable: z.boolean(),
  /** When the secret or certificate in use expires, as far as known. */
  credentialExpiresAt: z.iso.datetime().nullable(),
  /** When the last app-only token of the own directory was issued. */
  lastSuccessAt: z.iso.datetime().nullable(),
  redirectUris: z.object({ adminConsent: z.url(), signIn: z.url() }),
  /** Limits of every cloud, so that they can be shown before saving. */
  clouds: z.array(
    z.object({
      cloud: MicrosoftCloud,
      name: z.string(),
      portalUrl: z.url(),
      lacks: z.array(CloudGap),
    }),
  ),
  /** Required with the next change; null when no connection is stored. */
  version: z.number().int().nullable(),
  updatedBy: z.string().nullable(),
  updatedAt: z.iso.datetime().nullable(),
})
export type AzureConfig = z.infer<typeof AzureConfig>

export const getAzureConfig = endpoint({
  name: 'getAzureConfig',
  summary: 'The Microsoft connection, without its secret',
  method: 'GET',
  path: '/api/admin/azure-config',
  access: 'signedIn',
  reply: AzureConfig,
})

export const getRedirectUri = endpoint({
  name: 'getRedirectUri',
  summary: 'The redirect address of the admin consent page, as entered in the app registration',
  method: 'GET',
  path: '/api/auth/redirect-uri',
  access: 'signedIn',
  reply: z.object({ redirectUri: z.url() }),
})

/** Application and directory ids are GUIDs in every cloud. */
const requiredGuid = (required: string, malformed: string) =>
  z.string(required).trim().min(1, required).pipe(z.guid(malformed).toLowerCase())

const PEM_MAX = 50_000

/** The form of /azure-config (specification section 5). */
export const AzureConfigInput = z.object({
  clientId: requiredGuid(
    'Client ID is required',
    'Enter the Application (Client) ID as the portal shows it, like 00000000-0000-0000-0000-000000000000',
  ),
  tenantId: requiredGuid(
    'Tenant ID is required',
    'Enter the Directory (Tenant) ID as the portal shows it, like 00000000-0000-0000-0000-000000000000',
  ),
  /** Absent or blank keeps the stored secret while client id, directory and cloud are unchanged. */
  clientSecret: z.string().max(1_000, 'This is too long for a client secret').optional(),
  cloud: MicrosoftCloud.optional(),
  credentialKind: CredentialKind.optional(),
  /** A certificate and its private key in PEM, in any order; absent keeps the stored one likewise. */
  certificatePem: z.string().max(PEM_MAX, 'This file is too large for a certificate').optional(),
  version: z.number().int().nullable().optional(),
  /** Saves a connection that Microsoft could not prove; one that it refuses is never saved. */
  saveUnproven: z.boolean().optional(),
})
export type AzureConfigInput = z.infer<typeof AzureConfigInput>

export const saveAzureConfig = endpoint({
  name: 'saveAzureConfig',
  summary:
    'Store the Microsoft connection when a token proves it, and start a refresh when it changed; 409 when it was changed meanwhile, CONNECTION_UNPROVEN when Microsoft could not issue a token',
  method: 'POST',
  path: '/api/admin/azure-config',
  access: 'admin',
  body: AzureConfigInput,
  /** `runId`: the started refresh; null when nothing changed or none could start. */
  reply: AzureConfig.extend({ runId: RunId.nullable() }),
})

/** Microsoft's error details for 'Copy diagnostics'; contains no secret. */
const MicrosoftDiagnostics = z.object({
  at: z.iso.datetime(),
  microsoftCode: z.string().nullable(),
  status: z.number().int().nullable(),
  requestId: z.string().nullable(),
  correlationId: z.string().nullable(),
  /** Method and path of the call, without its query. */
  path: z.string().nullable(),
})
type MicrosoftDiagnostics = z.infer<typeof MicrosoftDiagnostics>

export const CheckStatus = z.enum(['success', 'partial', 'fail'])
export type CheckStatus = z.infer<typeof CheckStatus>

/** The result of one check of a directory (specification section 3, consent check). */
export const ConsentCheck = z.object({
  status: CheckStatus,
  message: z.string(),
  /** When a token for this directory was last obtained. */
  lastSuccessfulToken: z.iso.datetime().nullable(),
  /** Null on success. */
  error: TenantFailureCode.nullable(),
  /** Technical details; null on success. */
  details: z.string().nullable(),
  diagnostics: MicrosoftDiagnostics.nullable(),
  checkedAt: z.iso.datetime(),
})
export type ConsentCheck = z.infer<typeof ConsentCheck>

export const checkConsent = endpoint({
  name: 'checkConsent',
  summary: 'Check the Microsoft connection with a new token; replies within 10 seconds',
  method: 'GET',
  path: '/api/admin/azure-consent-check',
  access: 'signedIn',
  hasEffect: true,
  reply: ConsentCheck,
})

/** The stored permissions of one tenant's last token (specification section 3, Azure permissions). */
export const TenantPermissions = z.object({
  tenantId: TenantId,
  displayName: z.string(),
  hasDirectoryRead: z.boolean(),
  hasCSPAccess: z.boolean(),
  accessMethod: AccessMethod,
})
export type TenantPermissions = z.infer<typeof TenantPermissions>

/** `moreThanNeeded` can write, or reads data that is not used; `unknown` is not in the catalog. */
export const PermissionKind = z.enum(['required', 'optional', 'moreThanNeeded', 'unknown'])
export type PermissionKind = z.infer<typeof PermissionKind>

/**
 * The result of calling an endpoint that requires the permission. `notTried`: the permission is not
 * granted, or this cloud has no such endpoint; `inconclusive`: Microsoft could not answer.
 */
export const PermissionProof = z.enum(['proven', 'refused', 'inconclusive', 'notTried'])
export type PermissionProof = z.infer<typeof PermissionProof>

/** One permission of a directory, from the token and from a probe of its endpoint. */
export const CheckedPermission = z.object({
  /** The app role's id, where known. */
  id: z.string().nullable(),
  /** For example Directory.Read.All; the id when the name is unknown. */
  value: z.string(),
  description: z.string(),
  kind: PermissionKind,
  isCritical: z.boolean(),
  isGranted: z.boolean(),
  proof: PermissionProof,
  /** Why token and probe disagree, or why the permission is more than needed; otherwise null. */
  reason: z.string().nullable(),
  /** What it makes visible; empty for permissions that are not requested. */
  unlocks: z.array(z.string()),
})
export type CheckedPermission = z.infer<typeof CheckedPermission>

export const getAzurePermissions = endpoint({
  name: 'getAzurePermissions',
  summary:
    "Permissions granted in the caller's tenants at the last reading, and those of the own app registration; ?refresh=true reads them from Microsoft with a new token",
  method: 'GET',
  path: '/api/admin/azure-permissions',
  access: 'signedIn',
  hasEffect: true,
  query: z.object({ refresh: z.enum(['true', 'false']).optional() }),
  reply: z.object({
    // The dashboard's fields, limited to the reader's tenants.
    tenantPermissions: z.array(TenantPermissions),
    evaluationMetrics: z.object({
      // Full, limited, failed and inactive tenants add up to all tenants of the reader.
      /** Tenants with full or limited access. */
      evaluatedTenants: z.number().int(),
      fullAccess: z.number().int(),
      limitedAccess: z.number().int(),
      /** Tenants that are not readable. */
      failedTenants: z.number().int(),
      inactiveTenants: z.number().int(),
    }),
    /** When the newest of these results was stored; null before the first. */
    scanTimestamp: z.iso.datetime().nullable(),
    scanMetadata: z.object({
      timestamp: z.iso.datetime().nullable(),
      /** When the oldest result of an evaluated tenant was read. */
      oldest: z.iso.datetime().nullable(),
    }),
    /** Tenants whose consent or permissions are being verified; clients poll only while this is above 0. */
    verifying: z.number().int(),

    // The configuration page's fields: the app registration in the own directory.
    appId: z.string().nullable(),
    /** The registration's name; null until a check has read it. */
    displayName: z.string().nullable(),
    permissionSummary: z.object({
      hasDirectoryRead: z.boolean(),
      hasOrganizationRead: z.boolean(),
      totalPermissions: z.number().int(),
    }),
    /** App role ids. */
    grantedPermissions: z.array(z.string()),
    /** The permissions that the registration requests; empty until a check has read it. */
    requiredResourceAccess: z.array(
      z.object({
        resourceAppId: z.string(),
        resourceAccess: z.array(z.object({ id: z.string(), type: z.string() })),
      }),
    ),
    permissionDefinitions: z.record(
      z.string(),
      z.object({ value: z.string(), description: z.string(), resourceName: z.string() }),
    ),
    /** Every requested, granted or known permission, required ones first. */
    permissions: z.array(CheckedPermission),
    /** The result of the last check; null before the first. */
    check: ConsentCheck.nullable(),
    /** The address of the registration in the portal of its cloud. */
    portalUrl: z.url().nullable(),
  }),
})

/** The same check for one tenant. */
export const TenantPermissionCheck = ConsentCheck.extend({
  permissions: z.array(CheckedPermission),
})
export type TenantPermissionCheck = z.infer<typeof TenantPermissionCheck>

export const checkTenantPermissions = endpoint({
  name: 'checkTenantPermissions',
  summary:
    'Check the permissions of this tenant with a new token and a probe of each; replies within 10 seconds',
  method: 'POST',
  path: '/api/tenants/:tenantId/permission-check',
  access: 'technician',
  tenantScoped: true,
  opensTenant: true,
  params: z.object({ tenantId: TenantId }),
  reply: TenantPermissionCheck,
})
