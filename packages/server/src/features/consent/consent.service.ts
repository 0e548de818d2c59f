import type { Consent, ConsentKind } from '@tenantscope/contract/consent'
import { finishAdminConsent } from '@tenantscope/contract/consent'
import type { listInvitations, startConsent } from '@tenantscope/contract/consent'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { ConsentId } from '@tenantscope/contract/ids'
import type { TenantId } from '@tenantscope/contract/ids'
import { CONSENT } from '@tenantscope/contract/limits'
import type { Transport } from '@tenantscope/graph-client/transport'

import { scopeOf } from '../../db/tenant-scope.ts'
import type { Actor } from '../../lib/actor.ts'
import { AppError, notConnected, tenantNotFound } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { hashOf, newLinkToken } from '../../lib/link-token.ts'
import type { Sealer } from '../../lib/seal.ts'
import { oneLine } from '../../lib/stored-text.ts'
import type { AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import type { AzureService, Connection } from '../azure/azure.service.ts'
import type { TenantsService } from '../tenants/tenants.service.ts'
import { entryOf } from './consent-audit.ts'
import { messageFor } from './consent-texts.ts'
import type { ConsentRepo, ReadableConsent, Reader } from './consent.repo.ts'
import { adminConsentUrl, isUsable, LOST_AFTER_MS, stateAt } from './consent.rules.ts'

export type ConsentService = ReturnType<typeof createConsentService>

/** Binds a sealed link to its column, so that it opens nowhere else. */
const URL_PURPOSE = 'consents.url'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Days that consents are kept after they end. */
const INTERACTIVE_KEPT_DAYS = 1
const INVITATION_KEPT_DAYS = 30

interface Asked {
  readonly kind: ConsentKind
  readonly tenantId?: TenantId | undefined
  readonly label?: string | undefined
}

/** Requests consents, in a popup or by a link, and returns their results. */
export function createConsentService(deps: {
  repo: ConsentRepo
  azure: Pick<AzureService, 'current'>
  tenants: Pick<TenantsService, 'accessFor'>
  auditLog: AuditLogService
  sealer: Sealer
  transport: Pick<Transport, 'browserUrl'>
  /** Base of absolute URLs; the Host header is never used. */
  publicUrl: URL
  random: (bytes: number) => Buffer
  newId: () => string
  clock: Clock
}) {
  const { repo, azure, tenants, auditLog, sealer, transport, clock } = deps
  const redirectUri = new URL(finishAdminConsent.path, deps.publicUrl).href

  async function requireConnection(): Promise<Connection> {
    const connection = await azure.current()
    if (connection === null) throw notConnected()
    return connection
  }

  /** Returns null for any tenant. Only administrators may request consent of the own directory. */
  async function expectedTenant(
    actor: Actor,
    { kind, tenantId }: Asked,
    connection: Connection,
  ): Promise<TenantId | null> {
    if (tenantId === undefined && kind === 'invitation') return null
    const expected = tenantId ?? connection.tenantId
    const isOwn = tenantId === undefined && actor.role === 'admin'
    if (!isOwn && (await tenants.accessFor(actor, expected)) === null) throw tenantNotFound()
    return expected
  }

  async function requireReadable(id: ConsentId, actor: Actor): Promise<ReadableConsent> {
    const consent = await repo.read(id, readerOf(actor))
    if (consent === undefined) throw new AppError('NOT_FOUND', 'Consent not found')
    return consent
  }

  return {
    async start(
      actor: Actor,
      asked: Asked,
      source: AuditSource,
    ): Promise<CallReply<typeof startConsent>> {
      const connection = await requireConnection()
      const expectedTenantId = await expectedTenant(actor, asked, connection)
      const { kind } = asked
      const { clientId, cloud } = connection
      const state = newLinkToken(deps.random)
      const page = { cloud, clientId, tenantId: expectedTenantId, redirectUri, state }
      const url = transport.browserUrl(adminConsentUrl(page)).href
      const id = ConsentId.parse(deps.newId())
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + LIFE_MS[kind])
      await repo.transaction(async (trx) => {
        await repo.insert(trx, {
          id,
          kind,
          clientId,
          expectedTenantId,
          stateHash: hashOf(state),
          sealedUrl: kind === 'invitation' ? sealer.seal(url, URL_PURPOSE) : null,
          label: kind === 'invitation' ? oneLine(asked.label ?? '') || null : null,
          sessionId: kind === 'interactive' ? actor.sessionId : null,
          createdByUserId: actor.userId,
          createdBy: actor.username,
          createdAt: now,
          expiresAt,
        })
        const consent = { id, expectedTenantId, tenantId: null }
        const action = kind === 'interactive' ? 'consent asked' : 'invitation made'
        await auditLog.change(entryOf(consent, { action, changedBy: byOf(actor), source }), trx)
      })
      return { url, id, expiresAt: expiresAt.toISOString() }
    },

    async read(id: ConsentId, actor: Actor): Promise<Consent> {
      return present(await requireReadable(id, actor), clock.now())
    },

    async invitations(actor: Actor): Promise<CallReply<typeof listInvitations>> {
      const now = clock.now()
      const found = await repo.readInvitations(readerOf(actor))
      return {
        invitations: found.map((consent) => ({
          ...present(consent, now),
          label: consent.label,
          url:
            consent.sealedUrl !== null && isUsable(consent, now)
              ? sealer.open(consent.sealedUrl, URL_PURPOSE)
              : null,
        })),
      }
    },

    /** Revokes the invitation link. */
    async revoke(id: ConsentId, actor: Actor, source: AuditSource): Promise<Consent> {
      const consent = await requireReadable(id, actor)
      if (consent.kind !== 'invitation') throw new AppError('NOT_FOUND', 'Consent not found')
      if (consent.state !== 'revoked') {
        await repo.transaction(async (trx) => {
          if (!(await repo.revoke(trx, id, clock.now())))
            throw new AppError('CONFLICT', 'This invitation has already been used')
          const act = { action: 'invitation revoked', changedBy: byOf(actor), source }
          await auditLog.change(entryOf(consent, act), trx)
        })
      }
      return present(await requireReadable(id, actor), clock.now())
    },

    async sweep(): Promise<void> {
      const now = clock.now()
      await repo.giveUpLost(new Date(now.getTime() - LOST_AFTER_MS), now)
      await repo.forgetLinks(now)
      await repo.sweep({
        interactive: daysBefore(now, INTERACTIVE_KEPT_DAYS),
        invitations: daysBefore(now, INVITATION_KEPT_DAYS),
      })
    },
  }
}

const LIFE_MS = {
  interactive: CONSENT.interactiveMinutes * MINUTE_MS,
  invitation: CONSENT.invitationDays * DAY_MS,
} as const satisfies Record<ConsentKind, number>

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

const byOf = ({ username: name, userId }: Actor) => ({ name, userId })

/** Administrators see the consents of all users. */
const readerOf = (actor: Actor): Reader => ({
  creatorId: actor.role === 'admin' ? null : actor.userId,
  scope: scopeOf(actor),
})

function present(consent: ReadableConsent, now: Date): Consent {
  const { id, kind, shownTenantId: tenantId, displayName, createdBy } = consent
  const state = stateAt(consent, now)
  const problem = state === 'expired' || state === 'unproven' ? state : consent.problem
  const message = consent.message !== null && problem === consent.problem ? consent.message : null
  return {
    id,
    kind,
    state,
    tenantId,
    displayName,
    problem,
    message: message ?? (problem && messageFor(problem)),
    createdBy,
    createdAt: consent.createdAt.toISOString(),
    expiresAt: consent.expiresAt.toISOString(),
    answeredAt: consent.answeredAt?.toISOString() ?? null,
  }
}
