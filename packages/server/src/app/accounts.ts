import { finishMicrosoftSignIn } from '@tenantscope/contract/auth'
import { readRoleHolders } from '@tenantscope/graph-client/read/role-holders'

import { createBackupFolder } from '../db/backup-folder.ts'
import { mountAuth, mountOwnAccount } from '../features/auth/auth.routes.ts'
import { createLocalSignInService } from '../features/auth/local-sign-in.service.ts'
import { createMicrosoftClient } from '../features/auth/microsoft-client.ts'
import type { MicrosoftConnection } from '../features/auth/microsoft-connection.ts'
import { createMicrosoftSignInService } from '../features/auth/microsoft-sign-in.service.ts'
import { createOwnSessionsService } from '../features/auth/own-sessions.service.ts'
import { createSecondFactorRemoval } from '../features/auth/second-factor-removal.service.ts'
import { createSignInFlows } from '../features/auth/sign-in-flow.ts'
import { createOwnDirectoryRepo } from '../features/role-mappings/own-directory.repo.ts'
import { createRoleDecisionService } from '../features/role-mappings/role-decision.service.ts'
import { createRoleMappingsRepo } from '../features/role-mappings/role-mappings.repo.ts'
import { mountRoleMappings } from '../features/role-mappings/role-mappings.routes.ts'
import { createRoleMappingsService } from '../features/role-mappings/role-mappings.service.ts'
import { mountSecondFactor } from '../features/second-factor/second-factor.routes.ts'
import { createSecondFactorService } from '../features/second-factor/second-factor.service.ts'
import { mountSettings } from '../features/settings/settings.routes.ts'
import { createDirectoryPeopleService } from '../features/users/directory-people.service.ts'
import { createFirstAdministrator } from '../features/users/first-administrator.service.ts'
import { createImportUsersService } from '../features/users/import-users.service.ts'
import { createRoleSyncService } from '../features/users/role-sync.service.ts'
import { createSyncUserService } from '../features/users/sync-user.service.ts'
import { createUserActivityService } from '../features/users/user-activity.service.ts'
import { createUserListService } from '../features/users/user-list.service.ts'
import { createUsersRepo } from '../features/users/users.repo.ts'
import { mountUsers } from '../features/users/users.routes.ts'
import type { HttpServer } from '../http/http-server.ts'
import { createRefusalNotes } from '../lib/refusal-note.ts'
import type { Composed } from './refreshing.ts'

/** Time limit for requests to Microsoft during sign-in and import. */
const READ_WITHIN_MS = 10_000

interface SignInDeps extends Composed {
  roles: Roles
  /** Shows the first administrator's password at the terminal. */
  show: (lines: readonly string[]) => void
}

/** Signing in, and what users see and change of their own account. */
export function composeSignIn({ foundation, people, refreshing, roles, show }: SignInDeps) {
  const { config, sealer, transport, clock } = foundation
  const { sessions, users } = people
  const { azure, tenants } = refreshing
  const { dataDir, firstAdministrator: given } = config
  const base = { ...foundation, ...people }
  const firstAdministrator = createFirstAdministrator({ ...base, dataDir, given, show })
  const { endOthers: endOtherSessions } = sessions
  const secondFactor = createSecondFactorService({ ...base, endOtherSessions })
  const microsoft: MicrosoftConnection = {
    current: () => azure.currentWithCredential(),
    recordSignIn: (version) => azure.recordSignIn(version),
  }
  const common = { ...base, microsoft }
  const localSignIn = createLocalSignInService({ ...common, firstAdministrator, secondFactor })
  const redirectUri = new URL(finishMicrosoftSignIn.path, config.publicUrl).href
  const microsoftSignIn = createMicrosoftSignInService({
    ...common,
    ...roles,
    client: createMicrosoftClient({ transport, redirectUri, clock }),
    flows: createSignInFlows({ sealer, clock }),
    tenantStateFor: tenants.standingFor,
  })
  const ownSessions = createOwnSessionsService(base)
  const secondFactorRemoval = createSecondFactorRemoval({ ...people, secondFactor })
  return {
    mount(server: HttpServer): void {
      const isMicrosoftSimulated = transport.isSimulated
      const refusalNotes = createRefusalNotes({ sealer, clock })
      const signIn = { localSignIn, microsoftSignIn, isMicrosoftSimulated, refusalNotes }
      mountAuth(server, { users, sessions, ...signIn })
      mountSecondFactor(server, { secondFactor })
      mountOwnAccount(server, { ownSessions, secondFactorRemoval })
    },
    async prepare(): Promise<void> {
      await firstAdministrator.ensure()
    },
    sweep: (): Promise<void> => secondFactor.sweep(),
  }
}

type Roles = ReturnType<typeof composeRoles>

/** Role mappings: administrators edit them; they decide roles, which are applied to users. */
export function composeRoles({ foundation, people, refreshing }: Composed) {
  const { db } = foundation
  const { settings, sessions, shareEnds } = people
  const repo = createRoleMappingsRepo(db)
  const directory = createOwnDirectoryRepo(db)
  const base = { ...foundation, ...people, repo, directory }
  const roleMappings = createRoleMappingsService(base)
  return {
    roleDecisions: createRoleDecisionService({
      ...base,
      async readHolders(roleIds) {
        const own = await refreshing.microsoft.ownDirectory({ deadlineMs: READ_WITHIN_MS })
        if (own === null) throw new Error('No Microsoft connection is stored')
        return readRoleHolders(own.graph, roleIds)
      },
    }),
    roleSync: createRoleSyncService({
      ...base,
      endSessionsOf: sessions.endAllOf,
      afterChange: shareEnds.endLost,
    }),
    mount(server: HttpServer): void {
      mountRoleMappings(server, { roleMappings })
      mountSettings(server, { settings })
    },
  }
}

/** The users tab without the grants of tenants. */
export const composeUsersTab = ({
  foundation,
  people,
  refreshing,
  roles,
}: Composed & { roles: Roles }) => ({
  mount(server: HttpServer): void {
    const { db } = foundation
    const { sessions, shareEnds, users } = people
    const backupFolder = createBackupFolder(foundation.config.dataDir)
    const asking = { ...people, ...roles, db, openDirectory: refreshing.microsoft.ownDirectory }
    const directoryPeople = createDirectoryPeopleService({ ...asking, repo: createUsersRepo(db) })
    mountUsers(server, {
      ...people,
      userList: createUserListService({
        db,
        countSessions: (userId) => sessions.count(userId),
        countOpenShares: (userId) => shareEnds.countOpenOf(db, userId),
        lastBackupAt: (recorded) => backupFolder.lastBackupAt(recorded),
      }),
      userActivity: createUserActivityService({
        db,
        exists: async (userId) => (await users.find(userId)) !== undefined,
      }),
      directoryPeople,
      importing: createImportUsersService({ ...people, directoryPeople }),
      syncing: createSyncUserService(asking),
    })
  },
})
