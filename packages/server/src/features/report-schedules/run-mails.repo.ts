import type { ReportSnapshotId, RunId, TenantId, UserId } from '@tenantscope/contract/ids'
import type { ReportFormat, ReportType } from '@tenantscope/contract/report-document'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import type { MailOutcome } from './report-schedules.rules.ts'

export type RunMailsRepo = ReturnType<typeof createRunMailsRepo>

type Trx = Transaction<Database>

/** What a mail is about. */
export interface MailedRun {
  readonly startedAt: Date
  readonly timeZone: string
  readonly reportType: ReportType
  readonly makerName: string
}

export interface MailedReport {
  readonly tenantId: TenantId
  readonly tenantName: string
  readonly snapshotId: ReportSnapshotId
  readonly format: ReportFormat
}

/** Mails of runs: one for each person. */
export function createRunMailsRepo(db: Kysely<Database>) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Undefined when the mail was sent, or has failed for good. */
    async findPending(runId: RunId, userId: UserId): Promise<MailedRun | undefined> {
      return db
        .selectFrom('reportScheduleRunMails as mail')
        .innerJoin('reportScheduleRuns as run', 'run.id', 'mail.runId')
        .innerJoin('reportSchedules as schedule', 'schedule.id', 'run.scheduleId')
        .innerJoin('users', 'users.id', 'schedule.createdByUserId')
        .select([
          'run.startedAt',
          'schedule.timeZone',
          'schedule.reportType',
          sql<string>`coalesce(nullif(trim(users.display_name), ''), users.username)`.as(
            'makerName',
          ),
        ])
        .where('mail.runId', '=', runId)
        .where('mail.userId', '=', userId)
        .where('mail.state', '=', 'pending')
        .executeTakeFirst()
    },

    /** The reports of a run that are still there, by the tenant's name. */
    async findReports(runId: RunId): Promise<MailedReport[]> {
      return db
        .selectFrom('reportScheduleRunTenants as made')
        .innerJoin('tenants', 'tenants.id', 'made.tenantId')
        .innerJoin('reportSnapshots as snapshot', 'snapshot.id', 'made.snapshotId')
        .select(['made.tenantId', 'made.snapshotId', 'snapshot.format'])
        .select(shownName('tenants').as('tenantName'))
        .where('made.runId', '=', runId)
        .orderBy('tenantName')
        .orderBy('made.tenantId')
        .$narrowType<{ tenantId: TenantId; snapshotId: ReportSnapshotId }>()
        .execute()
    },

    /** What the last try said; the mail still waits. */
    async note(runId: RunId, userId: UserId, message: string): Promise<void> {
      await db
        .updateTable('reportScheduleRunMails')
        .set({ message })
        .where('runId', '=', runId)
        .where('userId', '=', userId)
        .execute()
      await db
        .updateTable('reportScheduleRuns')
        .set({ mailMessage: message })
        .where('id', '=', runId)
        .where('mailState', '=', 'pending')
        .execute()
    },

    async settle(
      trx: Trx,
      { runId, userId }: { runId: RunId; userId: UserId },
      outcome: MailOutcome,
    ): Promise<void> {
      await trx
        .updateTable('reportScheduleRunMails')
        .set(outcome)
        .where('runId', '=', runId)
        .where('userId', '=', userId)
        .where('state', '=', 'pending')
        .execute()
    },

    /**
     * How all mails of the run ended; undefined while some wait, or when it is known already. Two that
     * end at once look one after the other, so that the later one sees both ends.
     */
    async outcomesLocked(trx: Trx, runId: RunId): Promise<MailOutcome[] | undefined> {
      const run = await trx
        .selectFrom('reportScheduleRuns')
        .select('id')
        .where('id', '=', runId)
        .where('mailState', '=', 'pending')
        .where('state', '<>', 'running')
        .forUpdate()
        .executeTakeFirst()
      if (run === undefined) return undefined
      const mails = await trx
        .selectFrom('reportScheduleRunMails')
        .select(['state', 'message'])
        .where('runId', '=', runId)
        .execute()
      const outcomes = mails.flatMap(({ state, message }) =>
        state === 'pending' ? [] : [{ state, message }],
      )
      return outcomes.length === mails.length ? outcomes : undefined
    },

    async close(
      trx: Trx,
      runId: RunId,
      end: { state: 'sent' | 'failed' | 'nobody'; message: string | null },
    ): Promise<void> {
      await trx
        .updateTable('reportScheduleRuns')
        .set({ mailState: end.state, mailMessage: end.message })
        .where('id', '=', runId)
        .execute()
    },

    /** Finished runs that began before and whose mails wait, with the people they wait for. */
    async findWaiting(before: Date): Promise<{ runId: RunId; userIds: UserId[] }[]> {
      return db
        .selectFrom('reportScheduleRuns as run')
        .leftJoin('reportScheduleRunMails as mail', (join) =>
          join.onRef('mail.runId', '=', 'run.id').on('mail.state', '=', 'pending'),
        )
        .select([
          'run.id as runId',
          sql<UserId[]>`array_remove(array_agg(mail.user_id), null)`.as('userIds'),
        ])
        .where('run.mailState', '=', 'pending')
        .where('run.state', '<>', 'running')
        .where('run.startedAt', '<', before)
        .groupBy('run.id')
        .$narrowType<{ runId: RunId }>()
        .execute()
    },
  }
}
