import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../testing/database-harness.ts'
import { makeDataDir, removeDataDir } from '../testing/database-template.ts'
import { BackupRefused } from './backup-refused.ts'
import { writeBackup } from './backup.ts'
import { linesFrom, restoreBackup } from './restore-backup.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  await database.handle.executeSql(`
    create table owners (id int generated always as identity primary key, name text not null);
    create table animals (
      id serial primary key, owner_id int not null references owners, weight numeric, big int8,
      born timestamptz, day date, tags text[], info jsonb, picture bytea, mother_id int references animals
    )`)
})
afterAll(() => database.close())
beforeEach(async () => {
  folder = await makeDataDir()
  await database.truncate()
  await database.handle.executeSql(`
    insert into owners (name) select 'owner ' || g from generate_series(1, 1203) g;
    delete from owners where id = 1203;
    insert into animals (owner_id, weight, big, born, day, tags, info, picture, mother_id) values
      (7, 1.230000000000000000001, 9223372036854775807, '2026-11-20T10:00:00.123456Z', '2026-02-28',
       array['a"b', null, '{,}'], '{"table": "x", "n": [1, null, "ü\\n"]}', '\\x00ff', null),
      (8, 'NaN', null, 'infinity', null, '{}', 'null', '\\x', 1),
      (9, null, null, null, null, null, null, null, null)`)
})
afterEach(() => removeDataDir(folder))

const content = () => ({ withReadings: false })
const contents = async (): Promise<unknown[]> => {
  const { rows } = await database.handle.executeSql(`
    select 'o' as kind, to_jsonb(o)::text as row from owners o
    union all select 'a', to_jsonb(a)::text from animals a
    union all select 's', to_jsonb(s)::text from settings s
    order by 1, 2`)
  return rows
}
const back = async (): Promise<string> => {
  const file = path.join(folder, 'backup.gz')
  await writeBackup(database.handle.db, file, { content })
  return file
}
const restore = (file: string): Promise<unknown> =>
  database.handle.db
    .transaction()
    .execute((transaction) => restoreBackup(transaction, createReadStream(file)))
const rewrite = async (file: string, change: (text: string) => string): Promise<void> => {
  const text = gunzipSync(await readFile(file)).toString('utf8')
  await writeFile(file, gzipSync(change(text)))
}

test('a backup brings back every row exactly, whatever happened since', async () => {
  const before = await contents()
  const file = await back()
  await database.handle.executeSql(
    `delete from animals; update owners set name = 'gone'; delete from settings`,
  )
  await restore(file)
  expect(await contents()).toEqual(before)
  expect(before).toHaveLength(1202 + 3 + 1)
})

test('after a restore new rows get ids that no row ever had', async () => {
  const file = await back()
  await restore(file)
  const { rows } = await sql<{ id: number }>`
    insert into owners (name) values ('new') returning id`.execute(database.handle.db)
  expect(rows[0]?.id).toBe(1204)
})

test('what can be read again of Microsoft is left out; tenants, people and history are kept', async () => {
  await database.handle.executeSql(`
    insert into tenants (id, display_name) values ('t1', 'Contoso');
    insert into generations (tenant_id) values ('t1');
    insert into directory_groups (tenant_id, id, group_types, assigned_sku_ids, from_generation)
      select tenant_id, 'g', '{}', '{}', id from generations;
    insert into tenant_delta_links values ('t1', 'users', '/users/delta', 'id', 'app', now(), now());
    insert into generation_part_failures select id, 'skus', 'X', 'x' from generations;
    update tenants set current_generation_id = (select max(id) from generations),
      reading_generation_id = (select max(id) from generations), data_as_of = now(), is_consented = true;
    insert into tenant_daily_counts (tenant_id, day, people, read_at) values ('t1', '2026-11-19', 7, now())`)
  await restore(await back())
  const { rows } = await database.handle.executeSql(`
    select current_generation_id, reading_generation_id, data_as_of, is_consented, people,
      (select count(*)::int from generations) as generations,
      (select count(*)::int from directory_groups) as groups,
      (select count(*)::int from tenant_delta_links) as links,
      (select count(*)::int from generation_part_failures) as failures
    from tenants join tenant_daily_counts on tenant_id = tenants.id`)
  expect(rows).toEqual([
    {
      current_generation_id: null,
      reading_generation_id: null,
      data_as_of: null,
      is_consented: true,
      people: 7,
      generations: 0,
      groups: 0,
      links: 0,
      failures: 0,
    },
  ])
})

test('reports come back as they were, pictures and all, a few of them in memory at a time', async () => {
  await database.handle.executeSql(`
    insert into tenants (id, display_name) values ('t1', 'Contoso');
    insert into report_looks (accent_color, logo_png) values ('#02717a', '\\x89504e4700ff');
    insert into report_snapshots
      (id, tenant_id, report_type, snapshot_data, created_by, format, data_as_of, look_id)
      select gen_random_uuid(), 't1', 'user-license', repeat('"ä', 150000), 'Anna', 'pdf', now(), id
      from report_looks, generate_series(1, 12)`)
  const reports = `select md5(to_jsonb(s)::text) as row from report_snapshots s
    union all select to_jsonb(l)::text from report_looks l order by 1`
  const { rows: before } = await database.handle.executeSql(reports)
  const answers: number[] = []
  const file = path.join(folder, 'reports.gz')
  await writeBackup(
    database.handle.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        answers.push(JSON.stringify(result.rows).length)
        return result
      },
    }),
    file,
    { content },
  )
  expect(before).toHaveLength(13)
  expect(Math.max(...answers)).toBeLessThan(1_000_000)
  await restore(file)
  expect((await database.handle.executeSql(reports)).rows).toEqual(before)
})

test.each([
  ['that was cut short', (text: string) => text.slice(0, text.lastIndexOf('{"end"')), 'incomplete'],
  [
    'that lost a row',
    (text: string) => text.replace(/\n[^\n]*"owner 500"[^\n]*/, ''),
    'incomplete',
  ],
  ['with a broken line', (text: string) => text.replace('"owner 2"', '"owner'), /damaged|json/],
  ['of another program', () => '{"format": "something"}\n', 'not a backup'],
  [
    'of other migrations',
    (text: string) => text.replace('0001-', '0000-'),
    'created by a newer version',
  ],
])('a file %s is refused and changes nothing', async (_, change, reason) => {
  const file = await back()
  await rewrite(file, change)
  await database.handle.executeSql(`update owners set name = 'current' where id = 3`)
  const before = await contents()
  await expect(restore(file)).rejects.toThrow(reason)
  expect(await contents()).toEqual(before)
})

test('a file that is no gzip is refused', async () => {
  const file = path.join(folder, 'note.txt')
  await writeFile(file, 'hello')
  const before = await contents()
  await expect(restore(file)).rejects.toThrow(BackupRefused)
  expect(await contents()).toEqual(before)
})

test('a backup never overwrites a file', async () => {
  const file = await back()
  await expect(writeBackup(database.handle.db, file, { content })).rejects.toMatchObject({
    code: 'EEXIST',
  })
})

test.each(['schema_migrations', 'pg_catalog.pg_authid', 'no_such_table'])(
  'a file that speaks of the table %s is refused: a restore reaches what a backup holds, no more',
  async (table) => {
    const before = await contents()
    const file = await back()
    await rewrite(file, (text) =>
      text.replace('{"table":"animals"}', `{"table":"${table}"}\n{"table":"animals"}`),
    )
    await expect(restore(file)).rejects.toThrow(BackupRefused)
    expect(await contents()).toEqual(before)
  },
)

test('a line that never ends is given up before it fills the memory', async () => {
  const piece = Buffer.alloc(16 * 1_024 * 1_024, 'x')
  let pieces = 0
  async function* endless(): AsyncGenerator<Buffer> {
    for (; pieces < 100; pieces += 1) yield await Promise.resolve(piece)
  }
  await expect(linesFrom(endless()).next()).rejects.toThrow(BackupRefused)
  expect(pieces).toBeLessThan(20)
})
