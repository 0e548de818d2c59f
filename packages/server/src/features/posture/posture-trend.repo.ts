import type { TenantGroupId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import type { Db } from '../../db/tables.ts'
import { isInGroup, isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'

export type PostureTrendRepo = ReturnType<typeof createPostureTrendRepo>

/** Intervals with the same check and days. Days count from the first one that was asked for. */
export interface FailedSpan {
  readonly checkId: string
  readonly fromDay: number
  /** Null while it fails. */
  readonly untilDay: number | null
  readonly tenants: number
}

const dayOf = (column: string, firstDay: string) =>
  sql<number>`(${sql.ref(column)} at time zone 'UTC')::date - ${firstDay}::date`

interface Asked {
  readonly scope: TenantScope
  readonly groupId: TenantGroupId | null
  /** The first day of UTC: '2026-08-29'. */
  readonly firstDay: string
}

const isAsked = ({ scope, groupId }: Asked) => sql<boolean>`
  tenants.status <> 'Inactive' and ${isInScope('tenants.id', scope)}
  and ${isInGroup('tenants.id', groupId)}`

/** Reads the history of verdicts of many tenants. */
export function createPostureTrendRepo(db: Db) {
  return {
    /** Failed verdicts that had not ended before the first day. */
    async failedSpans(asked: Asked): Promise<FailedSpan[]> {
      const { rows } = await sql<FailedSpan>`
        select interval.check_id, ${dayOf('interval.since', asked.firstDay)} as from_day,
          ${dayOf('interval.until', asked.firstDay)} as until_day, count(*)::int as tenants
        from posture_intervals as interval join tenants on tenants.id = interval.tenant_id
        where interval.verdict = 'failed' and ${isAsked(asked)}
          and (interval.until is null
            or (interval.until at time zone 'UTC')::date >= ${asked.firstDay}::date)
        group by 1, 2, 3`.execute(db)
      return rows
    },

    /** The days on which tenants were judged first, with the number of tenants. */
    async firstJudgings(asked: Asked): Promise<{ day: number; tenants: number }[]> {
      const { rows } = await sql<{ day: number; tenants: number }>`
        select ${dayOf('first.since', asked.firstDay)} as day, count(*)::int as tenants
        from (select tenant_id, min(since) as since from posture_intervals group by tenant_id) as first
        join tenants on tenants.id = first.tenant_id
        where ${isAsked(asked)} group by 1`.execute(db)
      return rows
    },
  }
}
