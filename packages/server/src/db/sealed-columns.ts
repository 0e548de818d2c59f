import { sql } from 'kysely'

import type { Sealer } from '../lib/seal.ts'
import type { Db } from './tables.ts'

interface SealedColumn {
  readonly table: string
  /** The row's key; part of some purposes. */
  readonly key: string
  readonly column: string
  readonly purposeOf: (key: string) => string
}

const sealed = (
  [table, column]: readonly [string, string],
  purpose: string | ((key: string) => string),
  key = 'id',
): SealedColumn => ({
  table,
  key,
  column,
  purposeOf: typeof purpose === 'string' ? () => purpose : purpose,
})

const totpPurpose = (userId: string): string => `users.totp-secret ${userId}`

/** Every column with sealed values, and their purpose. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  sealed(['microsoft_connection', 'sealed_client_secret'], 'microsoft_connection.client_secret'),
  sealed(['microsoft_connection', 'sealed_private_key'], 'microsoft_connection.private_key'),
  sealed(['consents', 'sealed_url'], 'consents.url'),
  sealed(['shared_reports', 'sealed_token'], (id) => `shared_reports.share_token.${id}`),
  sealed(['mail_settings', 'sealed_password'], 'mail_settings.password'),
  sealed(['users', 'totp_secret'], totpPurpose),
  sealed(['totp_enrollments', 'sealed_secret'], totpPurpose, 'user_id'),
  sealed(['backup_schedule', 'sealed_passphrase'], 'backup_schedule.passphrase'),
]

const ROWS_AT_ONCE = 200

/**
 * Opens every sealed value with the keys of one installation and seals it with those of another. A
 * value that cannot be opened is unchanged: it could not be opened before either.
 */
export async function resealAll(
  within: Db,
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
  within: Db,
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
  within: Db,
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
