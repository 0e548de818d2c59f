import {
  countAudit,
  exportAudit,
  listAudit,
  listLoginAudit,
  verifyAudit,
} from '@tenantscope/contract/audit'
import { recordExport } from '@tenantscope/contract/exports'

import { byOf } from '../../http/by-of.ts'
import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { AuditExportService } from './audit-export.service.ts'
import type { AuditLogService } from './audit-log.service.ts'
import type { AuditViewsService } from './audit-views.service.ts'
import type { AuditVerificationService } from './verification.service.ts'

/** The trails as administrators read, check and save them. */
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
  mount(server, exportAudit, ({ query, actor, caller }) =>
    auditExport.file(query, byOf(actor, caller)),
  )
  mount(server, countAudit, ({ actor }) => views.counts(actor.userId))
  mount(server, verifyAudit, () => verification.verify())
  mount(server, recordExport, async ({ body, actor, caller }) => {
    const { table, rows, tenantId = null } = body
    if (tenantId !== null && (await server.deps.grantTenant(actor, tenantId)) === null)
      return { isRecorded: false }
    const { actor: who, source } = byOf(actor, caller)
    const details = `${table}: ${rows === 1 ? '1 row' : `${rows} rows`}`
    await auditLog.access({ actor: who, action: 'table exported', tenantId, details, source })
    return { isRecorded: true }
  })
}
