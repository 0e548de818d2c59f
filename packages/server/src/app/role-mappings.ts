import { readRoleHolders } from '@tenantscope/graph-client/read-role-holders'

import { createOwnDirectoryRepo } from '../features/role-mappings/own-directory.repo.ts'
import { createRoleDecisionService } from '../features/role-mappings/role-decision.service.ts'
import { createRoleMappingsRepo } from '../features/role-mappings/role-mappings.repo.ts'
import { mountRoleMappings } from '../features/role-mappings/role-mappings.routes.ts'
import { createRoleMappingsService } from '../features/role-mappings/role-mappings.service.ts'
import { mountSettings } from '../features/settings/settings.routes.ts'
import { createRoleSyncService } from '../features/users/role-sync.service.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { People, PeopleDeps } from './people.ts'
import type { Refreshing, RefreshingDeps } from './refreshing.ts'

export type RoleMappingParts = ReturnType<typeof composeRoleMappings>

/** Signing in and importing wait no longer than this for Microsoft. */
const READ_WITHIN_MS = 10_000

/** Role mappings as administrators keep them, what they decide of people, and how that is laid over them. */
export function composeRoleMappings(
  deps: Pick<RefreshingDeps, 'logger'> &
    Pick<PeopleDeps, 'clock'> & { database: RefreshingDeps['database'] } & Pick<
      People,
      'auditLog' | 'settings' | 'sessions' | 'shareEnds'
    > &
    Pick<Refreshing, 'microsoft'>,
) {
  const { database, auditLog, settings, clock, logger, microsoft } = deps
  const { db } = database
  const repo = createRoleMappingsRepo(db)
  const directory = createOwnDirectoryRepo(db)
  const roleMappings = createRoleMappingsService({ repo, directory, auditLog, clock })
  return {
    /** `decideRole(person)` and `decideRoles(people)`. */
    roleDecisions: createRoleDecisionService({
      repo,
      directory,
      logger,
      async readHolders(roleIds) {
        const connected = await microsoft.current()
        if (!connected) throw new Error('No Microsoft connection is stored')
        const { graph, connection } = connected
        const options = { deadlineMs: READ_WITHIN_MS, priority: 'high' } as const
        return readRoleHolders(graph.forTenant(connection.tenantId, options), roleIds)
      },
    }),
    /** `apply(userId, decision, by)`. */
    roleSync: createRoleSyncService({
      db,
      auditLog,
      endSessionsOf: deps.sessions.endAllOf,
      afterChange: deps.shareEnds.endLost,
    }),
    mount(server: HttpServer): void {
      mountRoleMappings(server, { roleMappings })
      mountSettings(server, { settings })
    },
  }
}
