import { createDirectoryPeopleService } from '../features/users/directory-people.service.ts'
import { createImportUsersService } from '../features/users/import-users.service.ts'
import { createMicrosoftAccountsRepo } from '../features/users/microsoft-accounts.repo.ts'
import type { OwnDirectoryDeps } from '../features/users/own-directory.ts'
import { createSyncUserService } from '../features/users/sync-user.service.ts'
import { createUserActivityRepo } from '../features/users/user-activity.repo.ts'
import { createUserActivityService } from '../features/users/user-activity.service.ts'
import { createUserListRepo } from '../features/users/user-list.repo.ts'
import { createUserListService } from '../features/users/user-list.service.ts'
import { mountUsers } from '../features/users/users.routes.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { People } from './people.ts'
import type { Refreshing, RefreshingDeps } from './refreshing.ts'
import type { RoleMappingParts } from './role-mappings.ts'

type UserAdministrationDeps = Pick<
  People,
  'auditLog' | 'secondFactorReset' | 'sessions' | 'settings' | 'shareEnds' | 'users'
> &
  Pick<Refreshing, 'microsoft'> &
  Pick<RefreshingDeps, 'database'> &
  Pick<RoleMappingParts, 'roleDecisions' | 'roleSync'>

/** Everything of the users tab but the grants of tenants. */
export function mountUserAdministration(server: HttpServer, deps: UserAdministrationDeps): void {
  const { sessions, shareEnds, users, roleDecisions } = deps
  const { db } = deps.database
  const repo = createMicrosoftAccountsRepo(db)
  const openDirectory: OwnDirectoryDeps['openDirectory'] = async (limits) => {
    const connected = await deps.microsoft.current()
    if (connected === null) return null
    const { tenantId } = connected.connection
    return {
      tenantId,
      graph: connected.graph.forTenant(tenantId, { ...limits, priority: 'high' }),
      forgetToken: () => connected.tokens.forget(tenantId),
    }
  }
  const directoryPeople = createDirectoryPeopleService({ repo, openDirectory, roleDecisions })
  mountUsers(server, {
    ...deps,
    userList: createUserListService({
      repo: createUserListRepo(db),
      countSessions: (userId) => sessions.count(userId),
      countOpenShares: (userId) => shareEnds.countOpenOf(db, userId),
    }),
    userActivity: createUserActivityService({
      repo: createUserActivityRepo(db),
      exists: async (userId) => (await users.find(userId)) !== undefined,
    }),
    directoryPeople,
    importing: createImportUsersService({ ...deps, directoryPeople }),
    syncing: createSyncUserService({ ...deps, repo, openDirectory }),
  })
}
