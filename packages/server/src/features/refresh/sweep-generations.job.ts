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
/** Jobs of a crashed process return by themselves; this is for lost ones. */
const LOST_AFTER_MS = 5 * MINUTE_MS

/** Maintains refreshes on a schedule. */
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

  /** Only runs without a job: a second job would accumulate in a long run, or shorten a retry's delay. */
  async function resumeLostRuns(): Promise<void> {
    const hopeless = await runs.unfinishedSince(before(ABANDONED_AFTER_MS))
    for (const runId of hopeless.runIds) await discovery.giveUp(runId)
    const lost = await runs.unfinishedSince(before(LOST_AFTER_MS))
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
      await resumeLostRuns()
      await sweep(signal)
      await runs.forgetOld()
    },
  }
}
