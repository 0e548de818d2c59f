import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'

import { isInGeneration } from '../db/generation-rows.ts'
import type { GenerationOfTenant } from '../db/generation-rows.ts'
import type { Database } from '../db/tables.ts'

export type Rows = readonly Readonly<Record<string, unknown>>[]
/** The key of a row in its table. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  directory_organizations: ['id'],
  directory_domains: ['name'],
  directory_skus: ['skuId'],
  directory_subscriptions: ['id'],
  directory_users: ['id'],
  directory_license_assignments: ['userId', 'skuId', 'assignedByGroup'],
  directory_groups: ['id'],
  directory_group_members: ['groupId', 'memberId'],
  directory_policies: ['id'],
  directory_named_locations: ['id'],
  directory_settings: ['kind'],
  directory_role_assignments: ['id'],
  directory_role_definitions: ['id'],
  directory_applications: ['id'],
  directory_service_principals: ['id'],
  directory_delegated_grants: ['id'],
  directory_application_grants: ['id'],
}
const TABLES = Object.keys(KEYS)
/** Counted over the others when a generation is published. */
const HOLDERS = 'generation_sku_holders'
const VERSION_COLUMNS = new Set(['tenant_id', 'from_generation', 'to_generation', 'generation_id'])

/**
 * Every row of a generation that a reader sees, in one statement, by table. A database may answer in
 * any order, so the rows are sorted: equal contents are equal.
 */
export async function visibleRows(
  db: Kysely<Database>,
  generation: GenerationOfTenant,
): Promise<Record<string, Rows>> {
  const selects = TABLES.map(
    (table) => sql`select ${table}::text as name, to_jsonb(${sql.table(table)})::text as row
      from ${sql.table(table)} where ${isInGeneration(table, generation)}`,
  )
  const { tenantId, generationId } = generation
  const holders = sql`select ${HOLDERS}::text as name, to_jsonb(held)::text as row
    from generation_sku_holders as held
    where tenant_id = ${tenantId} and generation_id = ${generationId}::bigint`
  const { rows } = await sql<{ name: string; row: string }>`
    ${sql.join([...selects, holders], sql` union all `)} order by name, row`.execute(db)
  const byTable = Map.groupBy(rows, ({ name }) => name)
  return Object.fromEntries(
    [...TABLES, HOLDERS].map((table) => [
      table,
      (byTable.get(table) ?? []).map(({ row }) => ownColumns(row)),
    ]),
  )
}

const Row = z.record(z.string(), z.unknown())

function ownColumns(text: string): Record<string, unknown> {
  const row = Row.parse(JSON.parse(text))
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !VERSION_COLUMNS.has(name))
      .map(([name, value]) => [camelCase(name), value]),
  )
}

const camelCase = (name: string) =>
  name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Tables as texts that compare: a line a row, sorted, without what says nothing. */
export function comparable(tables: Record<string, Rows>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [
      table,
      rows.map((row) => JSON.stringify(plain(row) ?? {})).toSorted(),
    ]),
  )
}

/** Describes the differences; empty when there are none. */
export function differences(
  stored: Record<string, string[]>,
  expected: Record<string, string[]>,
): string[] {
  return Object.keys({ ...stored, ...expected }).flatMap((table) => {
    const [have, want] = [new Set(stored[table]), new Set(expected[table])]
    const lists = [stored[table] ?? [], expected[table] ?? []] as const
    const twice = lists[0].length === have.size ? [] : [`${table}: a row is stored twice`]
    return [
      ...twice,
      ...lists[0].filter((row) => !want.has(row)).map((row) => `${table}: stored ${row}`),
      ...lists[1].filter((row) => !have.has(row)).map((row) => `${table}: missing ${row}`),
    ]
  })
}

/** What Microsoft calls a member that came later; the simulator's fault puts it in place of any. */
const FUTURE = 'unknownFutureValue'

/**
 * Both without the columns in which Microsoft has named an unknown member: the value stored there
 * before cannot be distinguished from it, and neither can what is counted over it.
 */
export function withoutUnknownMembers(
  stored: Record<string, Rows>,
  expected: Record<string, Rows>,
): [Record<string, Rows>, Record<string, Rows>] {
  const unknown = new Set(
    Object.entries(stored).flatMap(([table, rows]) =>
      rows.flatMap((row) =>
        Object.entries(row)
          .filter(([, value]) => JSON.stringify(value)?.includes(FUTURE))
          .map(([column]) => `${keyOf(table, row)}/${column}`),
      ),
    ),
  )
  const cut = (tables: Record<string, Rows>) =>
    Object.fromEntries(
      Object.entries(tables).map(([table, rows]) => [
        table,
        (table === HOLDERS ? [] : rows).map((row) =>
          Object.fromEntries(
            Object.entries(row).filter(
              ([column]) => !unknown.has(`${keyOf(table, row)}/${column}`),
            ),
          ),
        ),
      ]),
    )
  return [cut(stored), cut(expected)]
}

function keyOf(table: string, row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([table, ...(KEYS[table] ?? []).map((column) => row[column] ?? '')])
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/**
 * A value without what is nothing (null, empty text, empty lists and objects), moments in one form,
 * names in order and lists of words sorted.
 */
function plain(value: unknown): unknown {
  if (value === null || value === '') return undefined
  if (typeof value === 'string') return plainText(value)
  if (Array.isArray(value)) return plainList(value)
  return typeof value === 'object' ? plainObject(value) : value
}

/** PostgreSQL keeps neither NUL nor half a surrogate pair. */
function plainText(text: string): string {
  const kept = text.replaceAll('\0', '').toWellFormed()
  return MOMENT.test(kept) ? new Date(kept).toISOString() : kept
}

function plainList(items: readonly unknown[]): unknown {
  if (items.length === 0) return undefined
  const kept = items.map((item) => plain(item) ?? null)
  return kept.every((item) => typeof item === 'string') ? kept.toSorted() : kept
}

function plainObject(value: object): unknown {
  const entries = Object.entries(value)
    .map(([name, each]) => [name, plain(each)] as const)
    .filter(([, each]) => each !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
