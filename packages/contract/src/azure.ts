import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantFailureCode } from './errors.ts'
import { RunId, TenantId } from './ids.ts'
import { AccessMethod } from './tenants.ts'

/** The national clouds of Microsoft 365; the cloud belongs to the connection (decisions.md). */
export const MicrosoftCloud = z.enum(['global', 'usgov', 'usgovdod', 'china'])
export type MicrosoftCloud = z.infer<typeof MicrosoftCloud>

/** How the app registration proves itself to Microsoft. */
export const CredentialKind = z.enum(['secret', 'certificate', 'federated'])
export type CredentialKind = z.infer<typeof CredentialKind>

/** Stands in for a stored secret, which never leaves the server (specification section 3). */
export const CONFIGURED_MARKER = '***configured***'

/** What a cloud does not have, in words for people. */
const CloudGap = z.object({ name: z.string(), consequence: z.string() })

/** The connection as everybody may see it. Empty fields: none is stored. */
export const AzureConfig = z.object({
  clientId: z.string(),
  tenantId: z.string(),
  /** The marker, or empty where no secret is stored. */
  clientSecret: z.union([z.literal(CONFIGURED_MARKER), z.literal('')]),
  cloud: MicrosoftCloud,
  credentialKind: CredentialKind,
  /** Of the uploaded certificate. */
  certificate: z
    .object({
      subject: z.string(),
      /** SHA-1, upper-case hex, as the portal shows it. */
      thumbprint: z.string(),
      expiresAt: z.iso.datetime(),
    })
    .nullable(),
  /** Whether the environment names a file with federated tokens, so that 'federated' can be chosen. */
  isFederationAvailable: z.boolean(),
  /** When the secret or certificate in use ends, as far as the directory or the certificate tells it. */
  credentialExpiresAt: z.iso.datetime().nullable(),
  /** The last app-only token of the own directory. */
  lastSuccessAt: z.iso.datetime().nullable(),
  redirectUris: z.object({ adminConsent: z.url(), signIn: z.url() }),
  /** Of every cloud, so that a choice can be judged before it is saved. */
  clouds: z.array(
    z.object({
      cloud: MicrosoftCloud,
      name: z.string(),
      portalUrl: z.url(),
      lacks: z.array(CloudGap),
    }),
  ),
  /** Send it back with the next change; null: none is stored. */
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
  summary:
    'Where Microsoft sends the browser after its consent page; the app registration names it',
  method: 'GET',
  path: '/api/auth/redirect-uri',
  access: 'signedIn',
  reply: z.object({ redirectUri: z.url() }),
})

/** The app registration's and the directory's ids are GUIDs in every cloud. */
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
  /** Absent or blank keeps the stored one while client id, directory and cloud are unchanged. */
  clientSecret: z.string().max(1_000, 'This is too long for a client secret').optional(),
  cloud: MicrosoftCloud.optional(),
  credentialKind: CredentialKind.optional(),
  /** A certificate and its private key, both in PEM, in any order; absent keeps the stored one likewise. */
  certificatePem: z.string().max(PEM_MAX, 'This file is too large for a certificate').optional(),
  version: z.number().int().nullable().optional(),
})
export type AzureConfigInput = z.infer<typeof AzureConfigInput>

export const saveAzureConfig = endpoint({
  name: 'saveAzureConfig',
  summary:
    'Store the Microsoft connection and start a refresh when it changed; 409 when somebody else changed it meanwhile',
  method: 'POST',
  path: '/api/admin/azure-config',
  access: 'admin',
  needsFreshSignIn: true,
  body: AzureConfigInput,
  /** `runId`: the refresh that began; null when nothing changed, or none could begin. */
  reply: AzureConfig.extend({ runId: RunId.nullable() }),
})

/** Microsoft's own words for support, for 'Copy diagnostics'; never a secret. */
export const MicrosoftDiagnostics = z.object({
  at: z.iso.datetime(),
  microsoftCode: z.string().nullable(),
  status: z.number().int().nullable(),
  requestId: z.string().nullable(),
  correlationId: z.string().nullable(),
  /** Method and path of the call, without its query. */
  path: z.string().nullable(),
})
export type MicrosoftDiagnostics = z.infer<typeof MicrosoftDiagnostics>

export const CheckStatus = z.enum(['success', 'partial', 'fail'])
export type CheckStatus = z.infer<typeof CheckStatus>

