import type { ReportScheduleId, RunId, TenantId, UserId } from '@tenantscope/contract/ids'
import type { Logger } from 'pino'

import type { Trx } from '../../db/tables.ts'
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
import { creatorRefusal, nextRunAfter, stateOf, timingOf } from './report-schedules.rules.ts'
import type { RunMailing } from './run-mailing.service.ts'
import type { RunState, ScheduleRunsRepo } from './schedule-runs.repo.ts'

export type ScheduleRuns = ReturnType<typeof createScheduleRuns>

type TenantRun = JobRun<{ runId: RunId; tenantId: TenantId }>
type Outcome = Parameters<ScheduleRunsRepo['settleTenant']>[2]

/** A crashed process's jobs are retried; a report without a job after this time is lost. */
const LOST_AFTER_MS = 5 * 60_000
const LOST =
  'The process stopped before the report was complete. The next report is created as scheduled.'
/** The same text for an unknown tenant and one that the creator may not see. */
const NO_TENANT = 'Tenant not found'

/** Starts schedules, creates their reports per tenant with the creator's current rights, and closes runs. */
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

  /** Starts a run of a schedule that the caller has locked; returns false while one is running. */
  async function begin(trx: Trx, schedule: StoredSchedule): Promise<boolean> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- run ids are created here only
    const runId = deps.newId() as RunId
    const startedAt = clock.now()
    if (!(await repo.insert(trx, { id: runId, scheduleId: schedule.id, startedAt }))) return false
    const creator = await schedules.findPerson(schedule.createdByUserId, trx)
    const refusal = creatorRefusal(creator)
    if (refusal !== null) {
      await fail(trx, runId, refusal)
      await disable(trx, schedule)
      return true
    }
    const tenantIds = await tenantsOf(trx, schedule, creator)
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
    creator: Person | undefined,
  ): Promise<TenantId[]> {
    if (creator === undefined) return []
    const scope = scopeOf(creator)
    if (tenantId === null) return repo.findReadTenants(trx, scope)
    // The tenant's name is shown only if the creator may see it now.
    const seen = await schedules.find(id, scope, trx)
    return seen === undefined || seen.tenantName === null ? [] : [tenantId]
  }

  async function fail(trx: Trx, runId: RunId, problem: string): Promise<void> {
    const end = { state: 'failed', mailState: 'no-recipients' } as const
    await repo.close(trx, runId, { ...end, problem, finishedAt: clock.now() })
  }

  async function disable(trx: Trx, { id, creatorName }: StoredSchedule): Promise<void> {
    const change = { updatedBy: PRODUCT.name, updatedAt: clock.now() }
    await schedules.update(trx, id, { isEnabled: false, nextRunAt: null, ...change })
    await auditLog.change(
      {
        type: 'settings',
        action: 'report schedule disabled',
        changedBy: PRODUCT,
        oldValue: 'enabled',
        newValue: 'disabled',
        details: JSON.stringify({ scheduleId: id, maker: creatorName }),
        source: NO_SOURCE,
      },
      trx,
    )
  }

  /** Moves a due schedule to its next time and starts its run, in one transaction. */
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

  /** Creates the report of one tenant; throws failures that a retry may resolve. */
  async function made(
    scheduleId: ReportScheduleId,
    { payload: { runId, tenantId }, signal }: TenantRun,
  ): Promise<Outcome> {
    const snapshotId = await repo.findSnapshot(runId, tenantId)
    if (snapshotId !== undefined) return { snapshotId }
    const schedule = await schedules.find(scheduleId, ALL_TENANTS)
    const creator = schedule && (await schedules.findPerson(schedule.createdByUserId))
    const refusal = creatorRefusal(creator)
    if (schedule === undefined || creator === undefined || refusal !== null)
      return { problem: refusal ?? NO_TENANT }
    const access = await tenants.accessFor(creator, tenantId)
    if (access === null) return { problem: NO_TENANT }
    return reports.makeScheduled(access, {
      createdBy: creator.name,
      timeZone: schedule.timeZone,
      userId: creator.userId,
      reportType: schedule.reportType,
      format: schedule.format,
      scheduleRunId: runId,
      signal,
    })
  }

  async function settle(of: { runId: RunId; tenantId: TenantId }, outcome: Outcome): Promise<void> {
    // Read before: a transaction must not wait for other resources.
    const isMailConfigured = await mail.isConfigured()
    const state = await repo.transaction(async (trx) => {
      await repo.settleTenant(trx, of, outcome)
      return closeIfDone(trx, of.runId, isMailConfigured)
    })
    await disableAfter(state)
  }

  /** Disables the schedule if its creator lost the right to create reports during a run. */
  async function disableAfter(state: RunState | undefined): Promise<void> {
    if (state === undefined) return
    const { scheduleId } = state
    await repo.transaction(async (trx) => {
      await schedules.lock(trx, scheduleId)
      const schedule = await schedules.find(scheduleId, ALL_TENANTS, trx)
      if (schedule?.isEnabled !== true) return
      const creator = await schedules.findPerson(schedule.createdByUserId, trx)
      if (creatorRefusal(creator) !== null) await disable(trx, schedule)
    })
  }

  /** Closes the run if it is done; returns the state of a run that was closed. */
  async function closeIfDone(
    trx: Trx,
    runId: RunId,
    isMailConfigured: boolean,
  ): Promise<RunState | undefined> {
    const state = await repo.stateLocked(trx, runId)
    if (state?.state !== 'running' || state.pending > 0) return undefined
    const userIds = state.made === 0 ? [] : await recipientsOf(trx, state.scheduleId)
    const mailState = isMailConfigured ? 'pending' : 'not-configured'
    await repo.close(trx, runId, {
      state: stateOf(state),
      finishedAt: clock.now(),
      // Its tenants were erased in the meantime.
      problem: state.made + state.failed === 0 ? NO_TENANT : null,
      mailState: userIds.length === 0 ? 'no-recipients' : mailState,
    })
    if (isMailConfigured) await sendMails(trx, runId, userIds)
    return state
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
    /** Several processes may call this at once; each schedule starts once, also after a long pause. */
    async startDue(logger: Logger): Promise<void> {
      for (const id of await schedules.findDue(clock.now())) {
        try {
          await startIfDue(id)
        } catch (error) {
          // The other schedules must still start.
          logger.error({ err: error, scheduleId: id }, 'starting a report schedule failed')
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
        logger.error({ err: error }, 'creating a scheduled report failed')
        await settle(payload, { problem: problemOf(error) })
      }
    },

    /** Closes runs whose jobs no longer exist, such as after a crash in the last attempt. */
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

/** Refusals are not retried; a conflict, such as changed data, is. */
const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof AppError) || error.status === 409 || error.status >= 500

/** Returns a text for users; internal details are only logged. */
const problemOf = (error: unknown): string =>
  error instanceof AppError && error.status < 500
    ? error.message
    : 'Creating the report failed; see the server log.'
