import {
  createTenantGroup,
  deleteTenantGroup,
  listTenantGroups,
  saveTenantGroup,
  setUserAccess,
} from '@tenantscope/contract/tenant-groups'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { TenantGrantsService } from '../users/tenant-grants.service.ts'
import type { TenantGroupsService } from './tenant-groups.service.ts'

/** Tenant groups, and which tenants a person is granted by them or without. */
export function mountTenantGroups(
  server: HttpServer,
  { tenantGroups, grants }: { tenantGroups: TenantGroupsService; grants: TenantGrantsService },
): void {
  mount(server, listTenantGroups, async ({ actor }) => ({
    groups: await tenantGroups.list(actor),
  }))
  mount(server, createTenantGroup, ({ body, by }) => tenantGroups.create(body, by))
  mount(server, saveTenantGroup, ({ params, body, by }) =>
    tenantGroups.save(params.groupId, body, by),
  )
  mount(server, deleteTenantGroup, ({ params, by }) => tenantGroups.delete(params.groupId, by))
  mount(server, setUserAccess, ({ params, body, by }) => grants.setAccess(params.userId, body, by))
}
