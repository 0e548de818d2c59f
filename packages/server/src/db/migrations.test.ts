import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../testing/database-harness.ts'
import { migrateToLatest } from './migrate.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'tenantscope-migrations-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

test('a database of the first version keeps its tenants and history, and reads everything again', async () => {
  const { handle } = database
  await handle.executeSql('drop schema public cascade; create schema public')
  const first = '0001-foundation.sql'
  await copyFile(new URL(`migrations/${first}`, import.meta.url), path.join(folder, first))
  await migrateToLatest(handle, { directory: pathToFileURL(`${folder}/`) })
  await handle.executeSql(`
    insert into tenants (id, display_name, status) values ('t1', 'Contoso', 'Active');
    insert into generations (tenant_id, completed_at, people) values ('t1', now(), 7);
    insert into directory_users (generation_id, id) select id, 'u' from generations;
    insert into generation_part_failures select id, 'groups', 'X', 'x' from generations;
    update tenants set current_generation_id = (select max(id) from generations), data_as_of = now();
    insert into tenant_daily_counts (tenant_id, day, people, read_at) values ('t1', '2026-11-19', 7, now())`)

  expect(await migrateToLatest(handle)).not.toContain(first)
  const { rows } = await handle.executeSql(`
    select display_name, status, current_generation_id, reading_generation_id, data_as_of,
      (select count(*)::int from generations) as generations,
      (select count(*)::int from directory_users) as users,
      (select people from tenant_daily_counts) as people
    from tenants`)
  expect(rows).toEqual([
    {
      display_name: 'Contoso',
      status: 'Pending',
      current_generation_id: null,
      reading_generation_id: null,
      data_as_of: null,
      generations: 0,
      users: 0,
      people: 7,
    },
  ])
})
