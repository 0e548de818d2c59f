import { readdir } from 'node:fs/promises'
import path from 'node:path'

import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { downloadBackup, refusedUpload, restoring } from '../../testing/system-forms.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const MUCH = `insert into security_audit_log (type, action, changed_by, details)
  select 'system', 'much', 'x', md5(g::text) || md5((g + 1)::text) from generate_series(1, 20000) as g`
const PATIENCE = { timeout: 30_000, interval: 2 }

let app: TestApp
let admin: TestBrowser
let backup: Buffer
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.signIn('admin')
  await app.addTenant(guidOf(901), 'Contoso')
  await rows(MUCH)
  backup = (await downloadBackup(admin)).bytes
  await app.addTenant(guidOf(902), 'Later')
})
afterEach(() => app.close())

const rows = async (text: string) => (await app.database.handle.executeSql(text)).rows
const transfer = () => readdir(path.join(app.database.dataDir, 'transfer'))
const state = () =>
  rows(`select (select string_agg(display_name, ',' order by id) from tenants) as tenants,
    (select count(*)::int from sessions) as sessions,
    (select count(*)::int from security_audit_log where action = 'backup restored') as restored`)
const asBefore = [{ tenants: 'Contoso,Later', sessions: 1, restored: 0 }]
const refused = {
  status: 503,
  code: 'UNAVAILABLE',
  message: 'The server stopped before the restore was complete. Nothing was changed.',
}

const isOnPostgres = process.env['TENANTSCOPE_TEST_DATABASE'] === 'postgres'

/** Another connection holds up both, for they would be done too soon; returns the release. */
async function holdUp(): Promise<() => Promise<void>> {
  const { databaseUrl } = app.database
  const other = new pg.Client(databaseUrl ?? '')
  await other.connect()
  await other.query('begin; lock table report_looks in access exclusive mode')
  return async () => {
    await other.query('rollback')
    await other.end()
  }
}

test.runIf(isOnPostgres)(
  'when the server ends, a backup and a restore under way are answered, and nothing of them stays',
  async () => {
    const release = await holdUp()
    const downloading = downloadBackup(admin)
    await vi.waitUntil(async () => (await transfer()).length === 1, PATIENCE)
    const uploading = refusedUpload(admin, restoring(backup))
    await vi.waitFor(async () => expect(await transfer()).toHaveLength(2), PATIENCE)
    app.app.drain()
    // A download may go on for some seconds; then it ends as well.
    app.app.server.openCalls.abortDownloads()
    await release()
    expect(await uploading).toEqual(refused)
    const { response } = await downloading
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({
      message: 'The server stopped before the backup was complete. Please try again.',
    })
    expect(await transfer()).toEqual([])
    expect(await state()).toEqual(asBefore)
  },
  60_000,
)

// It has one connection, which nothing else can hold up: a trigger makes the restore itself wait.
test.runIf(!isOnPostgres)(
  'when the server ends, a restore under way in the embedded database is answered, and nothing of it stays',
  async () => {
    await rows(`create function wait_a_moment() returns trigger language plpgsql as
      $$ begin perform pg_sleep(1); return new; end $$`)
    await rows(`create trigger wait_a_moment before insert on tenants
      for each statement execute function wait_a_moment()`)
    const uploading = refusedUpload(admin, restoring(backup))
    await vi.waitUntil(async () => (await transfer()).length === 1, PATIENCE)
    app.app.drain()
    expect(await uploading).toEqual(refused)
    expect(await transfer()).toEqual([])
    expect(await state()).toEqual(asBefore)
  },
  60_000,
)

test.runIf(isOnPostgres)(
  'a restore that has emptied tables already is taken back when the server ends',
  async () => {
    const other = new pg.Client(app.database.databaseUrl ?? '')
    await other.connect()
    // The last table, so that the restore waits behind the others.
    await other.query('begin; lock table users in access share mode')
    const uploading = refusedUpload(admin, restoring(backup))
    await vi.waitFor(async () => {
      const { rows: waiting } = await other.query('select from pg_locks where not granted')
      expect(waiting.length).toBeGreaterThan(0)
    }, PATIENCE)
    app.app.drain()
    await other.query('rollback')
    await other.end()
    expect(await uploading).toEqual(refused)
    expect(await transfer()).toEqual([])
    expect(await state()).toEqual(asBefore)
  },
  60_000,
)
