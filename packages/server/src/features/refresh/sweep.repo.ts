import { sql } from 'kysely'

import { DIRECTORY_TABLES } from '../../db/directory-tables.ts'
import type { DirectoryTable } from '../../db/directory-tables.ts'
import type { Db } from '../../db/tables.ts'

export type SweepRepo = ReturnType<typeof createSweepRepo>

/** Rows per statement: deleting a hundred thousand rows at once would block other work. */
const BATCH = 1_000

/** Deletes data that is no longer read. */
export function createSweepRepo(db: Db) {
  return {
    /**
     * Deletes rows and generations that ended before `replaced`, when all readers of the old state
     * have finished, and unfinished generations that started before `abandoned`.
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
      // Rows of such a reading are reverted when the tenant is read again, which still refers to
      // it.
      await sql`
        delete from generations
        where completed_at is null and started_at < ${before.abandoned}
          and not exists (select from tenants where reading_generation_id = generations.id)
      `.execute(db)
    },
  }

  async function deleteBatch(table: DirectoryTable, replaced: Date): Promise<number> {
    // ctid identifies a row, which suffices while only this statement changes it. The order is that
    // of the index on ended rows; otherwise the complete table would be scanned.
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

/** Each tenant's generation that was current at that moment: no reader uses an older one. */
const oldestReadable = (at: Date) => sql`oldest as materialized (
  select tenant_id, max(id) as id from generations where completed_at < ${at} group by tenant_id)`
