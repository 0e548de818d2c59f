import type { CallReply } from '@tenantscope/contract/endpoint'
import type { UserId } from '@tenantscope/contract/ids'
import type { AdminStats, AdminUser, getUser, listUsers } from '@tenantscope/contract/users'

import { AppError } from '../../lib/app-error.ts'
import { userNotFound } from './user-changes.ts'
import type { UserKind, UserListRepo } from './user-list.repo.ts'
import { cursorOf, cursorText } from './user-list.rules.ts'

export type UserListService = ReturnType<typeof createUserListService>

interface Wanted {
  readonly q: string
  readonly kind: UserKind
  readonly limit: number
  readonly cursor?: string | undefined
}

/** People with an account, as administrators see them. */
export function createUserListService(deps: {
  repo: UserListRepo
  /** Sessions that have not ended, of one person or of everybody. */
  countSessions: (userId: UserId | null) => Promise<number>
  /** Share links of a person that still open. */
  countOpenShares: (userId: UserId) => Promise<number>
}) {
  const { repo, countSessions, countOpenShares } = deps

  async function find(id: UserId): Promise<AdminUser> {
    const row = await repo.find(id)
    if (!row) throw userNotFound()
    return toAdminUser(row)
  }

  return {
    find,

    async list({ q, kind, limit, cursor }: Wanted): Promise<CallReply<typeof listUsers>> {
      const after = cursor === undefined ? null : knownCursor(cursor)
      const chosen = { q, kind }
      const [rows, total] = await Promise.all([
        // One more than shown tells whether there is another page.
        repo.page(chosen, { after, limit: limit + 1 }),
        repo.count(chosen),
      ])
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return {
        users: shown.map(toAdminUser),
        total,
        nextCursor: last === undefined ? null : cursorText(last.place),
      }
    },

    async details(id: UserId): Promise<CallReply<typeof getUser>> {
      const row = await repo.find(id)
      if (!row) throw userNotFound()
      const [grants, sessions, openShares] = await Promise.all([
        repo.grantsOf(id),
        countSessions(id),
        countOpenShares(id),
      ])
      const grant = { mode: row.tenantAccess, ...grants }
      return { user: toAdminUser(row), grant, sessions, openShares }
    },

    async stats(): Promise<AdminStats> {
      const [counts, activeSessions] = await Promise.all([repo.counts(), countSessions(null)])
      return { ...counts, activeSessions, lastBackup: counts.lastBackup?.toISOString() ?? null }
    },
  }
}

type Row = NonNullable<Awaited<ReturnType<UserListRepo['find']>>>

/** What leaves of a person: nothing of passwords or the second factor but whether there is one. */
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

function knownCursor(text: string) {
  const cursor = cursorOf(text)
  if (cursor !== undefined) return cursor
  const message = 'Is not the cursor of a page'
  throw new AppError('BAD_REQUEST', `cursor ${message.toLowerCase()}`, {
    fields: [{ field: 'query.cursor', message }],
  })
}
