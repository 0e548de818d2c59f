import type { ConsentKind, ConsentState } from '@tenantscope/contract/consent'
import type { TenantId } from '@tenantscope/contract/ids'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { Logger } from 'pino'

import type { JobRun } from '../../jobs/job.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import type { Clock } from '../../lib/clock.ts'
import { NO_SOURCE } from '../../lib/operator.ts'
import type { AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import type { Connection } from '../azure/azure.service.ts'
import type { MicrosoftAccess } from '../azure/microsoft-access.service.ts'
import type { RefreshService } from '../refresh/refresh.service.ts'
import type { TenantRecordsService } from '../tenants/tenant-records.service.ts'
import { consentRefused, provenEntry } from './consent-audit.ts'
import { INVITATION_UNPROVEN_MESSAGE, messageFor } from './consent-texts.ts'
import { verifyConsent } from './consent.jobs.ts'
import type { VerifyConsent } from './consent.jobs.ts'
import type { ConsentRepo, StoredConsent } from './consent.repo.ts'
import {
  isPropagationOver,
  PROOF_MS,
  secondsToNextLook,
  verdictOnFailure,
  verdictOnRoles,
} from './consent.rules.ts'
import type { Verdict } from './consent.rules.ts'

export type ConsentProof = ReturnType<typeof createConsentProof>

/** A consent that Microsoft reported as given, with the giver and time. */
export interface AnsweredConsent extends StoredConsent {
  readonly tenantId: TenantId
  readonly answeredAt: Date
}

/** The source of a verification, and how long the caller waits. */
interface Look {
  readonly source: AuditSource
  readonly signal: AbortSignal
}

/**
 * Verifies a consent with a token of the tenant: Microsoft's redirect passes through a browser,
 * which can forge its parameters (facts of the admin consent endpoint).
 */
export function createConsentProof(deps: {
  repo: ConsentRepo
  microsoft: MicrosoftAccess
  records: TenantRecordsService
  refresh: Pick<RefreshService, 'refreshConsented'>
  auditLog: AuditLogService
  jobs: Pick<JobRunner, 'send'>
  clock: Clock
  logger: Logger
}) {
  const { repo, microsoft, records, refresh, auditLog, jobs, clock, logger } = deps

  async function look(consent: AnsweredConsent, signal: AbortSignal): Promise<Verdict> {
    const connected = await microsoft.current()
    if (connected === null || connected.connection.clientId !== consent.clientId)
      return { state: 'failed', problem: 'not_configured', failure: null }
    const { tenantId } = consent
    const isOver = isPropagationOver(consent.answeredAt, clock.now())
    const before = await records.consentOf(tenantId)
    try {
      // Permissions are in the token, and newly granted roles only in a new one.
      connected.tokens.forget(tenantId)
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(PROOF_MS)])
      const { roles } = await connected.tokens.tokenFor(tenantId, { signal: inTime })
      const verdict = verdictOnRoles(roles, before, { kind: consent.kind, isOver })
      if (verdict.state === 'succeeded') await record(consent, roles, connected.connection)
      return verdict
    } catch (error) {
      signal.throwIfAborted()
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      if (!(error instanceof GraphFailure) && !isLate) throw error
      if (!isLate) logger.info({ err: error }, 'consent not yet in the token')
      return verdictOnFailure(error instanceof GraphFailure ? error : null, isOver)
    }
  }

  /** Can be repeated if the process crashes before the consent is settled. */
  async function record(
    { kind, tenantId, createdBy }: AnsweredConsent,
    roles: readonly string[],
    connection: Connection,
  ): Promise<void> {
    if (tenantId === connection.tenantId) {
      await records.recordPartner(tenantId)
      await records.recordToken(tenantId, roles)
    } else if (kind === 'invitation') await records.recordInvited(tenantId, roles)
    else await records.recordToken(tenantId, roles)
    await refresh.refreshConsented(createdBy, tenantId)
  }

  /** Checks once and stores a definite result; returns 'propagating' otherwise. */
  async function prove(consent: AnsweredConsent, { source, signal }: Look): Promise<ConsentState> {
    const verdict = await look(consent, signal)
    if (verdict.state === 'propagating') return verdict.state
    const { state } = verdict
    const problem = verdict.state === 'succeeded' ? null : verdict.problem
    const message =
      verdict.state === 'succeeded' ? verdict.message : messageOf(verdict, consent.kind)
    await repo.transaction(async (trx) => {
      const at = clock.now()
      if (!(await repo.settleProof(trx, consent.id, { state, problem, message, at }))) return
      if (verdict.state === 'succeeded')
        await auditLog.change(provenEntry(consent, { isNew: verdict.isNew, source }), trx)
      // The earlier problem, if any, is already in the trail.
      else if (consent.problem === null)
        await auditLog.change(consentRefused(consent, verdict.problem, source), trx)
    })
    return state
  }

  return {
    prove,

    /** Checks again, with growing delays, until a consent takes effect at Microsoft. */
    async verify({ payload, signal }: JobRun<VerifyConsent>): Promise<void> {
      const consent = await repo.find(payload.consentId)
      if (consent?.state !== 'propagating') return
      const { tenantId, answeredAt } = consent
      if (tenantId === null || answeredAt === null) return
      const answered = { ...consent, tenantId, answeredAt }
      const state = await prove(answered, { source: payload.source ?? NO_SOURCE, signal })
      if (state !== 'propagating') return
      const afterSeconds = secondsToNextLook(answeredAt, clock.now())
      await jobs.send(verifyConsent, payload, { afterSeconds })
    },
  }

  function messageOf(
    verdict: Extract<Verdict, { state: 'failed' | 'unproven' }>,
    kind: ConsentKind,
  ): string {
    if (kind === 'invitation' && verdict.problem === 'unproven' && verdict.failure === null)
      return INVITATION_UNPROVEN_MESSAGE
    return verdict.failure === null
      ? messageFor(verdict.problem)
      : records.messageFor(verdict.failure)
  }
}
