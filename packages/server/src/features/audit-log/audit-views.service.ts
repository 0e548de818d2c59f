import type { AuditEntry } from '@tenantscope/contract/audit'
import type { UserId } from '@tenantscope/contract/ids'
import { AUDIT } from '@tenantscope/contract/limits'

import type { Db } from '../../db/tables.ts'
import { fieldError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { createAuditViewsRepo } from './audit-views.repo.ts'
import type { AuditFilter, AuditViewsRepo, LoginFilter } from './audit-views.repo.ts'

export type AuditViewsService = ReturnType<typeof createAuditViewsService>

interface AskedPage {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Returns the trails to administrators, newest first, page by page. */
export function createAuditViewsService(deps: {
  db: Db
  timeZoneOf: (userId: UserId) => Promise<string>
  /** Stores the counts of this process before they are shown. */
  flushApiCalls: () => Promise<void>
  clock: Clock
}) {
  const { clock } = deps
  const repo = createAuditViewsRepo(deps.db)
  return {
    async entries(filter: AuditFilter, { limit, cursor }: AskedPage) {
      const page = { before: idIn(cursor), limit: limit + 1 }
      const { rows, total } = await repo.findEntries(filter, page)
      const { shown, nextCursor } = paged(rows, limit)
      return { entries: shown, total, nextCursor }
    },

    async signIns(filter: LoginFilter, { limit, cursor }: AskedPage) {
      const page = { before: idIn(cursor), limit: limit + 1 }
      const [rows, total] = await Promise.all([
        repo.listSignIns(filter, page),
        repo.countSignIns(filter),
      ])
      const { shown, nextCursor } = paged(rows, limit)
      return { logs: shown, total, nextCursor }
    },

    async counts(userId: UserId) {
      await deps.flushApiCalls()
      const timeZone = await deps.timeZoneOf(userId)
      const counts = await repo.countSince({ now: clock.now(), timeZone }, AUDIT.countedDays)
      return { ...counts, since: counts.since.toISOString() }
    },

    /** Yields all entries, page by page. */
    async *allEntries(filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
      let before: number | null = null
      for (;;) {
        const rows: Awaited<ReturnType<AuditViewsRepo['listEntries']>> = await repo.listEntries(
          filter,
          { before, limit: READ_AT_ONCE },
        )
        if (rows.length > 0) yield rows.map(presented)
        before = rows.at(-1)?.id ?? null
        if (rows.length < READ_AT_ONCE) return
      }
    },
  }
}

const READ_AT_ONCE = 500

const presented = <Row extends { timestamp: Date }>(row: Row) => ({
  ...row,
  timestamp: row.timestamp.toISOString(),
})

function paged<Row extends { id: number; timestamp: Date }>(rows: readonly Row[], limit: number) {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    shown: shown.map(presented),
    nextCursor: last === undefined ? null : String(last.id),
  }
}

function idIn(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  const id = /^\d{1,10}$/u.test(cursor) ? Number(cursor) : Number.NaN
  if (id <= LAST_ID) return id
  throw fieldError('query.cursor', 'Not a valid page cursor')
}

/** The maximum of an integer column. */
const LAST_ID = 2_147_483_647
