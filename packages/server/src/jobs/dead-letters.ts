import type { PgBoss } from 'pg-boss'
import { z } from 'zod'

export type DeadLetter = {
  readonly id: string
  /** The name of the job that failed. */
  readonly job: string
  readonly payload: unknown
  readonly reason: string
  readonly failedAt: Date
}

const Output = z.object({ message: z.string() })

export async function findDeadLetters(boss: PgBoss, queue: string): Promise<DeadLetter[]> {
  const jobs = await boss.findJobs<object>(queue)
  return jobs
    .map((job) => ({
      id: job.id,
      job: job.sourceName ?? queue,
      payload: job.data,
      reason: Output.safeParse(job.sourceOutput).data?.message ?? 'unknown',
      failedAt: job.createdOn,
    }))
    .toSorted((one, other) => other.failedAt.getTime() - one.failedAt.getTime())
}
