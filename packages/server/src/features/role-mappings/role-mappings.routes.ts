import {
  getRoleMappings,
  listDirectoryRoles,
  previewRoleMappings,
  saveRoleMappings,
} from '@tenantscope/contract/role-mappings'

import { requireFreshSignIn } from '../../http/admission.ts'
import { byOf } from '../../http/by-of.ts'
import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { RoleMappingsService } from './role-mappings.service.ts'

/** Role mappings, for administrators. */
export function mountRoleMappings(
  server: HttpServer,
  { roleMappings }: { roleMappings: RoleMappingsService },
): void {
  mount(server, getRoleMappings, () => roleMappings.list())
  mount(server, saveRoleMappings, ({ body, actor, caller }) =>
    roleMappings.save(body, byOf(actor, caller), () =>
      requireFreshSignIn(actor, server.deps.clock.now()),
    ),
  )
  mount(server, listDirectoryRoles, () => roleMappings.directoryRoles())
  mount(server, previewRoleMappings, ({ body }) => roleMappings.preview(body.mappings))
}
