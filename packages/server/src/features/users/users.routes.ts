import {
  createLocalAdministrator,
  findDirectoryGroups,
  findDirectoryPeople,
  getAdminStats,
  getUser,
  importUsers,
  listUserActivity,
  listUsers,
  previewImport,
  resetSecondFactor,
  resetUserPassword,
  setUserEmail,
  setUserRole,
  syncUser,
  toggleUserStatus,
} from '@tenantscope/contract/users'

import { requireFreshSignIn } from '../../http/admission.ts'
import { byOf } from '../../http/by-of.ts'
import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { Actor } from '../../lib/actor.ts'
import { storedText } from '../../lib/stored-text.ts'
import type { DirectoryPeopleService } from './directory-people.service.ts'
import type { ImportUsersService } from './import-users.service.ts'
import type { SecondFactorReset } from './second-factor-reset.service.ts'
import type { SyncUserService } from './sync-user.service.ts'
import type { UserActivityService } from './user-activity.service.ts'
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
  const { users, userList, secondFactorReset } = calls
  mount(server, createLocalAdministrator, async ({ body, actor, caller }) => {
    const account = accountOf(body)
    const { id } = await users.addLocal(account, { mustResetPassword: true }, byOf(actor, caller))
    return userList.find(id)
  })
  mount(server, setUserRole, async ({ params, body, actor, caller }) => {
    const { isAdmin, role } = body
    const adminRoles = body.adminRoles && describedRoles(body.adminRoles)
    const beforePromotion = promotionBy(server, actor)
    await users.changeRole(
      params.userId,
      (user) => ({ role: roleAfter(user.role, { isAdmin, role }), adminRoles, beforePromotion }),
      byOf(actor, caller),
    )
    return userList.find(params.userId)
  })
  mount(server, setUserEmail, async ({ params, body, actor, caller }) => {
    await users.setEmail(params.userId, body.email, byOf(actor, caller))
    return userList.find(params.userId)
  })
  mount(server, resetUserPassword, async ({ params, body, actor, caller }) => {
    const user = await users.resetPassword(params.userId, body.password, byOf(actor, caller))
    return { message: passwordMessage(user) }
  })
  mount(server, toggleUserStatus, async ({ params, body, actor, caller }) => {
    const { disabled: isDisabled, keepShares } = body
    const status = { isDisabled, keepShares, beforePromotion: promotionBy(server, actor) }
    const user = await users.setStatus(params.userId, status, byOf(actor, caller))
    return { message: statusMessage(user, body.keepShares) }
  })
  mount(server, resetSecondFactor, async ({ params, actor, caller }) => {
    const user = await secondFactorReset.reset(params.userId, byOf(actor, caller))
    return { message: secondFactorMessage(user) }
  })
}

function mountMicrosoft(server: HttpServer, calls: UserCalls): void {
  const { userList, directoryPeople, importing, syncing } = calls
  mount(server, syncUser, async ({ params, actor, caller, signal }) => {
    const beforePromotion = promotionBy(server, actor)
    const request = { by: byOf(actor, caller), signal, beforePromotion }
    const changes = await syncing.sync(params.userId, request)
    return { user: await userList.find(params.userId), changes }
  })
  mount(server, findDirectoryPeople, ({ query, signal }) => directoryPeople.find(query.q, signal))
  mount(server, findDirectoryGroups, ({ query, signal }) =>
    directoryPeople.findGroups(query.q, signal),
  )
  mount(server, previewImport, ({ body, signal }) => directoryPeople.preview(body, signal))
  mount(server, importUsers, ({ body, actor, caller, signal }) => {
    const beforePromotion = promotionBy(server, actor)
    const given = body.users.map((user) => ({
      ...user,
      adminRoles: user.adminRoles && describedRoles(user.adminRoles),
    }))
    return importing.import(given, { by: byOf(actor, caller), signal, beforePromotion })
  })
}

/** Making an administrator asks for a fresh sign-in (decisions.md, Roles). */
const promotionBy =
  ({ deps }: HttpServer, actor: Actor) =>
  (): void =>
    requireFreshSignIn(actor, deps.clock.now())
