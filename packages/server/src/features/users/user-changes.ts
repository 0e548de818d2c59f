import { UserId } from '@tenantscope/contract/ids'
import type { Role } from '@tenantscope/contract/roles'
import type { Insertable } from 'kysely'

import type { Database, Db } from '../../db/tables.ts'
import { AppError, fieldError } from '../../lib/app-error.ts'
import { recordedBy } from '../../lib/audit-entry.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import { createUsersRepo } from './users.repo.ts'
import type { User, UsersRepo } from './users.repo.ts'
import { adminRolesAfter, isDemotion, refusalOf } from './users.rules.ts'

export type UserChanges = ReturnType<typeof createUserChanges>

/** The transaction of a change, during which users are locked. */
export interface Scope {
  readonly repo: UsersRepo
  readonly within: Db
}

export interface RoleChange {
  readonly role: Role
  /** They describe and never authorize; absent: as specified for the change (section 4). */
  readonly adminRoles?: readonly string[] | undefined
  /** Throws when the caller may not create an administrator now. */
  readonly beforePromotion?: () => void
}

export interface UserChangesDeps {
  db: Db
  auditLog: AuditLogService
  clock: Clock
  /** Ends the person's sessions in the transaction of the change, open streams included. */
  endSessionsOf: (userId: UserId, within: Db) => Promise<void>
  /** Called in the transaction of a changed role, for data that depends on the user's tenants. */
  afterRoleChange: (within: Db, by: By) => Promise<void>
}

/** Changes users one at a time; a change and its trail entry are stored together. */
export function createUserChanges(deps: UserChangesDeps) {
  const { db, auditLog, clock, endSessionsOf, afterRoleChange } = deps

  return {
    change: <Result>(work: (scope: Scope) => Promise<Result>) => changeUsers(db, work),

    async insert(
      { repo, within }: Scope,
      user: Insertable<Database['users']> & { adminRoles?: readonly string[] },
      by: By,
    ): Promise<User> {
      if (await repo.findByName(user.username)) throw nameTaken(user.username)
      const { role = 'viewer', adminRoles = [] } = user
      const created = await repo.insert({
        ...user,
        isAdmin: role === 'admin',
        adminRoles: adminRolesAfter(role, adminRoles),
        createdAt: clock.now(),
      })
      const entry = { type: 'user', action: 'user created', newValue: role } as const
      await auditLog.change({ ...entry, ...trailOf(created, by) }, within)
      return created
    },

    /** Nothing happens where it is the present role with the same description. */
    async applyRole(
      { repo, within }: Scope,
      user: User,
      { to, by }: { to: RoleChange; by: By },
    ): Promise<User> {
      const { role } = to
      const adminRoles = to.adminRoles ? [...to.adminRoles] : adminRolesAfter(role, user.adminRoles)
      const entry = entryOf(user, { ...to, adminRoles })
      if (entry === null) return user
      const losesPower = isDemotion(user.role, role)
      if (losesPower) await refuse(repo, { act: 'demote', user, by })
      if (role === 'admin' && user.role !== 'admin') to.beforePromotion?.()
      await repo.update(user.id, { role, isAdmin: role === 'admin', adminRoles })
      if (losesPower) await endSessionsOf(user.id, within)
      await auditLog.change({ type: 'user', ...entry, ...trailOf(user, by) }, within)
      if (role !== user.role) await afterRoleChange(within, by)
      return { ...user, role, adminRoles }
    },
  }
}

/** Runs a change in a transaction during which users are locked. */
function changeUsers<Result>(db: Db, work: (scope: Scope) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (within) => {
    const repo = createUsersRepo(within)
    await repo.lock()
    return work({ repo, within })
  })
}

/** Changes one user, if the caller still has the required role. */
export function changeUser<Result>(
  db: Db,
  { id, by }: { id: UserId; by: By },
  work: (user: User, scope: Scope) => Promise<Result>,
): Promise<Result> {
  return changeUsers(db, async (scope) => {
    await refuseWithoutPower(scope.repo, by)
    return work(await existingUser(scope.repo, id), scope)
  })
}

/** Returns the trail entry; null when nothing changes. */
function entryOf(user: User, { role, adminRoles = [] }: RoleChange) {
  if (role !== user.role) return { action: 'role changed', oldValue: user.role, newValue: role }
  const [before, after] = [user.adminRoles.join(', '), adminRoles.join(', ')]
  return before === after
    ? null
    : { action: 'admin roles described', oldValue: before, newValue: after }
}

export async function existingUser(repo: UsersRepo, id: UserId): Promise<User> {
  const user = await repo.findById(id)
  if (!user) throw userNotFound()
  return user
}

export const userNotFound = (): AppError => new AppError('NOT_FOUND', 'User not found')

/** Throws when a protection of decisions.md, Roles, forbids the change. */
export async function refuse(
  repo: UsersRepo,
  { act, user, by }: { act: 'disable' | 'demote' | 'delete'; user: User; by: By },
): Promise<void> {
  const refusal = refusalOf(act, user, {
    actorId: by.actor.userId,
    otherLocalAdministrators: await repo.countOtherLocalAdministrators(user.id),
  })
  if (refusal !== undefined) throw new AppError('CONFLICT', refusal)
}

/**
 * Throws when the caller lost the required role while waiting for the lock. Of two administrators
 * who demote each other at the same time one remains, and a demoted one cannot create
 * administrators.
 */
export async function refuseWithoutPower(repo: UsersRepo, { actor }: By): Promise<void> {
  if (actor.userId === null) return
  const now = await repo.findById(UserId.parse(actor.userId))
  if (now?.role !== 'admin' || now.isDisabled)
    throw new AppError('SIGN_IN_REQUIRED', 'Please sign in')
}

export const trailOf = (user: Pick<User, 'id' | 'username'>, by: By) => ({
  ...recordedBy(by),
  target: { name: user.username, userId: user.id },
})

const nameTaken = (username: string): AppError =>
  fieldError('body.username', `A user named ${username} already exists`, 'CONFLICT')
