import {
  countAudit,
  exportAudit,
  listAudit,
  listLoginAudit,
  verifyAudit,
} from '@tenantscope/contract/audit'
import { recordExport } from '@tenantscope/contract/exports'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { AuditExportService } from './audit-export.service.ts'
import type { AuditLogService } from './audit-log.service.ts'
import type { AuditViewsService } from './audit-views.service.ts'
import type { AuditVerificationService } from './verification.service.ts'

/** Mounts the calls with which administrators read, verify and export the trails. */
export function mountAuditLog(
  server: HttpServer,
  deps: {
    auditLog: AuditLogService
    views: AuditViewsService
    auditExport: AuditExportService
    verification: AuditVerificationService
  },
): void {
  const { auditLog, views, auditExport, verification } = deps
  mount(server, listLoginAudit, ({ query: { limit, cursor, ...filter } }) =>
    views.signIns(filter, { limit, cursor }),
  )
  mount(server, listAudit, ({ query: { limit, cursor, ...filter } }) =>
    views.entries(filter, { limit, cursor }),
  )
  mount(server, exportAudit, ({ query, by }) => auditExport.file(query, by))
  mount(server, countAudit, ({ actor }) => views.counts(actor.userId))
  mount(server, verifyAudit, () => verification.verify())
  mount(server, recordExport, async ({ body, actor, by }) => {
    const { table, rows, tenantId = null } = body
    if (tenantId !== null && (await server.deps.grantTenant(actor, tenantId)) === null)
      return { isRecorded: false }
    const details = `${table}: ${rows === 1 ? '1 row' : `${rows} rows`}`
    await auditLog.access({ ...by, action: 'table exported', tenantId, details })
    return { isRecorded: true }
  })
}
