import type { ConsentProblem, ConsentState } from '@tenantscope/contract/consent'
import type { Logger } from 'pino'

import type { JobRunner } from '../../jobs/runner.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import { consentRefused } from './consent-audit.ts'
import { answerOf, problemOutcome } from './consent-callback.rules.ts'
import type { Answer, CallbackParameters, Outcome } from './consent-callback.rules.ts'
import type { AnsweredConsent, ConsentProof } from './consent-proof.service.ts'
import { messageFor } from './consent-texts.ts'
import { FIRST_LOOK_AFTER_SECONDS, verifyConsent } from './consent.jobs.ts'
import type { ConsentRepo, StoredConsent } from './consent.repo.ts'
import { hashOf, refusalOf } from './consent.rules.ts'

export type ConsentCallbackService = ReturnType<typeof createConsentCallbackService>

/** Who brings an answer of Microsoft. */
interface Bearer {
  /** Null: nobody is signed in there. */
  readonly sessionId: string | null
  readonly source: AuditSource
  readonly signal: AbortSignal
}

/** Takes Microsoft's answers to consents that were asked here (decisions.md, Microsoft connection). */
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
    { problem, code }: { problem: ConsentProblem; code: string | null },
    source: AuditSource,
  ): Promise<Outcome> {
    const state = problem === 'cancelled' ? 'cancelled' : 'failed'
    const message = code === null ? messageFor(problem) : `${messageFor(problem)} (${code})`
    const isSettled = await repo.transaction(async (trx) => {
      const answer = { state, problem, message, tenantId: null, at: clock.now() } as const
      if (!(await repo.settleAnswer(trx, consent.id, answer))) return false
      // Whoever holds a link may be refused without end; the trail says the first time.
      if (consent.problem === null)
        await auditLog.change(consentRefused(consent, problem, source), trx)
      return true
    })
    return isSettled
      ? problemOutcome(problem, { consentId: consent.id, code })
      : problemOutcome('invalid_state')
  }

  /** The job is there from the start, so that the proof is not lost with this process. */
  async function take(
    consent: StoredConsent,
    { tenantId }: Extract<Answer, { kind: 'given' }>,
  ): Promise<AnsweredConsent | null> {
    const answeredAt = clock.now()
    const isTaken = await repo.transaction(async (trx) => {
      const pending = { state: 'propagating', problem: null, message: null } as const
      const answer = { ...pending, tenantId, at: answeredAt }
      if (!(await repo.settleAnswer(trx, consent.id, answer))) return false
      const first = { transaction: trx, afterSeconds: FIRST_LOOK_AFTER_SECONDS }
      await jobs.send(verifyConsent, { consentId: consent.id }, first)
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

  /** The one that the state names, when this bearer may answer it; else why not. */
  async function findAnswerable(
    state: string,
    answer: Answer,
    { sessionId, source }: Bearer,
  ): Promise<StoredConsent | Outcome> {
    const consent = await repo.findByStateHash(hashOf(state))
    if (consent !== undefined && isAnsweredAlready(consent, answer))
      return outcomeOf(consent, consent.state)
    const now = clock.now()
    const refusal = consent === undefined ? 'invalid_state' : refusalOf(consent, { sessionId, now })
    if (consent !== undefined && refusal === null) return consent
    logger.info({ ipAddress: source.ipAddress, refusal }, 'an answer to a consent was refused')
    return problemOutcome(refusal ?? 'invalid_state')
  }

  return {
    /** Settles the answer and, where consent was given, looks for its proof at once. */
    async finish(
      parameters: CallbackParameters & { state: string },
      bearer: Bearer,
    ): Promise<Outcome> {
      const { source, signal } = bearer
      const answer = answerOf(parameters)
      const found = await findAnswerable(parameters.state, answer, bearer)
      if ('result' in found) return found
      if (answer.kind === 'problem') return refuse(found, answer, source)
      const { expectedTenantId } = found
      if (expectedTenantId !== null && expectedTenantId !== answer.tenantId)
        return refuse(found, { problem: 'wrong_tenant', code: null }, source)
      const taken = await take(found, answer)
      if (taken === null) return problemOutcome('invalid_state')
      // Whoever closes the window has consented all the same.
      const state = await proof.prove(taken, { source, signal }).catch((error: unknown) => {
        logger.warn({ err: error }, 'a consent could not be proven at once; its job tries again')
        return 'propagating' as const
      })
      return outcomeOf(taken, state)
    },
  }
}

/** An invitation that its tenant uses again has done its work: that is no reproach. */
function isAnsweredAlready(consent: StoredConsent, answer: Answer): consent is AnsweredConsent {
  return (
    consent.kind === 'invitation' &&
    (consent.state === 'succeeded' || consent.state === 'propagating') &&
    answer.kind === 'given' &&
    answer.tenantId === consent.tenantId
  )
}
