import type { UserId } from '@tenantscope/contract/ids'

import type { Db } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import { changeUser, trailOf } from './user-changes.ts'
import type { By, User } from './users.service.ts'

export type SecondFactorReset = ReturnType<typeof createSecondFactorReset>

/** Removes the second factor of a user who lost phone and recovery codes, for an administrator or operator. */
export function createSecondFactorReset(deps: {
  db: Db
  auditLog: AuditLogService
  endSessionsOf: (userId: UserId, within: Db) => Promise<void>
}) {
  const { db, auditLog, endSessionsOf } = deps
  return {
    /** The person signs in with the password alone until they enroll again. */
    reset(id: UserId, by: By): Promise<User> {
      return changeUser(db, { id, by }, async (user, { repo, within }) => {
        if (by.actor.userId === id)
          throw new AppError('CONFLICT', 'Remove your own second factor under My Account')
        if (!(await repo.removeSecondFactor(id)))
          throw new AppError('CONFLICT', `${user.username} has no second factor`)
        await endSessionsOf(id, within)
        const entry = { type: 'password', action: 'second factor reset' } as const
        await auditLog.change({ ...entry, ...trailOf(user, by) }, within)
        return user
      })
    },
  }
}
