import type { ConsentId } from '@tenantscope/contract/ids'

import type { JobRun } from '../../jobs/job.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import type { Clock } from '../../lib/clock.ts'
import { NO_SOURCE } from '../../lib/operator.ts'
import type { ConsentProof } from './consent-proof.service.ts'
import { verifyConsent } from './consent.jobs.ts'
import type { ConsentRepo } from './consent.repo.ts'
import { secondsToNextLook } from './consent.rules.ts'

export type ConsentVerification = ReturnType<typeof createConsentVerification>

/** Waits for a consent to spread through Microsoft's service, with growing pauses. */
export function createConsentVerification(deps: {
  repo: ConsentRepo
  proof: ConsentProof
  jobs: Pick<JobRunner, 'send'>
  clock: Clock
}) {
  const { repo, proof, jobs, clock } = deps

  return {
    async verify({ payload, signal }: JobRun<{ consentId: ConsentId }>): Promise<void> {
      const consent = await repo.find(payload.consentId)
      if (consent?.state !== 'propagating') return
      const { tenantId, answeredAt } = consent
      if (tenantId === null || answeredAt === null) return
      const answered = { ...consent, tenantId, answeredAt }
      const state = await proof.prove(answered, { source: NO_SOURCE, signal })
      if (state !== 'propagating') return
      const afterSeconds = secondsToNextLook(answeredAt, clock.now())
      await jobs.send(verifyConsent, payload, { afterSeconds })
    },
  }
}
