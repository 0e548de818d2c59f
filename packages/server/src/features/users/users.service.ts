import type { UserId } from '@tenantscope/contract/ids'
import type { Role } from '@tenantscope/contract/roles'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditActor, AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import { UNUSABLE_PASSWORD } from './passwords.service.ts'
import type { Passwords } from './passwords.service.ts'
import { createUsersRepo } from './users.repo.ts'
import type { Credentials, User, UsersRepo } from './users.repo.ts'
import { adminRolesAfter, isDemotion, refusalOf } from './users.rules.ts'

export type UsersService = ReturnType<typeof createUsersService>
export type { User }

/** Who changes something and from where: every change is written to the trail with it. */
export interface By {
  readonly actor: AuditActor
  readonly source: AuditSource
}

export interface MicrosoftPerson {
  readonly tenantId: string
  readonly microsoftId: string
  readonly username: string
  readonly displayName: string | null
  readonly email: string | null
}

type Rights = Pick<User, 'role' | 'tenantAccess'>

interface UsersDeps {
  db: Kysely<Database>
  auditLog: AuditLogService
  passwords: Passwords
  clock: Clock
  /** Ends the person's sessions in the transaction of the change, open streams included. */
  endSessionsOf: (userId: UserId, within: Kysely<Database>) => Promise<void>
  /** Runs in the transaction of a changed role, for what hangs on the tenants that a person sees. */
  afterRoleChange: (within: Kysely<Database>, by: By) => Promise<void>
  /** Runs in the transaction that disables a person, for what they left open to others. */
  afterDisabling: (within: Kysely<Database>, userId: UserId, by: By) => Promise<void>
}

