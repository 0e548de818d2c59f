import type { TenantGroupId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import type { Db } from '../../db/tables.ts'
import { isInGroup, isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'

export type PostureTrendRepo = ReturnType<typeof createPostureTrendRepo>

/** Times with the same check and days. Days count from the first one that was asked for. */
export interface TrendSpan {
  readonly checkId: string
  readonly fromDay: number
  /** Null: not ended. */
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
  readonly now: Date
}

const isAsked = ({ scope, groupId }: Asked) => sql<boolean>`
  tenants.status <> 'Inactive' and ${isInScope('tenants.id', scope)}
  and ${isInGroup('tenants.id', groupId)}`

/** Reads the history of verdicts of many tenants. */
export function createPostureTrendRepo(db: Db) {
  return {
    /** Failed verdicts that had not ended before the first day. */
    async failedSpans(asked: Asked): Promise<TrendSpan[]> {
      const { rows } = await sql<TrendSpan>`
        select interval.check_id, ${dayOf('interval.since', asked.firstDay)} as from_day,
          ${dayOf('interval.until', asked.firstDay)} as until_day, count(*)::int as tenants
        from posture_intervals as interval join tenants on tenants.id = interval.tenant_id
        where interval.verdict = 'failed' and ${isAsked(asked)}
          and (interval.until is null
            or (interval.until at time zone 'UTC')::date >= ${asked.firstDay}::date)
        group by 1, 2, 3`.execute(db)
      return rows
    },

    /**
     * The parts of failed verdicts in which the risk was accepted: the complete check, or each failing
     * object. The objects of earlier days are not stored, so those of the last judging are used.
     */
    async acceptedSpans(asked: Asked): Promise<TrendSpan[]> {
      const { rows } = await sql<TrendSpan>`
        with accepted as (
          select exception.*, tstzrange(change.changed_at, greatest(change.changed_at,
            least(change.ends_at, lead(change.changed_at)
              over (partition by exception.id order by change.id)))) as during
          from posture_exceptions as exception
          join posture_exception_changes as change on change.exception_id = exception.id
        ), scoped as (
          select tenants.id as tenant_id, accepted.check_id, accepted.object_id,
            range_agg(accepted.during) as during
          from accepted join tenants on tenants.id = accepted.tenant_id
            or tenants.id in (select member.tenant_id from tenant_group_members as member
              where member.group_id = accepted.group_id)
            or (accepted.tenant_id is null and accepted.group_id is null)
          where ${isAsked(asked)} group by 1, 2, 3
        ), by_object as (
          select evidence.tenant_id, evidence.check_id, range_intersect_agg(scoped.during) as during
          from posture_evidence as evidence
          cross join lateral (select distinct each ->> 'id' as id
            from jsonb_array_elements(evidence.objects) as each) as object
          left join scoped on scoped.tenant_id = evidence.tenant_id
            and scoped.check_id = evidence.check_id and scoped.object_id = object.id
          where evidence.more = 0 and (evidence.tenant_id, evidence.check_id) in
            (select tenant_id, check_id from scoped where object_id is not null)
          group by 1, 2 having count(*) = count(scoped.during)
        ), spans as (
          select interval.check_id, unnest(range_agg(found.during
            * tstzmultirange(tstzrange(interval.since, interval.until)))) as span
          from posture_intervals as interval
          join (select tenant_id, check_id, during, false as is_current from scoped
              where object_id is null
            union all select tenant_id, check_id, during, true from by_object) as found
            on found.tenant_id = interval.tenant_id and found.check_id = interval.check_id
            and (not found.is_current or interval.until is null)
          where interval.verdict = 'failed' group by interval.tenant_id, 1, interval.since
        ), days as (
          select check_id, ${dayOf('start', asked.firstDay)} as from_day,
            case when finish <= ${asked.now}::timestamptz
              then ${dayOf('finish', asked.firstDay)} end as until_day
          from (select check_id, lower(span) as start, upper(span) as finish from spans) as bounds
        )
        select check_id, from_day, until_day, count(*)::int as tenants
        from days where until_day is null or until_day >= 0 group by 1, 2, 3`.execute(db)
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
