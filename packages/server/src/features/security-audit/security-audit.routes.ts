import {
  forcePasswordReset,
  getSecurityStatus,
  listSecurityAuditReports,
  runSecurityAudit,
} from '@tenantscope/contract/security-audit'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { SecurityAuditService } from './security-audit.service.ts'
import type { SecurityStatusService } from './security-status.service.ts'

/** The checks of the running installation, for administrators. */
export function mountSecurityAudit(
  server: HttpServer,
  { audits, status }: { audits: SecurityAuditService; status: SecurityStatusService },
): void {
  mount(server, runSecurityAudit, ({ by }) => audits.run(by))
  mount(server, listSecurityAuditReports, ({ query }) => audits.list(query.limit))
  mount(server, getSecurityStatus, ({ actor }) => status.status(actor))
  mount(server, forcePasswordReset, ({ by }) => audits.forcePasswordReset(by))
}
