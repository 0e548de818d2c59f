import { getAdminStats } from '@tenantscope/contract/system'
import {
  findDirectoryGroups,
  findDirectoryPeople,
  importUsers,
  previewImport,
} from '@tenantscope/contract/user-import'
import {
  createLocalAdministrator,
  deleteUser,
  getUser,
  listUserActivity,
  listUsers,
  resetSecondFactor,
  resetUserPassword,
  setUserEmail,
  setUserRole,
  syncUser,
  toggleUserStatus,
} from '@tenantscope/contract/users'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import { storedText } from '../../lib/stored-text.ts'
import type { DirectoryPeopleService } from './directory-people.service.ts'
import type { ImportUsersService } from './import-users.service.ts'
import type { SecondFactorReset } from './second-factor-reset.service.ts'
import type { SyncUserService } from './sync-user.service.ts'
import type { UserActivityService } from './user-activity.service.ts'
import type { UserDeletion } from './user-deletion.service.ts'
import type { UserListService } from './user-list.service.ts'
import {
  accountOf,
  describedRoles,
  passwordMessage,
  roleAfter,
  secondFactorMessage,
  statusMessage,
} from './users.rules.ts'
import type { UsersService } from './users.service.ts'

export interface UserCalls {
  users: UsersService
  userList: UserListService
  userActivity: UserActivityService
  directoryPeople: DirectoryPeopleService
  importing: ImportUsersService
  syncing: SyncUserService
  secondFactorReset: SecondFactorReset
  userDeletion: UserDeletion
}

/** People with an account, for administrators. */
export function mountUsers(server: HttpServer, calls: UserCalls): void {
  mountReads(server, calls)
  mountChanges(server, calls)
  mountMicrosoft(server, calls)
}

function mountReads(server: HttpServer, { userList, userActivity }: UserCalls): void {
  mount(server, getAdminStats, () => userList.stats())
  mount(server, listUsers, ({ query }) => userList.list({ ...query, q: storedText(query.q) }))
  mount(server, getUser, ({ params }) => userList.details(params.userId))
  mount(server, listUserActivity, ({ params, query }) =>
    userActivity.list(params.userId, query.cursor),
  )
}

function mountChanges(server: HttpServer, calls: UserCalls): void {
  const { users, userList, secondFactorReset, userDeletion } = calls
  mount(server, createLocalAdministrator, async ({ body, by }) => {
    const account = accountOf(body)
    const { id } = await users.addLocal(account, { mustResetPassword: true }, by)
    return userList.find(id)
  })
  mount(server, setUserRole, async ({ params, body, by, requireFreshSignIn: beforePromotion }) => {
    const { isAdmin, role } = body
    const adminRoles = body.adminRoles && describedRoles(body.adminRoles)
    await users.changeRole(
      params.userId,
      (user) => ({ role: roleAfter(user.role, { isAdmin, role }), adminRoles, beforePromotion }),
      by,
    )
    return userList.find(params.userId)
  })
  mount(server, setUserEmail, async ({ params, body, by }) => {
    await users.setEmail(params.userId, body.email, by)
    return userList.find(params.userId)
  })
  mount(server, resetUserPassword, async ({ params, body, by }) => {
    const user = await users.resetPassword(params.userId, body.password, by)
    return { message: passwordMessage(user) }
  })
  mount(
    server,
    toggleUserStatus,
    async ({ params, body, by, requireFreshSignIn: beforePromotion }) => {
      const { disabled: isDisabled, keepShares } = body
      const status = { isDisabled, keepShares, beforePromotion }
      const user = await users.setStatus(params.userId, status, by)
      return { message: statusMessage(user, body.keepShares) }
    },
  )
  mount(server, resetSecondFactor, async ({ params, by }) => {
    const user = await secondFactorReset.reset(params.userId, by)
    return { message: secondFactorMessage(user) }
  })
  mount(server, deleteUser, ({ params, query, by }) =>
    userDeletion.delete(params.userId, { ...query, by }),
  )
}

function mountMicrosoft(server: HttpServer, calls: UserCalls): void {
  const { userList, directoryPeople, importing, syncing } = calls
  mount(server, syncUser, async ({ params, signal, by, requireFreshSignIn: beforePromotion }) => {
    const request = { by, signal, beforePromotion }
    const changes = await syncing.sync(params.userId, request)
    return { user: await userList.find(params.userId), changes }
  })
  mount(server, findDirectoryPeople, ({ query, signal }) => directoryPeople.find(query.q, signal))
  mount(server, findDirectoryGroups, ({ query, signal }) =>
    directoryPeople.findGroups(query.q, signal),
  )
  mount(server, previewImport, ({ body, signal }) => directoryPeople.preview(body, signal))
  mount(server, importUsers, ({ body, signal, by, requireFreshSignIn: beforePromotion }) => {
    const users = body.users.map((user) => ({
      ...user,
      adminRoles: user.adminRoles && describedRoles(user.adminRoles),
    }))
    return importing.import({ ...body, users }, { by, signal, beforePromotion })
  })
}
