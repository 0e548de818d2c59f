import { sql } from 'kysely'
import type { Kysely, RawBuilder, Selectable } from 'kysely'

import type { DirectoryTables } from '../../db/directory-tables.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Database } from '../../db/tables.ts'
import { storedJson, storedText } from '../../lib/stored-text.ts'
import { DIRECTORY_COLUMNS, DIRECTORY_KEYS } from './directory-columns.ts'
import type { DirectoryRow, DirectoryTable } from './directory-columns.ts'
import { GenerationLost } from './generation-lost.ts'

// Tables that were just filled have no statistics, and a join then compares every row with every other.
// So statements say how rows are found: by key one at a time, by arrays, by place (ctid, which holds
// still because nobody else writes a tenant's open rows), and "not in", which is always hashed.

/** Rows per statement, so that nobody waits long for a writer: neither a reader nor the event loop. */
const CHUNK = 500

/**
 * Writes the generation that is being read as differences from the one before: a row that changed ends
 * and begins anew, a row that is as it was is not touched. Every statement is a transaction of its own
 * and throws GenerationLost, having written nothing, once another writer has begun on the tenant.
 */
export function createDirectoryRowsRepo(db: Kysely<Database>) {
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
    for (const chunk of chunksOf([...byKey.values()])) {
      await write(
        target,
        sql`
        given as (
          select given.* from json_to_recordset(${storedJson(chunk)}::json)
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
    /** Makes these rows what the generation holds under their keys. Of a key given twice the last wins. */
    apply,

    /** Ends the rows of these ids: of a table of children, all children of these parents. */
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

    /** Ends every row whose id (of children: whose parent's id) is not among these. */
    keepOnly,

    /** Makes these rows all that the table holds of the generation. */
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

    /** Makes these rows all that the parents have in a table of children. */
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

    /** The rows of these ids as the generation holds them so far. */
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
 * Shares the tenant's row while the statement writes. Who begins a generation changes that row, so it
 * waits for such statements, and later ones of an earlier writer find that they hold nothing.
 */
export function fence({ tenantId, generationId }: GenerationOfTenant): RawBuilder<unknown> {
  return sql`fence as materialized (
    select id from tenants
    where id = ${tenantId} and reading_generation_id = ${generationId}::bigint for share)`
}

/** Ends the rows for which the condition holds; those that this generation began are no rows at all. */
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

interface Column {
  readonly name: string
  readonly type: string
}

function shapeOf(table: DirectoryTable) {
  const columns: Column[] = Object.entries(DIRECTORY_COLUMNS[table]).map(([name, type]) => ({
    name,
    type,
  }))
  const keys: readonly [string, ...string[]] = DIRECTORY_KEYS[table]
  return { columns, keys }
}

/** Equal for rows that the table cannot tell apart. */
function keyOf(keys: readonly string[], row: Readonly<Record<string, unknown>>): string {
  return keys.map((key) => storedText(String(row[key]))).join('\0')
}

/** What `keepOnly` and `remove` name a row by: its id, or of a child its parent's. */
export function idOf<Table extends DirectoryTable>(table: Table, row: DirectoryRow<Table>): string {
  const values: Readonly<Record<string, unknown>> = row
  return String(values[shapeOf(table).keys[0]])
}

// Raw, because these are the keys of the JSON text, which keep their case.
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
