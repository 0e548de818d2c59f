import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'

import { shapeOf } from '../../db/directory-tables.ts'
import type { DirectoryRow, DirectoryTable, DirectoryTables } from '../../db/directory-tables.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Db } from '../../db/tables.ts'
import { jsonChunks } from '../../lib/json-chunks.ts'
import { storedJson, storedText, storedTime } from '../../lib/stored-text.ts'

/** Another reading of the tenant has started; the data of this one is discarded. */
export class GenerationLost extends Error {
  override readonly name = 'GenerationLost'

  constructor({ tenantId, generationId }: GenerationOfTenant) {
    super(`Generation ${generationId} of tenant ${tenantId} is no longer being written`)
  }
}

// Tables that were just filled have no statistics, and a join then compares every row with every
// other. So statements define how rows are found: by key one at a time, by arrays, by ctid (which
// is stable because only one writer changes a tenant's open rows), and by "not in", which is always
// hashed.

/** Ids per statement, so that neither readers nor the event loop wait long. */
const CHUNK = 500

/**
 * Writes the generation in progress as differences from the previous one: a changed row ends and a
 * new one starts, an equal row is not touched. Every statement is its own transaction. It throws
 * GenerationLost without writing when another writer has started on the tenant.
 */
export function createDirectoryRowsRepo(db: Db) {
  async function write(target: GenerationOfTenant, statements: RawBuilder<unknown>): Promise<void> {
    const { rows } = await sql<{ isHeld: boolean }>`
      with ${fence(target)}, ${statements}
      select exists (select from fence) as is_held`.execute(db)
    if (rows[0]?.isHeld !== true) throw new GenerationLost(target)
  }

  async function apply<Table extends DirectoryTable>(
    table: Table,
    target: GenerationOfTenant,
    rows: readonly DirectoryRow<Table>[],
  ): Promise<void> {
    const { columns, keys } = shapeOf(table)
    const byKey = new Map(rows.map((row) => [keyOf(keys, row), row]))
    const { tenantId, generationId } = target
    for await (const chunk of jsonChunks(storedRows(columns, byKey.values()))) {
      await write(
        target,
        sql`
        given as (
          select given.* from json_to_recordset(${chunk}::json)
            as given (${sql.join(columns.map(declared))})
          where exists (select from fence)
        ),
        changed as materialized (
          select given.*, open.place, open.since from given
          left join lateral (
            select open.ctid as place, open.from_generation as since,
              ${sql.join(columns.map(({ name }) => stored(name)))}
            from ${sql.table(table)} as open where ${isOpen(tenantId)} and ${isSame('given', keys)}
            limit 1
          ) as open on true
          where open.place is null or
            row(${sql.join(columns.map(({ name }) => stored(name)))})
            is distinct from row(${sql.join(columns.map(({ name }) => sent('given', name)))})
        ),
        ended as (
          update ${sql.table(table)} set to_generation = ${generationId}::bigint
          where ctid = any(array(
            select place from changed where since < ${generationId}::bigint))
        ),
        written as (
          insert into ${sql.table(table)}
            (tenant_id, from_generation, ${sql.join(columns.map(({ name }) => sql.ref(name)))})
          select ${tenantId}::text, ${generationId}::bigint,
            ${sql.join(columns.map(({ name }) => sent('changed', name)))}
          from changed
          on conflict (tenant_id, ${sql.join(keys.map((key) => sql.ref(key)))}, from_generation)
          do update set ${sql.join(columns.map(replaced))}
        )`,
      )
    }
  }

  async function keepOnly(
    table: DirectoryTable,
    target: GenerationOfTenant,
    ids: readonly string[],
  ): Promise<void> {
    const id = stored(shapeOf(table).keys[0])
    const isUnlisted = sql<boolean>`${id} not in (select value from listed)`
    const listed = sql`listed as (
      select value from json_array_elements_text(${storedJson(ids)}::json))`
    await write(target, sql`${listed}, ${ending(table, target, isUnlisted)}`)
  }

  return {
    /** Stores these rows under their keys. Of rows with the same key the last wins. */
    apply,

    /** Ends the rows with these ids: in a table of children, all children of these parents. */
    async remove(
      table: DirectoryTable,
      target: GenerationOfTenant,
      ids: readonly string[],
    ): Promise<void> {
      const id = stored(shapeOf(table).keys[0])
      for (const chunk of chunksOf(ids)) {
        await write(target, ending(table, target, isAmong(id, chunk)))
      }
    },

    /** Ends every row whose id (of children: parent's id) is not in the list. */
    keepOnly,

    /** Replaces all rows of the table in the generation by these. */
    async applyAll<Table extends DirectoryTable>(
      table: Table,
      target: GenerationOfTenant,
      rows: readonly DirectoryRow<Table>[],
    ): Promise<void> {
      await apply(table, target, rows)
      await keepOnly(
        table,
        target,
        rows.map((row) => idOf(table, row)),
      )
    },

    /** Replaces all rows of the parents in a table of children by these. */
    async applyChildren<Table extends DirectoryTable>(
      table: Table,
      target: GenerationOfTenant,
      { parentIds, rows }: { parentIds: readonly string[]; rows: readonly DirectoryRow<Table>[] },
    ): Promise<void> {
      if (parentIds.length === 0) return
      const { columns, keys } = shapeOf(table)
      await apply(table, target, rows)
      const keyColumns = columns.filter(({ name }) => keys.includes(name))
      const given = sql`given as (
        select * from json_to_recordset(${storedJson(rows, keys)}::json)
          as given (${sql.join(keyColumns.map(declared))}))`
      const isGone = sql<boolean>`${isAmong(stored(keys[0]), parentIds)}
        and (${sql.join(keys.map(stored))}) not in (
          select ${sql.join(keys.map((key) => sent('given', key)))} from given)`
      await write(target, sql`${given}, ${ending(table, target, isGone)}`)
    },

    /** Returns the rows of these ids as the generation has them so far. */
    async find<Table extends DirectoryTable>(
      table: Table,
      { tenantId }: GenerationOfTenant,
      ids: readonly string[],
    ): Promise<Selectable<DirectoryTables[Table]>[]> {
      const { rows } = await sql<Selectable<DirectoryTables[Table]>>`
        select open.* from ${sql.table(table)} as open
        where ${isOpen(tenantId)} and ${isAmong(stored(shapeOf(table).keys[0]), ids)}`.execute(db)
      return rows
    },
  }
}

