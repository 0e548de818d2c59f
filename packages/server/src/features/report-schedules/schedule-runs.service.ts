import type { ReportScheduleId, RunId, TenantId, UserId } from '@tenantscope/contract/ids'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'

import type { Database } from '../../db/tables.ts'
import { ALL_TENANTS, scopeOf } from '../../db/tenant-scope.ts'
import type { JobRun } from '../../jobs/job.ts'
import type { PendingJobs } from '../../jobs/pending-jobs.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { NO_SOURCE, PRODUCT } from '../../lib/operator.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { MailService } from '../mail/mail.service.ts'
import type { ReportsService } from '../reports/reports.service.ts'
import type { TenantsService } from '../tenants/tenants.service.ts'
import { mailScheduledReports, makeScheduledReport } from './report-schedules.jobs.ts'
import type { Person, ReportSchedulesRepo, StoredSchedule } from './report-schedules.repo.ts'
import { makerRefusal, nextRunAfter, stateOf, timingOf } from './report-schedules.rules.ts'
import type { RunMailing } from './run-mailing.service.ts'
import type { RunStanding, ScheduleRunsRepo } from './schedule-runs.repo.ts'

export type ScheduleRuns = ReturnType<typeof createScheduleRuns>

type Trx = Transaction<Database>

type TenantRun = JobRun<{ runId: RunId; tenantId: TenantId }>
type Outcome = Parameters<ScheduleRunsRepo['settleTenant']>[2]

/** Jobs come back by themselves when their process dies; what has none after this was lost for good. */
const LOST_AFTER_MS = 5 * 60_000
const LOST = 'The work was cut short. The next report is made as planned.'
/** For a tenant that is none and for one that the maker may not see: one must not be told from the other. */
const NO_TENANT = 'Tenant not found'