/** What one check found out about a directory (specification section 3, consent check). */
export const ConsentCheck = z.object({
  status: CheckStatus,
  message: z.string(),
  /** The last time that a token was had for this directory. */
  lastSuccessfulToken: z.iso.datetime().nullable(),
  /** Null on success. */
  error: TenantFailureCode.nullable(),
  /** Technical, for people who look closer; null on success. */
  details: z.string().nullable(),
  diagnostics: MicrosoftDiagnostics.nullable(),
  checkedAt: z.iso.datetime(),
})
export type ConsentCheck = z.infer<typeof ConsentCheck>

export const checkConsent = endpoint({
  name: 'checkConsent',
  summary:
    'Ask Microsoft whether the connection works, with a new token; answers within 10 seconds',
  method: 'GET',
  path: '/api/admin/azure-consent-check',
  access: 'signedIn',
  hasEffect: true,
  reply: ConsentCheck,
})

/** What one tenant's last token allowed, as stored (specification section 3, Azure permissions). */
export const TenantPermissions = z.object({
  tenantId: TenantId,
  displayName: z.string(),
  hasDirectoryRead: z.boolean(),
  hasCSPAccess: z.boolean(),
  accessMethod: AccessMethod,
})
export type TenantPermissions = z.infer<typeof TenantPermissions>

/** `moreThanNeeded` can write, or reads what nothing here uses; `unknown` has no name here. */
export const PermissionKind = z.enum(['required', 'optional', 'moreThanNeeded', 'unknown'])
export type PermissionKind = z.infer<typeof PermissionKind>

/**
 * Whether an endpoint that the permission guards let the app in. `notTried`: it is not granted, or
 * this cloud has no such endpoint; `inconclusive`: Microsoft could not answer.
 */
export const PermissionProof = z.enum(['proven', 'refused', 'inconclusive', 'notTried'])
export type PermissionProof = z.infer<typeof PermissionProof>

/** One permission of a directory: what the token says, and what a probe of its endpoint says. */
export const CheckedPermission = z.object({
  /** The app role's id where it is known. */
  id: z.string().nullable(),
  /** Such as Directory.Read.All; the id where nobody knows its name. */
  value: z.string(),
  description: z.string(),
  kind: PermissionKind,
  isCritical: z.boolean(),
  isGranted: z.boolean(),
  proof: PermissionProof,
  /** Why token and probe disagree, or why the permission is more than needed; else null. */
  reason: z.string().nullable(),
  /** What it makes visible; empty for those that are not asked for. */
  unlocks: z.array(z.string()),
})
export type CheckedPermission = z.infer<typeof CheckedPermission>

export const getAzurePermissions = endpoint({
  name: 'getAzurePermissions',
  summary:
    "What was granted in the caller's tenants when they were last read, and the own app registration's permissions; ?refresh=true asks Microsoft with a new token",
  method: 'GET',
  path: '/api/admin/azure-permissions',
  access: 'signedIn',
  hasEffect: true,
  query: z.object({ refresh: z.enum(['true', 'false']).optional() }),
  reply: z.object({
    // The dashboard's shape, cut to the reader's tenants.
    tenantPermissions: z.array(TenantPermissions),
    evaluationMetrics: z.object({
      /** Tenants whose permissions are known. */
      evaluatedTenants: z.number().int(),
      fullAccess: z.number().int(),
      limitedAccess: z.number().int(),
      /** Tenants whose last reading failed. */
      failedTenants: z.number().int(),
    }),
    /** When the newest of these results came in; null before the first. */
    scanTimestamp: z.iso.datetime().nullable(),
    scanMetadata: z.object({ timestamp: z.iso.datetime().nullable() }),
    /** Tenants whose consent or permissions are being verified just now: only then it is worth polling. */
    verifying: z.number().int(),

    // The configuration page's shape: the app registration in the own directory.
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
    /** As the registration asks for them; empty until a check could read it. */
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
    /** Every permission that is asked for, granted or known, required ones first. */
    permissions: z.array(CheckedPermission),
    /** The result of the last check; null before the first. */
    check: ConsentCheck.nullable(),
    /** Where the registration stands in the portal of its cloud. */
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
    'Ask Microsoft what this tenant grants, with a new token and a probe of each permission; answers within 10 seconds',
  method: 'POST',
  path: '/api/tenants/:tenantId/permission-check',
  access: 'technician',
  tenantScoped: true,
  opensTenant: true,
  params: z.object({ tenantId: TenantId }),
  reply: TenantPermissionCheck,
})
