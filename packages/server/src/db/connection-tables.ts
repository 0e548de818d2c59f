import type {
  CheckedPermission,
  ConnectionRefusalCause,
  ConsentCheck,
} from '@tenantscope/contract/azure'
import type { ConsentProblem } from '@tenantscope/contract/consent'
import type { ConsentId, TenantId, UserId } from '@tenantscope/contract/ids'

import type { Defaulted, Id, Json } from './column-types.ts'

/** The Microsoft connection, the last check's results, and attempts to get a tenant's consent. */
export interface ConnectionTables {
  microsoftConnection: {
    id: Defaulted<number>
    clientId: string
    tenantId: Id<TenantId>
    cloud: 'global' | 'usgov' | 'usgovdod' | 'china'
    sealedClientSecret: string | null
    credentialKind: Defaulted<'secret' | 'certificate' | 'federated'>
    certificatePem: string | null
    sealedPrivateKey: string | null
    version: Defaulted<number>
    updatedAt: Defaulted<Date>
    updatedBy: string
    lastSuccessAt: Date | null
    lastSignInAt: Date | null
    refusedCause: ConnectionRefusalCause | null
    refusedAt: Date | null
    refusedMicrosoftCode: string | null
    refusedWords: string | null
    refusedRequestId: string | null
  }
  connectionChecks: {
    id: Defaulted<number>
    connectionVersion: number
    checkedAt: Date
    result: Json<ConsentCheck>
    permissions: Json<CheckedPermission[]>
    appDisplayName: string | null
    requiredResourceAccess: Defaulted<unknown>
    credentialExpiresAt: Date | null
  }
  consents: {
    id: Id<ConsentId>
    kind: 'interactive' | 'invitation'
    stateHash: string
    sealedUrl: string | null
    label: string | null
    state: Defaulted<
      | 'waiting'
      | 'propagating'
      | 'succeeded'
      | 'cancelled'
      | 'failed'
      | 'unproven'
      | 'expired'
      | 'revoked'
    >
    expectedTenantId: Id<TenantId | null>
    tenantId: Id<TenantId | null>
    clientId: string
    createdByUserId: Id<UserId>
    createdBy: string
    sessionId: string | null
    createdAt: Date
    expiresAt: Date
    answeredAt: Date | null
    settledAt: Date | null
    problem: ConsentProblem | null
    message: string | null
  }
}
