import { sql, type RawBuilder } from 'kysely'

export interface BackedUp {
  /** Includes the data of refreshes; without it, every tenant is read again. */
  readonly withReadings: boolean
}

const reading = /^(?:directory_|generation|people_not_covered$)/
// Valid only now and in this installation: an ended session must not return, and without delta
// links a tenant is read in full.
const passing =
  /^(?:sessions|graph_leases|report_progress|sign_in_address_failures|call_budgets|share_misses|tenant_delta_links)$/

/**
 * Returns the rows of a table for a backup as JSON texts; null when the table is left out. Of each
 * tenant, only the generation that readers see is included, not that of a running refresh nor
 * outdated ones.
 */
export function rowsOfBackup(
  table: string,
  { withReadings }: BackedUp,
): RawBuilder<{ row: string }> | null {
  if (passing.test(table) || (!withReadings && reading.test(table))) return null
  if (table === 'tenants') return rowsFrom(table, { changed: pointers(withReadings) })
  if (table.startsWith('directory_')) return rowsFrom(table, currentRows)
  if (table === 'people_not_covered') return rowsFrom(table, { of: withData })
  if (table === 'generations') return rowsFrom(table, { of: currentBy(sql`t.id`) })
  if (reading.test(table)) return rowsFrom(table, { of: currentBy(sql`t.generation_id`) })
  return rowsFrom(table, {})
}

// A tenant without data is due at once.
const pointers = (withReadings: boolean) =>
  withReadings
    ? sql`'{"reading_generation_id": null}'`
    : sql`'{"current_generation_id": null, "reading_generation_id": null, "data_as_of": null}'`

/** Its rows are those of the current generation and do not name it. */
const withData = sql`join tenants on tenants.id = t.tenant_id
  and tenants.current_generation_id is not null`

const currentBy = (generation: RawBuilder<unknown>) =>
  sql`join tenants on tenants.current_generation_id = ${generation}`

// Rows that a running refresh has ended are current until that refresh is published.
const currentRows: Part = {
  changed: sql`'{"to_generation": null}'`,
  of: sql`join tenants on tenants.id = t.tenant_id
    and t.from_generation <= tenants.current_generation_id
    and (t.to_generation is null or t.to_generation > tenants.current_generation_id)`,
}

interface Part {
  /** Replaces columns of the row. */
  readonly changed?: RawBuilder<unknown>
  readonly of?: RawBuilder<unknown>
}

function rowsFrom(table: string, { changed, of = sql`` }: Part): RawBuilder<{ row: string }> {
  const row = changed === undefined ? sql`to_jsonb(t)` : sql`to_jsonb(t) || ${changed}`
  return sql`select (${row})::text as row from ${sql.table(table)} as t ${of}`
}
