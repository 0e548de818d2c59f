import type { CredentialKind } from '@tenantscope/contract/azure'

/** As the portal calls them. */
export const CREDENTIAL_NAMES = {
  secret: 'Client secret',
  certificate: 'Certificate',
  federated: 'Federated credential',
} as const satisfies Record<CredentialKind, string>
