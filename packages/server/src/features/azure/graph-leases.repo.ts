import type { LeaseRequest, Leases } from '@tenantscope/graph-client/leases'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'

/** Retry interval for a held lease: the end of a request is not announced. */
const HELD_RETRY_MS = 100

/**
 * Stores Microsoft's limits in the database for all processes. Each call is one statement; a row
 * lock orders the callers. The database's clock is used, unless a test passes its own.
 */
export function createGraphLeases(db: Db, clock?: Clock): Leases {
  const now = () =>
    clock === undefined ? sql`clock_timestamp()` : sql`${clock.now()}::timestamptz`

  return {
    ask: (request) =>
      request.quota.kind === 'spacing' ? askForPlace(request) : askForUnits(request),

    async end({ key, quota, holder }) {
      if (quota.kind !== 'spacing') return
      await sql`
        update graph_leases set holder = null, held_until = null,
          opens_at = greatest(opens_at, ${now()} + ${milliseconds(quota.ms)})
        where key = ${key} and holder = ${holder}`.execute(db)
    },

    async pause(key, ms) {
      await sql`
        insert into graph_leases as lease (key, opens_at, paused_until)
        values (${key}, ${now()}, ${now()} + ${milliseconds(ms)})
        on conflict (key) do update
          set paused_until = greatest(lease.paused_until, excluded.paused_until)`.execute(db)
    },
  }

  /** Requests the only lease of a spaced limit, for at most holdMs. */
  async function askForPlace({ key, holder, holdMs }: LeaseRequest) {
    const { rows } = await sql<Answer>`
      with asked as (select ${now()} as at),
      taken as (
        insert into graph_leases as lease (key, opens_at, holder, held_until)
        select ${key}, at, ${holder}, at + ${milliseconds(holdMs)} from asked
        on conflict (key) do update
          set holder = excluded.holder, held_until = excluded.held_until
          where greatest(lease.opens_at, lease.paused_until, lease.held_until) <= excluded.opens_at
        returning key
      )
      select exists (select from taken) as is_granted, case
        when lease.holder is not null and lease.held_until > at then ${HELD_RETRY_MS}::float8
        else extract(epoch from greatest(lease.opens_at, lease.paused_until) - at) * 1000
      end::float8 as wait_ms
      from asked left join graph_leases lease on lease.key = ${key}`.execute(db)
    return waitOf(rows)
  }

  /**
   * A token bucket stored as one timestamp (the generic cell rate algorithm): opens_at is when the
   * bucket will be full again. Units are available while it is not further away than the full
   * capacity.
   */
  async function askForUnits({ key, quota, units }: LeaseRequest) {
    if (quota.kind !== 'rate') return { waitMs: 0 }
    const costMs = (quota.perMs / quota.capacity) * Math.min(units, quota.capacity)
    const cost = milliseconds(costMs)
    const room = milliseconds(quota.perMs - costMs)
    const { rows } = await sql<Answer>`
      with asked as (select ${now()} as at),
      taken as (
        insert into graph_leases as lease (key, opens_at)
        select ${key}, at + ${cost} from asked
        on conflict (key) do update
          set opens_at = greatest(lease.opens_at, excluded.opens_at - ${cost}) + ${cost}
          where lease.opens_at <= excluded.opens_at - ${cost} + ${room}
            and coalesce(lease.paused_until <= excluded.opens_at - ${cost}, true)
        returning key
      )
      select exists (select from taken) as is_granted,
        extract(epoch from greatest(lease.opens_at - ${room}, lease.paused_until) - at)::float8
          * 1000 as wait_ms
      from asked left join graph_leases lease on lease.key = ${key}`.execute(db)
    return waitOf(rows)
  }
}

interface Answer {
  readonly isGranted: boolean
  /** Null when another caller created the row at the same time. */
  readonly waitMs: number | null
}

function waitOf([answer]: readonly Answer[]): { waitMs: number } {
  if (answer?.isGranted) return { waitMs: 0 }
  return { waitMs: Math.max(1, Math.ceil(answer?.waitMs ?? HELD_RETRY_MS)) }
}

function milliseconds(ms: number): RawBuilder<unknown> {
  return sql`make_interval(secs => ${ms / 1_000}::float8)`
}
