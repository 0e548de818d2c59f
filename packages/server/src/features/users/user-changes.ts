import { UserId } from '@tenantscope/contract/ids'
import type { Role } from '@tenantscope/contract/roles'
import type { Insertable, Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditActor, AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import { createUsersRepo } from './users.repo.ts'
import type { User, UsersRepo } from './users.repo.ts'
import { adminRolesAfter, isDemotion, refusalOf } from './users.rules.ts'

export type UserChanges = ReturnType<typeof createUserChanges>

/** Who changes something and from where: every change is written to the trail with it. */
export interface By {
  readonly actor: AuditActor
  readonly source: AuditSource
}

/** The transaction of a change, in which nobody else changes people. */
export interface Scope {
  readonly repo: UsersRepo
  readonly within: Kysely<Database>
}

export interface RoleChange {
  readonly role: Role
  /** They describe and never authorize; absent: as specified for the change (section 4). */
  readonly adminRoles?: readonly string[] | undefined
  /** Throws where whoever asks may not make an administrator now. */
  readonly beforePromotion?: () => void
}

export interface UserChangesDeps {
  db: Kysely<Database>
  auditLog: AuditLogService
  clock: Clock
  /** Ends the person's sessions in the transaction of the change, open streams included. */
  endSessionsOf: (userId: UserId, within: Kysely<Database>) => Promise<void>
  /** Runs in the transaction of a changed role, for what hangs on the tenants that a person sees. */
  afterRoleChange: (within: Kysely<Database>, by: By) => Promise<void>
}

/** How people are changed: one at a time, a change and its entry in the trail together. */
export function createUserChanges(deps: UserChangesDeps) {
  const { db, auditLog, clock, endSessionsOf, afterRoleChange } = deps

  return {
    change<Result>(work: (scope: Scope) => Promise<Result>): Promise<Result> {
      return db.transaction().execute(async (within) => {
        const repo = createUsersRepo(within)
        await repo.lock()
        return work({ repo, within })
      })
    },

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
      const entry = {
        type: 'user',
        action: 'user created',
        oldValue: null,
        newValue: role,
      } as const
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

/** What the trail says of it; null where nothing changes. */
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

/** Throws for what the protections of decisions.md, Roles, forbid. */
export async function refuse(
  repo: UsersRepo,
  { act, user, by }: { act: 'disable' | 'demote'; user: User; by: By },
): Promise<void> {
  const refusal = refusalOf(act, user, {
    actorId: by.actor.userId,
    otherLocalAdministrators: await repo.countOtherLocalAdministrators(user.id),
  })
  if (refusal !== undefined) throw new AppError('CONFLICT', refusal)
}

/**
 * Throws for whoever lost their power while they waited: of two administrators who take each other's
 * role at the same moment one keeps it, and who was demoted a moment ago makes nobody an administrator.
 */
export async function refuseWithoutPower(repo: UsersRepo, { actor }: By): Promise<void> {
  if (actor.userId === null) return
  const now = await repo.findById(UserId.parse(actor.userId))
  if (now?.role !== 'admin' || now.isDisabled)
    throw new AppError('SIGN_IN_REQUIRED', 'Please sign in')
}

export const trailOf = (user: Pick<User, 'id' | 'username'>, by: By) => ({
  changedBy: by.actor,
  source: by.source,
  target: { name: user.username, userId: user.id },
})

function nameTaken(username: string): AppError {
  const message = `A user named ${username} already exists`
  return new AppError('CONFLICT', message, { fields: [{ field: 'body.username', message }] })
}
