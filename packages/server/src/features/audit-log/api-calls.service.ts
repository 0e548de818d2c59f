import { sql } from 'kysely'

import type { Db } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'

const QUARTER_MS = 15 * 60_000

/** Counts calls in memory per quarter of an hour and regularly adds the counts to the table. */
export function createApiCallsService({ db, clock }: { db: Db; clock: Clock }) {
  let counted = new Map<number, number>()
  return {
    count(): void {
      const quarter = Math.floor(clock.now().getTime() / QUARTER_MS)
      counted.set(quarter, (counted.get(quarter) ?? 0) + 1)
    },

    async flush(): Promise<void> {
      if (counted.size === 0) return
      const taken = counted
      counted = new Map()
      const quarters = [...taken.keys()].map((quarter) => new Date(quarter * QUARTER_MS))
      try {
        await sql`
          insert into api_call_counts as counts (quarter, calls)
          select quarter, calls from unnest(${quarters}::timestamptz[], ${[...taken.values()]}::bigint[])
            as taken (quarter, calls)
          on conflict (quarter) do update set calls = counts.calls + excluded.calls`.execute(db)
      } catch (error) {
        for (const [quarter, calls] of taken)
          counted.set(quarter, (counted.get(quarter) ?? 0) + calls)
        throw error
      }
    },

    /** Deletes counts that no screen shows any more. */
    async sweep(): Promise<void> {
      const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000)
      await db.deleteFrom('apiCallCounts').where('quarter', '<', before).execute()
    },
  }
}

/** A little more than screens show, because of time zones. */
const KEPT_DAYS = 40
