import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { verifyAudit } from '@tenantscope/contract/audit'
import { getSettings } from '@tenantscope/contract/settings'
import { importData } from '@tenantscope/contract/system'
import { listTenants } from '@tenantscope/contract/tenants'
import { listUsers } from '@tenantscope/contract/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { migrationNames } from '../../testing/previous-release.ts'
import {
  PASSPHRASE,
  downloadBackup,
  refusedUpload,
  restoring,
  uploaded,
} from '../../testing/system-forms.ts'
import type { Form } from '../../testing/system-forms.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const [newest = ''] = (await migrationNames()).slice(-1)
/** Written by the release with migration 0007. */
const EARLIER = new URL('../../testing/backups/encrypted-1.backup', import.meta.url)

let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  admin = await app.signIn('admin')
  await app.addTenant(guidOf(901), 'Contoso')
})

const rows = async (text: string) => (await app.database.handle.executeSql(text)).rows
const entries = () =>
  rows(`select action, changed_by, new_value, details from security_audit_log
    where type = 'system' order by id`)
/** Everything that is stored, but for what calls themselves leave behind. */
const stored = async () =>
  JSON.stringify([
    await rows('select id, username, role from users order by id'),
    await rows('select id, display_name from tenants order by id'),
    await rows('select action, number, mac from security_audit_log order by id'),
    await rows('select id from sessions order by id'),
  ])

describe('a backup', () => {
  test('comes as a file with its date, counts what is in it, and is written to the audit', async () => {
    const { response, bytes } = await downloadBackup(admin)
    expect(response.headers['content-disposition']).toMatch(
      /filename=database-backup-\d{4}-\d{2}-\d{2}\.json$/,
    )
    const json: unknown = JSON.parse(bytes.toString('utf8'))
    expect(json).toMatchObject({ stats: { totalUsers: 1, totalTenants: 1 } })
    expect(bytes.toString('utf8')).not.toContain('Contoso')
    expect(await entries()).toMatchObject([{ action: 'database backup downloaded' }])
    expect(
      await rows('select last_backup_at is not null as is_noted from backup_schedule'),
    ).toEqual([{ is_noted: true }])
    expect(await readdir(path.join(app.database.dataDir, 'transfer'))).toEqual([])
  })

  test.each(['short', '', 'eleven char'])('takes no passphrase as short as %j', async (given) => {
    const { response } = await downloadBackup(admin, given)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ fields: [{ field: 'body.passphrase' }] })
  })

  test('asks for a fresh sign-in', async () => {
    app.clock.advance({ minutes: 11 })
    const { response } = await downloadBackup(admin)
    expect(response.json()).toMatchObject({ code: 'FRESH_SIGN_IN_REQUIRED' })
    app.clock.advance({ minutes: -11 })
  })
})

describe('a restore', () => {
  test('brings back what there was, ends all sessions, clears jobs, and writes so to the audit', async () => {
    const { bytes } = await downloadBackup(admin)
    await app.addTenant(guidOf(902), 'Later')
    await rows(`insert into pgboss.job (name, data, state, start_after)
      values ('refresh-tenant', '{"tenantId": "${guidOf(902)}"}', 'created', now() + interval '1 hour')`)
    const done = await uploaded(admin, restoring(bytes))
    expect(done.kind).toBe('backup')
    expect(done.recordsImported).toBeGreaterThan(2)
    expect(done.notes.join(' ')).toMatch(/sign in again.*read again/s)
    expect((await admin.refusal(listTenants)).status).toBe(401)
    const again = await app.signIn('admin')
    const { tenants } = await again.call(listTenants, {})
    expect(tenants.map(({ displayName }) => displayName)).toEqual(['Contoso'])
    expect(
      await rows(`select id from pgboss.job where data ->> 'tenantId' = '${guidOf(902)}'`),
    ).toEqual([])
    expect(await entries()).toMatchObject([
      { action: 'backup restored', details: 'its audit trails were intact' },
    ])
    expect(await readdir(path.join(app.database.dataDir, 'transfer'))).toEqual([])
  })

  test('leaves audit trails that verify, though numbers went back', async () => {
    const { bytes } = await downloadBackup(admin)
    await admin.call(verifyAudit, {})
    await app.signIn('viewer')
    await admin.call(verifyAudit, {})
    await uploaded(admin, restoring(bytes))
    const again = await app.signIn('admin')
    const { isIntact, trails } = await again.call(verifyAudit, {})
    expect(trails.flatMap(({ problems }) => problems)).toEqual([])
    expect(isIntact).toBe(true)
  })

  test('reports that the trails of the backup had been changed before', async () => {
    await admin.call(verifyAudit, {})
    await rows(`begin; select set_config('tenantscope.audit_change', 'allowed', true);
      update security_audit_log set changed_by = 'another user' where number = 1; commit`)
    const { bytes } = await downloadBackup(admin)
    const { notes } = await uploaded(admin, restoring(bytes))
    expect(notes.join(' ')).toContain('not intact')
    expect(String((await entries())[0]?.['details'])).toContain('NOT intact')
  })

  test('never gives an id a second time', async () => {
    const { bytes } = await downloadBackup(admin)
    for (let count = 0; count < 3; count += 1) await app.signIn('viewer')
    const [before] = await rows('select max(id) as id from users')
    await uploaded(admin, restoring(bytes))
    const again = await app.signIn('admin')
    const { users } = await again.call(listUsers, { query: {} })
    expect(Math.max(...users.map(({ id }) => id))).toBeGreaterThan(Number(before?.['id']))
  })

  test('takes a backup of an earlier version, and its audit trails verify', async () => {
    const done = await uploaded(admin, restoring(await readFile(EARLIER)))
    expect(done.notes.join(' ')).not.toContain('not intact')
    expect(await rows('select display_name from tenants')).toEqual([
      { display_name: 'Contoso "of" Ünits' },
    ])
    const again = await app.signIn('admin')
    expect(await again.call(verifyAudit, {})).toMatchObject({ isIntact: true })
  })

  test('asks for a fresh sign-in, but a data import does not', async () => {
    const { bytes } = await downloadBackup(admin)
    app.clock.advance({ minutes: 11 })
    expect(await refusedUpload(admin, restoring(bytes))).toMatchObject({
      status: 403,
      code: 'FRESH_SIGN_IN_REQUIRED',
    })
    expect(
      await refusedUpload(admin, { file: '{"format":"tenantscope-system-export"}' }),
    ).toMatchObject({
      code: 'BAD_REQUEST',
    })
    app.clock.advance({ minutes: -11 })
  })
})

