import type { CallBudget } from '@tenantscope/contract/endpoint'
import type { UserId } from '@tenantscope/contract/ids'
import { CALL_BUDGETS } from '@tenantscope/contract/limits'
import { sql } from 'kysely'

import type { Db } from './tables.ts'

const HOUR_SECONDS = 3_600

/** Token buckets of expensive calls per user, in the database, for all processes together. */
export function createCallBudgets(db: Db) {
  return {
    /**
     * Takes one call of the budget. Returns null, or the seconds to wait when the budget is used up.
     * One statement checks and counts; a bucket is stored as the time when it is full again.
     */
    async take(userId: UserId, budget: CallBudget, now: Date): Promise<number | null> {
      const { atOnce, perHour } = CALL_BUDGETS[budget]
      const seconds = HOUR_SECONDS / perHour
      const at = sql`${now}::timestamptz`
      const one = sql`make_interval(secs => ${seconds}::float8)`
      const { rows } = await sql`
        insert into call_budgets as known (user_id, budget, full_at)
        values (${userId}, ${budget}, ${at} + ${one})
        on conflict (user_id, budget) do update set full_at = greatest(known.full_at, ${at}) + ${one}
          where greatest(known.full_at, ${at}) + ${one} <= ${at} + ${atOnce}::int * ${one}
        returning user_id`.execute(db)
      return rows.length > 0 ? null : waitOf(userId, budget, now)
    },
  }

  async function waitOf(userId: UserId, budget: CallBudget, now: Date): Promise<number> {
    const { atOnce, perHour } = CALL_BUDGETS[budget]
    const { fullAt } = await db
      .selectFrom('callBudgets')
      .select('fullAt')
      .where('userId', '=', userId)
      .where('budget', '=', budget)
      .executeTakeFirstOrThrow()
    const used = (fullAt.getTime() - now.getTime()) / 1_000
    return Math.max(1, Math.ceil(used - (atOnce - 1) * (HOUR_SECONDS / perHour)))
  }
}
