import type { OwnSession } from '@tenantscope/contract/own-account'

import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../lib/actor.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import { createSessionsRepo } from './sessions.repo.ts'
import type { SessionsService } from './sessions.service.ts'

export type OwnSessionsService = ReturnType<typeof createOwnSessionsService>

/** Long enough to identify a session; the cookie cannot be derived from it. */
const SHOWN_ID_LENGTH = 16

/** Lists and ends a user's own sessions. */
export function createOwnSessionsService(deps: {
  db: Db
  auditLog: AuditLogService
  sessions: Pick<SessionsService, 'moment'>
}) {
  const { db, auditLog, sessions } = deps

  const openSessionsOf = ({ userId }: Actor, within = db) =>
    createSessionsRepo(within).listOf(userId, sessions.moment())

  return {
    async list(actor: Actor): Promise<OwnSession[]> {
      const open = (await openSessionsOf(actor)).map(
        ({ id, createdAt, lastSeenAt, expiresAt, ...origin }) => ({
          ...origin,
          id: id.slice(0, SHOWN_ID_LENGTH),
          isCurrent: id === actor.sessionId,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        }),
      )
      return [
        ...open.filter(({ isCurrent }) => isCurrent),
        ...open.filter(({ isCurrent }) => !isCurrent),
      ]
    },

    /** Ends all sessions but this one, including streams; returns their number. */
    endOthers(actor: Actor, source: AuditSource): Promise<number> {
      return db.transaction().execute(async (within) => {
        const open = await openSessionsOf(actor, within)
        const ended = open.filter(({ id }) => id !== actor.sessionId).length
        await createSessionsRepo(within).endAllOf(actor.userId, { except: actor.sessionId })
        if (ended > 0) await auditLog.ownChange(within, 'signed out elsewhere', { actor, source })
        return ended
      })
    },

    async end(actor: Actor, shownId: string, source: AuditSource): Promise<void> {
      await db.transaction().execute(async (within) => {
        const open = await openSessionsOf(actor, within)
        const [named, ...others] = open.filter(({ id }) => id.startsWith(shownId))
        if (named === undefined || others.length > 0)
          throw new AppError('NOT_FOUND', 'This session has already ended')
        if (named.id === actor.sessionId)
          throw new AppError('CONFLICT', 'This is your current session. Sign out instead.')
        await createSessionsRepo(within).end(named.id)
        await auditLog.ownChange(within, 'session ended', { actor, source })
      })
    },
  }
}