describe('what cannot be restored is refused with its reason, and nothing is written', () => {
  let backup: Buffer
  beforeEach(async () => {
    backup = (await downloadBackup(admin)).bytes
  })
  const flipped = (share: number): Buffer => {
    const changed = Buffer.from(backup)
    const at = Math.floor(share * backup.length)
    changed[at] = (changed[at] ?? 0) ^ 1
    return changed
  }
  const replaced = (from: string, to: string) =>
    Buffer.from(backup.toString('latin1').replace(from, to), 'latin1')
  const fields = { passphrase: PASSPHRASE, confirmation: 'RESTORE' }

  test.each<[string, () => Form, RegExp]>([
    ['no file', () => ({ fields }), /Choose a file/],
    ['another ending', () => ({ ...restoring(backup), fileName: 'backup.txt' }), /Only \.json/],
    ['no JSON', () => restoring('hello'), /not JSON/],
    ['another JSON', () => restoring('{"hello":1}'), /neither exported data nor/],
    ['an empty file', () => restoring(''), /not JSON/],
    ['the wrong passphrase', () => restoring(backup, 'another passphrase'), /passphrase is wrong/],
    ['no passphrase', () => ({ file: backup, fields: { confirmation: 'RESTORE' } }), /passphrase/],
    [
      'the wrong confirmation',
      () => ({ file: backup, fields: { ...fields, confirmation: 'restore' } }),
      /Type RESTORE/,
    ],
    [
      'no confirmation',
      () => ({ file: backup, fields: { passphrase: PASSPHRASE } }),
      /Type RESTORE/,
    ],
    ['a cut file', () => restoring(backup.subarray(0, backup.length - 100)), /incomplete/],
    ['half a file', () => restoring(backup.subarray(0, backup.length / 2)), /incomplete/],
    ['a flipped byte', () => restoring(flipped(0.6)), /changed or is damaged/],
    [
      'another date',
      () => restoring(replaced('"createdAt":"2', '"createdAt":"1')),
      /changed or is damaged/,
    ],
    [
      'a newer version',
      () => restoring(replaced(newest, '9999-later.sql')),
      new RegExp(
        `newer version of Tenantscope \\(migration 9999-later\\.sql; this version has ${newest}`,
        'u',
      ),
    ],
    ['another form', () => restoring(replaced('"version":1', '"version":2')), /has format 2/],
  ])('%s', async (_, form, reason) => {
    const before = await stored()
    const refusal = await refusedUpload(admin, form())
    expect(refusal).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(refusal.message).toMatch(reason)
    expect(await stored()).toBe(before)
    expect(await readdir(path.join(app.database.dataDir, 'transfer'))).toEqual([])
    await admin.call(getSettings, {})
  })

  test('what is no form', async () => {
    const { status, body } = await admin.refusal(importData, { body: { file: 'x' } })
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  test('a form for any other call', async () => {
    const response = await admin.request({
      method: 'POST',
      url: '/api/admin/settings',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'multipart/form-data; boundary=x',
      },
      payload: '--x--\r\n',
    })
    expect(response.statusCode).toBe(415)
  })
})
