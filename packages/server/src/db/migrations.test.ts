import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../testing/database-harness.ts'
import { migrateToLatest, readApplied } from './migrate.ts'
import { checksumOf } from './migration-checksum.ts'
import { RELEASED_MIGRATIONS } from './released-migrations.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** A database as a version left it that had these migrations. */
async function createWith(names: readonly string[]): Promise<void> {
  await database.handle.executeSql('drop schema public cascade; create schema public')
  const folder = await copyOf(names)
  await migrateToLatest(database.handle, { directory: pathToFileURL(`${folder}/`) })
  await rm(folder, { recursive: true })
}

/** Copies migrations into a new folder. */
async function copyOf(names: readonly string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tenantscope-migrations-'))
  for (const name of names)
    await copyFile(new URL(`migrations/${name}`, import.meta.url), path.join(folder, name))
  return folder
}

test('a database of the first version keeps its tenants and history, and reads everything again', async () => {
  const { handle } = database
  const first = '0001-foundation.sql'
  await createWith([first])
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
  await createWith([
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

describe('a migration of a release whose databases store checksums of complete files', () => {
  const released = Object.entries(RELEASED_MIGRATIONS)

  test.each(released)(
    '%s still has the statements of its release',
    async (name, { statements }) => {
      const text = await readFile(new URL(`migrations/${name}`, import.meta.url), 'utf8')
      expect(checksumOf(text)).toBe(statements)
    },
  )

  test('such a database starts, and keeps its checksums', async () => {
    const { handle } = database
    await createWith(released.map(([name]) => name))
    await storeReleased()
    expect(await migrateToLatest(handle)).not.toEqual([])
    expect(await migrateToLatest(handle)).toEqual([])
    expect((await readApplied(handle.db)).slice(0, released.length)).toEqual(
      released.map(([name, { file }]) => ({ name, checksum: file })),
    )
  })

  test('a changed statement is refused', async () => {
    const { handle } = database
    const folder = await copyOf(released.map(([name]) => name))
    const directory = pathToFileURL(`${folder}/`)
    await handle.executeSql('drop schema public cascade; create schema public')
    await migrateToLatest(handle, { directory })
    await storeReleased()
    for (const [name] of released) {
      const file = path.join(folder, name)
      const text = await readFile(file, 'utf8')
      await writeFile(file, `-- Another comment.\n${text}`)
      expect(await migrateToLatest(handle, { directory })).toEqual([])
      await writeFile(file, `${text}\nselect 1;`)
      await expect(migrateToLatest(handle, { directory })).rejects.toThrow(
        `The migration ${name} has changed`,
      )
      await writeFile(file, text)
    }
    await rm(folder, { recursive: true })
  })

  async function storeReleased(): Promise<void> {
    for (const [name, { file }] of released)
      await database.handle.executeSql(
        'update schema_migrations set checksum = $2 where name = $1',
        [name, file],
      )
  }
})

test('the mail state of runs without recipients gets its present name, and other states keep theirs', async () => {
  const { handle } = database
  const before = Object.keys(RELEASED_MIGRATIONS)
  await createWith(before)
  // The former name, in two parts because the word is no longer used.
  const former = ['no', 'body'].join('')
  const states = [former, 'pending', 'sent', 'failed', 'not-configured']
  await handle.executeSql(`
    insert into users (id, username, password) values (1, 'ada', '');
    insert into report_schedules (id, report_type, format, frequency, weekday, time_of_day, time_zone,
      created_by, created_by_user_id, updated_by)
    values (1, 'user-license', 'pdf', 'weekly', 1, '06:00', 'UTC', 'ada', 1, 'ada');
    insert into report_schedule_runs (id, schedule_id, started_at, state, mail_state)
    select gen_random_uuid(), 1, now(), 'succeeded', unnest('{${states.join()}}'::text[])`)
  await migrateToLatest(handle)
  const { rows } = await handle.executeSql('select mail_state from report_schedule_runs order by 1')
  expect(rows.map((row) => row['mail_state'])).toEqual(
    ['no-recipients', ...states.slice(1)].toSorted(),
  )
  await expect(
    handle.executeSql('update report_schedule_runs set mail_state = $1', [former]),
  ).rejects.toThrow('report_schedule_runs_mail_state_check')
})
