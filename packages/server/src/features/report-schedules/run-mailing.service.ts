import type { ReportSnapshotId, RunId, UserId } from '@tenantscope/contract/ids'
import { REPORT_FORMATS, REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'

import type { JobRun } from '../../jobs/job.ts'
import type { PendingJobs } from '../../jobs/pending-jobs.ts'
import { AppError } from '../../lib/app-error.ts'
import { NO_SOURCE, PRODUCT } from '../../lib/operator.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { AuditActor, AuditLogService } from '../audit-log/audit-log.service.ts'
import type { MailAttachment, MailService } from '../mail/mail.service.ts'
import type { ReportsService } from '../reports/reports.service.ts'
import type { TenantsService } from '../tenants/tenants.service.ts'
import { mailSubject, mailText } from './mail-text.rules.ts'
import { mailScheduledReports } from './report-schedules.jobs.ts'
import type { ReportSchedulesRepo } from './report-schedules.repo.ts'
import { distinctNames, mailStateOf } from './report-schedules.rules.ts'
import type { MailOutcome } from './report-schedules.rules.ts'
import type { MailedReport, MailedRun, RunMailsRepo } from './run-mails.repo.ts'

export type RunMailing = ReturnType<typeof createRunMailing>

type Mail = { runId: RunId; userId: UserId }
type Granted = MailedReport & { readonly access: TenantAccess; readonly statement: string | null }
type Attached = MailAttachment & { readonly snapshotId: ReportSnapshotId }

const LOST: MailOutcome = {
  state: 'failed',
  message: 'The process stopped before the mail was sent.',
}
/** Many servers refuse larger mails; then the mail contains links only. */
const MOST_ATTACHED_BYTES = 10 * 1_024 * 1_024
const SKIPPED: MailOutcome = { state: 'skipped', message: null }

/** Mails the reports of a run; each recipient gets only those of tenants that they may see by then. */
export function createRunMailing(deps: {
  repo: RunMailsRepo
  people: Pick<ReportSchedulesRepo, 'findPerson'>
  reports: Pick<ReportsService, 'fileOf' | 'statementOf'>
  tenants: Pick<TenantsService, 'accessFor'>
  mail: Pick<MailService, 'send' | 'isWorthRetrying'>
  auditLog: Pick<AuditLogService, 'access'>
  pending: PendingJobs
  publicUrl: URL
}) {
  const { repo, people, reports, tenants, mail, auditLog, pending, publicUrl } = deps

  async function sent(given: Mail & { run: MailedRun; signal: AbortSignal }): Promise<MailOutcome> {
    const { runId, userId, run, signal } = given
    const person = await people.findPerson(userId)
    if (person === undefined || person.isDisabled || !person.email) return SKIPPED
    const granted: Granted[] = []
    for (const report of await repo.findReports(runId)) {
      const access = await tenants.accessFor(person, report.tenantId)
      if (access === null) continue
      const statement = await reports.statementOf(access, report.snapshotId)
      granted.push({ ...report, access, statement })
    }
    if (granted.length === 0) return SKIPPED
    const attachments = await attachmentsOf(granted, signal)
    await note(granted, { attachments: attachments ?? [], to: { name: person.name, userId } })
    await mail.send({
      to: { name: person.name, address: person.email },
      subject: mailSubject(REPORT_TYPE_NAMES[run.reportType], granted),
      text: mailText({
        ...run,
        reportName: REPORT_TYPE_NAMES[run.reportType],
        reports: granted,
        isAttached: attachments !== null,
        publicUrl,
      }),
      attachments: attachments ?? [],
    })
    return { state: 'sent', message: null }
  }

  /** Recorded before the first byte is sent, like a download; once per attempt. */
  async function note(
    reports: readonly MailedReport[],
    { attachments, to }: { attachments: readonly Attached[]; to: AuditActor },
  ): Promise<void> {
    const attachedIds = new Set(attachments.map(({ snapshotId }) => snapshotId))
    for (const { tenantId, snapshotId, format } of reports)
      await auditLog.access({
        actor: PRODUCT,
        action: 'report mailed',
        tenantId,
        target: to,
        details: `${attachedIds.has(snapshotId) ? format : 'link'}; report ${snapshotId}`,
        source: NO_SOURCE,
      })
  }

  /** Returns the files as for a download; null when they are too large together. */
  async function attachmentsOf(
    granted: readonly Granted[],
    signal: AbortSignal,
  ): Promise<Attached[] | null> {
    const files: Attached[] = []
    let left = MOST_ATTACHED_BYTES
    for (const report of granted) {
      const file = await fileOf(report, left, signal)
      if (file === 'too large') return null
      if (file === 'gone') continue
      left -= file.content.length
      files.push(file)
    }
    const names = distinctNames(files.map(({ fileName }) => fileName))
    return files.map((file, index) => ({ ...file, fileName: names[index] ?? file.fileName }))
  }

  async function fileOf(
    { access, snapshotId, format }: Granted,
    mostBytes: number,
    signal: AbortSignal,
  ): Promise<Attached | 'too large' | 'gone'> {
    try {
      const file = await reports.fileOf(access, snapshotId, { format, signal })
      const pieces: Uint8Array[] = []
      let bytes = 0
      for await (const piece of file.content) {
        bytes += piece.length
        // Leaving the loop cancels the writing.
        if (bytes > mostBytes) return 'too large'
        pieces.push(piece)
      }
      const { mediaType } = REPORT_FORMATS[format]
      return { snapshotId, fileName: file.fileName, mediaType, content: Buffer.concat(pieces) }
    } catch (error) {
      // Deleted since it was created.
      if (error instanceof AppError && error.status === 404) return 'gone'
      throw error
    }
  }

  /** Throws failures that are worth a retry. */
  async function outcomeOf(
    given: Pick<JobRun<Mail>, 'payload' | 'attempt' | 'signal' | 'logger'> & { run: MailedRun },
  ): Promise<MailOutcome> {
    const { run, payload, attempt, signal, logger } = given
    const isLast = attempt >= mailScheduledReports.retryLimit
    try {
      return await sent({ ...payload, run, signal })
    } catch (error) {
      const message = mailProblem(error)
      if (!isLast && mail.isWorthRetrying(error)) {
        await repo.note(payload.runId, payload.userId, `${message} The next attempt follows.`)
        throw error
      }
      logger.error({ err: error }, 'mailing scheduled reports failed')
      return { state: 'failed', message }
    }
  }

  async function settle(of: Mail, outcome: MailOutcome): Promise<void> {
    await repo.transaction(async (trx) => {
      await repo.settle(trx, of, outcome)
      const outcomes = await repo.outcomesLocked(trx, of.runId)
      if (outcomes !== undefined) await repo.close(trx, of.runId, mailStateOf(outcomes))
    })
  }

  return {
    async mailTo({ payload, attempt, signal, logger }: JobRun<Mail>): Promise<void> {
      const run = await repo.findPending(payload.runId, payload.userId)
      if (run === undefined) return
      await settle(payload, await outcomeOf({ run, payload, attempt, signal, logger }))
    },

    /** Closes mails whose job no longer exists. */
    async closeLost(before: Date): Promise<void> {
      const waiting = await repo.findWaiting(before)
      if (waiting.length === 0) return
      const mailing = await pending.find(mailScheduledReports)
      const keys = new Set(mailing.map(({ runId, userId }) => `${runId} ${userId}`))
      for (const { runId, userIds } of waiting) {
        for (const userId of userIds)
          if (!keys.has(`${runId} ${userId}`)) await settle({ runId, userId }, LOST)
        await repo.transaction(async (trx) => {
          const outcomes = await repo.outcomesLocked(trx, runId)
          if (outcomes !== undefined) await repo.close(trx, runId, mailStateOf(outcomes))
        })
      }
    },
  }
}

/** Failures of the mail feature have texts for users; other errors are only logged. */
const mailProblem = (error: unknown): string =>
  error instanceof Error && error.name === 'MailFailed'
    ? error.message
    : 'Creating the mail failed; see the server log.'
