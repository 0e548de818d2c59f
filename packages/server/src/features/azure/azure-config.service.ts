import { finishMicrosoftSignIn } from '@tenantscope/contract/auth'
import { CONFIGURED_MARKER } from '@tenantscope/contract/azure'
import type { AzureConfig, AzureConfigInput, saveAzureConfig } from '@tenantscope/contract/azure'
import { finishAdminConsent } from '@tenantscope/contract/consent'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { RunId } from '@tenantscope/contract/ids'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'

import type { Database } from '../../db/tables.ts'
import { refuseOldVersion } from '../../lib/changed-meanwhile.ts'
import type { Clock } from '../../lib/clock.ts'
import { certificateFactsOf } from '../../lib/connection-credential.ts'
import type { Sealer } from '../../lib/seal.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { By } from '../users/users.service.ts'
import type { AzureRepo, StoredConnection } from './azure.repo.ts'
import {
  CLOUD_CHOICES,
  auditedText,
  changedFields,
  connectionFrom,
  isSameRegistration,
} from './azure.rules.ts'
import type { ClearConnection } from './azure.rules.ts'
import { isSealedWithOldKey, openCredential, sealCredential } from './credential-sealing.ts'

export type AzureConfigService = ReturnType<typeof createAzureConfigService>

export interface AzureConfigDeps {
  repo: AzureRepo
  sealer: Sealer
  auditLog: AuditLogService
  clock: Clock
  publicUrl: URL
  /** Whether the environment names a file with federated tokens. */
  isFederationAvailable: boolean
  /** Reads everything with the connection that was just stored. */
  onChanged: (requestedBy: string) => Promise<RunId>
  logger: Logger
}

type Trx = Transaction<Database>

/** The Microsoft connection as administrators set it (decisions.md, Microsoft connection). */
export function createAzureConfigService(deps: AzureConfigDeps) {
  const { repo, sealer, auditLog, clock, isFederationAvailable } = deps

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

  /** False when it is stored so already; then only an old key is replaced by the newest. */
  async function store(trx: Trx, input: AzureConfigInput, by: By): Promise<boolean> {
    await repo.lock(trx)
    const stored = await repo.find(trx)
    refuseOldVersion(input.version, stored ?? NO_VERSION)
    const before = stored === undefined ? null : clearOf(sealer, stored)
    const now = clock.now()
    const after = connectionFrom(input, { before, isFederationAvailable, now })
    const { credential, ...connection } = after
    const changed = changedFields(before, after)
    const sealed = sealCredential(sealer, credential)
    if (changed.length === 0) {
      if (stored !== undefined && isSealedWithOldKey(sealer, stored))
        await repo.replaceSealed(trx, sealed)
      return false
    }
    const change = { updatedBy: by.actor.name, updatedAt: now }
    await repo.replace(
      trx,
      { ...connection, ...sealed, ...change },
      { isOther: !isSameRegistration(before, after) },
    )
    await auditLog.change(
      {
        type: 'settings',
        action: 'Microsoft connection changed',
        changedBy: by.actor,
        target: null,
        oldValue: auditedText(before),
        newValue: auditedText(after),
        details: changed.join(', '),
        source: by.source,
      },
      trx,
    )
    return true
  }

  return {
    read,

    /** A body without a version is taken as it is (decisions.md, Administration). */
    async save(input: AzureConfigInput, by: By): Promise<CallReply<typeof saveAzureConfig>> {
      const isChanged = await repo.transaction((trx) => store(trx, input, by))
      const runId = isChanged ? await readAnew(by.actor.name) : null
      return { ...(await read()), runId }
    },
  }

  /** It is stored whether or not a run begins; null: none does before the schedule's. */
  async function readAnew(requestedBy: string): Promise<RunId | null> {
    return deps.onChanged(requestedBy).catch((error: unknown) => {
      deps.logger.error({ err: error }, 'no refresh began with the changed connection')
      return null
    })
  }
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
    credentialExpiresAt: certificate?.expiresAt ?? checkedEnd?.toISOString() ?? null,
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
