import { sql } from 'kysely'

import type { Db, Trx } from './tables.ts'

// All of these read and change the current schema: the first of the search path.

/** Returns the names of the tables that a backup may contain, in order. */
export async function readTables(connection: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename <> 'schema_migrations' order by name`.execute(
    connection,
  )
  return rows.map(({ name }) => name)
}

/** Removes all rows, locks the tables until the end of the transaction, and returns their names. */
export async function emptyTables(transaction: Trx): Promise<string[]> {
  const names = await readTables(transaction)
  await sql`lock table ${listOf(names)} in access exclusive mode`.execute(transaction)
  const filled = await sql<{ name: string }>`${sql.join(
    names.map(
      (name) => sql`select ${name}::text as name where exists (select from ${sql.table(name)})`,
    ),
    sql` union all `,
  )}`.execute(transaction)
  // TRUNCATE creates new files even for an empty table.
  if (filled.rows.length > 0)
    await sql`truncate ${listOf(filled.rows.map(({ name }) => name))}`.execute(transaction)
  return names
}

const listOf = (names: readonly string[]) => sql.join(names.map((name) => sql.table(name)))

/**
 * Removes the foreign keys, and returns a function that adds them again, which checks all rows.
 * Tables may refer to each other in a circle, so no order of loading satisfies every foreign key.
 */
export async function setForeignKeysAside(transaction: Trx): Promise<() => Promise<void>> {
  const { rows } = await sql<{ dropping: string; adding: string }>`
    select format('alter table %I drop constraint %I;', c.relname, k.conname) as dropping,
      format('alter table %I add constraint %I %s;', c.relname, k.conname, pg_get_constraintdef(k.oid)) as adding
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = quote_ident(current_schema())::regnamespace`.execute(
    transaction,
  )
  const run = async (statements: string[]): Promise<void> => {
    if (statements.length > 0) await sql.raw(statements.join('\n')).execute(transaction)
  }
  await run(rows.map(({ dropping }) => dropping))
  return () => run(rows.map(({ adding }) => adding))
}

/**
 * Sets a sequence, but never decreases it: a process with the old state must not see a new row with
 * an old ID.
 */
export async function setSequence(
  transaction: Trx,
  { sequence, value }: { sequence: string; value: string },
): Promise<void> {
  await sql`
    select setval(quote_ident(sequencename)::regclass, greatest(${value}::bigint, last_value))
    from pg_sequences where schemaname = current_schema() and sequencename = ${sequence}`.execute(
    transaction,
  )
}
