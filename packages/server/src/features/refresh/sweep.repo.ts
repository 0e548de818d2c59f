import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { DIRECTORY_COLUMNS } from './directory-columns.ts'
import type { DirectoryTable } from './directory-columns.ts'

export type SweepRepo = ReturnType<typeof createSweepRepo>

/** Rows per statement: a delete of a hundred thousand would hold up everybody else. */
const BATCH = 1_000

/** Takes away generations that nobody reads any more. */
export function createSweepRepo(db: Kysely<Database>) {
  return {
    /** Replaced long enough ago, or begun and left by a process that died. Never the current one. */
    async findSweepable(before: { replaced: Date; abandoned: Date }): Promise<number[]> {
      const rows = await db
        .selectFrom('generations as old')
        .innerJoin('tenants', 'tenants.id', 'old.tenantId')
        .select('old.id')
        .where('old.id', 'is distinct from', (eb) => eb.ref('tenants.currentGenerationId'))
        .where((eb) =>
          eb.or([
            eb.and([eb('old.completedAt', 'is', null), eb('old.startedAt', '<', before.abandoned)]),
            eb.exists(
              eb
                .selectFrom('generations as next')
                .select('next.id')
                .whereRef('next.tenantId', '=', 'old.tenantId')
                .whereRef('next.id', '>', 'old.id')
                .where('next.completedAt', '<', before.replaced)
                .where('old.completedAt', 'is not', null),
            ),
          ]),
        )
        .orderBy('old.id')
        .execute()
      return rows.map((row) => row.id)
    },

    /** In batches, the generation's own row last, so that a sweep that is cut short is done again. */
    async sweep(generationId: number, signal: AbortSignal): Promise<void> {
      for (const table of TABLES) {
        let deleted = BATCH
        while (deleted === BATCH) {
          signal.throwIfAborted()
          deleted = await deleteBatch(table, generationId)
        }
      }
      await db.deleteFrom('generations').where('id', '=', generationId).execute()
    },
  }

  async function deleteBatch(table: DirectoryTable, generationId: number): Promise<number> {
    // ctid names a row's place, which is all that is needed while nobody else writes to it.
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid in (
        select ctid from ${sql.table(table)}
        where generation_id = ${generationId} limit ${sql.lit(BATCH)})`.execute(db)
    return Number(numAffectedRows ?? 0)
  }
}

const TABLES = Object.keys(DIRECTORY_COLUMNS).filter(
  (name): name is DirectoryTable => name in DIRECTORY_COLUMNS,
)
