import { TenantId } from '@tenantscope/contract/ids'
import type { Cloud } from '@tenantscope/graph-client/clouds'

import type { Clock } from '../../lib/clock.ts'
import type { Sealer } from '../../lib/seal.ts'
import type { AzureRepo, StoredConnection } from './azure.repo.ts'

export type AzureService = ReturnType<typeof createAzureService>

/** The connection as everybody but the Microsoft access sees it. */
export interface Connection {
  readonly clientId: string
  readonly tenantId: TenantId
  readonly cloud: Cloud
  /** Grows with every change, so that other processes notice it. */
  readonly version: number
  readonly lastSignInAt: Date | null
}

interface ConnectionWithSecret extends Connection {
  readonly clientSecret: string | null
}

export interface ProvisionedConnection {
  readonly clientId: string
  readonly clientSecret: string
  readonly tenantId: string
  readonly cloud: Cloud
}

/** Ties a sealed secret to its place, so that it opens nowhere else. */
const SECRET_PURPOSE = 'microsoft_connection.client_secret'
/** Success is written at most this often: thousands of tokens a day say the same. */
const SUCCESS_EVERY_MS = 60_000

/** The stored connection to Microsoft (decisions.md, Microsoft connection). */
export function createAzureService(deps: { repo: AzureRepo; sealer: Sealer; clock: Clock }) {
  const { repo, sealer, clock } = deps
  let successWrittenAt = 0

  async function current(): Promise<Connection | null> {
    const stored = await repo.find()
    return stored === undefined ? null : connectionOf(stored)
  }

  /** For those who talk to Microsoft: tokens and sign-in. */
  async function currentWithSecret(): Promise<ConnectionWithSecret | null> {
    const stored = await repo.find()
    if (stored === undefined) return null
    const { sealedClientSecret } = stored
    const clientSecret =
      sealedClientSecret === null ? null : sealer.open(sealedClientSecret, SECRET_PURPOSE)
    return { ...connectionOf(stored), clientSecret }
  }

  /** Stores the environment's connection while none is stored; false when one is. */
  async function provision({ clientSecret, ...given }: ProvisionedConnection): Promise<boolean> {
    return repo.insertFirst({
      ...given,
      tenantId: TenantId.parse(given.tenantId),
      sealedClientSecret: sealer.seal(clientSecret, SECRET_PURPOSE),
      updatedBy: 'environment',
      updatedAt: clock.now(),
    })
  }

  /** The environment's variables that say something else than what is stored and in use. */
  async function differencesFrom(given: ProvisionedConnection): Promise<string[]> {
    const stored = await currentWithSecret()
    if (stored === null) return []
    const isSame = {
      MICROSOFT_CLIENT_ID: stored.clientId === given.clientId,
      MICROSOFT_CLIENT_SECRET: stored.clientSecret === given.clientSecret,
      MICROSOFT_TENANT_ID: stored.tenantId === TenantId.parse(given.tenantId),
      MICROSOFT_CLOUD: stored.cloud === given.cloud,
    }
    return Object.entries(isSame).flatMap(([name, same]) => (same ? [] : [name]))
  }

  /** Microsoft accepted the connection: a token of the partner's own directory. */
  async function recordSuccess(): Promise<void> {
    const now = clock.now()
    if (now.getTime() - successWrittenAt < SUCCESS_EVERY_MS) return
    successWrittenAt = now.getTime()
    await repo.setLastSuccess(now)
  }

  /** Microsoft let a person in: only that shows that people can sign in there. */
  const recordSignIn = (): Promise<void> => repo.setLastSignIn(clock.now())

  return {
    current,
    currentWithSecret,
    provision,
    differencesFrom,
    recordSuccess,
    recordSignIn,
  }
}

function connectionOf(stored: StoredConnection): Connection {
  const { clientId, tenantId, cloud, version, lastSignInAt } = stored
  return { clientId, tenantId, cloud, version, lastSignInAt }
}
