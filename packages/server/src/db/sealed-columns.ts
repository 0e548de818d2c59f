import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Sealer } from '../lib/seal.ts'
import type { Database } from './tables.ts'

interface SealedColumn {
  readonly table: string
  /** What names the row; part of some purposes. */
  readonly key: string
  readonly column: string
  readonly purposeOf: (key: string) => string
}

/** Every column that holds sealed values, and what they were sealed for. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'microsoft_connection',
    key: 'id',
    column: 'sealed_client_secret',
    purposeOf: () => 'microsoft_connection.client_secret',
  },
  {
    table: 'microsoft_connection',
    key: 'id',
    column: 'sealed_private_key',
    purposeOf: () => 'microsoft_connection.private_key',
  },
  { table: 'consents', key: 'id', column: 'sealed_url', purposeOf: () => 'consents.url' },
  {
    table: 'shared_reports',
    key: 'id',
    column: 'sealed_token',
    purposeOf: (id) => `shared_reports.share_token.${id}`,
  },
  {
    table: 'mail_settings',
    key: 'id',
    column: 'sealed_password',
    purposeOf: () => 'mail_settings.password',
  },
  {
    table: 'users',
    key: 'id',
    column: 'totp_secret',
    purposeOf: (id) => `users.totp-secret ${id}`,
  },
  {
    table: 'totp_enrollments',
    key: 'user_id',
    column: 'sealed_secret',
    purposeOf: (userId) => `users.totp-secret ${userId}`,
  },
  {
    table: 'backup_schedule',
    key: 'id',
    column: 'sealed_passphrase',
    purposeOf: () => 'backup_schedule.passphrase',
  },
]

const ROWS_AT_ONCE = 200

/**
 * Opens everything that is sealed with the keys of one installation and seals it with those of
 * another. A value that does not open stays as it was: it did not open before either.
 */
export async function resealAll(
  within: Kysely<Database>,
  { from, to }: { from: Sealer; to: Sealer },
): Promise<{ resealed: number; unopened: number }> {
  const counts = { resealed: 0, unopened: 0 }
  for (const column of SEALED_COLUMNS) {
    let after: string | null = ''
    while (after !== null) {
      const rows: Sealed[] = await readSealed(within, column, after)
      for (const row of rows) {
        const isDone = await reseal(within, { column, row, from, to })
        counts[isDone ? 'resealed' : 'unopened'] += 1
      }
      after = rows.length === ROWS_AT_ONCE ? (rows.at(-1)?.key ?? null) : null
    }
  }
  return counts
}

interface Sealed {
  readonly key: string
  readonly sealed: string
}

async function readSealed(
  within: Kysely<Database>,
  { table, key, column }: SealedColumn,
  after: string,
): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`
    select ${sql.ref(key)}::text as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${sql.ref(key)}::text > ${after}
    order by ${sql.ref(key)}::text limit ${sql.lit(ROWS_AT_ONCE)}`.execute(within)
  return rows
}

async function reseal(
  within: Kysely<Database>,
  given: { column: SealedColumn; row: Sealed; from: Sealer; to: Sealer },
): Promise<boolean> {
  const { table, key, column, purposeOf } = given.column
  const purpose = purposeOf(given.row.key)
  let plain: string
  try {
    plain = given.from.open(given.row.sealed, purpose)
  } catch {
    return false
  }
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${given.to.seal(plain, purpose)}
    where ${sql.ref(key)}::text = ${given.row.key}`.execute(within)
  return true
}
