import { checkTenantPermissions, getAzurePermissions } from '@tenantscope/contract/azure'
import {
  getOwnTenantDetails,
  getTenantDetails,
  getTenantHistory,
  listTenants,
} from '@tenantscope/contract/tenants'

import { byOf } from '../../http/by-of.ts'
import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { PermissionsService } from './permissions.service.ts'
import type { TenantHistoryService } from './tenant-history.service.ts'
import type { TenantsService } from './tenants.service.ts'

export function mountTenants(
  server: HttpServer,
  services: {
    tenants: TenantsService
    tenantHistory: TenantHistoryService
    permissions: PermissionsService
    auditLog: Pick<AuditLogService, 'access'>
  },
): void {
  const { tenants, tenantHistory, permissions, auditLog } = services
  mount(server, listTenants, ({ actor }) => tenants.list(actor))
  mount(server, getOwnTenantDetails, ({ actor }) => tenants.ownDetails(actor))
  mount(server, getTenantDetails, async ({ tenant, actor, caller }) => {
    const details = await tenants.details(tenant, actor)
    const { actor: who, source } = byOf(actor, caller)
    const { tenantId } = tenant
    await auditLog.access({ actor: who, action: 'tenant opened', tenantId, source })
    return details
  })
  mount(server, getTenantHistory, ({ tenant, query }) => tenantHistory.days(tenant, query.days))
  mount(server, getAzurePermissions, ({ actor, query, signal }) =>
    permissions.read(tenants.scopeOf(actor), { isFresh: query.refresh === 'true', signal }),
  )
  mount(server, checkTenantPermissions, ({ tenant, signal }) => permissions.check(tenant, signal))
}
