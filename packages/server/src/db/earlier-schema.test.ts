import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'

import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'

import { createTestDatabase, type TestDatabase } from '../testing/database-harness.ts'
import { createOrdinaryRoleDatabase } from '../testing/ordinary-role.ts'
import { migrationNames, resetTo } from '../testing/previous-release.ts'
import { contentsOf } from '../testing/table-digests.ts'
import { migrateToLatest } from './migrate.ts'
import { restoreBackup } from './restore-backup.ts'

/** Files without encryption that earlier versions wrote. Each new release adds one. */
const STORED = await Promise.all(
  ['backups', 'releases'].map(async (name) => {
    const folder = new URL(`../testing/${name}/`, import.meta.url)
    const files = (await readdir(folder)).filter((file) => file.endsWith('.ndjson.gz'))
    return files.map((file) => fileURLToPath(new URL(file, folder)))
  }),
)
const names = await migrationNames()

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const restore = (bytes: AsyncIterable<Uint8Array>): Promise<{ rows: number }> =>
  database.handle.db.transaction().execute((transaction) => restoreBackup(transaction, bytes))
const rows = async (text: string) => (await database.handle.executeSql(text)).rows

/** The newest migration of a backup file. */
async function migrationOf(file: string): Promise<string> {
  const [header = ''] = gunzipSync(await readFile(file))
    .toString('utf8')
    .split('\n')
  const { migrations } = z.object({ migrations: z.array(z.string()) }).parse(JSON.parse(header))
  return migrations.at(-1) ?? ''
}

/** A backup file with these migrations and lines. */
const fileOf = (migrations: readonly string[], lines: readonly string[]) => {
  const count = lines.filter((line) => !/^\{"(?:table|sequence)":/u.test(line)).length
  const header = { format: 'tenantscope-backup', version: 1, migrations }
  const all = [JSON.stringify(header), ...lines, JSON.stringify({ end: { rows: count } })]
  return Readable.from([gzipSync(all.join('\n'))])
}

test('a backup of the first migration is restored as an upgrade would have left it', async () => {
  const [first = ''] = names
  await resetTo(database, first)
  await rows(`insert into tenants (id, display_name, status) values ('t1', 'Contoso', 'Active');
    insert into generations (tenant_id, completed_at) values ('t1', now());
    insert into tenant_daily_counts (tenant_id, day, people, read_at) values ('t1', '2026-11-19', 7, now())`)
  const lines: string[] = []
  for (const table of ['tenants', 'generations', 'tenant_daily_counts', 'settings']) {
    const stored = await rows(`select to_jsonb(t)::text as line from ${table} t`)
    lines.push(JSON.stringify({ table }), ...stored.map(({ line }) => String(line)))
  }
  await migrateToLatest(database.handle)
  const upgraded = await contentsOf(database)
  await rows(`delete from tenants; insert into tenants (id, display_name) values ('t2', 'Later')`)
  expect(await restore(fileOf([first], lines))).toMatchObject({ rows: 4 })
  expect(await contentsOf(database)).toMatchObject({
    tenants: upgraded['tenants'],
    generations: upgraded['generations'],
    tenant_daily_counts: upgraded['tenant_daily_counts'],
  })
})

test.each(STORED.flat().map((file) => [file.replace(/.*\//u, ''), file]))(
  'the stored file %s is restored into this version as an upgrade would have left it',
  async (_, file) => {
    const [newest = ''] = names.slice(-1)
    expect(await migrationOf(file)).not.toBe(newest)
    await resetTo(database, await migrationOf(file))
    await restore(createReadStream(file))
    await migrateToLatest(database.handle)
    const upgraded = await contentsOf(database)
    await rows('delete from tenants; delete from users')
    await restore(createReadStream(file))
    expect(await contentsOf(database)).toEqual(upgraded)
    expect(await rows(`select from pg_namespace where nspname = 'tenantscope_restore'`)).toEqual([])
  },
)

const group = (id: number) =>
  JSON.stringify({ sequence: 'tenant_groups_id_seq', value: String(id) })

test('sequences never decrease, and new rows get new ids', async () => {
  await resetTo(database, names.at(-1) ?? '')
  await rows(`select setval('tenant_groups_id_seq', 40)`)
  const earlier = names.slice(0, -1)
  await restore(fileOf(earlier, [group(7)]))
  expect(await rows(`select nextval('tenant_groups_id_seq')::int as id`)).toEqual([{ id: 41 }])
  await restore(fileOf(earlier, [group(60)]))
  expect(await rows(`select nextval('tenant_groups_id_seq')::int as id`)).toEqual([{ id: 61 }])
})

test.each([
  [
    'that lacks an earlier migration',
    names.slice(1, -1),
    'list of migrations in the backup is damaged',
  ],
  ['without migrations', [], 'list of migrations in the backup is damaged'],
  ['of a newer version', [...names, '9999-later.sql'], 'newer version of Tenantscope'],
])('a backup %s is refused and changes nothing', async (_, migrations, reason) => {
  await resetTo(database, names.at(-1) ?? '')
  const before = await contentsOf(database)
  await expect(restore(fileOf(migrations, []))).rejects.toThrow(reason)
  expect(await contentsOf(database)).toEqual(before)
})

test('an earlier backup that fails while it is loaded leaves the data as they were', async () => {
  await resetTo(database, names.at(-1) ?? '')
  await rows(`insert into tenants (id, display_name) values ('mine', 'Mine')`)
  const before = await contentsOf(database)
  const run = JSON.stringify({ id: 'f3b9c1de-8a44-4c5e-9f0d-1f6b0a6f2b11', mail_state: 'other' })
  const lines = ['{"table":"report_schedule_runs"}', run]
  const until = names.slice(0, names.indexOf('0008-no-recipients.sql'))
  await expect(restore(fileOf(until, lines))).rejects.toThrow('report_schedule_runs')
  expect(await contentsOf(database)).toEqual(before)
  expect(await rows(`select from pg_namespace where nspname = 'tenantscope_restore'`)).toEqual([])
})

// The embedded database has no other roles.
test.runIf(inject('databaseTemplate').engine === 'postgres')(
  'without the right to create a schema, an earlier backup is refused with the reason',
  async () => {
    const ordinary = await createOrdinaryRoleDatabase()
    try {
      await ordinary.handle.executeSql(`do $$ begin
        execute format('revoke create on database %I from %I', current_database(), current_user); end $$`)
      const restored = ordinary.handle.db
        .transaction()
        .execute((trx) => restoreBackup(trx, fileOf(names.slice(0, -1), [])))
      await expect(restored).rejects.toThrow('GRANT CREATE ON DATABASE')
    } finally {
      await ordinary.close()
    }
  },
)