/**
 * Locks the tenant's row in share mode during the statement. A new generation changes that row, so
 * it waits for such statements. Later statements of an earlier writer find that they no longer own
 * it.
 */
export function fence({ tenantId, generationId }: GenerationOfTenant): RawBuilder<unknown> {
  return sql`fence as materialized (
    select id from tenants
    where id = ${tenantId} and reading_generation_id = ${generationId}::bigint for share)`
}

/** Ends the rows that match the condition; rows that this generation added are deleted. */
function ending(table: DirectoryTable, target: GenerationOfTenant, which: RawBuilder<boolean>) {
  const { tenantId, generationId } = target
  return sql`
    gone as materialized (
      select open.ctid as place, open.from_generation as since
      from ${sql.table(table)} as open
      where ${isOpen(tenantId)} and exists (select from fence) and ${which}
    ),
    undone as (
      delete from ${sql.table(table)} where ctid = any(array(
        select place from gone where since = ${generationId}::bigint))
    ),
    ended as (
      update ${sql.table(table)} set to_generation = ${generationId}::bigint
      where ctid = any(array(select place from gone where since < ${generationId}::bigint))
    )`
}

type Column = ReturnType<typeof shapeOf>['columns'][number]

function* storedRows(
  columns: readonly Column[],
  rows: Iterable<Readonly<Record<string, unknown>>>,
): Generator<Readonly<Record<string, unknown>>> {
  for (const row of rows) yield storedRow(columns, row)
}

/** Returns the values of these columns, in a form that PostgreSQL takes for their types. */
function storedRow(columns: readonly Column[], row: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(columns.map((column) => [column.name, storedValue(column, row)]))
}

const LARGEST_INTEGER = 2 ** 31 - 1

function storedValue({ name, type, isSorted }: Column, row: Readonly<Record<string, unknown>>) {
  const value = row[name]
  if (type === 'timestamptz' && typeof value === 'string') return storedTime(value)
  if (isSorted === true && Array.isArray(value)) return value.map(String).toSorted()
  if (typeof value !== 'number' || (type !== 'integer' && type !== 'bigint')) return value
  const whole = Number.isSafeInteger(Math.trunc(value)) ? Math.trunc(value) : 0
  return type === 'integer' ? Math.max(-LARGEST_INTEGER, Math.min(LARGEST_INTEGER, whole)) : whole
}

/** Equal for rows with the same key in the table. */
function keyOf(keys: readonly string[], row: Readonly<Record<string, unknown>>): string {
  return keys.map((key) => storedText(String(row[key]))).join('\0')
}

/** Returns the id for `keepOnly` and `remove`: the row's, or of a child its parent's. */
export function idOf<Table extends DirectoryTable>(table: Table, row: DirectoryRow<Table>): string {
  const values: Readonly<Record<string, unknown>> = row
  return String(values[shapeOf(table).keys[0]])
}

// Raw SQL, because these are keys of the JSON text, whose case is kept.
const declared = ({ name, type }: Column) => sql.raw(`"${name}" ${type}`)
const sent = (from: string, name: string) => sql.raw(`${from}."${name}"`)
const stored = (name: string) => sql.ref(`open.${name}`)
const replaced = ({ name }: Column) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`

const isOpen = (tenantId: string) =>
  sql`open.tenant_id = ${tenantId}::text and open.to_generation is null`

const isSame = (from: string, keys: readonly string[]) =>
  sql.join(
    keys.map((key) => sql`${stored(key)} = ${sent(from, key)}`),
    sql` and `,
  )

const isAmong = (id: RawBuilder<unknown>, ids: readonly string[]) =>
  sql<boolean>`${id} = any(${ids.map(storedText)}::text[])`

function chunksOf<Item>(items: readonly Item[]): Item[][] {
  const starts = Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, n) => n * CHUNK)
  return starts.map((start) => items.slice(start, start + CHUNK))
}
