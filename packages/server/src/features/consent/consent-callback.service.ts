import type { ConsentProblem, ConsentState } from '@tenantscope/contract/consent'
import type { Logger } from 'pino'

import type { JobRunner } from '../../jobs/runner.ts'
import type { Clock } from '../../lib/clock.ts'
import { hashOf } from '../../lib/link-token.ts'
import { storedText } from '../../lib/stored-text.ts'
import type { AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import { consentRefused } from './consent-audit.ts'
import { answerOf, problemOutcome, RECEIVED } from './consent-callback.rules.ts'
import type { Answer, CallbackParameters, Outcome } from './consent-callback.rules.ts'
import type { AnsweredConsent, ConsentProof } from './consent-proof.service.ts'
import { refusalMessageOf } from './consent-texts.ts'
import { FIRST_LOOK_AFTER_SECONDS, verifyConsent } from './consent.jobs.ts'
import type { ConsentRepo, StoredConsent } from './consent.repo.ts'
import { refusalOf } from './consent.rules.ts'

export type ConsentCallbackService = ReturnType<typeof createConsentCallbackService>

interface Refused {
  readonly problem: ConsentProblem
  readonly code: string | null
  readonly description?: string | null
}

/** The browser that delivers a reply of Microsoft. */
interface Bearer {
  /** Null when no user is signed in. */
  readonly sessionId: string | null
  readonly source: AuditSource
  readonly signal: AbortSignal
}

/** Handles Microsoft's replies to consents that were requested here (decisions.md, Microsoft connection). */
export function createConsentCallbackService(deps: {
  repo: ConsentRepo
  proof: ConsentProof
  auditLog: AuditLogService
  jobs: Pick<JobRunner, 'send'>
  clock: Clock
  logger: Logger
}) {
  const { repo, proof, auditLog, jobs, clock, logger } = deps

  async function refuse(
    consent: StoredConsent,
    { problem, code, description = null }: Refused,
    source: AuditSource,
  ): Promise<Outcome> {
    const state = problem === 'cancelled' ? 'cancelled' : 'failed'
    const message = storedText(refusalMessageOf(problem, description))
    const isSettled = await repo.transaction(async (trx) => {
      const answer = { state, problem, message, tenantId: null, at: clock.now() } as const
      if (!(await repo.settleAnswer(trx, consent.id, answer))) return false
      // Refusals of a link can be repeated without limit; only the first is recorded.
      if (consent.problem === null)
        await auditLog.change(consentRefused(consent, problem, source), trx)
      return true
    })
    return isSettled
      ? problemOutcome(problem, { consentId: consent.id, code })
      : problemOutcome('invalid_state')
  }

  /**
   * Queues the job first, so that the verification survives a crash of this process. Only the job
   * verifies an invitation, so that the time of the answer does not depend on the tenant either.
   */
  async function take(
    consent: StoredConsent,
    { tenantId }: Extract<Answer, { kind: 'given' }>,
    { ipAddress, userAgent }: AuditSource,
  ): Promise<AnsweredConsent | null> {
    const isInvitation = consent.kind === 'invitation'
    const answeredAt = clock.now()
    const isTaken = await repo.transaction(async (trx) => {
      const pending = { state: 'propagating', problem: null, message: null } as const
      const answer = { ...pending, tenantId, at: answeredAt }
      if (!(await repo.settleAnswer(trx, consent.id, answer))) return false
      const afterSeconds = isInvitation ? 0 : FIRST_LOOK_AFTER_SECONDS
      const payload = {
        consentId: consent.id,
        ...(isInvitation && { source: { ipAddress, userAgent } }),
      }
      await jobs.send(verifyConsent, payload, { transaction: trx, afterSeconds })
      return true
    })
    return isTaken ? { ...consent, state: 'propagating', tenantId, answeredAt } : null
  }

  async function outcomeOf(consent: AnsweredConsent, state: ConsentState): Promise<Outcome> {
    const { id: consentId, tenantId } = consent
    const common = { problem: null, tenantId, consentId, code: null }
    if (state === 'succeeded') return { result: 'success', ...common }
    if (state === 'propagating') return { result: 'pending', ...common }
    const settled = await repo.find(consentId)
    return problemOutcome(settled?.problem ?? 'unproven', { consentId })
  }

  /** Returns the consent of the state if this browser may answer it, otherwise the reason. */
  async function findAnswerable(
    state: string,
    { sessionId, source }: Bearer,
  ): Promise<StoredConsent | Outcome> {
    const consent = await repo.findByStateHash(hashOf(state))
    const now = clock.now()
    const refusal = consent === undefined ? 'invalid_state' : refusalOf(consent, { sessionId, now })
    if (consent !== undefined && refusal === null) return consent
    logger.info({ ipAddress: source.ipAddress, refusal }, 'consent callback refused')
    return problemOutcome(refusal ?? 'invalid_state')
  }

  return {
    /** Stores the reply and, if consent was given, verifies it at once. */
    async finish(
      parameters: CallbackParameters & { state: string },
      bearer: Bearer,
    ): Promise<Outcome> {
      const { source, signal } = bearer
      const answer = answerOf(parameters)
      const found = await findAnswerable(parameters.state, bearer)
      if ('result' in found) return found
      if (answer.kind === 'problem') return refuse(found, answer, source)
      const { expectedTenantId } = found
      if (expectedTenantId !== null && expectedTenantId !== answer.tenantId)
        return refuse(found, { problem: 'wrong_tenant', code: null }, source)
      const taken = await take(found, answer, source)
      if (taken === null) return problemOutcome('invalid_state')
      if (taken.kind === 'invitation') return RECEIVED
      // A client that closes the window has still consented.
      const state = await proof.prove(taken, { source, signal }).catch((error: unknown) => {
        logger.warn({ err: error }, 'verifying consent failed; the job retries')
        return 'propagating' as const
      })
      return outcomeOf(taken, state)
    },
  }
}
