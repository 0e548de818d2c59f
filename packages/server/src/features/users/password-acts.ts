import type { UserId } from '@tenantscope/contract/ids'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { Passwords, StoredPassword } from './passwords.service.ts'
import { existingUser, refuseWithoutPower, trailOf } from './user-changes.ts'
import type { By, UserChanges } from './user-changes.ts'
import type { Credentials, User } from './users.repo.ts'

interface PasswordActsDeps {
  changes: UserChanges
  passwords: Passwords
  auditLog: AuditLogService
  clock: Clock
  endSessionsOf: (userId: UserId, within: Kysely<Database>) => Promise<void>
}

/** How people's passwords change. */
export function createPasswordActs(deps: PasswordActsDeps) {
  const { changes, passwords, auditLog, clock, endSessionsOf } = deps

  return {
    /** A password made for somebody else: it has to be replaced at the next sign-in. */
    async resetPassword(id: UserId, password: string, by: By): Promise<User> {
      if (by.actor.userId === id)
        throw new AppError('CONFLICT', 'Change your own password under My Account')
      await refuseWeak(passwords, password)
      const stored = await passwords.stored(password)
      return changes.change(async ({ repo, within }) => {
        await refuseWithoutPower(repo, by)
        const user = await existingUser(repo, id)
        if (user.authMethod === 'microsoft')
          throw new AppError('CONFLICT', 'Microsoft users manage passwords through Microsoft 365')
        const changed = { ...stored, lastPasswordChange: clock.now() }
        await repo.update(id, { ...changed, mustResetPassword: true })
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
      const stored = await passwords.stored(password)
      return changes.change(async ({ repo, within }) => {
        const user = await existingUser(repo, id)
        if ((await repo.passwordHashOf(id)) !== replaces)
          throw new AppError('SIGN_IN_REQUIRED', 'Please sign in')
        const changed = { ...stored, lastPasswordChange: clock.now() }
        await repo.update(id, { ...changed, mustResetPassword: false })
        await auditLog.change(passwordEntry('password changed', user, by), within)
        return also(within)
      })
    },

    /**
     * `work`, with the person as they are by then, unless the password is no longer the one that was
     * checked; nobody changes either meanwhile.
     */
    whilePasswordIs<Result>(
      { user, passwordHash }: Credentials,
      work: (within: Kysely<Database>, current: User) => Promise<Result>,
    ): Promise<Result | null> {
      return changes.change(async ({ repo, within }) =>
        (await repo.passwordHashOf(user.id)) === passwordHash
          ? work(within, await existingUser(repo, user.id))
          : null,
      )
    },
  }
}

/** A password for a new account, as it is stored. */
export async function acceptedPassword(
  passwords: Passwords,
  password: string,
): Promise<StoredPassword> {
  await refuseWeak(passwords, password)
  return passwords.stored(password)
}

async function refuseWeak(passwords: Passwords, password: string): Promise<void> {
  const message = await passwords.refusalOf(password)
  if (message === undefined) return
  throw new AppError('BAD_REQUEST', message, { fields: [{ field: 'body.password', message }] })
}

const passwordEntry = (action: string, user: User, by: By) =>
  ({ type: 'password', action, oldValue: null, newValue: null, ...trailOf(user, by) }) as const
