import type { CallReply } from '@tenantscope/contract/endpoint'
import { TenantId } from '@tenantscope/contract/ids'
import type { BackgroundJob, listJobs } from '@tenantscope/contract/system'
import type { Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { By } from '../users/users.service.ts'
import type { BackgroundJobsRepo, StoredJob } from './background-jobs.repo.ts'
import { titleOf } from './background-jobs.rules.ts'

export type BackgroundJobsService = ReturnType<typeof createBackgroundJobs>

const SHOWN = 500
const DAY_MS = 86_400_000

/** The background jobs as administrators see them; what a job is to work on never leaves. */
export function createBackgroundJobs(deps: {
  repo: BackgroundJobsRepo
  auditLog: AuditLogService
  clock: Clock
  /** Sends a job of this name again; false where this version has no such job or it takes no such payload. */
  sendAgain: (
    name: string,
    payload: unknown,
    transaction: Transaction<Database>,
  ) => Promise<boolean>
}) {
  const { repo, auditLog, clock } = deps

  return {
    async list(): Promise<CallReply<typeof listJobs>> {
      const [jobs, counts] = await Promise.all([
        repo.list(SHOWN),
        repo.count(new Date(clock.now().getTime() - DAY_MS)),
      ])
      return { jobs: jobs.map(presented), counts }
    },

    /** Sends a job that failed for good again, or lets one that waits for its next try go at once. */
    async retry(id: string, by: By): Promise<{ message: string }> {
      if (await repo.hurry(id)) return { message: 'The job is tried again now.' }
      return repo.transaction(async (trx) => {
        const letter = await repo.takeDeadLetter(trx, id)
        if (letter === undefined) throw new AppError('NOT_FOUND', 'Job not found')
        const isSent = letter.name !== null && (await deps.sendAgain(letter.name, letter.data, trx))
        if (!isSent)
          throw new AppError(
            'CONFLICT',
            'This job belongs to another version of Tenantscope, or to something that is gone',
          )
        await auditLog.change(
          {
            type: 'system',
            action: 'job tried again',
            changedBy: by.actor,
            target: null,
            oldValue: null,
            newValue: letter.name,
            source: by.source,
          },
          trx,
        )
        return { message: 'The job is tried again now.' }
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
