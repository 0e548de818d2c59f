import { isDeepStrictEqual } from 'node:util'

import { finishMicrosoftSignIn } from '@tenantscope/contract/auth'
import { CONFIGURED_MARKER } from '@tenantscope/contract/azure'
import type { AzureConfig, AzureConfigInput, saveAzureConfig } from '@tenantscope/contract/azure'
import { finishAdminConsent } from '@tenantscope/contract/consent'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { RunId } from '@tenantscope/contract/ids'
import type { GraphFailure } from '@tenantscope/graph-client/failures'
import type { Logger } from 'pino'

import { endOf } from '../../db/credential-end.ts'
import type { Trx } from '../../db/tables.ts'
import { refuseOldVersion } from '../../lib/changed-meanwhile.ts'
import type { Clock } from '../../lib/clock.ts'
import { certificateFactsOf } from '../../lib/connection-credential.ts'
import type { Sealer } from '../../lib/seal.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import type { AzureRepo } from './azure.repo.ts'
import {
  CLOUD_CHOICES,
  auditedText,
  changedFields,
  connectionFrom,
  isSameRegistration,
} from './azure.rules.ts'
import type { ClearConnection } from './azure.rules.ts'
import { proofErrorOf, provenFactsOf } from './connection-proof.rules.ts'
import { isSealedWithOldKey, openCredential, sealCredential } from './credential-sealing.ts'
import type { MicrosoftAccess } from './microsoft-access.service.ts'
import type { StoredConnection } from './stored-connection.ts'

export type AzureConfigService = ReturnType<typeof createAzureConfigService>

export interface AzureConfigDeps {
  repo: AzureRepo
  microsoft: Pick<MicrosoftAccess, 'tryOut'>
  sealer: Sealer
  auditLog: AuditLogService
  clock: Clock
  publicUrl: URL
  /** True when the environment names a file with federated tokens. */
  isFederationAvailable: boolean
  /** Reads all tenants with the connection that was just stored. */
  onChanged: (requestedBy: string) => Promise<RunId>
  logger: Logger
}

