import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'

import type { DirectoryTables } from './directory-tables.ts'
import type { Database, Db } from './tables.ts'

/** One generation of one tenant. A reader uses a single one, so that a reply never mixes two. */
export interface GenerationOfTenant {
  readonly tenantId: TenantId
  readonly generationId: number
}

/** The columns of a joined table that name the generation. */
interface GenerationColumns {
  readonly tenantId: RawBuilder<unknown>
  readonly generationId: RawBuilder<unknown>
}

type DirectoryTable = keyof DirectoryTables

/**
 * Selects the rows of one generation, each once; `fromGeneration` and `toGeneration` have no
 * further meaning.
 */
export function rowsOf<Table extends DirectoryTable>(
  db: Db,
  table: Table,
  generation: GenerationOfTenant,
) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely's own type is not resolved while the table is a parameter
  const rows = db.selectFrom(table) as unknown as SelectQueryBuilder<Database, Table, object>
  return rows.where(isInGeneration(table, generation))
}

/** Returns the condition of `rowsOf` for joins; `rows` is the table or its alias in the query. */
export function isInGeneration(
  rows: string,
  { tenantId, generationId }: GenerationOfTenant | GenerationColumns,
): RawBuilder<boolean> {
  const ended = sql.ref(`${rows}.toGeneration`)
  return sql<boolean>`(${sql.ref(`${rows}.tenantId`)} = ${tenantId}
    and ${sql.ref(`${rows}.fromGeneration`)} <= ${generationId}::bigint
    and (${ended} is null or ${ended} > ${generationId}::bigint))`
}
