import type { ConsentState } from '@tenantscope/contract/consent'
import type { TenantId } from '@tenantscope/contract/ids'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { Logger } from 'pino'

import type { Clock } from '../../lib/clock.ts'
import type { AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import type { AzureService, Connection } from '../azure/azure.service.ts'
import type { MicrosoftAccess } from '../azure/microsoft-access.service.ts'
import type { RefreshService } from '../refresh/refresh.service.ts'
import type { TenantRecordsService } from '../tenants/tenant-records.service.ts'
import { consentGiven, consentRefused } from './consent-audit.ts'
import { messageFor } from './consent-texts.ts'
import type { ConsentRepo, StoredConsent } from './consent.repo.ts'
import { isPropagationOver, PROOF_MS, verdictOnFailure, verdictOnRoles } from './consent.rules.ts'
import type { Verdict } from './consent.rules.ts'

export type ConsentProof = ReturnType<typeof createConsentProof>

/** A consent of which Microsoft said that it was given, by whom, and when. */
export interface AnsweredConsent extends StoredConsent {
  readonly tenantId: TenantId
  readonly answeredAt: Date
}

/** Where a look came from, and until when somebody waits for it. */
interface Look {
  readonly source: AuditSource
  readonly signal: AbortSignal
}

/**
 * Proves a consent by a token of the tenant: Microsoft's redirect goes through a browser, where its
 * parameters could be anything (facts of the admin consent endpoint).
 */
export function createConsentProof(deps: {
  repo: ConsentRepo
  azure: Pick<AzureService, 'recordSuccess'>
  microsoft: MicrosoftAccess
  records: TenantRecordsService
  refresh: Pick<RefreshService, 'refreshConsented'>
  auditLog: AuditLogService
  clock: Clock
  logger: Logger
}) {
  const { repo, azure, microsoft, records, refresh, auditLog, clock, logger } = deps

  async function look(consent: AnsweredConsent, signal: AbortSignal): Promise<Verdict> {
    const connected = await microsoft.current()
    if (connected === null || connected.connection.clientId !== consent.clientId)
      return { state: 'failed', problem: 'not_configured', failure: null }
    const { tenantId } = consent
    const isOver = isPropagationOver(consent.answeredAt, clock.now())
    const before = await records.consentOf(tenantId)
    try {
      // Permissions stand in the token, and roles that were just granted only in a new one.
      connected.tokens.forget(tenantId)
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(PROOF_MS)])
      const { roles } = await connected.tokens.tokenFor(tenantId, { signal: inTime })
      const verdict = verdictOnRoles(roles, before, isOver)
      if (verdict.state === 'succeeded') await record(consent, roles, connected.connection)
      return verdict
    } catch (error) {
      signal.throwIfAborted()
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      if (!(error instanceof GraphFailure) && !isLate) throw error
      if (!isLate) logger.info({ err: error }, 'a consent does not show in a token')
      return verdictOnFailure(error instanceof GraphFailure ? error : null, isOver)
    }
  }

  /** All of it may happen again, if the process dies before the consent is settled. */
  async function record(
    { kind, tenantId, createdBy }: AnsweredConsent,
    roles: readonly string[],
    connection: Connection,
  ): Promise<void> {
    if (tenantId === connection.tenantId) {
      await azure.recordSuccess(connection.version)
      await records.recordPartner(tenantId)
      await records.recordToken(tenantId, roles)
    } else if (kind === 'invitation') await records.recordInvited(tenantId, roles)
    else await records.recordToken(tenantId, roles)
    await refresh.refreshConsented(createdBy, tenantId)
  }

  return {
    /** Looks once and settles what is certain; 'propagating' while it is not. */
    async prove(consent: AnsweredConsent, { source, signal }: Look): Promise<ConsentState> {
      const verdict = await look(consent, signal)
      if (verdict.state === 'propagating') return verdict.state
      const { state } = verdict
      const problem = verdict.state === 'succeeded' ? null : verdict.problem
      const message = verdict.state === 'succeeded' ? verdict.message : messageOf(verdict)
      await repo.transaction(async (trx) => {
        const at = clock.now()
        if (!(await repo.settleProof(trx, consent.id, { state, problem, message, at }))) return
        if (problem === null) await auditLog.change(consentGiven(consent, source), trx)
        // The problem before this answer, if there was one, is in the trail.
        else if (consent.problem === null)
          await auditLog.change(consentRefused(consent, problem, source), trx)
      })
      return state
    },
  }

  function messageOf(verdict: Extract<Verdict, { state: 'failed' | 'unproven' }>): string {
    return verdict.failure === null
      ? messageFor(verdict.problem)
      : records.messageFor(verdict.failure)
  }
}
