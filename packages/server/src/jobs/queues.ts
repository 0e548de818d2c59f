import type { PgBoss } from 'pg-boss'

import type { AnyJob } from './job.ts'

/** Where jobs go that failed for good. */
export const deadLetterQueue = 'dead-letter'

const daySeconds = 24 * 60 * 60
const deadLetterRetentionSeconds = 30 * daySeconds
const completedRetentionSeconds = daySeconds
// A process that dies stops its heartbeat, which comes twice in this time; its jobs are then taken up
// by others.
const heartbeatSeconds = 15

/** Makes the queues, or brings their settings up to date. */
export async function createQueues(boss: PgBoss, jobs: readonly AnyJob[]): Promise<void> {
  await boss.createQueue(deadLetterQueue, { retentionSeconds: deadLetterRetentionSeconds })
  for (const job of jobs) {
    const settings = {
      retryLimit: job.retryLimit,
      retryDelay: job.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: job.retryDelayMaxSeconds,
      expireInSeconds: job.timeoutSeconds,
      deleteAfterSeconds: completedRetentionSeconds,
      heartbeatSeconds,
      deadLetter: deadLetterQueue,
      notify: true,
    }
    await boss.createQueue(job.name, {
      ...settings,
      policy: job.singletonKey === undefined ? 'standard' : 'singleton',
    })
    // createQueue leaves an existing queue as it is.
    await boss.updateQueue(job.name, settings)
  }
}