/** People: who they are, their role, and the protections of decisions.md, Roles. */
export function createUsersService(deps: UsersDeps) {
  const { db, auditLog, passwords, clock, endSessionsOf, afterRoleChange, afterDisabling } = deps
  const repo = createUsersRepo(db)

  /** A change and its entry in the trail happen together. */
  function change<Result>(
    work: (repo: UsersRepo, within: Kysely<Database>) => Promise<Result>,
  ): Promise<Result> {
    return db.transaction().execute(async (within) => {
      const locked = createUsersRepo(within)
      await locked.lock()
      return work(locked, within)
    })
  }

  async function insertUser(
    scope: { repo: UsersRepo; within: Kysely<Database> },
    user: Parameters<UsersRepo['insert']>[0],
    by: By,
  ): Promise<User> {
    if (await scope.repo.findByName(user.username))
      throw new AppError('CONFLICT', `A user named ${user.username} already exists`)
    const { role = 'viewer' } = user
    const created = await scope.repo.insert({
      ...user,
      isAdmin: role === 'admin',
      adminRoles: adminRolesAfter(role, []),
      createdAt: clock.now(),
    })
    const entry = { type: 'user', action: 'user created', oldValue: null, newValue: role } as const
    await auditLog.change({ ...entry, ...trailOf(created, by) }, scope.within)
    return created
  }

  return {
    list: () => repo.list(),
    isEmpty: () => repo.isEmpty(),
    find: (id: UserId): Promise<User | undefined> => repo.findById(id),
    findByName: (username: string): Promise<Credentials | undefined> => repo.findByName(username),
    findByMicrosoftId: (tenantId: string, microsoftId: string): Promise<User | undefined> =>
      repo.findByMicrosoftId(tenantId, microsoftId),
    passwordHashOf: (id: UserId): Promise<string | undefined> => repo.passwordHashOf(id),

    /** Whether the person may see any tenant at all. */
    async hasAnyTenant(user: User): Promise<boolean> {
      return user.role === 'admin' || user.tenantAccess === 'all' || repo.hasAnyGrant(user.id)
    },

    /** Makes the account of a person of Microsoft; who has one already is refused. */
    addMicrosoft(person: MicrosoftPerson, rights: Rights, by: By): Promise<User> {
      return change(async (scoped, within) => {
        const found = await scoped.findByMicrosoftId(person.tenantId, person.microsoftId)
        if (found)
          throw new AppError('CONFLICT', `This person already has the account ${found.username}`)
        return insertUser({ repo: scoped, within }, await microsoftUser(scoped, person, rights), by)
      })
    },

    /** The account of a person who signs in for the first time; two sign-ins at once make one. */
    importMicrosoft(person: MicrosoftPerson, rights: Rights, by: By): Promise<User> {
      return change(async (scoped, within) => {
        const found = await scoped.findByMicrosoftId(person.tenantId, person.microsoftId)
        if (found) return found
        return insertUser({ repo: scoped, within }, await microsoftUser(scoped, person, rights), by)
      })
    },

    /** Makes a local administrator: other local accounts could not sign in. */
    async addLocal(
      account: { username: string; displayName: string | null; password: string },
      { mustResetPassword }: { mustResetPassword: boolean },
      by: By,
    ): Promise<User> {
      const user = await localAdministrator(passwords, account)
      return change((scoped, within) =>
        insertUser({ repo: scoped, within }, { ...user, mustResetPassword }, by),
      )
    },

    /**
     * Makes the first administrator unless there is anybody; null when there is. `beforeInsert` runs
     * once this process is the one that makes it.
     */
    async addFirst(
      account: { username: string; password: string },
      options: { mustResetPassword: boolean; beforeInsert(): Promise<void> },
      by: By,
    ): Promise<User | null> {
      const user = await localAdministrator(passwords, { ...account, displayName: null })
      const { mustResetPassword } = options
      return change(async (scoped, within) => {
        if (!(await scoped.isEmpty())) return null
        await options.beforeInsert()
        return insertUser({ repo: scoped, within }, { ...user, mustResetPassword }, by)
      })
    },

    setRole(id: UserId, role: Role, by: By): Promise<User> {
      return change(async (scoped, within) => {
        const user = await existing(scoped, id)
        const losesPower = isDemotion(user.role, role)
        if (losesPower) await refuse(scoped, { act: 'demote', user, by })
        const adminRoles = adminRolesAfter(role, user.adminRoles)
        await scoped.update(id, { role, isAdmin: role === 'admin', adminRoles })
        if (losesPower) await endSessionsOf(id, within)
        const values = { oldValue: user.role, newValue: role }
        await auditLog.change(
          { type: 'user', action: 'role changed', ...values, ...trailOf(user, by) },
          within,
        )
        await afterRoleChange(within, by)
        return { ...user, role, adminRoles }
      })
    },

    setDisabled(id: UserId, isDisabled: boolean, by: By): Promise<User> {
      return change(async (scoped, within) => {
        const user = await existing(scoped, id)
        if (isDisabled) await refuse(scoped, { act: 'disable', user, by })
        await scoped.update(id, { isDisabled })
        if (isDisabled) await endSessionsOf(id, within)
        const action = isDisabled ? 'account disabled' : 'account enabled'
        const values = { oldValue: stateOf(user), newValue: stateOf({ isDisabled }) }
        await auditLog.change({ type: 'user', action, ...values, ...trailOf(user, by) }, within)
        if (isDisabled) await afterDisabling(within, id, by)
        return { ...user, isDisabled }
      })
    },

    /** A password made for somebody else: it has to be replaced at the next sign-in. */
    async resetPassword(id: UserId, password: string, by: By): Promise<User> {
      const hash = await passwords.hash(password)
      return change(async (scoped, within) => {
        const user = await existing(scoped, id)
        if (user.authMethod === 'microsoft')
          throw new AppError('CONFLICT', 'Microsoft users manage passwords through Microsoft 365')
        const changed = { password: hash, lastPasswordChange: clock.now() }
        await scoped.update(id, { ...changed, mustResetPassword: true })
        await endSessionsOf(id, within)
        await auditLog.change(passwordEntry('password reset', user, by), within)
        return { ...user, mustResetPassword: true }
      })
    },

    /**
     * One's own new password; `also` happens with it or not at all. `replaces` is the hash that was
     * checked: hashing takes long enough for a reset to come in between, and then the reset holds.
     */
    async changeOwnPassword<Result>(
      { id, password, replaces, by }: { id: UserId; password: string; replaces: string; by: By },
      also: (within: Kysely<Database>) => Promise<Result>,
    ): Promise<Result> {
      const hash = await passwords.hash(password)
      return change(async (scoped, within) => {
        const user = await existing(scoped, id)
        if ((await scoped.passwordHashOf(id)) !== replaces)
          throw new AppError('SIGN_IN_REQUIRED', 'Please sign in')
        const changed = { password: hash, lastPasswordChange: clock.now() }
        await scoped.update(id, { ...changed, mustResetPassword: false })
        await auditLog.change(passwordEntry('password changed', user, by), within)
        return also(within)
      })
    },

    /** `work`, unless the password is no longer the one that was checked; nobody changes it meanwhile. */
    whilePasswordIs<Result>(
      { user, passwordHash }: Credentials,
      work: (within: Kysely<Database>) => Promise<Result>,
    ): Promise<Result | null> {
      return change(async (scoped, within) =>
        (await scoped.passwordHashOf(user.id)) === passwordHash ? work(within) : null,
      )
    },

    /** Microsoft's names for the person, as of this sign-in. */
    async recordMicrosoftSignIn(
      id: UserId,
      { displayName, email }: Pick<MicrosoftPerson, 'displayName' | 'email'>,
    ): Promise<void> {
      const names = {
        ...(displayName === null ? {} : { displayName }),
        ...(email === null ? {} : { email }),
      }
      await repo.update(id, { ...names, lastMicrosoftLogin: clock.now() })
    },
  }
}

