import { sql } from 'kysely'

import { keyIdOf } from '../lib/seal.ts'
import {
  createKeyFile,
  parseKeyRing,
  readKeyFile,
  SecretKeyRefused,
  type KeyRing,
} from '../lib/secret-key.ts'
import type { DatabaseHandle } from './handle.ts'

type KeySource = { secretKey: string | null; dataDir: string }

/**
 * Returns the keys for this database, checked against its sealed values. Call it before migrating:
 * a wrong key must end the start before anything is written.
 */
export async function resolveKeyRing(handle: DatabaseHandle, source: KeySource): Promise<KeyRing> {
  return (await findKeyRing(handle, source)) ?? createKeyFile(source.dataDir)
}

/** The same without creating a key: null when there is none and nothing is sealed yet. */
export async function findKeyRing(
  handle: DatabaseHandle,
  { secretKey, dataDir }: KeySource,
): Promise<KeyRing | null> {
  const sealedWith = await readSealingKeyIds(handle)
  const noted = sealedWith.length === 0 ? [] : await readFingerprints(handle)
  const given = secretKey === null ? null : parseKeyRing(secretKey)
  const keyRing = given ?? (handle.kind === 'embedded' ? await readKeyFile(dataDir) : null)
  if (keyRing !== null) {
    refuseMissingKeys(keyRing, sealedWith)
    refuseUnnotedKeys(keyRing, { sealedWith, noted })
    return keyRing
  }
  if (handle.kind === 'postgres') {
    throw new SecretKeyRefused(
      'SECRET_KEY is required with DATABASE_URL. Create one with: openssl rand -base64 32',
    )
  }
  if (sealedWith.length > 0) {
    throw new SecretKeyRefused(
      'The database holds sealed values, but neither SECRET_KEY nor secret.key in the data directory exists. Restore the key that sealed them.',
    )
  }
  return null
}

/** Records the keys that this database has been used with; call it after migrating. */
export async function recordFingerprints(
  { db }: Pick<DatabaseHandle, 'db'>,
  keyRing: KeyRing,
): Promise<void> {
  const fingerprints = keyRing.map(({ fingerprint }) => fingerprint)
  await sql`
    update installation set secret_key_fingerprints = (
      select array_agg(distinct fingerprint)
      from unnest(secret_key_fingerprints || ${fingerprints}::text[]) as fingerprint
    )
    where not secret_key_fingerprints @> ${fingerprints}::text[]`.execute(db)
}

function refuseMissingKeys(keyRing: KeyRing, sealedWith: string[]): void {
  const keyIds = keyRing.map(keyIdOf)
  const missing = sealedWith.filter((keyId) => !keyIds.includes(keyId))
  if (missing.length === 0) return
  throw new SecretKeyRefused(
    `The database holds values sealed with a key that SECRET_KEY does not contain (fingerprint ${missing.join(', ')}…). Add that key after the new one, separated by a comma.`,
  )
}

// The id in a sealed value is only the start of a fingerprint. The complete one is recorded before
// anything is sealed, so an unrecorded key never sealed here.
function refuseUnnotedKeys(
  keyRing: KeyRing,
  { sealedWith, noted }: { sealedWith: string[]; noted: string[] },
): void {
  const unnoted = keyRing
    .filter((key) => sealedWith.includes(keyIdOf(key)))
    .find(({ fingerprint }) => !noted.includes(fingerprint))
  if (unnoted === undefined) return
  throw new SecretKeyRefused(
    `The database holds sealed values, but the fingerprint of the key that sealed them (${keyIdOf(unnoted)}…) is not among the recorded fingerprints. The database was changed by hand or restored in part; restore it completely.`,
  )
}

async function readFingerprints({ db }: DatabaseHandle): Promise<string[]> {
  const row = await db.selectFrom('installation').select('secretKeyFingerprints').executeTakeFirst()
  return row?.secretKeyFingerprints ?? []
}

// Every column with sealed values is named sealed_…, except one that the specification names. Each
// value contains the key's id.
async function readSealingKeyIds({ db }: DatabaseHandle): Promise<string[]> {
  const { rows: columns } = await sql<{ tableName: string; columnName: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public'
      and (column_name like 'sealed\\_%' or column_name = 'totp_secret')`.execute(db)
  const keyIds = new Set<string>()
  for (const { tableName, columnName } of columns) {
    const { rows } = await sql<{ keyId: string }>`
      select distinct split_part(${sql.ref(columnName)}, '.', 2) as key_id
      from ${sql.table(tableName)} where ${sql.ref(columnName)} is not null`.execute(db)
    for (const { keyId } of rows) keyIds.add(keyId)
  }
  return [...keyIds]
}
