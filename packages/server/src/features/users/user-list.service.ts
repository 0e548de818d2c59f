import type { UserId } from '@tenantscope/contract/ids'
import type { AdminStats } from '@tenantscope/contract/system'
import type { AdminUser, listUsers } from '@tenantscope/contract/users'
import type { z } from 'zod'

import type { Db } from '../../db/tables.ts'
import { knownPlace, pageCursor } from '../../lib/page-cursor.ts'
import { userNotFound } from './user-changes.ts'
import { createUserListRepo } from './user-list.repo.ts'
import type { UserListRepo } from './user-list.repo.ts'
import { UserPlace } from './user-list.rules.ts'

export type UserListService = ReturnType<typeof createUserListService>

/** People with an account, as administrators see them. */
export function createUserListService(deps: {
  db: Db
  /** Counts active sessions of one user or of all. */
  countSessions: (userId: UserId | null) => Promise<number>
  /** Share links of a person that still open. */
  countOpenShares: (userId: UserId) => Promise<number>
  /** Returns the time of the last backup, given the recorded one. */
  lastBackupAt: (recorded: Date | null) => Promise<Date | null>
}) {
  const { countSessions, countOpenShares, lastBackupAt } = deps
  const repo = createUserListRepo(deps.db)

  async function find(id: UserId): Promise<AdminUser> {
    const row = await repo.find(id)
    if (!row) throw userNotFound()
    return toAdminUser(row)
  }

  return {
    find,

    async list({ q, kind, limit, cursor }: z.output<typeof listUsers.query>) {
      const after = cursor === undefined ? null : knownPlace(UserPlace, cursor)
      const chosen = { q, kind }
      const [rows, total] = await Promise.all([
        // One more than shown, to detect another page.
        repo.page(chosen, { after, limit: limit + 1 }),
        repo.count(chosen),
      ])
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return {
        users: shown.map(toAdminUser),
        total,
        nextCursor: last === undefined ? null : pageCursor(last.place),
      }
    },

    async details(id: UserId) {
      const user = await find(id)
      const [grant, sessions, openShares] = await Promise.all([
        repo.grantOf(id),
        countSessions(id),
        countOpenShares(id),
      ])
      return { user, grant, sessions, openShares }
    },

    async stats(): Promise<AdminStats> {
      const [counts, activeSessions] = await Promise.all([repo.counts(), countSessions(null)])
      const lastBackup = await lastBackupAt(counts.lastBackup)
      return { ...counts, activeSessions, lastBackup: lastBackup?.toISOString() ?? null }
    },
  }
}

type Row = NonNullable<Awaited<ReturnType<UserListRepo['find']>>>

/** Returns a user without password data; of the second factor only whether it exists. */
function toAdminUser(row: Row): AdminUser {
  const seesAll = row.role === 'admin' || row.tenantAccess === 'all'
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    email: row.email,
    authMethod: row.authMethod === 'traditional' ? 'local' : 'microsoft',
    role: row.role,
    isAdmin: row.role === 'admin',
    adminRoles: row.adminRoles,
    isDisabled: row.isDisabled,
    mustResetPassword: row.mustResetPassword,
    hasSecondFactor: row.hasSecondFactor,
    lastMicrosoftLogin: row.lastMicrosoftLogin?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    access: { mode: row.tenantAccess, tenants: seesAll ? null : row.grantedTenants },
  }
}