/** Starts schedules, makes their reports tenant by tenant with what the maker may do then, and closes runs. */
export function createScheduleRuns(deps: {
  schedules: ReportSchedulesRepo
  repo: ScheduleRunsRepo
  mailing: Pick<RunMailing, 'closeLost'>
  reports: Pick<ReportsService, 'makeScheduled'>
  tenants: Pick<TenantsService, 'accessFor'>
  mail: Pick<MailService, 'isConfigured'>
  auditLog: AuditLogService
  jobs: Pick<JobRunner, 'send'>
  pending: PendingJobs
  clock: Clock
  newId: () => string
}) {
  const { schedules, repo, mailing, reports, tenants, mail, auditLog, jobs, pending, clock } = deps

  /** Begins a run of a schedule whose lock the caller holds; false while one is under way. */
  async function begin(trx: Trx, schedule: StoredSchedule): Promise<boolean> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made here, where else would it get its brand
    const runId = deps.newId() as RunId
    const startedAt = clock.now()
    if (!(await repo.insert(trx, { id: runId, scheduleId: schedule.id, startedAt }))) return false
    const maker = await schedules.findPerson(schedule.createdByUserId, trx)
    const refusal = makerRefusal(maker)
    if (refusal !== null) {
      await fail(trx, runId, refusal)
      await disable(trx, schedule)
      return true
    }
    const tenantIds = await tenantsOf(trx, schedule, maker)
    if (tenantIds.length === 0) {
      await fail(trx, runId, schedule.tenantId === null ? NOTHING_READ : NO_TENANT)
      return true
    }
    await repo.addTenants(trx, runId, tenantIds)
    for (const tenantId of tenantIds)
      await jobs.send(makeScheduledReport, { runId, tenantId }, { transaction: trx })
    return true
  }

  async function tenantsOf(
    trx: Trx,
    { tenantId, id }: StoredSchedule,
    maker: Person | undefined,
  ): Promise<TenantId[]> {
    if (maker === undefined) return []
    const scope = scopeOf(maker)
    if (tenantId === null) return repo.findReadTenants(trx, scope)
    // Its name is told only where the tenant is the maker's now.
    const seen = await schedules.find(id, scope, trx)
    return seen === undefined || seen.tenantName === null ? [] : [tenantId]
  }

  async function fail(trx: Trx, runId: RunId, problem: string): Promise<void> {
    const end = { state: 'failed', mailState: 'nobody' } as const
    await repo.close(trx, runId, { ...end, problem, finishedAt: clock.now() })
  }

  async function disable(trx: Trx, { id, makerName }: StoredSchedule): Promise<void> {
    const change = { updatedBy: PRODUCT.name, updatedAt: clock.now() }
    await schedules.update(trx, id, { isEnabled: false, nextRunAt: null, ...change })
    await auditLog.change(
      {
        type: 'settings',
        action: 'report schedule disabled',
        changedBy: PRODUCT,
        target: null,
        oldValue: 'enabled',
        newValue: 'disabled',
        details: JSON.stringify({ scheduleId: id, maker: makerName }),
        source: NO_SOURCE,
      },
      trx,
    )
  }

  /** Moves a schedule that is due on to its next time and begins its run: both or neither, and once. */
  function startIfDue(id: ReportScheduleId): Promise<void> {
    return repo.transaction(async (trx) => {
      await schedules.lock(trx, id)
      const schedule = await schedules.find(id, ALL_TENANTS, trx)
      const now = clock.now()
      if (schedule?.isEnabled !== true) return
      if (schedule.nextRunAt === null || schedule.nextRunAt > now) return
      if (await begin(trx, schedule)) {
        const latest = await schedules.find(id, ALL_TENANTS, trx)
        if (latest?.isEnabled === true)
          await schedules.moveOn(trx, id, nextRunAfter(timingOf(schedule), now))
      }
    })
  }

  /** What came of one tenant; throws for what may go well with the next try. */
  async function made(
    scheduleId: ReportScheduleId,
    { payload: { runId, tenantId }, signal }: TenantRun,
  ): Promise<Outcome> {
    const snapshotId = await repo.findSnapshot(runId, tenantId)
    if (snapshotId !== undefined) return { snapshotId }
    const schedule = await schedules.find(scheduleId, ALL_TENANTS)
    const maker = schedule && (await schedules.findPerson(schedule.createdByUserId))
    const refusal = makerRefusal(maker)
    if (schedule === undefined || maker === undefined || refusal !== null)
      return { problem: refusal ?? NO_TENANT }
    const access = await tenants.accessFor(maker, tenantId)
    if (access === null) return { problem: NO_TENANT }
    const report = await reports.makeScheduled(access, {
      createdBy: maker.name,
      timeZone: schedule.timeZone,
      userId: maker.userId,
      format: schedule.format,
      scheduleRunId: runId,
      signal,
    })
    return report.kind === 'made' ? { snapshotId: report.snapshotId } : { problem: report.reason }
  }

  async function settle(of: { runId: RunId; tenantId: TenantId }, outcome: Outcome): Promise<void> {
    // Asked before: what holds a transaction waits for nothing else.
    const isMailConfigured = await mail.isConfigured()
    const standing = await repo.transaction(async (trx) => {
      await repo.settleTenant(trx, of, outcome)
      return closeIfDone(trx, of.runId, isMailConfigured)
    })
    await disableAfter(standing)
  }

  /** A maker who lost the right to make reports in the middle of a run does not begin another. */
  async function disableAfter(standing: RunStanding | undefined): Promise<void> {
    if (standing === undefined) return
    const { scheduleId } = standing
    await repo.transaction(async (trx) => {
      await schedules.lock(trx, scheduleId)
      const schedule = await schedules.find(scheduleId, ALL_TENANTS, trx)
      if (schedule?.isEnabled !== true) return
      const maker = await schedules.findPerson(schedule.createdByUserId, trx)
      if (makerRefusal(maker) !== null) await disable(trx, schedule)
    })
  }

  /** The standing of a run that this closed. */
  async function closeIfDone(
    trx: Trx,
    runId: RunId,
    isMailConfigured: boolean,
  ): Promise<RunStanding | undefined> {
    const standing = await repo.standingLocked(trx, runId)
    if (standing?.state !== 'running' || standing.pending > 0) return undefined
    const userIds = standing.made === 0 ? [] : await recipientsOf(trx, standing.scheduleId)
    const mailState = isMailConfigured ? 'pending' : 'not-configured'
    await repo.close(trx, runId, {
      state: stateOf(standing),
      finishedAt: clock.now(),
      // Its tenants were erased meanwhile.
      problem: standing.made + standing.failed === 0 ? NO_TENANT : null,
      mailState: userIds.length === 0 ? 'nobody' : mailState,
    })
    if (isMailConfigured) await sendMails(trx, runId, userIds)
    return standing
  }

  async function recipientsOf(trx: Trx, id: ReportScheduleId): Promise<UserId[]> {
    const schedule = await schedules.find(id, ALL_TENANTS, trx)
    return schedule?.recipients.map(({ userId }) => userId) ?? []
  }

  async function sendMails(trx: Trx, runId: RunId, userIds: readonly UserId[]): Promise<void> {
    await repo.addMails(trx, runId, userIds)
    for (const userId of userIds)
      await jobs.send(mailScheduledReports, { runId, userId }, { transaction: trx })
  }

  return {
    /** Any number of processes may look at once; each schedule starts once, also after days of rest. */
    async startDue(logger: Logger): Promise<void> {
      for (const id of await schedules.findDue(clock.now())) {
        try {
          await startIfDue(id)
        } catch (error) {
          // The others must not wait for it.
          logger.error({ err: error, scheduleId: id }, 'a report schedule could not be started')
        }
      }
    },

    begin,

    async makeOne(run: TenantRun): Promise<void> {
      const { payload, attempt, logger } = run
      const scheduleId = await repo.findPending(payload.runId, payload.tenantId)
      if (scheduleId === undefined) return
      const isLast = attempt >= makeScheduledReport.retryLimit
      try {
        await settle(payload, await made(scheduleId, run))
      } catch (error) {
        if (!isLast && isWorthRetrying(error)) throw error
        logger.error({ err: error }, 'a scheduled report could not be made')
        await settle(payload, { problem: problemOf(error) })
      }
    },

    /** Closes what waits for jobs that are no more, such as after a crash at the last try. */
    async closeLost(): Promise<void> {
      const before = new Date(clock.now().getTime() - LOST_AFTER_MS)
      const underWay = await repo.findUnderWay(before)
      if (underWay.length > 0) {
        const making = await pending.find(makeScheduledReport)
        const keys = new Set(making.map(({ runId, tenantId }) => `${runId} ${tenantId}`))
        const isMailConfigured = await mail.isConfigured()
        for (const { runId, tenantIds } of underWay) {
          for (const tenantId of tenantIds)
            if (!keys.has(`${runId} ${tenantId}`))
              await settle({ runId, tenantId }, { problem: LOST })
          await repo.transaction((trx) => closeIfDone(trx, runId, isMailConfigured))
        }
      }
      await mailing.closeLost(before)
    },
  }
}

const NOTHING_READ = 'No tenant has been read yet'

/** A refusal stays one; a conflict, such as data that changed meanwhile, may be over. */
const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof AppError) || error.status === 409 || error.status >= 500

/** In words for people; what is inside stays in the log. */
const problemOf = (error: unknown): string =>
  error instanceof AppError && error.status < 500
    ? error.message
    : 'The report could not be made; the log of the server says why.'
