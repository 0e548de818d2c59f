import {
  createTenantGroup,
  deleteTenantGroup,
  listTenantGroups,
  saveTenantGroup,
  setUserAccess,
} from '@tenantscope/contract/tenant-groups'

import { byOf } from '../../http/by-of.ts'
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
  mount(server, createTenantGroup, ({ body, actor, caller }) =>
    tenantGroups.create(body, byOf(actor, caller)),
  )
  mount(server, saveTenantGroup, ({ params, body, actor, caller }) =>
    tenantGroups.save(params.groupId, body, byOf(actor, caller)),
  )
  mount(server, deleteTenantGroup, ({ params, actor, caller }) =>
    tenantGroups.delete(params.groupId, byOf(actor, caller)),
  )
  mount(server, setUserAccess, ({ params, body, actor, caller }) =>
    grants.setAccess(params.userId, body, byOf(actor, caller)),
  )
}
