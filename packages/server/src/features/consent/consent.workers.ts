import type { JobRunner } from '../../jobs/runner.ts'
import { verifyConsent } from './consent.jobs.ts'
import type { ConsentVerification } from './verify-consent.job.ts'

/** Lets this process wait for consents to show. */
export async function workOnConsents(
  jobs: JobRunner,
  verification: ConsentVerification,
): Promise<void> {
  await jobs.work(verifyConsent, (run) => verification.verify(run))
}
