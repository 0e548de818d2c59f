import type { UserId } from '@tenantscope/contract/ids'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import { createSecondFactorsRepo } from './second-factors.repo.ts'
import { refuseWithoutPower, trailOf } from './user-changes.ts'
import type { By, User, UsersService } from './users.service.ts'

export type SecondFactorReset = ReturnType<typeof createSecondFactorReset>

/** For somebody who lost both the phone and the recovery codes: an administrator or the operator helps. */
export function createSecondFactorReset(deps: {
  users: UsersService
  auditLog: AuditLogService
  endSessionsOf: (userId: UserId, within: Kysely<Database>) => Promise<void>
}) {
  const { users, auditLog, endSessionsOf } = deps
  return {
    /** The person signs in with the password alone until they enroll again. */
    reset(id: UserId, by: By): Promise<User> {
      return users.changePerson(id, async (user, { repo, within }) => {
        await refuseWithoutPower(repo, by)
        if (by.actor.userId === id)
          throw new AppError('CONFLICT', 'Remove your own second factor under My Account')
        const hadOne = await createSecondFactorsRepo(within).remove(id)
        if (!hadOne) throw new AppError('CONFLICT', `${user.username} has no second factor`)
        await endSessionsOf(id, within)
        const entry = { type: 'password', action: 'second factor reset' } as const
        const values = { oldValue: null, newValue: null }
        await auditLog.change({ ...entry, ...values, ...trailOf(user, by) }, within)
        return user
      })
    },
  }
}
