import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { TenantsService } from './tenants.service.ts'

export function mountTenants(server: HttpServer, tenants: TenantsService): void {
  mount(server, listTenants, ({ actor }) => tenants.list(actor))
  mount(server, getTenantDetails, ({ tenant }) => tenants.details(tenant))
}
