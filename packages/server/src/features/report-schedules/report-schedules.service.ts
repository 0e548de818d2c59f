import type { CallReply } from '@tenantscope/contract/endpoint'
import type { ReportScheduleId, TenantId, UserId } from '@tenantscope/contract/ids'
import { REPORT_SCHEDULES } from '@tenantscope/contract/limits'
import type {
  ReportSchedule,
  ReportScheduleInput,
  ReportScheduleRun,
  listReportRecipients,
  listReportSchedules,
} from '@tenantscope/contract/report-schedules'

import type { Trx } from '../../db/tables.ts'
import { scopeOf } from '../../db/tenant-scope.ts'
import type { Actor } from '../../lib/actor.ts'
import { AppError, badField, tenantNotFound } from '../../lib/app-error.ts'
import { refuseOldVersion } from '../../lib/changed-meanwhile.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import type { MailService } from '../mail/mail.service.ts'
import type { TenantsService } from '../tenants/tenants.service.ts'
import type {
  ReportSchedulesRepo,
  ScheduleValues,
  StoredSchedule,
} from './report-schedules.repo.ts'
import { nextRunAfter, timingOf } from './report-schedules.rules.ts'
import type { ScheduleRunsRepo, VisibleRun } from './schedule-runs.repo.ts'
import type { ScheduleRuns } from './schedule-runs.service.ts'

export type ReportSchedulesService = ReturnType<typeof createReportSchedulesService>

/** Manages report schedules: users see and change their own, administrators all. */
export function createReportSchedulesService(deps: {
  repo: ReportSchedulesRepo
  runs: Pick<ScheduleRunsRepo, 'list' | 'findLast'>
  starting: Pick<ScheduleRuns, 'begin'>
  tenants: Pick<TenantsService, 'accessFor'>
  mail: Pick<MailService, 'isConfigured'>
  auditLog: AuditLogService
  clock: Clock
}) {
  const { repo, runs, starting, tenants, mail, auditLog, clock } = deps

  /** Another user's schedule is reported as not found. */
  async function existing(id: ReportScheduleId, actor: Actor, trx?: Trx): Promise<StoredSchedule> {
    const schedule = await repo.find(id, scopeOf(actor), trx)
    const isTheirs = actor.role === 'admin' || schedule?.createdByUserId === actor.userId
    if (schedule === undefined || !isTheirs) throw new AppError('NOT_FOUND', 'Schedule not found')
    return schedule
  }

  /** Refuses a tenant and recipients that the caller may not choose. */
  async function refuseForeign(
    given: ReportScheduleInput,
    actor: Actor,
    before: StoredSchedule | null,
  ): Promise<void> {
    const { tenantId, recipientIds } = given
    if (tenantId !== null && (await tenants.accessFor(actor, tenantId)) === null)
      throw tenantNotFound()
    // Recipients that an administrator added may be kept when the creator changes something else.
    const known = new Set(before?.recipients.map(({ userId }) => userId))
    const others = recipientIds.filter((id) => id !== actor.userId && !known.has(id))
    if (others.length > 0 && actor.role !== 'admin')
      throw badField('recipientIds', 'Only administrators can send reports to other users')
    const found = await repo.findRecipients(recipientIds)
    const able = new Set(found.map(({ userId }) => userId))
    const unable = recipientIds.filter((id) => !able.has(id))
    if (unable.length > 0)
      throw badField(
        'recipientIds',
        `No user who can receive mail has these IDs: ${[...new Set(unable)].join(', ')}`,
      )
  }

  function valuesFrom(given: ReportScheduleInput): ScheduleValues {
    const { tenantId, reportType, format, recurrence, time, timeZone, isEnabled } = given
    const { frequency } = recurrence
    return {
      tenantId,
      reportType,
      format,
      frequency,
      weekday: recurrence.frequency === 'weekly' ? recurrence.weekday : null,
      dayOfMonth: recurrence.frequency === 'monthly' ? recurrence.dayOfMonth : null,
      timeOfDay: time,
      timeZone,
      isEnabled,
      nextRunAt: isEnabled ? nextRunAfter(given, clock.now()) : null,
    }
  }

  async function presentedOne(id: ReportScheduleId, actor: Actor): Promise<ReportSchedule> {
    const schedule = await existing(id, actor)
    const [lastRun] = await runs.findLast([id], scopeOf(actor))
    return presented(schedule, actor, lastRun)
  }

  function audit(
    trx: Trx,
    by: By,
    entry: { verb: string; before: StoredSchedule | null; after: StoredSchedule | null },
  ): Promise<void> {
    const { verb, before, after } = entry
    const creator = before ?? after
    const isOthers = creator !== null && creator.createdByUserId !== by.actor.userId
    return auditLog.change(
      {
        type: 'settings',
        action: `report schedule ${verb}`,
        changedBy: by.actor,
        target: isOthers ? { name: creator.creatorName, userId: creator.createdByUserId } : null,
        oldValue: before && auditedText(before),
        newValue: after && auditedText(after),
        details: JSON.stringify({ scheduleId: creator?.id }),
        source: by.source,
      },
      trx,
    )
  }

  return {
    async list(
      { tenantId = null }: { tenantId?: TenantId | null | undefined },
      actor: Actor,
    ): Promise<CallReply<typeof listReportSchedules>> {
      const scope = scopeOf(actor)
      const creatorId = actor.role === 'admin' ? null : actor.userId
      const schedules = await repo.list({ creatorId, tenantId }, scope)
      const last = await runs.findLast(
        schedules.map(({ id }) => id),
        scope,
      )
      const lastById = new Map(last.map((run) => [run.scheduleId, run]))
      return {
        schedules: schedules.map((each) => presented(each, actor, lastById.get(each.id))),
        isMailConfigured: await mail.isConfigured(),
      }
    },

    async create(given: ReportScheduleInput, actor: Actor, by: By): Promise<ReportSchedule> {
      await refuseForeign(given, actor, null)
      const id = await repo.transaction(async (trx) => {
        if ((await repo.countLocked(trx, actor.userId)) >= REPORT_SCHEDULES.perPerson)
          throw new AppError(
            'CONFLICT',
            `You have ${REPORT_SCHEDULES.perPerson} schedules, which is the maximum; delete one first`,
          )
        const made = { name: by.actor.name, userId: actor.userId, at: clock.now() }
        const scheduleId = await repo.insert(trx, valuesFrom(given), made)
        await repo.replaceRecipients(trx, scheduleId, given.recipientIds)
        const after = await existing(scheduleId, actor, trx)
        await audit(trx, by, { verb: 'created', before: null, after })
        return scheduleId
      })
      return presentedOne(id, actor)
    },

    /** A body without a version is accepted (decisions.md, Administration). */
    async save(
      id: ReportScheduleId,
      given: ReportScheduleInput & { version?: number | undefined },
      { actor, by }: { actor: Actor; by: By },
    ): Promise<ReportSchedule> {
      await refuseForeign(given, actor, await existing(id, actor))
      await repo.transaction(async (trx) => {
        await repo.lock(trx, id)
        const before = await existing(id, actor, trx)
        refuseOldVersion(given.version, before)
        const change = { updatedBy: by.actor.name, updatedAt: clock.now() }
        await repo.update(trx, id, { ...valuesFrom(given), ...change })
        await repo.replaceRecipients(trx, id, given.recipientIds)
        const after = await existing(id, actor, trx)
        await audit(trx, by, { verb: 'changed', before, after })
      })
      return presentedOne(id, actor)
    },

    async delete(id: ReportScheduleId, actor: Actor, by: By): Promise<{ message: string }> {
      await repo.transaction(async (trx) => {
        await repo.lock(trx, id)
        const before = await existing(id, actor, trx)
        await repo.delete(trx, id)
        await audit(trx, by, { verb: 'deleted', before, after: null })
      })
      return { message: 'The schedule was deleted. Its reports are kept.' }
    },

    /** Runs the schedule now, outside its schedule; 409 while it is running. */
    async run(id: ReportScheduleId, actor: Actor, by: By): Promise<{ message: string }> {
      await repo.transaction(async (trx) => {
        await repo.lock(trx, id)
        const schedule = await existing(id, actor, trx)
        if (!(await starting.begin(trx, schedule)))
          throw new AppError('CONFLICT', 'The reports of this schedule are already being created')
        await audit(trx, by, { verb: 'run', before: schedule, after: schedule })
      })
      return { message: 'The reports are being created.' }
    },

    async listRuns(id: ReportScheduleId, actor: Actor): Promise<{ runs: ReportScheduleRun[] }> {
      await existing(id, actor)
      const found = await runs.list(id, scopeOf(actor), REPORT_SCHEDULES.runsShown)
      return { runs: found.map(presentedRun) }
    },

    async recipients(actor: Actor): Promise<CallReply<typeof listReportRecipients>> {
      const people = await repo.findRecipients(actor.role === 'admin' ? 'all' : [actor.userId])
      return { people, isMailConfigured: await mail.isConfigured() }
    },
  }
}

