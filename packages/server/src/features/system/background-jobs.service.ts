import { TenantId } from '@tenantscope/contract/ids'
import type { BackgroundJob } from '@tenantscope/contract/system'

import type { Db, Trx } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import { systemEntry } from '../../lib/audit-entry.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import { createBackgroundJobsRepo } from './background-jobs.repo.ts'
import type { StoredJob } from './background-jobs.repo.ts'
import { titleOf } from './background-jobs.rules.ts'

export type BackgroundJobsService = ReturnType<typeof createBackgroundJobs>

const SHOWN = 500
const DAY_MS = 86_400_000

/** Returns the background jobs for administrators, without their payloads. */
export function createBackgroundJobs(deps: {
  db: Db
  auditLog: AuditLogService
  clock: Clock
  /** Sends a job of this name again; false where this version has no such job or it takes no such payload. */
  sendAgain: (name: string, payload: unknown, transaction: Trx) => Promise<boolean>
}) {
  const { auditLog, clock } = deps
  const repo = createBackgroundJobsRepo(deps.db)

  return {
    async list() {
      const [jobs, counts] = await Promise.all([
        repo.list(SHOWN),
        repo.count(new Date(clock.now().getTime() - DAY_MS)),
      ])
      return { jobs: jobs.map(presented), counts }
    },

    /** Sends a job that failed for good again, or lets one that waits for its next try go at once. */
    async retry(id: string, by: By): Promise<{ message: string }> {
      if (await repo.hurry(id)) return { message: 'The job is retried now.' }
      return repo.transaction(async (trx) => {
        const letter = await repo.takeDeadLetter(trx, id)
        if (letter === undefined) throw new AppError('NOT_FOUND', 'Job not found')
        const isSent = letter.name !== null && (await deps.sendAgain(letter.name, letter.data, trx))
        if (!isSent)
          throw new AppError(
            'CONFLICT',
            'This job belongs to another version of Tenantscope, or its subject no longer exists',
          )
        await auditLog.change(systemEntry('job tried again', by, { newValue: letter.name }), trx)
        return { message: 'The job is retried now.' }
      })
    },
  }
}

function presented(job: StoredJob): BackgroundJob {
  const tenantId = TenantId.safeParse(job.tenantId)
  return {
    ...job,
    title: titleOf(job.name),
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    endedAt: job.endedAt?.toISOString() ?? null,
    tenantId: tenantId.success ? tenantId.data : null,
  }
}
