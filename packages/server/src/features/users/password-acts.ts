import type { UserId } from '@tenantscope/contract/ids'

import type { Db } from '../../db/tables.ts'
import { AppError, fieldError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { By } from '../audit-log/audit-log.service.ts'
import type { Passwords, StoredPassword } from './passwords.service.ts'
import { existingUser, refuseWithoutPower, trailOf } from './user-changes.ts'
import type { UserChanges } from './user-changes.ts'
import type { Credentials, User } from './users.repo.ts'

/** Changes and resets passwords. */
export function createPasswordActs(deps: {
  changes: UserChanges
  passwords: Passwords
  auditLog: AuditLogService
  clock: Clock
  endSessionsOf: (userId: UserId, within: Db) => Promise<void>
}) {
  const { changes, passwords, auditLog, clock, endSessionsOf } = deps

  return {
    /** Sets a password for another user, who must replace it at the next sign-in. */
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
        await refuseWeak(passwords, password, user, within)
        const changed = { ...stored, lastPasswordChange: clock.now() }
        await repo.update(id, { ...changed, mustResetPassword: true })
        await endSessionsOf(id, within)
        await auditLog.change(passwordEntry('password reset', user, by), within)
        return { ...user, mustResetPassword: true }
      })
    },

    /**
     * Changes the user's own password; `also` runs in the same transaction. `replaces` is the
     * verified hash: hashing takes long enough for a reset in between, and then the reset wins.
     */
    async changeOwnPassword<Result>(
      { id, password, replaces, by }: { id: UserId; password: string; replaces: string; by: By },
      also: (within: Db) => Promise<Result>,
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
     * Runs `work` with the current user, unless the password is no longer the verified one; both
     * are locked meanwhile.
     */
    whilePasswordIs<Result>(
      { user, passwordHash }: Credentials,
      work: (within: Db, current: User) => Promise<Result>,
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
  { password, ...user }: { password: string } & Pick<User, 'username' | 'displayName'>,
): Promise<StoredPassword> {
  await refuseWeak(passwords, password, user)
  return passwords.stored(password)
}

async function refuseWeak(
  passwords: Passwords,
  password: string,
  ...of: [user?: Pick<User, 'username' | 'displayName'>, within?: Db]
): Promise<void> {
  const [user = null, within] = of
  const message = await passwords.refusalOf(password, user, within)
  if (message !== undefined) throw fieldError('body.password', message)
}

const passwordEntry = (action: string, user: User, by: By) =>
  ({ type: 'password', action, ...trailOf(user, by) }) as const
