import type { JobRun } from '../../jobs/job.ts'
import type { PendingJobs } from '../../jobs/pending-jobs.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { readSignIns, readUsage } from './activity.jobs.ts'
import type { ActivityRepo } from './activity.repo.ts'
import { isActivityDue } from './activity.rules.ts'

/** A reading takes hours at most; an older unfinished one belongs to a crashed process. */
const ABANDONED_AFTER_MS = 6 * 3_600_000

/** Starts the nightly reads: sign-in dates, registered methods, usage. */
export function createActivityService(deps: {
  repo: ActivityRepo
  settings: Pick<SettingsService, 'read'>
  pending: PendingJobs
  jobs: Pick<JobRunner, 'send'>
  clock: Clock
}) {
  const { repo, settings, pending, jobs, clock } = deps

  return {
    /** Starts due tenants, least recently read first, so that a short night is fair. */
    async startDue({ signal }: Pick<JobRun<unknown>, 'signal'>): Promise<void> {
      const now = clock.now()
      const { timezone } = await settings.read()
      const due = (await repo.findCandidates()).filter(({ triedAt }) =>
        isActivityDue(triedAt, now, timezone),
      )
      for (const job of [readUsage, readSignIns]) {
        // Tenants that are already queued are not queued again.
        const waiting = new Set((await pending.find(job)).map(({ tenantId }) => tenantId))
        for (const { id } of due) if (!waiting.has(id)) await jobs.send(job, { tenantId: id })
      }
      // Last, because it may exceed this job's timeout; the next run continues.
      await repo.sweep(new Date(now.getTime() - ABANDONED_AFTER_MS), signal)
    },
  }
}
