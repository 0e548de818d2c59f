import type { TenantGroupId } from '@tenantscope/contract/ids'
import type { PostureTrend } from '@tenantscope/contract/posture-trend'

import { scopeOf } from '../../db/tenant-scope.ts'
import type { Actor } from '../../lib/actor.ts'
import type { Clock } from '../../lib/clock.ts'
import type { PostureTrendRepo, TrendSpan } from './posture-trend.repo.ts'
import { CHECK_BY_ID } from './shown-verdicts.rules.ts'

export type PostureTrendService = ReturnType<typeof createPostureTrendService>

const DAY_MS = 86_400_000

/** Counts failed checks day by day from the stored history. */
export function createPostureTrendService(deps: { repo: PostureTrendRepo; clock: Clock }) {
  const { repo, clock } = deps
  return {
    async trend(
      actor: Pick<Actor, 'seesAllTenants' | 'userId'>,
      { days: count, groupId = null }: { days: number; groupId?: TenantGroupId | null | undefined },
    ): Promise<PostureTrend> {
      const now = clock.now()
      const days = lastDays(now, count)
      const asked = { scope: scopeOf(actor), groupId, firstDay: days[0] ?? '', now }
      const [failed, accepted, judgings] = await Promise.all([
        repo.failedSpans(asked),
        repo.acceptedSpans(asked),
        repo.firstJudgings(asked),
      ])
      const withoutAccepted = accepted.map((span) => ({ ...span, tenants: -span.tenants }))
      const byCheck = Map.groupBy(
        [...failed, ...withoutAccepted].filter(({ checkId }) => CHECK_BY_ID.has(checkId)),
        ({ checkId }) => checkId,
      )
      return {
        days,
        tenants: countByDay(
          judgings.map(({ day, tenants }) => ({ fromDay: day, untilDay: null, tenants })),
          count,
        ),
        checks: [...byCheck]
          .map(([checkId, found]) => ({ checkId, failed: countByDay(found, count) }))
          .filter(({ failed }) => failed.some((tenants) => tenants > 0)),
      }
    },
  }
}

/** Days of UTC up to the one of the time: '2026-11-24'. */
function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(now.getTime() - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  )
}

/** Returns for each day the tenants of the spans that contain its end; today's is the present. */
function countByDay(
  spans: readonly Pick<TrendSpan, 'fromDay' | 'untilDay' | 'tenants'>[],
  days: number,
): number[] {
  const changes = Array.from({ length: days + 1 }, () => 0)
  const change = (day: number, by: number): void => {
    const at = Math.min(Math.max(day, 0), days)
    changes[at] = (changes[at] ?? 0) + by
  }
  for (const { fromDay, untilDay, tenants } of spans) {
    change(fromDay, tenants)
    if (untilDay !== null) change(untilDay, -tenants)
  }
  let sum = 0
  return changes.slice(0, days).map((by) => (sum += by))
}
