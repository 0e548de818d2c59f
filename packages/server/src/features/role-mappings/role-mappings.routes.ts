import {
  getRoleMappings,
  listDirectoryRoles,
  previewRoleMappings,
  saveRoleMappings,
} from '@tenantscope/contract/role-mappings'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { RoleMappingsService } from './role-mappings.service.ts'

/** Mounts the role mapping calls for administrators. */
export function mountRoleMappings(
  server: HttpServer,
  { roleMappings }: { roleMappings: RoleMappingsService },
): void {
  mount(server, getRoleMappings, () => roleMappings.list())
  mount(server, saveRoleMappings, ({ body, by, requireFreshSignIn }) =>
    roleMappings.save(body, by, requireFreshSignIn),
  )
  mount(server, listDirectoryRoles, () => roleMappings.directoryRoles())
  mount(server, previewRoleMappings, ({ body }) => roleMappings.preview(body.mappings))
}
