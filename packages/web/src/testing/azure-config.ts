import { CONFIGURED_MARKER } from '@tenantscope/contract/azure'
import type { AzureConfig } from '@tenantscope/contract/azure'

export const CLIENT_ID = '11111111-2222-4333-8444-555555555555'
export const DIRECTORY_ID = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'

/** No connection is stored. */
export const noConnection: AzureConfig = {
  clientId: '',
  tenantId: '',
  clientSecret: '',
  cloud: 'global',
  credentialKind: 'secret',
  certificate: null,
  isFederationAvailable: false,
  credentialExpiresAt: null,
  lastSuccessAt: null,
  redirectUris: {
    adminConsent: 'https://scope.msp.example/api/admin-consent-callback',
    signIn: 'https://scope.msp.example/api/auth/microsoft/callback',
  },
  clouds: [
    {
      cloud: 'global',
      name: 'Microsoft 365 (worldwide)',
      portalUrl: 'https://portal.azure.com/',
      lacks: [],
    },
    {
      cloud: 'china',
      name: 'Microsoft 365 operated by 21Vianet (China)',
      portalUrl: 'https://portal.azure.cn/',
      lacks: [
        {
          name: 'Usage reports',
          consequence: 'when people last used a service is not known',
        },
      ],
    },
  ],
  version: null,
  updatedBy: null,
  updatedAt: null,
}

/** A connection with a stored secret and no known problem. */
export function makeAzureConfig(changes: Partial<AzureConfig> = {}): AzureConfig {
  return {
    ...noConnection,
    clientId: CLIENT_ID,
    tenantId: DIRECTORY_ID,
    clientSecret: CONFIGURED_MARKER,
    lastSuccessAt: '2026-11-20T09:00:00.000Z',
    version: 3,
    updatedBy: 'admin',
    updatedAt: '2026-11-01T08:00:00.000Z',
    ...changes,
  }
}
