import type { JobRunner } from '../../jobs/runner.ts'
import { checkConnection } from './checks.jobs.ts'
import type { ChecksService } from './checks.service.ts'

/** Lets this process check the connection when nobody asks. */
export async function workOnChecks(jobs: JobRunner, checks: ChecksService): Promise<void> {
  await jobs.work(checkConnection, ({ signal }) => checks.recheck(signal))
}
