import { REFRESH } from '@tenantscope/contract/limits'

import type { JobRun } from '../../jobs/job.ts'
import type { PendingJobs } from '../../jobs/pending-jobs.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SyncRunsService } from '../sync-runs/sync-runs.service.ts'
import type { Discovery } from './discover-tenants.job.ts'
import { ABANDONED_AFTER_MS, discoverTenants, refreshTenant } from './refresh.jobs.ts'
import type { SweepRepo } from './sweep.repo.ts'

export type Upkeep = ReturnType<typeof createUpkeep>

const MINUTE_MS = 60 * 1_000
/** Jobs come back by themselves when their process dies; this is for those that were lost for good. */
const LOST_AFTER_MS = 5 * MINUTE_MS

/** What keeps refreshes in order without anybody asking. */
export function createUpkeep(deps: {
  runs: SyncRunsService
  discovery: Pick<Discovery, 'giveUp'>
  generations: SweepRepo
  pending: PendingJobs
  jobs: Pick<JobRunner, 'send'>
  clock: Clock
}) {
  const { runs, discovery, generations, pending, jobs, clock } = deps
  const before = (ms: number) => new Date(clock.now().getTime() - ms)

  /** Only what has no job: a second one would pile up in a long run, or cut short a retry's pause. */
  async function takeUpLostRuns(): Promise<void> {
    const hopeless = await runs.leftLyingSince(before(ABANDONED_AFTER_MS))
    for (const runId of hopeless.runIds) await discovery.giveUp(runId)
    const lost = await runs.leftLyingSince(before(LOST_AFTER_MS))
    const discovering = new Set((await pending.find(discoverTenants)).map(({ runId }) => runId))
    for (const runId of lost.runIds)
      if (!discovering.has(runId)) await jobs.send(discoverTenants, { runId })
    const reading = new Set((await pending.find(refreshTenant)).map(({ tenantId }) => tenantId))
    for (const tenantId of lost.tenantIds)
      if (!reading.has(tenantId)) await jobs.send(refreshTenant, { tenantId })
  }

  async function sweep(signal: AbortSignal): Promise<void> {
    const replaced = before(REFRESH.oldGenerationMinutes * MINUTE_MS)
    await generations.sweep({ replaced, abandoned: before(ABANDONED_AFTER_MS) }, signal)
  }

  return {
    async tidyUp({ signal }: Pick<JobRun<unknown>, 'signal'>): Promise<void> {
      await takeUpLostRuns()
      await sweep(signal)
      await runs.forgetOld()
    },
  }
}
