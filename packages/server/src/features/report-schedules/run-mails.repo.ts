import type { RunId, UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import type { Db, Trx } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import type { mailStateOf, MailOutcome } from './report-schedules.rules.ts'

export type RunMailsRepo = ReturnType<typeof createRunMailsRepo>

/** The facts of the run that a mail is about. */
export type MailedRun = NonNullable<Awaited<ReturnType<RunMailsRepo['findPending']>>>

export type MailedReport = Awaited<ReturnType<RunMailsRepo['findReports']>>[number]

/** Stores the mails of runs: one per recipient. */
export function createRunMailsRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Undefined when the mail was sent, or has failed for good. */
    findPending: (runId: RunId, userId: UserId) =>
      db
        .selectFrom('reportScheduleRunMails as mail')
        .innerJoin('reportScheduleRuns as run', 'run.id', 'mail.runId')
        .innerJoin('reportSchedules as schedule', 'schedule.id', 'run.scheduleId')
        .innerJoin('users', 'users.id', 'schedule.createdByUserId')
        .select([
          'run.startedAt',
          'schedule.timeZone',
          'schedule.reportType',
          sql<string>`coalesce(nullif(trim(users.display_name), ''), users.username)`.as(
            'creatorName',
          ),
        ])
        .where('mail.runId', '=', runId)
        .where('mail.userId', '=', userId)
        .where('mail.state', '=', 'pending')
        .executeTakeFirst(),

    /** Returns the existing reports of a run, by the tenant's name. */
    findReports: (runId: RunId) =>
      db
        .selectFrom('reportScheduleRunTenants as made')
        .innerJoin('tenants', 'tenants.id', 'made.tenantId')
        .innerJoin('reportSnapshots as snapshot', 'snapshot.id', 'made.snapshotId')
        .select(['made.tenantId', 'snapshot.id as snapshotId', 'snapshot.format'])
        .select(shownName('tenants').as('tenantName'))
        .where('made.runId', '=', runId)
        .orderBy(byAlphabet(shownName('tenants')))
        .orderBy('made.tenantId')
        .execute(),

    /** Stores the last attempt's message; the mail is still pending. */
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
     * Returns the outcomes of all mails of the run; undefined while some are pending, or when the
     * run is already closed. The lock serializes simultaneous ends, so that the later one sees
     * both.
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

    async close(trx: Trx, runId: RunId, end: ReturnType<typeof mailStateOf>): Promise<void> {
      await trx
        .updateTable('reportScheduleRuns')
        .set({ mailState: end.state, mailMessage: end.message })
        .where('id', '=', runId)
        .execute()
    },

    /** Returns finished runs from before this time with pending mails and their recipients. */
    findWaiting: (before: Date) =>
      db
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
        .execute(),
  }
}
