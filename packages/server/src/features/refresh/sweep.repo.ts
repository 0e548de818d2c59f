import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { DIRECTORY_TABLES } from './directory-columns.ts'
import type { DirectoryTable } from './directory-columns.ts'

export type SweepRepo = ReturnType<typeof createSweepRepo>

/** Rows per statement: a delete of a hundred thousand would hold up everybody else. */
const BATCH = 1_000

/** Takes away what nobody reads any more. */
export function createSweepRepo(db: Kysely<Database>) {
  return {
    /**
     * Rows and generations that ended before `replaced`, so that whoever began to read before the flip
     * has long finished, and generations that were begun before `abandoned` by a process that died.
     */
    async sweep(before: { replaced: Date; abandoned: Date }, signal: AbortSignal): Promise<void> {
      for (const table of DIRECTORY_TABLES) {
        let deleted = BATCH
        while (deleted === BATCH) {
          signal.throwIfAborted()
          deleted = await deleteBatch(table, before.replaced)
        }
      }
      await sql`
        with ${oldestReadable(before.replaced)}
        delete from generations using oldest
        where generations.tenant_id = oldest.tenant_id and generations.id < oldest.id
          and generations.completed_at is not null`.execute(db)
      // What such a reading wrote is undone when the tenant is read again, which still names it.
      await sql`
        delete from generations
        where completed_at is null and started_at < ${before.abandoned}
          and not exists (select from tenants where reading_generation_id = generations.id)
      `.execute(db)
    },
  }

  async function deleteBatch(table: DirectoryTable, replaced: Date): Promise<number> {
    // ctid names a row's place, which is all that is needed while nobody else writes to it. The order
    // is that of the index on ended rows: any other way every row there is would be looked at.
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ended.ctid from ${sql.table(table)} as ended
        where ended.to_generation is not null and ended.to_generation <= (
          select max(id) from generations
          where generations.tenant_id = ended.tenant_id and completed_at < ${replaced})
        order by ended.to_generation limit ${sql.lit(BATCH)}))`.execute(db)
    return Number(numAffectedRows ?? 0)
  }
}

/** Of each tenant the generation that was current at that moment: someone may read it, no one an older one. */
const oldestReadable = (at: Date) => sql`oldest as materialized (
  select tenant_id, max(id) as id from generations where completed_at < ${at} group by tenant_id)`
