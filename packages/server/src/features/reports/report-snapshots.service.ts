import type { ReportDifferences } from '@tenantscope/analysis/report-comparison'
import {
  listedFigures,
  reportFigures,
  reportFiguresText,
} from '@tenantscope/analysis/report-figures'
import type { ReportDocument } from '@tenantscope/contract/any-report'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { ReportSnapshotId } from '@tenantscope/contract/ids'
import { REPORTS } from '@tenantscope/contract/limits'
import { REPORT_FORMATS, REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'
import type { ReportFormat, ReportType } from '@tenantscope/contract/report-document'
import type {
  listReportSnapshots,
  ReportComparison,
  ReportSnapshot,
} from '@tenantscope/contract/reports'

import type { FileResult } from '../../http/call.ts'
import { AppError, badQuery } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import { interrupted } from '../../lib/waiting.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import { documentHead, documentText } from './document-text.ts'
import type { ReportLook } from './formats/report-writer.ts'
import type { ReportLooksService } from './report-looks.service.ts'
import type { ProgressTeller } from './report-progress.service.ts'
import type { ReportSnapshotsRepo, SnapshotRow } from './report-snapshots.repo.ts'
import { cursorOf, cursorText, reportFileName } from './reports.rules.ts'
import type { ReportWriting, WritingProgress } from './writing/report-writing.ts'

export type ReportSnapshotsService = ReturnType<typeof createReportSnapshotsService>

/** The owner of a report and the requested format. */
export interface KeptFor {
  readonly by: By
  readonly format: ReportFormat
  /** Null unless a schedule made it. */
  readonly scheduleRunId: string | null
}

/** A report as it is kept, with what makes a file of it. */
export interface KeptReport {
  readonly id: ReportSnapshotId
  readonly text: string
  readonly look: ReportLook
}

/** A file of a report that is wanted. */
export interface AskedFile {
  readonly format: ReportFormat
  readonly signal: AbortSignal
  readonly progress: ProgressTeller
}

/** The maximum time from reading the branding to storing the report that refers to it. */
const LOOK_KEPT_HOURS = 6

/** Reports that were made: kept, listed, written again as they were, compared, and removed one day. */
export function createReportSnapshotsService(deps: {
  repo: ReportSnapshotsRepo
  looks: Pick<ReportLooksService, 'current' | 'find' | 'retentionMonths'>
  writing: Pick<ReportWriting, 'write'>
  compare: (texts: readonly [string, string], signal: AbortSignal) => Promise<ReportDifferences>
  auditLog: AuditLogService
  clock: Clock
  newId: () => string
}) {
  const { repo, looks, writing, compare, auditLog, clock, newId } = deps

  async function existing(access: TenantAccess, id: ReportSnapshotId) {
    const snapshot = await repo.find(access, id)
    if (snapshot === undefined) throw new AppError('NOT_FOUND', 'Report not found')
    return snapshot
  }

  /** The writing and its progress start with the first read. */
  async function* written(
    { text, look }: Pick<KeptReport, 'text' | 'look'>,
    { format, signal, progress }: AskedFile,
  ): AsyncGenerator<Uint8Array> {
    let state: 'finished' | 'failed' = 'failed'
    try {
      yield* writing.write(
        { document: text, look, format },
        { signal, onProgress: (news) => progress.tell(newsOf(news)) },
      )
      state = 'finished'
    } catch (error) {
      throw signal.aborted ? interrupted() : error
    } finally {
      progress.tell({ state })
    }
  }

  function fileFrom(kept: Pick<KeptReport, 'text' | 'look'>, asked: AskedFile): FileResult {
    return {
      fileName: reportFileName(documentHead(kept.text), asked.format),
      mediaType: REPORT_FORMATS[asked.format].mediaType,
      content: written(kept, asked),
    }
  }

  /** The file as it was when the report was made, in any format. */
  async function fileOf(
    access: TenantAccess,
    id: ReportSnapshotId,
    asked: AskedFile,
  ): Promise<FileResult> {
    const { text, lookId, userCount } = await existing(access, id)
    asked.progress.tell({ state: 'reading', usersTotal: userCount })
    return fileFrom({ text, look: await looks.find(lookId) }, asked)
  }

  return {
    /** Keeps a report for good, with the look of this moment. */
    async keep(
      access: TenantAccess,
      document: ReportDocument,
      { by, format, scheduleRunId }: KeptFor,
    ): Promise<KeptReport> {
      const id = ReportSnapshotId.parse(newId())
      const { reportType, createdAt, dataAsOf } = document
      const [text, { id: lookId, look }] = await Promise.all([
        documentText(document),
        looks.current(),
      ])
      await repo.transaction(async (trx) => {
        await repo.insert(trx, access, {
          id,
          reportType,
          snapshotData: text,
          createdAt: new Date(createdAt),
          createdBy: document.createdBy ?? by.actor.name,
          ...reportFigures(document),
          createdByUserId: by.actor.userId,
          format,
          dataAsOf: new Date(dataAsOf),
          lookId,
          isScheduled: scheduleRunId !== null,
          scheduleRunId,
        })
        await auditLog.access(
          {
            actor: by.actor,
            action: 'report made',
            tenantId: access.tenantId,
            details: `${REPORT_TYPE_NAMES[reportType]} (${format}): ${reportFiguresText(document)}; report ${id}`,
            source: by.source,
          },
          trx,
        )
      })
      return { id, text, look }
    },

    fileFrom,

    fileOf,

    /** The sentence that the report opens with; null when it is gone or of an earlier version. */
    async statementOf(access: TenantAccess, id: ReportSnapshotId): Promise<string | null> {
      const head = await repo.findHead(access, id)
      return head === undefined ? null : (documentHead(head).statement ?? null)
    },

    /** The same for a person; it is in the audit before the first byte leaves. */
    async download(
      access: TenantAccess,
      id: ReportSnapshotId,
      asked: AskedFile & { by: By },
    ): Promise<FileResult> {
      const { format, by } = asked
      const file = await fileOf(access, id, asked)
      await auditLog.access({
        actor: by.actor,
        action: 'report downloaded',
        tenantId: access.tenantId,
        details: `${format}; report ${id}`,
        source: by.source,
      })
      return file
    },

    async list(
      access: TenantAccess,
      cursor: string | undefined,
    ): Promise<CallReply<typeof listReportSnapshots>> {
      const after = cursor === undefined ? null : knownCursor(cursor)
      const [rows, retentionMonths] = await Promise.all([
        repo.list(access, { after, limit: REPORTS.snapshotsPerPage + 1 }),
        looks.retentionMonths(),
      ])
      const shown = rows.slice(0, REPORTS.snapshotsPerPage)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      return {
        snapshots: shown.map(toSnapshot),
        nextCursor: last === undefined ? null : cursorText(last),
        retentionMonths,
      }
    },

    async compare(
      access: TenantAccess,
      ids: readonly [ReportSnapshotId, ReportSnapshotId],
      signal: AbortSignal,
    ): Promise<ReportComparison> {
      if (ids[0] === ids[1]) throw badQuery('other', 'Choose two different reports')
      const [one, other] = await Promise.all([existing(access, ids[0]), existing(access, ids[1])])
      if (one.reportType !== other.reportType)
        throw badQuery('other', 'Reports of different types cannot be compared')
      if (one.reportType !== 'user-license')
        throw badQuery(
          'other',
          `${REPORT_TYPE_NAMES[one.reportType]}s cannot be compared. ${WHERE_CHANGES[one.reportType]}`,
        )
      const [before, after] = one.createdAt <= other.createdAt ? [one, other] : [other, one]
      const { text: earlier, ...first } = before
      const { text: later, ...second } = after
      const differences = await compare([earlier, later], signal)
      return { before: toSnapshot(first), after: toSnapshot(second), ...differences }
    },

    /** Removes what was past the retention period, and looks that are left without a report. */
    async sweep(): Promise<void> {
      const now = clock.now()
      await repo.deleteOlder(await looks.retentionMonths(), now)
      await repo.deleteUnusedLooks(new Date(now.getTime() - LOOK_KEPT_HOURS * 3_600_000))
    },
  }
}

/** Where the changes are that a comparison of reports of this type would show. */
const WHERE_CHANGES = {
  posture: 'The Security tab of the tenant lists what changed.',
  savings: 'Compare two reports of licenses to see what changed.',
} as const satisfies Record<Exclude<ReportType, 'user-license'>, string>

function newsOf(news: WritingProgress) {
  if (news.state === 'queued') return news
  return { state: news.state, usersWritten: news.written, usersTotal: news.total }
}

/** The reply's schema drops columns that are not part of it. */
function toSnapshot(stored: SnapshotRow): ReportSnapshot {
  const { score, failedChecks, savingsCents, savingsCurrency, ...row } = stored
  return {
    ...row,
    ...listedFigures({ score, failedChecks, savingsCents, savingsCurrency }),
    createdAt: row.createdAt.toISOString(),
    dataAsOf: row.dataAsOf.toISOString(),
  }
}

function knownCursor(text: string) {
  const cursor = cursorOf(text)
  if (cursor === undefined) throw badQuery('cursor', 'Not a valid page cursor')
  return cursor
}
