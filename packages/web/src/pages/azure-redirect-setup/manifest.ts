import {
  GRAPH_APP_ID,
  namedPermission,
  OPTIONAL_PERMISSIONS,
  REQUIRED_PERMISSIONS,
} from '@tenantscope/analysis/permission-catalog'
import type { NamedPermission } from '@tenantscope/analysis/permission-catalog'
import type { AzureConfig } from '@tenantscope/contract/azure'

/** Every permission that is asked for, required ones first. */
export const ASKED_FOR: readonly NamedPermission[] = [
  ...REQUIRED_PERMISSIONS,
  ...OPTIONAL_PERMISSIONS,
].map((value) => namedPermission(value))

/**
 * The parts of an app registration's manifest that Tenantscope needs, in the portal's Microsoft Graph
 * format (Microsoft's page "App manifest (Microsoft Graph format)").
 */
export function manifestFor({ adminConsent, signIn }: AzureConfig['redirectUris']): string {
  const manifest = {
    signInAudience: 'AzureADMultipleOrgs',
    groupMembershipClaims: 'DirectoryRole',
    optionalClaims: { idToken: [{ name: 'auth_time', essential: false }] },
    web: { redirectUris: [adminConsent, signIn] },
    requiredResourceAccess: [
      {
        resourceAppId: GRAPH_APP_ID,
        resourceAccess: ASKED_FOR.flatMap(({ id }) => (id === null ? [] : [{ id, type: 'Role' }])),
      },
    ],
  }
  return JSON.stringify(manifest, null, 2)
}
