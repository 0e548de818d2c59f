import type { OwnSession } from '@tenantscope/contract/own-account'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import type { Actor } from '../../lib/actor.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import { createSessionsRepo } from './sessions.repo.ts'
import { closedBefore } from './sessions.rules.ts'

export type OwnSessionsService = ReturnType<typeof createOwnSessionsService>

/** Enough of a stored id to name a session by; the cookie cannot be told from it. */
const SHOWN_ID_LENGTH = 16

/** What people see of their own sessions, and how they end them. */
export function createOwnSessionsService(deps: {
  db: Kysely<Database>
  auditLog: AuditLogService
  clock: Clock
}) {
  const { db, auditLog, clock } = deps

  function openSessionsOf({ userId }: Actor, within: Kysely<Database> = db) {
    const now = clock.now()
    return createSessionsRepo(within).listOf(userId, { now, closedBefore: closedBefore(now) })
  }

  function note(
    within: Kysely<Database>,
    action: string,
    by: { actor: Actor; source: AuditSource },
  ) {
    const person = { name: by.actor.username, userId: by.actor.userId }
    const trail = { changedBy: person, target: person, source: by.source }
    return auditLog.change(
      { type: 'user', action, oldValue: null, newValue: null, ...trail },
      within,
    )
  }

  return {
    async list(actor: Actor): Promise<OwnSession[]> {
      const sessions = (await openSessionsOf(actor)).map(
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
        ...sessions.filter(({ isCurrent }) => isCurrent),
        ...sessions.filter(({ isCurrent }) => !isCurrent),
      ]
    },

    /** Ends all but this one, streams included; answers with how many there were. */
    endOthers(actor: Actor, source: AuditSource): Promise<number> {
      return db.transaction().execute(async (within) => {
        const open = await openSessionsOf(actor, within)
        const ended = open.filter(({ id }) => id !== actor.sessionId).length
        await createSessionsRepo(within).endAllOf(actor.userId, { except: actor.sessionId })
        if (ended > 0) await note(within, 'signed out elsewhere', { actor, source })
        return ended
      })
    },

    async end(actor: Actor, shownId: string, source: AuditSource): Promise<void> {
      await db.transaction().execute(async (within) => {
        const open = await openSessionsOf(actor, within)
        const [named, ...others] = open.filter(({ id }) => id.startsWith(shownId))
        if (named === undefined || others.length > 0)
          throw new AppError('NOT_FOUND', 'This session has ended already')
        if (named.id === actor.sessionId)
          throw new AppError('CONFLICT', 'This is the session that you use. Sign out instead.')
        await createSessionsRepo(within).end(named.id)
        await note(within, 'session ended', { actor, source })
      })
    },
  }
}
