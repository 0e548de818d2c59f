import { csvHeader, csvRows } from '@tenantscope/analysis/csv'
import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoDayIn, isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { AuditEntry } from '@tenantscope/contract/audit'
import type { UserId } from '@tenantscope/contract/ids'

import type { FileResult } from '../../http/call.ts'
import { systemEntry } from '../../lib/audit-entry.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogService, AuditSource } from './audit-log.service.ts'
import type { AuditFilter } from './audit-views.repo.ts'
import type { AuditViewsService } from './audit-views.service.ts'

export type AuditExportService = ReturnType<typeof createAuditExportService>

/** Exports the trail of changes as a CSV file, as a stream. */
export function createAuditExportService(deps: {
  views: Pick<AuditViewsService, 'allEntries'>
  auditLog: Pick<AuditLogService, 'change'>
  timeZoneOf: (userId: UserId) => Promise<string>
  clock: Clock
}) {
  const { views, auditLog, clock } = deps

  async function* written(filter: AuditFilter, timeZone: string): AsyncGenerator<Uint8Array> {
    const columns = columnsIn(timeZone)
    yield Buffer.from(csvHeader(columns))
    for await (const entries of views.allEntries(filter))
      yield Buffer.from(csvRows(columns, entries))
  }

  return {
    /** The export is recorded in the trail before the first byte is sent. */
    async file(
      filter: AuditFilter,
      by: { actor: { name: string; userId: UserId }; source: AuditSource },
    ): Promise<FileResult> {
      const timeZone = await deps.timeZoneOf(by.actor.userId)
      const { tenantId = null } = filter
      const details = filterText(filter)
      await auditLog.change(systemEntry('audit exported', by, { details, tenantId }))
      return {
        fileName: `audit-${isoDayIn(timeZone, clock.now())}.csv`,
        mediaType: 'text/csv; charset=utf-8',
        content: written(filter, timeZone),
      }
    },
  }
}

/** Search terms may be names, so they are not recorded. */
function filterText({ type, q, from, to }: AuditFilter): string {
  const parts = [
    type === 'all' ? 'all types' : `type ${type}`,
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(q === '' ? [] : ['filtered by text']),
  ]
  return parts.join(', ')
}

const columnsIn = (timeZone: string): readonly TextColumn<AuditEntry>[] => [
  { header: 'Time', textOf: ({ timestamp }) => isoTimeIn(timeZone, timestamp) },
  { header: 'Type', textOf: ({ type }) => type },
  { header: 'Action', textOf: ({ action }) => action },
  { header: 'By', textOf: ({ changedBy }) => changedBy },
  { header: 'Target', textOf: ({ targetUser }) => targetUser },
  { header: 'Tenant ID', textOf: ({ tenantId }) => tenantId },
  { header: 'Tenant', textOf: ({ tenantName }) => tenantName },
  { header: 'Old Value', textOf: ({ oldValue }) => oldValue },
  { header: 'New Value', textOf: ({ newValue }) => newValue },
  { header: 'Details', textOf: ({ details }) => details },
  { header: 'IP Address', textOf: ({ ipAddress }) => ipAddress },
  { header: 'User Agent', textOf: ({ userAgent }) => userAgent },
]
