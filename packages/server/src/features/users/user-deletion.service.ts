import { counted } from '@tenantscope/analysis/counted'
import type { UserId } from '@tenantscope/contract/ids'

import type { Db } from '../../db/tables.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import { changeUser, refuse, trailOf } from './user-changes.ts'
import { createUserDeletionRepo } from './user-deletion.repo.ts'
import { deletedName, deletionMessage } from './users.rules.ts'

export type UserDeletion = ReturnType<typeof createUserDeletion>

interface SharesTaken {
  readonly keep: boolean
  readonly by: By
  readonly to: { readonly userId: UserId; readonly name: string }
}

/** Deletes accounts of the staff (docs/PRIVACY.md, Erasing). */
export function createUserDeletion(deps: {
  db: Db
  auditLog: AuditLogService
  endSessionsOf: (userId: UserId, within: Db) => Promise<void>
  /** Ends the user's share links or keeps them open, and hands them over; returns their number. */
  takeShares: (within: Db, creatorId: UserId, how: SharesTaken) => Promise<number>
}) {
  const { db, auditLog, endSessionsOf, takeShares } = deps
  return {
    /** What the account made for others continues in the name of the administrator who deletes it. */
    delete(
      id: UserId,
      { keepShares, by }: { keepShares: boolean; by: By & { actor: { userId: UserId } } },
    ): Promise<{ message: string }> {
      return changeUser(db, { id, by }, async (user, { repo, within }) => {
        await refuse(repo, { act: 'delete', user, by })
        const scoped = createUserDeletionRepo(within)
        const replacement = deletedName(id)
        const to = { userId: by.actor.userId, name: by.actor.name }
        await endSessionsOf(id, within)
        const shares = await takeShares(within, id, { keep: keepShares, by, to })
        const { schedules, invitations } = await scoped.handOver(id, to)
        await scoped.anonymizeReports(id, replacement)
        await scoped.anonymizeNames(user, replacement)
        await scoped.remove(id)
        await auditLog.change(
          {
            type: 'user',
            action: 'account deleted',
            ...trailOf(user, by),
            oldValue: user.role,
            details: [
              `${counted(shares, 'share link')} ${keepShares ? 'kept' : 'ended'}`,
              `${counted(schedules, 'scheduled report')} and ${counted(invitations, 'consent')} handed over`,
            ].join('; '),
          },
          within,
        )
        return { message: deletionMessage(user, keepShares) }
      })
    },
  }
}
