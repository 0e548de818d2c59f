import { CompiledQuery, sql } from 'kysely'

import { DIRECTORY_TABLES, shapeOf } from '../../db/directory-tables.ts'
import { isInGeneration } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Db } from '../../db/tables.ts'
import { NIGHTLY_TABLES } from './nightly-tables.ts'
import { DIRECTORY_COLUMNS } from './stored-rows.ts'
import type { StoredFrame, StoredTable, TableText } from './stored-rows.ts'

/** Rows of a table that are read as one text. A text of all tables is held in memory at once. */
const ROWS = 500
const BYTES = 4_000_000

/** What is in a table, in the order of its keys, and the rows in question. */
interface Source {
  readonly table: StoredTable
  readonly columns: readonly string[]
  readonly keys: readonly string[]
  readonly condition: ReturnType<typeof isInGeneration>
}

// The parameters of the statement: the tenant, its generation, and a reading for each nightly table.
const TENANT = sql.raw('$1')
const GENERATION = sql.raw('$2::bigint')
const FIRST_READING = 3

const SOURCES: readonly Source[] = [
  ...DIRECTORY_TABLES.map((table) => ({
    table,
    columns: DIRECTORY_COLUMNS[table],
    keys: shapeOf(table).keys,
    condition: isInGeneration(table, { tenantId: TENANT, generationId: GENERATION }),
  })),
  ...NIGHTLY_TABLES.map(({ table, columns, key }, index) => ({
    table,
    columns,
    keys: [key],
    condition: sql<boolean>`reading_id = ${sql.raw(`$${FIRST_READING + index}::bigint`)}`,
  })),
]

/** Rows by the names of columns in code; null for a table that is too large for one text. */
const textOf = ({ table, columns, keys, condition }: Source) => sql`(
  select case when count(*) <= ${sql.lit(ROWS)} and coalesce(sum(pg_column_size(r)), 0) <= ${sql.lit(BYTES)}
    then coalesce(json_agg(r), '[]')::text end
  from (
    select ${sql.join(columns.map((name) => sql`${sql.ref(name)} as ${sql.raw(`"${name}"`)}`))}
    from ${sql.table(table)} where ${condition}
    order by ${sql.join(keys.map((name) => sql.ref(name)))} limit ${sql.lit(ROWS + 1)}
  ) as r)`

const columnOf = (index: number) => `t${index}`

/** The statement is the same for every tenant, so that it is made once. */
let statement: string | undefined
const statementFor = (db: Db): string =>
  (statement ??= sql`select ${sql.join(
    SOURCES.map((source, index) => sql`${textOf(source)} as ${sql.raw(columnOf(index))}`),
  )}`.compile(db).sql)

/**
 * Reads the rows of a generation and of the nightly readings in one statement: a small tenant has
 * two dozen tables of few rows. Returns the JSON texts of tables, and the tables that are too large.
 */
export async function readSmallTables(
  db: Db,
  { tenantId, generationId }: GenerationOfTenant,
  { nightly }: Pick<StoredFrame, 'nightly'>,
): Promise<{ texts: TableText[]; large: StoredTable[] }> {
  const readings = NIGHTLY_TABLES.map(({ part }) => {
    const reading = nightly[part]
    return 'readingId' in reading ? reading.readingId : null
  })
  const { rows } = await db.executeQuery<Readonly<Record<string, string | null>>>(
    CompiledQuery.raw(statementFor(db), [tenantId, generationId, ...readings]),
  )
  const texts: TableText[] = []
  const large: StoredTable[] = []
  for (const [index, { table }] of SOURCES.entries()) {
    const text = rows[0]?.[columnOf(index)] ?? null
    if (text === null) large.push(table)
    else if (text !== '[]') texts.push({ table, text })
  }
  return { texts, large }
}
