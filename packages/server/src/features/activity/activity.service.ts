import type { JobRun } from '../../jobs/job.ts'
import type { PendingJobs } from '../../jobs/pending-jobs.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { readSignIns, readUsage } from './activity.jobs.ts'
import type { ActivityRepo } from './activity.repo.ts'
import { isActivityDue } from './activity.rules.ts'

export type ActivityService = ReturnType<typeof createActivityService>

/** A reading takes hours at most; what is older and has no end was left by a process that died. */
const ABANDONED_AFTER_MS = 6 * 3_600_000

/** Starts the nightly readings: sign-in dates, registered methods, use. */
export function createActivityService(deps: {
  repo: ActivityRepo
  settings: Pick<SettingsService, 'read'>
  pending: PendingJobs
  jobs: Pick<JobRunner, 'send'>
  clock: Clock
}) {
  const { repo, settings, pending, jobs, clock } = deps

  return {
    /** Those who have waited longest come first, so that a short night takes its turns. */
    async startDue({ signal }: Pick<JobRun<unknown>, 'signal'>): Promise<void> {
      const now = clock.now()
      const { timezone } = await settings.read()
      const due = (await repo.findCandidates()).filter(({ triedAt }) =>
        isActivityDue(triedAt, now, timezone),
      )
      for (const job of [readUsage, readSignIns]) {
        // A long queue is not made longer by those who stand in it already.
        const waiting = new Set((await pending.find(job)).map(({ tenantId }) => tenantId))
        for (const { id } of due) if (!waiting.has(id)) await jobs.send(job, { tenantId: id })
      }
      // Last, because it may take longer than this job has: the next one goes on.
      await repo.sweep(new Date(now.getTime() - ABANDONED_AFTER_MS), signal)
    },
  }
}
