import { sql, type RawBuilder } from 'kysely'

export interface BackedUp {
  /** Whether what refreshes read is in it; without, every tenant is read again. */
  readonly withReadings: boolean
}

const reading = /^(?:directory_|generation)/
// Of this hour and this installation alone: a session that was ended must not come back, and without
// links to read on from a tenant is read whole.
const passing =
  /^(?:sessions|graph_leases|report_progress|sign_in_address_failures|share_misses|tenant_delta_links)$/

/**
 * What a backup holds of a table, a row of JSON text each; null: nothing. Of a tenant it is the one
 * generation that readers see: what a refresh under way has written or ended is not, nor what waits to
 * be swept.
 */
export function rowsOfBackup(
  table: string,
  { withReadings }: BackedUp,
): RawBuilder<{ row: string }> | null {
  if (passing.test(table) || (!withReadings && reading.test(table))) return null
  if (table === 'tenants') return rowsFrom(table, { changed: pointers(withReadings) })
  if (table.startsWith('directory_')) return rowsFrom(table, currentRows)
  if (table === 'generations') return rowsFrom(table, { of: currentBy(sql`t.id`) })
  if (reading.test(table)) return rowsFrom(table, { of: currentBy(sql`t.generation_id`) })
  return rowsFrom(table, {})
}

// With nothing read of it a tenant is due at once.
const pointers = (withReadings: boolean) =>
  withReadings
    ? sql`'{"reading_generation_id": null}'`
    : sql`'{"current_generation_id": null, "reading_generation_id": null, "data_as_of": null}'`

const currentBy = (generation: RawBuilder<unknown>) =>
  sql`join tenants on tenants.current_generation_id = ${generation}`

// What a refresh under way has ended is there as long as nobody sees that refresh.
const currentRows: Part = {
  changed: sql`'{"to_generation": null}'`,
  of: sql`join tenants on tenants.id = t.tenant_id
    and t.from_generation <= tenants.current_generation_id
    and (t.to_generation is null or t.to_generation > tenants.current_generation_id)`,
}

interface Part {
  /** What stands in place of the row's own. */
  readonly changed?: RawBuilder<unknown>
  readonly of?: RawBuilder<unknown>
}

function rowsFrom(table: string, { changed, of = sql`` }: Part): RawBuilder<{ row: string }> {
  const row = changed === undefined ? sql`to_jsonb(t)` : sql`to_jsonb(t) || ${changed}`
  return sql`select (${row})::text as row from ${sql.table(table)} as t ${of}`
}
