import type { ReportDocument } from '@tenantscope/contract/any-report'
import type { ReportProgressId, ReportSnapshotId, UserId } from '@tenantscope/contract/ids'
import type { ReportFormat, ReportType } from '@tenantscope/contract/report-document'
import type { ReportOrder } from '@tenantscope/contract/reports'

import type { FileResult } from '../../http/call.ts'
import type { Actor } from '../../lib/actor.ts'
import { NO_SOURCE } from '../../lib/operator.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import { interrupted } from '../../lib/waiting.ts'
import type { By } from '../audit-log/audit-log.service.ts'
import type { PreferencesService } from '../preferences/preferences.service.ts'
import type { UsersService } from '../users/users.service.ts'
import { buildReport } from './report-building.ts'
import type { ReportBuildings, ReportCreator } from './report-building.ts'
import { NO_PROGRESS } from './report-progress.service.ts'
import type { ReportProgressService } from './report-progress.service.ts'
import type { ReportSnapshotsService } from './report-snapshots.service.ts'

export type ReportsService = ReturnType<typeof createReportsService>
export type { ReportCreator }

/** For whom a schedule makes a report. */
export interface ScheduledCreator extends ReportCreator {
  readonly userId: UserId
  readonly reportType: ReportType
  readonly format: ReportFormat
  readonly scheduleRunId: string
}

/** A file that a person asks for. */
interface Asked {
  readonly format: ReportFormat
  readonly progressId?: ReportProgressId | undefined
  readonly userId: UserId
  readonly signal: AbortSignal
}

/** Reports of tenants: made of stored data, kept, and sent as files. */
export function createReportsService(deps: {
  buildings: ReportBuildings
  snapshots: ReportSnapshotsService
  progress: ReportProgressService
  users: Pick<UsersService, 'find'>
  preferences: Pick<PreferencesService, 'of'>
}) {
  const { buildings, snapshots, progress, users, preferences } = deps

  /** As whom a person makes reports: their name, and the time zone of their preferences. */
  async function creatorOf({
    userId,
    username,
  }: Pick<Actor, 'userId' | 'username'>): Promise<ReportCreator> {
    const [user, { timezone }] = await Promise.all([users.find(userId), preferences.of(userId)])
    return { createdBy: user?.displayName ?? username, timeZone: timezone }
  }

  return {
    /** The report of exactly what was selected; refuses with 400 or 409 what cannot be in it. */
    build: (
      access: TenantAccess,
      order: ReportOrder,
      creator: ReportCreator,
    ): Promise<ReportDocument> => buildReport(buildings, access, { ...order, creator }),

    creatorOf,

    /** Makes a report, keeps it and sends it. Who leaves while it is written still finds it kept. */
    async generate(
      access: TenantAccess,
      order: ReportOrder,
      asked: Asked & { actor: Actor; by: By },
    ): Promise<FileResult> {
      const { format, signal, actor, by } = asked
      const reporting = await progress.begin(asked.progressId, actor.userId)
      try {
        const creator = await creatorOf(actor)
        reporting.tell({ state: 'reading', usersTotal: usersIn(order) })
        const document = await buildReport(buildings, access, {
          ...order,
          creator: { ...creator, signal },
        })
        const kept = await snapshots.keep(access, document, { by, format, scheduleRunId: null })
        return snapshots.fileFrom(kept, { format, signal, progress: reporting })
      } catch (error) {
        reporting.tell({ state: 'failed' })
        throw signal.aborted ? interrupted() : error
      }
    },

    /** A kept report as a file, as it was when it was made; 404 for one of another tenant. */
    async download(
      access: TenantAccess,
      snapshotId: ReportSnapshotId,
      asked: Asked & { by: By },
    ): Promise<FileResult> {
      const reporting = await progress.begin(asked.progressId, asked.userId)
      try {
        return await snapshots.download(access, snapshotId, { ...asked, progress: reporting })
      } catch (error) {
        reporting.tell({ state: 'failed' })
        throw error
      }
    },

    /** The same without progress, for work such as a mail. */
    fileOf: (
      access: TenantAccess,
      snapshotId: ReportSnapshotId,
      asked: { format: ReportFormat; signal: AbortSignal },
    ): Promise<FileResult> =>
      snapshots.fileOf(access, snapshotId, { ...asked, progress: NO_PROGRESS }),

    /** What a kept report found, as one sentence; null for one of an earlier version or without a row. */
    statementOf: (access: TenantAccess, snapshotId: ReportSnapshotId): Promise<string | null> =>
      snapshots.statementOf(access, snapshotId),

    /** Stores a report of everything that its type can have, or returns why there is none. */
    async makeScheduled(
      access: TenantAccess,
      creator: ScheduledCreator,
    ): Promise<{ snapshotId: ReportSnapshotId } | { problem: string }> {
      const { createdBy: name, userId, format, scheduleRunId } = creator
      const document = await buildings[creator.reportType].ofAll(access, creator)
      if ('reason' in document) return { problem: document.reason }
      const by = { actor: { name, userId }, source: NO_SOURCE }
      const { id } = await snapshots.keep(access, document, { by, format, scheduleRunId })
      return { snapshotId: id }
    },

    /** Removes what was past the retention period. */
    async sweepReports(): Promise<void> {
      await snapshots.sweep()
      await progress.sweep()
    },
  }
}

const usersIn = ({ selection }: ReportOrder): number | null =>
  'userIds' in selection ? new Set(selection.userIds).size : null