/** The user name is the sign-in name, unless somebody has it already. */
async function microsoftUser(repo: UsersRepo, person: MicrosoftPerson, rights: Rights) {
  const isTaken = (await repo.findByName(person.username)) !== undefined
  const username = isTaken ? `${person.username} (${person.microsoftId})` : person.username
  const login = { authMethod: 'microsoft', password: UNUSABLE_PASSWORD } as const
  return { ...person, ...rights, ...login, username }
}

async function localAdministrator(
  passwords: Passwords,
  account: { username: string; displayName: string | null; password: string },
) {
  const refusal = await passwords.refusalOf(account.password)
  if (refusal !== undefined)
    throw new AppError('BAD_REQUEST', refusal, {
      fields: [{ field: 'password', message: refusal }],
    })
  const { username, displayName } = account
  const password = await passwords.hash(account.password)
  return { username, displayName, password, role: 'admin', authMethod: 'traditional' } as const
}

async function existing(repo: UsersRepo, id: UserId): Promise<User> {
  const user = await repo.findById(id)
  if (!user) throw new AppError('NOT_FOUND', 'User not found')
  return user
}

async function refuse(
  repo: UsersRepo,
  { act, user, by }: { act: 'disable' | 'demote'; user: User; by: By },
): Promise<void> {
  const refusal = refusalOf(act, user, {
    actorId: by.actor.userId,
    otherLocalAdministrators: await repo.countOtherLocalAdministrators(user.id),
  })
  if (refusal !== undefined) throw new AppError('CONFLICT', refusal)
}

const trailOf = (user: User, by: By) => ({
  changedBy: by.actor,
  source: by.source,
  target: { name: user.username, userId: user.id },
})

const passwordEntry = (action: string, user: User, by: By) =>
  ({ type: 'password', action, oldValue: null, newValue: null, ...trailOf(user, by) }) as const

const stateOf = ({ isDisabled }: Pick<User, 'isDisabled'>): string =>
  isDisabled ? 'disabled' : 'enabled'
