import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'

import type { ConnectionRefusal } from '@tenantscope/contract/azure'
import { TenantId } from '@tenantscope/contract/ids'
import type { Cloud } from '@tenantscope/graph-client/clouds'
import type { GraphFailure } from '@tenantscope/graph-client/failures'
import type { AppCredential } from '@tenantscope/graph-client/token-request'

import type { Clock } from '../../lib/clock.ts'
import type { ConnectionCredential } from '../../lib/connection-credential.ts'
import type { Sealer } from '../../lib/seal.ts'
import type { AzureRepo } from './azure.repo.ts'
import { refusalIn, refusedTokenOf } from './connection-refusal.rules.ts'
import { openCredential, sealCredential } from './credential-sealing.ts'
import type { StoredConnection } from './stored-connection.ts'

export type AzureService = ReturnType<typeof createAzureService>

/** The connection without its credential. */
export interface Connection extends Pick<
  StoredConnection,
  'clientId' | 'tenantId' | 'cloud' | 'version' | 'lastSignInAt' | 'lastSuccessAt'
> {
  /** Null while Microsoft issues tokens of the own directory. */
  readonly refusal: ConnectionRefusal | null
}

interface ConnectionWithCredential extends Connection {
  readonly credential: AppCredential | null
  /** Differs when anything but the history differs; a restored backup may repeat a version. */
  readonly identity: string
}

export interface ProvisionedConnection {
  readonly clientId: string
  readonly tenantId: string
  readonly cloud: Cloud
  readonly credential: ConnectionCredential
}

/** Provides the stored connection to Microsoft (decisions.md, Microsoft connection). */
export function createAzureService(deps: {
  repo: AzureRepo
  sealer: Sealer
  clock: Clock
  /** The file with tokens of another identity provider, if any. */
  federatedTokenFile?: string | null
}) {
  const { repo, sealer, clock, federatedTokenFile = null } = deps

  async function current(): Promise<Connection | null> {
    const stored = await repo.find()
    return stored === undefined ? null : connectionOf(stored)
  }

  /** For requests to Microsoft: tokens and sign-in. */
  async function currentWithCredential(): Promise<ConnectionWithCredential | null> {
    const stored = await repo.find()
    if (stored === undefined) return null
    const credential = openCredential(sealer, stored)
    return {
      ...connectionOf(stored),
      credential: credential && usable(credential),
      identity: identityOf(stored),
    }
  }

  /** Stores the environment's connection if none is stored; returns false otherwise. */
  async function provision({ credential, ...given }: ProvisionedConnection): Promise<boolean> {
    return repo.insertFirst({
      ...given,
      ...sealCredential(sealer, credential),
      tenantId: TenantId.parse(given.tenantId),
      updatedBy: 'environment',
      updatedAt: clock.now(),
    })
  }

  /** Returns the environment's variables that differ from the stored connection. */
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
   * Records the outcome of a token request for the own directory with this version. If the
   * connection was changed meanwhile, nothing is recorded. A failure that may pass changes nothing.
   */
  async function recordToken(version: number, failure: GraphFailure | null): Promise<void> {
    if (failure === null) return repo.setLastSuccess(version, clock.now())
    const refused = refusedTokenOf(failure, clock.now())
    if (refused !== null) await repo.setRefused(version, refused)
  }

  /** Records that a user signed in with this version: only that proves that users can sign in. */
  const recordSignIn = (version: number): Promise<void> => repo.setLastSignIn(version, clock.now())

  /** The credential as it is sent to Microsoft. */
  const usable = (credential: ConnectionCredential): AppCredential =>
    usableCredential(credential, federatedTokenFile)

  return {
    current,
    usable,
    currentWithCredential,
    provision,
    differencesFrom,
    recordToken,
    recordSignIn,
  }
}

const VARIABLE_OF = {
  secret: 'MICROSOFT_CLIENT_SECRET',
  certificate: 'MICROSOFT_CLIENT_CERTIFICATE',
  federated: 'MICROSOFT_FEDERATED_TOKEN_FILE',
} as const satisfies Record<ConnectionCredential['kind'], string>

function connectionOf(stored: StoredConnection): Connection {
  const { clientId, tenantId, cloud, version, lastSignInAt, lastSuccessAt } = stored
  const refusal = refusalIn(stored)
  return { clientId, tenantId, cloud, version, lastSignInAt, lastSuccessAt, refusal }
}

function identityOf(stored: StoredConnection): string {
  const { version, clientId, tenantId, cloud, sealedClientSecret, sealedPrivateKey } = stored
  return [version, clientId, tenantId, cloud, sealedClientSecret, sealedPrivateKey].join()
}

function usableCredential(credential: ConnectionCredential, file: string | null): AppCredential {
  return credential.kind === 'federated'
    ? { kind: 'federated', assertion: () => readAssertion(file) }
    : credential
}

/** Read each time, because the provider replaces the tokens before they expire. */
async function readAssertion(file: string | null): Promise<string> {
  if (file === null) throw new Error('MICROSOFT_FEDERATED_TOKEN_FILE is not set')
  const assertion = (await readFile(file, 'utf8')).trim()
  if (assertion === '') throw new Error('The file of MICROSOFT_FEDERATED_TOKEN_FILE is empty')
  return assertion
}