/** Stores the Microsoft connection that administrators enter (decisions.md, Microsoft connection). */
export function createAzureConfigService(deps: AzureConfigDeps) {
  const { repo, microsoft, sealer, auditLog, clock, isFederationAvailable } = deps

  async function read(): Promise<AzureConfig> {
    const stored = await repo.find()
    const checkedEnd = stored === undefined ? null : await repo.findCredentialEnd(stored.version)
    return {
      ...presentStored(stored, checkedEnd),
      isFederationAvailable,
      redirectUris: {
        adminConsent: new URL(finishAdminConsent.path, deps.publicUrl).href,
        signIn: new URL(finishMicrosoftSignIn.path, deps.publicUrl).href,
      },
      clouds: CLOUD_CHOICES,
    }
  }

  /** What the form asks to store, compared with what is stored. */
  function compare(stored: StoredConnection | undefined, input: AzureConfigInput) {
    refuseOldVersion(input.version, stored ?? NO_VERSION)
    const before = stored === undefined ? null : clearOf(sealer, stored)
    const after = connectionFrom(input, { before, isFederationAvailable, now: clock.now() })
    return { before, after, changed: changedFields(before, after) }
  }

  /** Asks Microsoft for a token with a changed connection, before it replaces the stored one. */
  async function prove(input: AzureConfigInput): Promise<Proof> {
    const { after, changed } = compare(await repo.find(), input)
    if (changed.length === 0) return { after, failure: null }
    const failure = await microsoft.tryOut(after)
    const { saveUnproven = false } = input
    const error = proofErrorOf(failure, { kind: after.credential.kind, saveUnproven })
    if (error !== null) throw error
    return { after, failure }
  }

  /** Returns false when it is already stored; then only an old sealing key is replaced. */
  async function store(trx: Trx, input: AzureConfigInput, { by, proof }: Save): Promise<boolean> {
    await repo.lock(trx)
    const stored = await repo.find(trx)
    const { before, after, changed } = compare(stored, input)
    const { credential, ...connection } = after
    const sealed = sealCredential(sealer, credential)
    if (changed.length === 0) {
      if (stored !== undefined && isSealedWithOldKey(sealer, stored))
        await repo.replaceSealed(trx, sealed)
      return false
    }
    // A kept credential may have been replaced by another user while Microsoft was asked.
    if (!isDeepStrictEqual(after, proof.after)) refuseOldVersion(null, stored ?? NO_VERSION)
    const now = clock.now()
    const change = { updatedBy: by.actor.name, updatedAt: now }
    await repo.replace(
      trx,
      { ...connection, ...sealed, ...change },
      { proven: provenFactsOf(proof.failure, now), isOther: !isSameRegistration(before, after) },
    )
    const isUnproven = proof.failure !== null && proof.failure.code !== 'CONSENT_REQUIRED'
    await auditLog.change(
      {
        type: 'settings',
        action: 'Microsoft connection changed',
        changedBy: by.actor,
        oldValue: auditedText(before),
        newValue: auditedText(after),
        details: [...changed, ...(isUnproven ? ['saved without a proof'] : [])].join(', '),
        source: by.source,
      },
      trx,
    )
    return true
  }

  return {
    read,

    /** A body without a version is accepted (decisions.md, Administration). */
    async save(input: AzureConfigInput, by: By): Promise<CallReply<typeof saveAzureConfig>> {
      const proof = await prove(input)
      const isChanged = await repo.transaction((trx) => store(trx, input, { by, proof }))
      const runId = isChanged ? await startRefresh(by.actor.name) : null
      return { ...(await read()), runId }
    },
  }

  /** Starts a refresh; null when it fails. The connection is stored either way. */
  async function startRefresh(requestedBy: string): Promise<RunId | null> {
    return deps.onChanged(requestedBy).catch((error: unknown) => {
      deps.logger.error({ err: error }, 'starting a refresh with the changed connection failed')
      return null
    })
  }
}

/** What was proven, and why Microsoft issued no token for it. */
interface Proof {
  readonly after: ClearConnection
  readonly failure: GraphFailure | null
}

interface Save {
  readonly by: By
  readonly proof: Proof
}

const NO_VERSION = { version: null, updatedBy: null, updatedAt: null } as const

function clearOf(sealer: Sealer, stored: StoredConnection): ClearConnection {
  const { clientId, tenantId, cloud } = stored
  return { clientId, tenantId, cloud, credential: openCredential(sealer, stored) }
}

type Presented = Omit<AzureConfig, 'isFederationAvailable' | 'redirectUris' | 'clouds'>

const NOTHING_STORED: Presented = {
  clientId: '',
  tenantId: '',
  clientSecret: '',
  cloud: 'global',
  credentialKind: 'secret',
  certificate: null,
  credentialExpiresAt: null,
  lastSuccessAt: null,
  version: null,
  updatedBy: null,
  updatedAt: null,
}

function presentStored(stored: StoredConnection | undefined, checkedEnd: Date | null): Presented {
  if (stored === undefined) return NOTHING_STORED
  const { clientId, tenantId, cloud, credentialKind, version, updatedBy } = stored
  const certificate = certificateOf(stored)
  return {
    clientId,
    tenantId,
    clientSecret: stored.sealedClientSecret === null ? '' : CONFIGURED_MARKER,
    cloud,
    credentialKind,
    certificate,
    credentialExpiresAt: endOf(stored.certificatePem, checkedEnd)?.toISOString() ?? null,
    lastSuccessAt: stored.lastSuccessAt?.toISOString() ?? null,
    version,
    updatedBy,
    updatedAt: stored.updatedAt.toISOString(),
  }
}

function certificateOf({ certificatePem }: StoredConnection): AzureConfig['certificate'] {
  if (certificatePem === null) return null
  const { subject, thumbprint, expiresAt } = certificateFactsOf(certificatePem)
  return { subject, thumbprint, expiresAt: expiresAt.toISOString() }
}
