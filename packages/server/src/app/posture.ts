import { createJudgingThread } from '../features/posture/judging/judging-thread.ts'
import { createOwnableApplications } from '../features/posture/ownable-applications.ts'
import { createPostureDueRepo } from '../features/posture/posture-due.repo.ts'
import { createPostureJudging } from '../features/posture/posture-judging.service.ts'
import { judgeDueTenants, judgeLicense, judgeTenant } from '../features/posture/posture.jobs.ts'
import { createStoredFactsRepo } from '../features/posture/stored-facts.repo.ts'
import type { Foundation } from './part.ts'

/** Judges tenants: every process that reads them also judges them. */
export function composePostureJudging({
  db,
  jobs,
  clock,
  logger,
}: Pick<Foundation, 'db' | 'jobs' | 'clock' | 'logger'>) {
  const thread = createJudgingThread()
  const facts = createStoredFactsRepo(db)
  const due = createPostureDueRepo(db)
  const judging = createPostureJudging({
    facts,
    due,
    thread,
    sendAgain: (tenantId, transaction) => jobs.send(judgeTenant, { tenantId }, { transaction }),
    clock,
    logger,
  })
  return {
    judging,
    ownable: createOwnableApplications(facts),
    /** After a change of a license. The daily judging repeats a failed one. */
    async rejudgeHolders(skuId: string): Promise<void> {
      try {
        await jobs.send(judgeLicense, { skuId })
      } catch (error) {
        logger.warn({ err: error, skuId }, 'judging after a change of a license failed')
      }
    },
    async work(): Promise<void> {
      await jobs.work(judgeTenant, ({ payload }) => judging.judgeCurrent(payload.tenantId))
      await jobs.work(judgeLicense, async ({ payload }) => {
        for (const tenantId of await due.listWithSku(payload.skuId))
          await jobs.send(judgeTenant, { tenantId })
      })
      await jobs.work(judgeDueTenants, (run) => judging.judgeDue(run))
      await jobs.schedule(judgeDueTenants, { cron: '40 * * * *', timeZone: 'UTC' }, {})
    },
    close: (): Promise<void> => thread.close(),
  }
}
