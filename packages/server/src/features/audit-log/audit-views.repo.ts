import type {
  AuditEntry,
  countAudit,
  exportAudit,
  listLoginAudit,
  LoginLog,
} from '@tenantscope/contract/audit'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { AUDIT } from '@tenantscope/contract/limits'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'

import type { Db } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { storedText } from '../../lib/stored-text.ts'

export type AuditViewsRepo = ReturnType<typeof createAuditViewsRepo>

export type AuditFilter = Omit<z.output<typeof exportAudit.query>, 'type' | 'tenantId'> & {
  readonly type: string
  readonly tenantId?: string | undefined
}
export type LoginFilter = Pick<z.output<typeof listLoginAudit.query>, 'email'>

/** Records before this id, newest first. */
export interface AuditPage {
  readonly before: number | null
  readonly limit: number
}

type EntryRow = Omit<AuditEntry, 'timestamp'> & { timestamp: Date }
type LoginRow = Omit<LoginLog, 'timestamp'> & { timestamp: Date }

interface Found {
  readonly rows: EntryRow[]
  readonly total: number
}

/** Reads the trails for screens. Names of tenants come from the tenants, which may have been erased. */
export function createAuditViewsRepo(db: Db) {
  const listEntries = (filter: AuditFilter, { before, limit }: AuditPage): Promise<EntryRow[]> =>
    entriesWhere(sql`${entriesOf(filter)} and ${isBefore(before)} order by id desc limit ${limit}`)

  return {
    listEntries,

    /** Returns a page and the number of entries, exact up to a bound. */
    async findEntries(filter: AuditFilter, page: AuditPage): Promise<Found> {
      if (filter.q !== '') return searchEntries(filter, page)
      const [rows, total] = await Promise.all([
        listEntries(filter, page),
        boundedCount(sql`select from security_audit_log where ${entriesOf(filter)}`),
      ])
      return { rows, total }
    },

    async listSignIns(filter: LoginFilter, page: AuditPage): Promise<LoginRow[]> {
      const { rows } = await sql<LoginRow>`
        select id, timestamp, email, method, success, ip_address, user_agent, session_id, error_message
        from login_audit_log
        where ${signInsOf(filter)} and ${isBefore(page.before)}
        order by id desc limit ${page.limit}`.execute(db)
      return rows
    },

    countSignIns: (filter: LoginFilter): Promise<number> =>
      boundedCount(sql`select from login_audit_log where ${signInsOf(filter)}`),

    /** Counts entries of the given number of days, today included, in the time zone. */
    async countSince(
      { now, timeZone }: { now: Date; timeZone: string },
      days: number,
    ): Promise<AuditCounts> {
      const { rows } = await sql<AuditCounts>`
        with day as (
          select (date_trunc('day', ${now}::timestamptz at time zone ${timeZone})
            - make_interval(days => ${days - 1}::integer)) at time zone ${timeZone} as since
        )
        select since,
          (select count(*) from login_audit_log where timestamp >= since and success) as user_logins,
          (select count(*) from login_audit_log where timestamp >= since and not success)
            as failed_attempts,
          (select count(*) from security_audit_log
            where timestamp >= since and type <> 'data' and changed_by_user_id is not null)
            as admin_actions,
          (select coalesce(sum(calls), 0)::bigint from api_call_counts where quarter >= since)
            as api_calls
        from day`.execute(db)
      const [counts] = rows
      if (counts === undefined) throw new Error('the counts of the audit have no row')
      return counts
    },
  }

  /** No index supports a search for parts of a text: one scan serves both the page and the count. */
  async function searchEntries(filter: AuditFilter, page: AuditPage): Promise<Found> {
    const { rows: found } = await sql<{ total: number; ids: number[] }>`
      with found as materialized (
        select id from security_audit_log where ${entriesOf(filter)}
        order by id desc limit ${AUDIT.countedMost + 1}
      )
      select (select count(*) from found) as total, array(
        select id from found where ${isBefore(page.before)} order by id desc limit ${page.limit}
      ) as ids`.execute(db)
    const { total, ids } = found[0] ?? { total: 0, ids: [] }
    const isBeyond = total > AUDIT.countedMost && ids.length < page.limit
    return {
      rows: isBeyond
        ? await listEntries(filter, page)
        : await entriesWhere(sql`id = any(${ids}::integer[])`),
      total,
    }
  }

  async function entriesWhere(condition: RawBuilder<unknown>): Promise<EntryRow[]> {
    const { rows } = await sql<EntryRow>`
      select entries.id, entries.timestamp, entries.type, entries.action, entries.changed_by,
        entries.changed_by_user_id, entries.target_user, entries.target_user_id, entries.tenant_id,
        ${shownName('tenants')} as tenant_name, entries.old_value, entries.new_value,
        entries.details, entries.ip_address, entries.user_agent
      from (select * from security_audit_log where ${condition}) as entries
      left join tenants on tenants.id = entries.tenant_id
      order by entries.id desc`.execute(db)
    return rows
  }

  /** Exact up to a bound; above it, the bound plus one. */
  async function boundedCount(query: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<{ counted: number }>`
      select count(*) as counted from (${query} limit ${AUDIT.countedMost + 1}) as found`.execute(
      db,
    )
    return rows[0]?.counted ?? 0
  }
}

type AuditCounts = Omit<CallReply<typeof countAudit>, 'since'> & { readonly since: Date }

const isBefore = (before: number | null) =>
  before === null ? sql`true` : sql`id < ${before}::integer`

function entriesOf({ type, q, tenantId, from, to }: AuditFilter): RawBuilder<unknown> {
  return every([
    type === 'all' ? null : sql`type = ${type}`,
    tenantId === undefined ? null : sql`tenant_id = ${tenantId}`,
    from === undefined ? null : sql`timestamp >= ${from}::timestamptz`,
    to === undefined ? null : sql`timestamp < ${to}::timestamptz`,
    q === '' ? null : isFoundBy(q),
  ])
}

/** Searches what the screen shows; tenants by their name, erased ones by their id. */
function isFoundBy(q: string): RawBuilder<unknown> {
  const texts = sql`concat_ws(' ', changed_by, target_user, tenant_id, action, old_value, new_value, details)`
  return sql`(${holds(texts, q)}
    or tenant_id in (select tenants.id from tenants where ${holds(shownName('tenants'), q)}))`
}

const signInsOf = ({ email }: LoginFilter): RawBuilder<unknown> =>
  email === '' ? sql`true` : holds(sql`email`, email)

function every(conditions: readonly (RawBuilder<unknown> | null)[]): RawBuilder<unknown> {
  const given = conditions.filter((condition) => condition !== null)
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `)
}

/**
 * Case-insensitive; % and _ have no special meaning. ASCII is compared separately, which is several
 * times as fast on a server with a locale.
 */
function holds(text: RawBuilder<unknown>, part: string): RawBuilder<unknown> {
  const pattern = `%${storedText(part).replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
  const isAscii = /^[\x20-\x7e]*$/u.test(part)
  return isAscii ? sql`${text} collate "C" ilike ${pattern}` : sql`${text} ilike ${pattern}`
}
