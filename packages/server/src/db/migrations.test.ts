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

/** A database as a version left it that had these migrations. */
async function beginAnewWith(names: readonly string[]): Promise<void> {
  await database.handle.executeSql('drop schema public cascade; create schema public')
  for (const name of names)
    await copyFile(new URL(`migrations/${name}`, import.meta.url), path.join(folder, name))
  await migrateToLatest(database.handle, { directory: pathToFileURL(`${folder}/`) })
}

test('a database of the first version keeps its tenants and history, and reads everything again', async () => {
  const { handle } = database
  const first = '0001-foundation.sql'
  await beginAnewWith([first])
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

test('a database without holders and seats by day gets them from what it has read', async () => {
  const { handle } = database
  await beginAnewWith([
    '0001-foundation.sql',
    '0002-microsoft-whole.sql',
    '0003-activity-and-shared-limits.sql',
  ])
  await handle.executeSql(`
    insert into tenants (id, display_name) values ('t1', 'Contoso');
    insert into generations (tenant_id, completed_at) values ('t1', now()), ('t1', now());
    update tenants set current_generation_id = (select max(id) from generations);
    insert into directory_skus (tenant_id, sku_id, sku_part_number, applies_to, capability_status,
      consumed_units, enabled_units, warning_units, suspended_units, locked_out_units,
      service_plans, subscription_ids, from_generation)
    values ('t1', 'ABC', 'PART', 'Company', 'Enabled', 3, 5, 0, 0, 0, '[]', '{}', 1);
    insert into directory_users (tenant_id, id, account_enabled, user_type, from_generation, to_generation)
    values ('t1', 'ada', true, 'Member', 1, null), ('t1', 'ben', false, 'Guest', 1, null),
      ('t1', 'gil', true, 'guest', 1, null), ('t1', 'gone', true, 'Member', 1, 2);
    insert into directory_license_assignments
      (tenant_id, user_id, sku_id, assigned_by_group, state, disabled_plans, from_generation)
    values ('t1', 'ada', 'abc', '', 'Active', '{}', 1), ('t1', 'ada', 'ABC', 'g', null, '{}', 1),
      ('t1', 'ben', 'ABC', '', 'Active', '{}', 1), ('t1', 'gil', 'ABC', '', 'Active', '{}', 1),
      ('t1', 'gone', 'ABC', '', 'Active', '{}', 1), ('t1', 'ada', 'bad', '', 'Error', '{}', 1);
    insert into tenant_daily_counts (tenant_id, day, read_at)
    values ('t1', '2026-11-18', now()), ('t1', '2026-11-19', now());
    insert into tenant_daily_seats values ('t1', '2026-11-19', 'ABC', 'PART', 3, 5, 0, 0, 0)`)

  await migrateToLatest(handle)
  const read = async (statement: string) => (await handle.executeSql(statement)).rows
  expect(await read('select * from generation_sku_holders')).toEqual([
    {
      generation_id: 2,
      tenant_id: 't1',
      sku_id: 'abc',
      holders: 3,
      blocked_holders: 1,
      guest_holders: 1,
    },
  ])
  expect(await read('select sku_id, sku_part_number, is_visible from license_visibility')).toEqual([
    { sku_id: 'abc', sku_part_number: 'PART', is_visible: true },
  ])
  expect(await read('select has_licenses from tenant_daily_counts order by day')).toEqual([
    { has_licenses: false },
    { has_licenses: true },
  ])
  expect(await read('select applies_to from tenant_daily_seats')).toEqual([
    { applies_to: 'Company' },
  ])
})
