import type { ReportProgressId, ReportSnapshotId, UserId } from '@tenantscope/contract/ids'
import type { ReportDocument, ReportFormat } from '@tenantscope/contract/report-document'
import type { ReportSelection } from '@tenantscope/contract/reports'

import type { FileResult } from '../../http/call.ts'
import type { Actor } from '../../lib/actor.ts'
import { NO_SOURCE } from '../../lib/operator.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import { interrupted } from '../../lib/waiting.ts'
import type { PreferencesService } from '../preferences/preferences.service.ts'
import type { By, UsersService } from '../users/users.service.ts'
import type { ReportBuilding, ReportMaker } from './report-building.ts'
import { NOBODY_ASKS } from './report-progress.service.ts'
import type { ReportProgressService } from './report-progress.service.ts'
import type { ReportSnapshotsService } from './report-snapshots.service.ts'

export type ReportsService = ReturnType<typeof createReportsService>
export type { ReportMaker }

export interface BuiltReport {
  readonly document: ReportDocument
}

/** For whom a schedule makes a report. */
export interface ScheduledMaker extends ReportMaker {
  readonly userId: UserId
  readonly format: ReportFormat
  readonly scheduleRunId: string
}

/** What came of a scheduled report: it was made, or there was nothing that it could tell. */
export type ScheduledReport =
  | { readonly kind: 'made'; readonly snapshotId: ReportSnapshotId }
  | { readonly kind: 'nothing'; readonly reason: string }

/** A file that a person asks for. */
interface Asked {
  readonly format: ReportFormat
  readonly progressId?: ReportProgressId | undefined
  readonly userId: UserId
  readonly signal: AbortSignal
}

/** Reports of tenants: made of stored data, kept, and sent as files. */
export function createReportsService(deps: {
  building: ReportBuilding
  snapshots: ReportSnapshotsService
  progress: ReportProgressService
  users: Pick<UsersService, 'find'>
  preferences: Pick<PreferencesService, 'of'>
}) {
  const { building, snapshots, progress, users, preferences } = deps

  /** As whom a person makes reports: their name, and the time zone of their preferences. */
  async function makerOf({
    userId,
    username,
  }: Pick<Actor, 'userId' | 'username'>): Promise<ReportMaker> {
    const [user, { timezone }] = await Promise.all([users.find(userId), preferences.of(userId)])
    return { createdBy: user?.displayName ?? username, timeZone: timezone }
  }

  return {
    /** The report of exactly what was selected; refuses with 400 or 409 what cannot be in it. */
    async build(
      access: TenantAccess,
      selection: ReportSelection,
      maker: ReportMaker,
    ): Promise<BuiltReport> {
      return { document: await building.fromSelection(access, selection, maker) }
    },

    makerOf,

    /** Makes a report, keeps it and sends it. Who leaves while it is written still finds it kept. */
    async generate(
      access: TenantAccess,
      selection: ReportSelection,
      asked: Asked & { actor: Actor; by: By },
    ): Promise<FileResult> {
      const { format, signal, actor, by } = asked
      const told = await progress.begin(asked.progressId, actor.userId)
      try {
        const maker = await makerOf(actor)
        told.tell({ state: 'reading', usersTotal: new Set(selection.userIds).size })
        const document = await building.fromSelection(access, selection, { ...maker, signal })
        const kept = await snapshots.keep(access, document, { by, format, scheduleRunId: null })
        return snapshots.fileFrom(kept, { format, signal, progress: told })
      } catch (error) {
        told.tell({ state: 'failed' })
        throw signal.aborted ? interrupted() : error
      }
    },

    /** A kept report as a file, as it was when it was made; 404 for one of another tenant. */
    async download(
      access: TenantAccess,
      snapshotId: ReportSnapshotId,
      asked: Asked & { by: By },
    ): Promise<FileResult> {
      const told = await progress.begin(asked.progressId, asked.userId)
      try {
        return await snapshots.download(access, snapshotId, { ...asked, progress: told })
      } catch (error) {
        told.tell({ state: 'failed' })
        throw error
      }
    },

    /** The same for work that nobody watches, such as a mail. */
    fileOf: (
      access: TenantAccess,
      snapshotId: ReportSnapshotId,
      asked: { format: ReportFormat; signal: AbortSignal },
    ): Promise<FileResult> =>
      snapshots.fileOf(access, snapshotId, { ...asked, progress: NOBODY_ASKS }),

    /** Every visible license that anybody holds and everybody who holds one, kept as a snapshot. */
    async makeScheduled(access: TenantAccess, maker: ScheduledMaker): Promise<ScheduledReport> {
      const { createdBy: name, userId, format, scheduleRunId } = maker
      const document = await building.ofEverybody(access, maker)
      if ('reason' in document) return { kind: 'nothing', reason: document.reason }
      const by = { actor: { name, userId }, source: NO_SOURCE }
      const { id } = await snapshots.keep(access, document, { by, format, scheduleRunId })
      return { kind: 'made', snapshotId: id }
    },

    /** Removes what was kept long enough. */
    async sweepReports(): Promise<void> {
      await snapshots.sweep()
      await progress.sweep()
    },
  }
}
