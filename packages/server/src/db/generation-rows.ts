import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Kysely, RawBuilder, SelectQueryBuilder } from 'kysely'

import type { DirectoryTables } from './directory-tables.ts'
import type { Database } from './tables.ts'

/** One reading of one tenant. A reader names one and keeps to it, so that no answer mixes two. */
export interface GenerationOfTenant {
  readonly tenantId: TenantId
  readonly generationId: number
}

type DirectoryTable = keyof DirectoryTables

/** The rows of one generation, each once; the columns `fromGeneration` and `toGeneration` say nothing more. */
export function rowsOf<Table extends DirectoryTable>(
  db: Kysely<Database>,
  table: Table,
  generation: GenerationOfTenant,
) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely's own type is not resolved while the table is a parameter
  const rows = db.selectFrom(table) as unknown as SelectQueryBuilder<Database, Table, object>
  return rows.where(isInGeneration(table, generation))
}

/** The condition behind `rowsOf`, for joins: `rows` is the table, or the name that the query gives it. */
export function isInGeneration(
  rows: string,
  { tenantId, generationId }: GenerationOfTenant,
): RawBuilder<boolean> {
  const ended = sql.ref(`${rows}.toGeneration`)
  return sql<boolean>`(${sql.ref(`${rows}.tenantId`)} = ${tenantId}
    and ${sql.ref(`${rows}.fromGeneration`)} <= ${generationId}::bigint
    and (${ended} is null or ${ended} > ${generationId}::bigint))`
}
