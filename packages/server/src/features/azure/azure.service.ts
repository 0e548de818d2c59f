import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'

import { TenantId } from '@tenantscope/contract/ids'
import type { Cloud } from '@tenantscope/graph-client/clouds'
import type { AppCredential } from '@tenantscope/graph-client/token-request'

import type { Clock } from '../../lib/clock.ts'
import type { ConnectionCredential } from '../../lib/connection-credential.ts'
import type { Sealer } from '../../lib/seal.ts'
import type { AzureRepo, StoredConnection } from './azure.repo.ts'
import { openCredential, sealCredential } from './credential-sealing.ts'

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

interface ConnectionWithCredential extends Connection {
  readonly credential: AppCredential | null
}

export interface ProvisionedConnection {
  readonly clientId: string
  readonly tenantId: string
  readonly cloud: Cloud
  readonly credential: ConnectionCredential
}

/** Success is written at most this often: several tokens of one refresh say the same. */
const SUCCESS_EVERY_MS = 60_000

/** The stored connection to Microsoft (decisions.md, Microsoft connection). */
export function createAzureService(deps: {
  repo: AzureRepo
  sealer: Sealer
  clock: Clock
  /** Where another identity provider leaves its tokens; absent: nowhere. */
  federatedTokenFile?: string | null
}) {
  const { repo, sealer, clock, federatedTokenFile = null } = deps

  async function current(): Promise<Connection | null> {
    const stored = await repo.find()
    return stored === undefined ? null : connectionOf(stored)
  }

  /** For those who talk to Microsoft: tokens and sign-in. */
  async function currentWithCredential(): Promise<ConnectionWithCredential | null> {
    const stored = await repo.find()
    if (stored === undefined) return null
    const credential = openCredential(sealer, stored)
    return {
      ...connectionOf(stored),
      credential: credential && usableCredential(credential, federatedTokenFile),
    }
  }

  /** Stores the environment's connection while none is stored; false when one is. */
  async function provision({ credential, ...given }: ProvisionedConnection): Promise<boolean> {
    return repo.insertFirst({
      ...given,
      ...sealCredential(sealer, credential),
      tenantId: TenantId.parse(given.tenantId),
      updatedBy: 'environment',
      updatedAt: clock.now(),
    })
  }

  /** The environment's variables that say something else than what is stored and in use. */
  async function differencesFrom(given: ProvisionedConnection): Promise<string[]> {
    const stored = await repo.find()
    if (stored === undefined) return []
    const isSame = {
      MICROSOFT_CLIENT_ID: stored.clientId === given.clientId,
      [VARIABLE_OF[given.credential.kind]]: isDeepStrictEqual(
        openCredential(sealer, stored),
        given.credential,
      ),
      MICROSOFT_TENANT_ID: stored.tenantId === TenantId.parse(given.tenantId),
      MICROSOFT_CLOUD: stored.cloud === given.cloud,
    }
    return Object.entries(isSame).flatMap(([name, same]) => (same ? [] : [name]))
  }

  /**
   * Microsoft accepted this version of the connection: a token of the partner's own directory. Of one
   * that was changed meanwhile it says nothing.
   */
  async function recordSuccess(version: number): Promise<void> {
    const now = clock.now()
    await repo.setLastSuccess(version, now, new Date(now.getTime() - SUCCESS_EVERY_MS))
  }

  /** Microsoft let a person in with this version: only that shows that people can sign in there. */
  const recordSignIn = (version: number): Promise<void> => repo.setLastSignIn(version, clock.now())

  return {
    current,
    currentWithCredential,
    provision,
    differencesFrom,
    recordSuccess,
    recordSignIn,
  }
}

const VARIABLE_OF = {
  secret: 'MICROSOFT_CLIENT_SECRET',
  certificate: 'MICROSOFT_CLIENT_CERTIFICATE',
  federated: 'MICROSOFT_FEDERATED_TOKEN_FILE',
} as const satisfies Record<ConnectionCredential['kind'], string>

function connectionOf(stored: StoredConnection): Connection {
  const { clientId, tenantId, cloud, version, lastSignInAt } = stored
  return { clientId, tenantId, cloud, version, lastSignInAt }
}

function usableCredential(credential: ConnectionCredential, file: string | null): AppCredential {
  return credential.kind === 'federated'
    ? { kind: 'federated', assertion: () => readAssertion(file) }
    : credential
}

/** Read anew each time: whoever leaves such tokens replaces them before they end. */
async function readAssertion(file: string | null): Promise<string> {
  if (file === null) throw new Error('MICROSOFT_FEDERATED_TOKEN_FILE is not set')
  const assertion = (await readFile(file, 'utf8')).trim()
  if (assertion === '') throw new Error('The file of MICROSOFT_FEDERATED_TOKEN_FILE is empty')
  return assertion
}
