import { isoDayIn, isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { AuditEntry } from '@tenantscope/contract/audit'
import type { UserId } from '@tenantscope/contract/ids'

import type { FileResult } from '../../http/call.ts'
import type { Clock } from '../../lib/clock.ts'
import { csvCell } from '../../lib/csv-cell.ts'
import type { AuditLogService, AuditSource } from './audit-log.service.ts'
import type { AuditFilter } from './audit-views.repo.ts'
import type { AuditViewsService } from './audit-views.service.ts'

export type AuditExportService = ReturnType<typeof createAuditExportService>

type Column = readonly [header: string, textOf: (entry: AuditEntry) => string | null]

/** The trail of changes as a CSV file, written while it is read. */
export function createAuditExportService(deps: {
  views: Pick<AuditViewsService, 'allEntries'>
  auditLog: Pick<AuditLogService, 'change'>
  timeZoneOf: (userId: UserId) => Promise<string>
  clock: Clock
}) {
  const { views, auditLog, clock } = deps

  async function* written(filter: AuditFilter, timeZone: string): AsyncGenerator<Uint8Array> {
    const columns = columnsIn(timeZone)
    yield Buffer.from(BYTE_ORDER_MARK + lineOf(columns.map(([header]) => header)))
    for await (const entries of views.allEntries(filter))
      yield Buffer.from(
        entries.map((entry) => lineOf(columns.map(([, textOf]) => textOf(entry)))).join(''),
      )
  }

  return {
    /** It is in the trail before the first byte leaves. */
    async file(
      filter: AuditFilter,
      by: { actor: { name: string; userId: UserId }; source: AuditSource },
    ): Promise<FileResult> {
      const timeZone = await deps.timeZoneOf(by.actor.userId)
      const { tenantId } = filter
      await auditLog.change({
        type: 'system',
        action: 'audit exported',
        changedBy: by.actor,
        target: null,
        oldValue: null,
        newValue: null,
        details: filterText(filter),
        ...(tenantId === undefined ? {} : { tenantId }),
        source: by.source,
      })
      return {
        fileName: `audit-${isoDayIn(timeZone, clock.now())}.csv`,
        mediaType: 'text/csv; charset=utf-8',
        content: written(filter, timeZone),
      }
    },
  }
}

const BYTE_ORDER_MARK = '\uFEFF'

const lineOf = (cells: readonly (string | null)[]): string => `${cells.map(csvCell).join()}\r\n`

/** What somebody searched for may be a name, and stays out of the trail. */
function filterText({ type, q, from, to }: AuditFilter): string {
  const parts = [
    type === 'all' ? 'all types' : `type ${type}`,
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(q === '' ? [] : ['filtered by text']),
  ]
  return parts.join(', ')
}

const columnsIn = (timeZone: string): readonly Column[] => [
  ['Time', ({ timestamp }) => isoTimeIn(timeZone, timestamp)],
  ['Type', ({ type }) => type],
  ['Action', ({ action }) => action],
  ['By', ({ changedBy }) => changedBy],
  ['Target', ({ targetUser }) => targetUser],
  ['Tenant ID', ({ tenantId }) => tenantId],
  ['Tenant', ({ tenantName }) => tenantName],
  ['Old Value', ({ oldValue }) => oldValue],
  ['New Value', ({ newValue }) => newValue],
  ['Details', ({ details }) => details],
  ['IP Address', ({ ipAddress }) => ipAddress],
  ['User Agent', ({ userAgent }) => userAgent],
]
