import { checkTenantPermissions, getAzurePermissions } from '@tenantscope/contract/azure'
import {
  getTenantSettings,
  saveTenantSettings,
  setTenantReading,
} from '@tenantscope/contract/tenant-settings'
import {
  getOwnTenantDetails,
  getTenantDetails,
  getTenantHistory,
  listTenants,
} from '@tenantscope/contract/tenants'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { PermissionsService } from './permissions.service.ts'
import type { TenantHistoryService } from './tenant-history.service.ts'
import type { TenantSettingsService } from './tenant-settings.service.ts'
import type { TenantsService } from './tenants.service.ts'

export function mountTenants(
  server: HttpServer,
  services: {
    tenants: TenantsService
    tenantHistory: TenantHistoryService
    permissions: PermissionsService
    tenantSettings: TenantSettingsService
  },
): void {
  const { tenants, tenantHistory, permissions, tenantSettings } = services
  mount(server, listTenants, ({ actor }) => tenants.list(actor))
  mount(server, getOwnTenantDetails, async ({ actor, caller }) => {
    const details = await tenants.ownDetails(actor)
    await server.deps.noteOpening({ actor, tenantId: details.tenant.id, caller })
    return details
  })
  mount(server, getTenantDetails, ({ tenant, actor }) => tenants.details(tenant, actor))
  mount(server, getTenantHistory, ({ tenant, query }) => tenantHistory.days(tenant, query.days))
  mount(server, getAzurePermissions, ({ actor, query, signal }) =>
    permissions.read(tenants.scopeOf(actor), { isFresh: query.refresh === 'true', signal }),
  )
  mount(server, checkTenantPermissions, ({ tenant, signal }) => permissions.check(tenant, signal))
  mount(server, getTenantSettings, ({ tenant }) => tenantSettings.read(tenant))
  mount(server, saveTenantSettings, ({ tenant, body, by }) => tenantSettings.save(tenant, body, by))
  mount(server, setTenantReading, ({ tenant, body, by }) =>
    tenantSettings.setReading(tenant, body.isStopped, by),
  )
}
