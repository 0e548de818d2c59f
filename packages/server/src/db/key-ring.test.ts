import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'

import { createSealer } from '../lib/seal.ts'
import { SecretKeyRefused, type KeyRing } from '../lib/secret-key.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database-harness.ts'
import { makeDataDir, removeDataDir } from '../testing/database-template.ts'
import { recordFingerprints, resolveKeyRing } from './key-ring.ts'

const isEmbedded = inject('databaseTemplate').engine === 'pglite'
const newKey = (): string => randomBytes(32).toString('base64')
let database: TestDatabase
let dataDir: string

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  dataDir = await makeDataDir()
})
afterEach(async () => {
  await database.truncate()
  await removeDataDir(dataDir)
})

const resolve = (secretKey: string | null): Promise<KeyRing> =>
  resolveKeyRing(database.handle, { secretKey, dataDir })

const storeSealed = async (keyRing: KeyRing): Promise<void> => {
  await recordFingerprints(database.handle, keyRing)
  const sealed = createSealer(keyRing).seal('secret', 'test')
  await sql`
    insert into microsoft_connection (client_id, tenant_id, sealed_client_secret, updated_by)
    values ('c', 't', ${sealed}, 'test')
    on conflict (id) do update set sealed_client_secret = excluded.sealed_client_secret`.execute(
    database.handle.db,
  )
}

const fingerprints = async (): Promise<string[]> => {
  const { rows } = await sql<{ fingerprints: string[] }>`
    select secret_key_fingerprints as fingerprints from installation`.execute(database.handle.db)
  return rows[0]?.fingerprints ?? []
}

test('a given key is used and its fingerprint noted once', async () => {
  const keyRing = await resolve(newKey())
  await recordFingerprints(database.handle, keyRing)
  await recordFingerprints(database.handle, keyRing)
  expect(await fingerprints()).toEqual([keyRing[0].fingerprint])
  expect(await readdir(dataDir)).toEqual([])
})

test('a rotation adds the new fingerprint and keeps the old', async () => {
  const [oldKey, nextKey] = [newKey(), newKey()]
  const old = await resolve(oldKey)
  await storeSealed(old)
  const rotated = await resolve(`${nextKey},${oldKey}`)
  await recordFingerprints(database.handle, rotated)
  expect((await fingerprints()).toSorted()).toEqual(
    rotated.map(({ fingerprint }) => fingerprint).toSorted(),
  )
})

test('another key is refused while sealed values exist, and nothing is written', async () => {
  const old = await resolve(newKey())
  await storeSealed(old)
  const other = newKey()
  await expect(resolve(other)).rejects.toThrow(SecretKeyRefused)
  await expect(resolve(other)).rejects.not.toThrow(other)
  expect(await fingerprints()).toEqual([old[0].fingerprint])
  expect(await readdir(dataDir)).toEqual([])
})

test.each([
  ['absent', []],
  ['another with the same beginning', ['beginning']],
])('sealed values whose fingerprint is %s are refused with the right key too', async (_, left) => {
  const key = newKey()
  const keyRing = await resolve(key)
  await storeSealed(keyRing)
  const noted = left.map(() => keyRing[0].fingerprint.slice(0, 12).padEnd(64, '0'))
  await database.handle.db
    .updateTable('installation')
    .set({ secretKeyFingerprints: noted })
    .execute()
  await expect(resolve(key)).rejects.toThrow(SecretKeyRefused)
  expect(await fingerprints()).toEqual(noted)
})

test('an old key may go once everything is sealed with the new one, not before', async () => {
  const [oldKey, nextKey] = [newKey(), newKey()]
  await storeSealed(await resolve(oldKey))
  await expect(resolve(nextKey)).rejects.toThrow('does not contain')
  await storeSealed(await resolve(`${nextKey},${oldKey}`))
  expect(await resolve(nextKey)).toHaveLength(1)
})

test('another key is taken while nothing is sealed', async () => {
  await recordFingerprints(database.handle, await resolve(newKey()))
  await recordFingerprints(database.handle, await resolve(newKey()))
  expect(await fingerprints()).toHaveLength(2)
})

test.runIf(!isEmbedded)('with DATABASE_URL a key is required and none is made', async () => {
  await expect(resolve(null)).rejects.toThrow('SECRET_KEY is required')
  expect(await readdir(dataDir)).toEqual([])
})

test.runIf(isEmbedded)(
  'the embedded database gets a key of its own at its first start',
  async () => {
    const made = await resolve(null)
    expect(await readdir(dataDir)).toEqual(['secret.key'])
    await storeSealed(made)
    expect((await resolve(null))[0].fingerprint).toBe(made[0].fingerprint)
  },
)

test.runIf(isEmbedded)(
  'a lost key file is refused while sealed values exist, and no other is made',
  async () => {
    await storeSealed(await resolve(null))
    await rm(path.join(dataDir, 'secret.key'))
    await expect(resolve(null)).rejects.toThrow('Restore the key')
    expect(await readdir(dataDir)).toEqual([])
  },
)
