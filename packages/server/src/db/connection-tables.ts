import type { Generated } from 'kysely'

/** The Microsoft connection, what the last check found, and attempts to get a tenant's consent. */
export interface ConnectionTables {
  microsoftConnection: MicrosoftConnectionTable
  connectionChecks: ConnectionChecksTable
  consents: ConsentsTable
}

type Defaulted<Value> = Generated<Value>

interface MicrosoftConnectionTable {
  id: Defaulted<number>
  clientId: string
  tenantId: string
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
}

interface ConnectionChecksTable {
  id: Defaulted<number>
  connectionVersion: number
  checkedAt: Date
  /** The contract's ConsentCheck, as JSON. */
  result: unknown
  /** The contract's CheckedPermission[], as JSON. */
  permissions: unknown
  appDisplayName: string | null
  requiredResourceAccess: Defaulted<unknown>
  credentialExpiresAt: Date | null
}

interface ConsentsTable {
  id: string
  kind: 'interactive' | 'invitation'
  stateHash: string
  sealedUrl: string | null
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
  expectedTenantId: string | null
  tenantId: string | null
  clientId: string
  createdByUserId: number
  createdBy: string
  sessionId: string | null
  createdAt: Date
  expiresAt: Date
  answeredAt: Date | null
  settledAt: Date | null
  problem: string | null
  message: string | null
}
