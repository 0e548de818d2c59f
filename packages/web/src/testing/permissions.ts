import type {
  CheckedPermission,
  ConsentCheck,
  getAzurePermissions,
} from '@tenantscope/contract/azure'
import type { z } from 'zod'

type Permissions = z.input<(typeof getAzurePermissions)['reply']>

/** Nothing was verified yet. */
export const nothingVerified: Permissions = {
  tenantPermissions: [],
  evaluationMetrics: {
    evaluatedTenants: 0,
    fullAccess: 0,
    limitedAccess: 0,
    failedTenants: 0,
    inactiveTenants: 0,
  },
  verifying: 0,
  appId: null,
  displayName: null,
  permissionSummary: { hasDirectoryRead: false, hasOrganizationRead: false, totalPermissions: 0 },
  grantedPermissions: [],
  requiredResourceAccess: [],
  permissionDefinitions: {},
  permissions: [],
  check: null,
  portalUrl: null,
  scanTimestamp: null,
  scanMetadata: { timestamp: null, oldest: null },
}

/** The result for tenants with the given access. */
export function makePermissions(
  metrics: Partial<Permissions['evaluationMetrics']>,
  scanTimestamp = '2026-11-20T09:00:00.000Z',
): Permissions {
  return {
    ...nothingVerified,
    evaluationMetrics: { ...nothingVerified.evaluationMetrics, ...metrics },
    permissionSummary: { hasDirectoryRead: true, hasOrganizationRead: true, totalPermissions: 4 },
    scanTimestamp,
    scanMetadata: { timestamp: scanTimestamp, oldest: scanTimestamp },
  }
}

/** A required permission that is granted and proven, unless the test overrides it. */
export function makePermission(
  value: string,
  changes: Partial<CheckedPermission> = {},
): CheckedPermission {
  return {
    id: `id of ${value}`,
    value,
    description: `Read with ${value}`,
    kind: 'required',
    isCritical: value === 'Directory.Read.All',
    isGranted: true,
    proof: 'proven',
    reason: null,
    unlocks: [`What ${value} shows`],
    ...changes,
  }
}

/** A permission that is not granted. */
export function makeMissing(
  value: string,
  changes: Partial<CheckedPermission> = {},
): CheckedPermission {
  return makePermission(value, { isGranted: false, proof: 'notTried', ...changes })
}

/** A check that succeeded, unless the test overrides it. */
export function makeCheck(changes: Partial<ConsentCheck> = {}): ConsentCheck {
  return {
    status: 'success',
    message: 'Microsoft accepts the application.',
    lastSuccessfulToken: '2026-11-20T09:00:00.000Z',
    error: null,
    details: null,
    diagnostics: null,
    checkedAt: '2026-11-20T09:00:05.000Z',
    ...changes,
  }
}

/** A check that failed for a reason from Microsoft. */
export function makeFailedCheck(
  error: ConsentCheck['error'],
  changes: Partial<ConsentCheck> = {},
): ConsentCheck {
  return makeCheck({
    status: 'fail',
    message: `The check ended with ${error}.`,
    error,
    details: `Microsoft said why: ${error}.`,
    diagnostics: {
      at: '2026-11-20T09:00:05.000Z',
      microsoftCode: 'AADSTS7000229',
      status: 401,
      requestId: 'microsoft-request',
      correlationId: 'microsoft-correlation',
      path: 'POST /oauth2/v2.0/token',
    },
    ...changes,
  })
}

export const requiredPermissions: readonly CheckedPermission[] = [
  makePermission('Directory.Read.All'),
  makePermission('Organization.Read.All'),
  makePermission('User.Read.All'),
  makePermission('Policy.Read.All'),
]

/** An app registration with all permissions; the counts are computed. */
export function makeRegistration(changes: Partial<Permissions> = {}): Permissions {
  const permissions = changes.permissions ?? [...requiredPermissions]
  const granted = permissions.filter(({ isGranted }) => isGranted)
  const isGranted = (value: string) => granted.some((each) => each.value === value)
  return {
    ...nothingVerified,
    appId: 'a0000000-0000-4000-8000-000000000001',
    displayName: 'Tenantscope',
    portalUrl: 'https://portal.azure.com/#app',
    permissions,
    permissionSummary: {
      hasDirectoryRead: isGranted('Directory.Read.All'),
      hasOrganizationRead: isGranted('Organization.Read.All'),
      totalPermissions: granted.length,
    },
    check: makeCheck(),
    ...changes,
  }
}