function presented(
  schedule: StoredSchedule,
  actor: { userId: UserId },
  lastRun: VisibleRun | undefined,
): ReportSchedule {
  const { id, tenantId, tenantName, reportType, format, isEnabled, version, nextRunAt } = schedule
  const { recurrence, time, timeZone } = timingOf(schedule)
  const { recipients } = schedule
  return {
    id,
    tenantId,
    tenantName,
    reportType,
    format,
    recurrence,
    time,
    timeZone,
    isEnabled,
    recipientIds: recipients.map(({ userId }) => userId),
    recipients,
    createdBy: schedule.creatorName,
    isMine: schedule.createdByUserId === actor.userId,
    nextRunAt: nextRunAt?.toISOString() ?? null,
    lastRun: lastRun === undefined ? null : presentedRun(lastRun),
    version,
  }
}

function presentedRun(run: VisibleRun): ReportScheduleRun {
  return {
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    state: run.state,
    message: run.problem,
    made: run.made,
    failures: run.failures,
    mail: { state: run.mailState, message: run.mailMessage },
  }
}

/** Returns the trail's text of a schedule. */
function auditedText(schedule: StoredSchedule): string {
  const { tenantId, reportType, format, isEnabled, recipients } = schedule
  const recipientIds = recipients.map(({ userId }) => userId)
  return JSON.stringify({
    tenantId,
    reportType,
    format,
    ...timingOf(schedule),
    isEnabled,
    recipientIds,
  })
}
