import type { UserId } from '@tenantscope/contract/ids'
import type { Role } from '@tenantscope/contract/roles'

import type { Db } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { By } from '../audit-log/audit-log.service.ts'
import { acceptedPassword, createPasswordActs } from './password-acts.ts'
import { UNUSABLE_PASSWORD } from './passwords.service.ts'
import type { Passwords } from './passwords.service.ts'
import {
  changeUser,
  createUserChanges,
  existingUser,
  refuse,
  refuseWithoutPower,
  trailOf,
} from './user-changes.ts'
import type { RoleChange, Scope, UserChangesDeps } from './user-changes.ts'
import { createUsersRepo } from './users.repo.ts'
import type { User, UsersRepo } from './users.repo.ts'

export type UsersService = ReturnType<typeof createUsersService>
export type { By, User }

export interface MicrosoftPerson {
  readonly tenantId: string
  readonly microsoftId: string
  readonly username: string
  readonly displayName: string | null
  readonly email: string | null
}

interface LocalAccount {
  readonly username: string
  readonly displayName: string | null
  readonly email?: string | null
  readonly password: string
}

interface StatusChange {
  readonly isDisabled: boolean
  readonly keepShares: boolean
  /** Throws unless an administrator may come back now; absent on the host. */
  readonly beforePromotion?: () => void
}

type Rights = Pick<User, 'role' | 'tenantAccess'> & { readonly adminRoles?: readonly string[] }

interface UsersDeps extends UserChangesDeps {
  passwords: Passwords
  /** Called in the transaction that disables a user, for the user's share links. */
  afterDisabling: (
    within: Db,
    userId: UserId,
    how: { by: By; keepShares: boolean },
  ) => Promise<void>
  /** Runs in the transaction that enables a person again. */
  afterEnabling: (within: Db, userId: UserId) => Promise<void>
}

