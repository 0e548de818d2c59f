import type { JobRunner } from '../jobs/runner.ts'
import type { Metrics } from '../lib/metrics.ts'

/** The same runner, with how long each job took and how it ended in the metrics. */
export function measured(jobs: JobRunner, { jobSeconds }: Metrics): JobRunner {
  return {
    ...jobs,
    work: (job, handler) =>
      jobs.work(job, async (run) => {
        const stop = jobSeconds.startTimer({ queue: job.name })
        try {
          await handler(run)
          stop({ outcome: 'completed' })
        } catch (error) {
          stop({ outcome: 'failed' })
          throw error
        }
      }),
  }
}