/** People: who they are, their role, and the protections of decisions.md, Roles. */
export function createUsersService(deps: UsersDeps) {
  const { db, auditLog, passwords, clock, endSessionsOf, afterDisabling, afterEnabling } = deps
  const repo = createUsersRepo(db)
  const changes = createUserChanges(deps)

  const { change } = changes

  const insertMicrosoft = async (
    scope: Scope,
    { person, rights }: { person: MicrosoftPerson; rights: Rights },
    by: By,
  ): Promise<User> => changes.insert(scope, await microsoftUser(scope.repo, person, rights), by)

  /** The change may depend on the current user. */
  function changeRole(id: UserId, changeOf: (user: User) => RoleChange, by: By): Promise<User> {
    return changeUser(db, { id, by }, (user, scope) =>
      changes.applyRole(scope, user, { to: changeOf(user), by }),
    )
  }

  function setStatus(
    id: UserId,
    { isDisabled, keepShares, beforePromotion }: StatusChange,
    by: By,
  ): Promise<User> {
    return changeUser(db, { id, by }, async (user, { repo: scoped, within }) => {
      if (isDisabled) await refuse(scoped, { act: 'disable', user, by })
      else if (user.isDisabled && user.role === 'admin') beforePromotion?.()
      await scoped.update(id, { isDisabled })
      if (isDisabled) await endSessionsOf(id, within)
      const action = isDisabled ? 'account disabled' : 'account enabled'
      const values = { oldValue: stateOf(user), newValue: stateOf({ isDisabled }) }
      await auditLog.change({ type: 'user', action, ...values, ...trailOf(user, by) }, within)
      if (isDisabled) await afterDisabling(within, id, { by, keepShares })
      else await afterEnabling(within, id)
      return { ...user, isDisabled }
    })
  }

  /** Sets the mail address; for Microsoft users it comes from Microsoft. */
  function setEmail(id: UserId, email: string | null, by: By): Promise<User> {
    return changeUser(db, { id, by }, async (user, { repo: scoped, within }) => {
      if (user.authMethod === 'microsoft')
        throw new AppError('CONFLICT', 'The e-mail address of Microsoft users comes from Microsoft')
      if (email === user.email) return user
      await scoped.update(id, { email })
      const values = { oldValue: user.email, newValue: email }
      const entry = { type: 'user', action: 'email changed', ...values } as const
      await auditLog.change({ ...entry, ...trailOf(user, by) }, within)
      return { ...user, email }
    })
  }

  return {
    list: () => repo.list(),
    isEmpty: () => repo.isEmpty(),
    find: (id: UserId) => repo.findById(id),
    findByName: (username: string) => repo.findByName(username),
    findByMicrosoftId: (tenantId: string, microsoftId: string) =>
      repo.findByMicrosoftId(tenantId, microsoftId),
    passwordHashOf: (id: UserId) => repo.passwordHashOf(id),

    /** True when the user may see at least one tenant. */
    async hasAnyTenant(user: User): Promise<boolean> {
      return user.role === 'admin' || user.tenantAccess === 'all' || repo.hasAnyGrant(user.id)
    },

    /** Makes the account of a person of Microsoft; who has one already is refused. */
    addMicrosoft(person: MicrosoftPerson, rights: Rights, by: By): Promise<User> {
      return change(async (scope) => {
        const found = await scope.repo.findByMicrosoftId(person.tenantId, person.microsoftId)
        if (found) throw hasAccount(found)
        return insertMicrosoft(scope, { person, rights }, by)
      })
    },

    /** Creates the account of a user who signs in for the first time; parallel sign-ins create one. */
    importMicrosoft(person: MicrosoftPerson, rights: Rights, by: By): Promise<User> {
      return change(async (scope) => {
        const found = await scope.repo.findByMicrosoftId(person.tenantId, person.microsoftId)
        return found ?? insertMicrosoft(scope, { person, rights }, by)
      })
    },

    /**
     * Creates many accounts in one transaction; users who already have one are skipped.
     * `afterwards` runs in the same transaction for each new account.
     */
    importAll(
      people: readonly { person: MicrosoftPerson; rights: Rights }[],
      by: By,
      afterwards: (user: User, person: MicrosoftPerson, within: Db) => Promise<void>,
    ): Promise<User[]> {
      return change(async (scope) => {
        await refuseWithoutPower(scope.repo, by)
        const imported: User[] = []
        for (const { person, rights } of people) {
          const { tenantId, microsoftId } = person
          if (await scope.repo.findByMicrosoftId(tenantId, microsoftId)) continue
          const user = await insertMicrosoft(scope, { person, rights }, by)
          await afterwards(user, person, scope.within)
          imported.push(user)
        }
        return imported
      })
    },

    /** Makes a local administrator: other local accounts could not sign in. */
    async addLocal(
      account: LocalAccount,
      { mustResetPassword }: { mustResetPassword: boolean },
      by: By,
    ): Promise<User> {
      const user = await localAdministrator(passwords, account)
      return change(async (scope) => {
        await refuseWithoutPower(scope.repo, by)
        return changes.insert(scope, { ...user, mustResetPassword }, by)
      })
    },

    /**
     * Creates the first administrator; returns null when a user exists. `beforeInsert` runs only in
     * the process that creates it.
     */
    async addFirst(
      account: { username: string; password: string },
      options: { mustResetPassword: boolean; beforeInsert(): Promise<void> },
      by: By,
    ): Promise<User | null> {
      const user = await localAdministrator(passwords, { ...account, displayName: null })
      const { mustResetPassword } = options
      return change(async (scope) => {
        if (!(await scope.repo.isEmpty())) return null
        await options.beforeInsert()
        return changes.insert(scope, { ...user, mustResetPassword }, by)
      })
    },

    changeRole,
    setRole: (id: UserId, role: Role, by: By): Promise<User> =>
      changeRole(id, () => ({ role }), by),

    setEmail,

    setStatus,
    setDisabled: (id: UserId, isDisabled: boolean, by: By): Promise<User> =>
      setStatus(id, { isDisabled, keepShares: false }, by),

    ...createPasswordActs({ changes, passwords, auditLog, clock, endSessionsOf }),

    /** Several changes of one person together, or none of them. */
    changePerson<Result>(
      id: UserId,
      work: (user: User, scope: Scope) => Promise<Result>,
    ): Promise<Result> {
      return change(async (scope) => work(await existingUser(scope.repo, id), scope))
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

/** The user name is the sign-in name, unless it is taken. */
async function microsoftUser(repo: UsersRepo, person: MicrosoftPerson, rights: Rights) {
  const isTaken = (await repo.findByName(person.username)) !== undefined
  const username = isTaken ? `${person.username} (${person.microsoftId})` : person.username
  const login = { authMethod: 'microsoft', password: UNUSABLE_PASSWORD } as const
  const { adminRoles = [], ...rest } = rights
  return { ...person, ...rest, ...login, username, adminRoles: [...adminRoles] }
}

async function localAdministrator(passwords: Passwords, account: LocalAccount) {
  const { username, displayName, email = null } = account
  const stored = await acceptedPassword(passwords, account)
  const login = { role: 'admin', authMethod: 'traditional' } as const
  return { username, displayName, email, ...stored, ...login }
}

const hasAccount = ({ username }: User): AppError =>
  new AppError('CONFLICT', `This user already has the account ${username}`)

const stateOf = ({ isDisabled }: Pick<User, 'isDisabled'>): string =>
  isDisabled ? 'disabled' : 'enabled'
