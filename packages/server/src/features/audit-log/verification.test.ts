import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { verifyAudit } from '@tenantscope/contract/audit'
import type { AuditTrail } from '@tenantscope/contract/audit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const TABLES = {
  login: { table: 'login_audit_log', column: 'email' },
  changes: { table: 'security_audit_log', column: 'action' },
  licenses: { table: 'license_visibility_log', column: 'changed_by' },
} as const
const TRAILS: readonly AuditTrail[] = ['login', 'changes', 'licenses']
const SOURCE = { ipAddress: '203.0.113.9', userAgent: 'tests' }
const secretKey = Buffer.alloc(32, 7).toString('base64')
const ADA = { name: 'ada', userId: 1 }

let database: TestDatabase
let dataDir: string
let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'audit-'))
  await database.truncate()
  app = await start()
  admin = await app.signIn('admin')
  for (let count = 0; count < 8; count += 1) await append()
  // Seals what there is until now.
  await admin.call(verifyAudit, {})
})
afterEach(async () => {
  await app.close()
  await rm(dataDir, { recursive: true })
})
afterAll(() => database.close())

const start = (key = secretKey) =>
  createTestApp({ database, secretKey: key, environment: { DATA_DIR: dataDir } })

/** The same installation, started again; the administrator is still signed in. */
async function restart(key = secretKey): Promise<void> {
  const { cookies } = admin
  await app.close()
  app = await start(key)
  admin = app.browser()
  for (const [name, value] of cookies) admin.cookies.set(name, value)
}

/** One record of each trail. */
async function append(): Promise<void> {
  const { auditLog } = app.people
  await auditLog.signIn({
    method: 'local',
    isSuccess: false,
    email: 'ada',
    userId: null,
    errorMessage: 'no',
    sessionId: null,
    source: SOURCE,
  })
  await auditLog.change({
    type: 'settings',
    action: 'something changed',
    changedBy: ADA,
    target: null,
    oldValue: 'a',
    newValue: 'b',
    source: SOURCE,
  })
  await database.handle.db
    .insertInto('licenseVisibilityLog')
    .values({ skuId: 'sku', changedBy: 'ada', action: 'HIDDEN' })
    .execute()
}

/** Changes the database directly, without the product. */
const behindItsBack = (statements: string) =>
  database.handle.executeSql(
    `do $$ begin perform set_config('tenantscope.audit_change', 'allowed', true); ${statements}; end $$`,
  )

const lastNumber = async (trail: AuditTrail): Promise<number> => {
  const { table } = TABLES[trail]
  const { rows } = await database.handle.executeSql(`select max(number) as last from ${table}`)
  return Number(rows[0]?.['last'])
}

/** What the call and the operator's command say of one trail; the others are intact. */
async function found(trail: AuditTrail) {
  const { isIntact, trails } = await admin.call(verifyAudit, {})
  expect(isIntact).toBe(false)
  const others = trails.filter((each) => each.trail !== trail)
  expect(others.flatMap((each) => each.problems)).toEqual([])
  const problems = trails.find((each) => each.trail === trail)?.problems ?? []
  const { isDone, lines } = await app.app.runCommand({ name: 'verify-audit' })
  expect(isDone).toBe(false)
  for (const { message } of problems) expect(lines).toContain(`  ${message}`)
  return problems.map(({ kind, number }) => [kind, number])
}

const TAMPERED: readonly [string, (trail: AuditTrail) => Promise<unknown>, unknown[]][] = [
  ['changed', (trail) => set(trail, `${TABLES[trail].column} = 'eve'`), [['altered', 3]]],
  [
    'given another time',
    (trail) => set(trail, `timestamp = timestamp + interval '1 microsecond'`),
    [['altered', 3]],
  ],
  [
    'changed with its seal',
    (trail) => set(trail, `${TABLES[trail].column} = 'eve', mac = 'v1.x'`),
    [['altered', 3]],
  ],
  ['removed from the middle', (trail) => remove(trail, 'number = 3'), [['missing', 3]]],
  ['removed from the beginning', (trail) => remove(trail, 'number < 3'), [['missing', 1]]],
  [
    'taken out and sealed again',
    (trail) => set(trail, 'number = null, mac = null'),
    [['missing', 3]],
  ],
  ['cut from the end', (trail) => remove(trail, 'number > 4'), [['cut', 4]]],
]

const set = (trail: AuditTrail, assignments: string) =>
  behindItsBack(`update ${TABLES[trail].table} set ${assignments} where number = 3`)
const remove = (trail: AuditTrail, where: string) =>
  behindItsBack(`delete from ${TABLES[trail].table} where ${where}`)
const setBackHead = (trail: AuditTrail) =>
  behindItsBack(`update audit_heads set last_number = kept.number, last_mac = kept.mac
    from (select number, mac from ${TABLES[trail].table} order by number desc limit 1) as kept
    where trail = '${trail}'`)

describe.each(TRAILS)('in the trail of %s', (trail) => {
  test.each(TAMPERED)(
    'a record that was %s is found with its place',
    async (_, tamper, expected) => {
      await tamper(trail)
      expect(await found(trail)).toEqual(expected)
    },
  )

  test('a cut end is found though the row of the last record was set back', async () => {
    await remove(trail, 'number > 4')
    await setBackHead(trail)
    expect(await found(trail)).toEqual([['cut', 4]])
  })

  test('a cut end is still found once new records took its place', async () => {
    await remove(trail, 'number > 4')
    await setBackHead(trail)
    for (let count = 0; count < 8; count += 1) await append()
    expect(await found(trail)).toEqual([['cut', 4]])
    await restart()
    expect(await found(trail)).toEqual([['cut', 4]])
  })
})

test('a row of the last record that was changed is found', async () => {
  await behindItsBack(`update audit_heads set last_mac = 'v1.x' where trail = 'login'`)
  expect(await found('login')).toEqual([['head', 8]])
})

test('a record inserted at the end is detected, and sealing continues after it', async () => {
  await behindItsBack(
    `insert into login_audit_log (email, success, method, number, mac) values ('eve', true, 'local', 9, 'v1.x')`,
  )
  expect(await found('login')).toEqual([['foreign', 9]])
  await append()
  await append()
  expect(await found('login')).toEqual([['foreign', 9]])
  expect(await lastNumber('login')).toBe(11)
})

test('a complete trail that was emptied is found', async () => {
  await behindItsBack('delete from login_audit_log; delete from audit_heads')
  expect(await found('login').catch(() => 'others too')).toBe('others too')
  const { trails } = await admin.call(verifyAudit, {})
  expect(trails[0]?.problems).toMatchObject([{ kind: 'cut', number: 0 }])
})

test('the database refuses to change or remove records of its own accord', async () => {
  for (const { table, column } of Object.values(TABLES)) {
    const { handle } = database
    await expect(handle.executeSql(`update ${table} set ${column} = 'eve'`)).rejects.toThrow(
      'neither changed nor removed',
    )
    await expect(handle.executeSql(`delete from ${table}`)).rejects.toThrow(
      'neither changed nor removed',
    )
  }
  expect(await admin.call(verifyAudit, {})).toMatchObject({ isIntact: true })
})

test('the heads lie in the data directory for its owner alone, and a changed file is found', async () => {
  const file = path.join(dataDir, 'audit-heads.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const kept = await readFile(file, 'utf8')
  await writeFile(file, kept.replace('number\\":8', 'number\\":7'))
  expect(await readFile(file, 'utf8')).not.toBe(kept)
  await restart()
  const { isIntact, trails } = await admin.call(verifyAudit, {})
  expect(isIntact).toBe(false)
  expect(trails[0]?.problems).toMatchObject([{ kind: 'head', number: null }])
})

test('a replaced key goes on sealing while the old one is there, and is named once it is gone', async () => {
  const newKey = Buffer.alloc(32, 8).toString('base64')
  await restart(`${newKey},${secretKey}`)
  await append()
  expect(await admin.call(verifyAudit, {})).toMatchObject({ isIntact: true })
  await restart(newKey)
  expect(await found('login').catch(() => 'others too')).toBe('others too')
  const [login] = (await admin.call(verifyAudit, {})).trails
  expect(login).toMatchObject({ records: 9, problems: [{ kind: 'key', number: 1 }] })
})

/** A backup that this installation made, as it lies in the data directory. */
async function backUp(name: string, changed: (text: string) => string = (text) => text) {
  const { body: text } = await admin.request({
    method: 'POST',
    url: '/api/admin/database-backup',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    payload: JSON.stringify({ passphrase: 'a long passphrase' }),
  })
  await mkdir(path.join(dataDir, 'backups'), { recursive: true })
  const file = path.join(dataDir, 'backups', `database-backup-${name}.json`)
  await writeFile(file, changed(text))
}

test('a newer backup that was changed is named, and the older one compared; no trail is broken by that', async () => {
  await backUp('2026-01-01T00-00-00-000Z')
  expect((await admin.call(verifyAudit, {})).unusedBackups).toEqual([])
  await backUp('2026-01-02T00-00-00-000Z', (text) => {
    const changed = text.replace(/number(\W+)8/, 'number$17')
    expect(changed).not.toBe(text)
    return changed
  })
  const { isIntact, unusedBackups, trails } = await admin.call(verifyAudit, {})
  expect([isIntact, unusedBackups]).toEqual([
    true,
    [
      expect.stringMatching(
        /^The trails were not compared with the backup of \S+Z: its audit data was changed after it was created\.$/,
      ),
    ],
  ])
  expect(trails.map(({ witnesses }) => witnesses.length)).toEqual([2, 2, 2])
  const { isDone, lines } = await app.app.runCommand({ name: 'verify-audit' })
  expect([isDone, lines.slice(-2)]).toEqual([
    true,
    [...unusedBackups, 'The audit trails are intact.'],
  ])
})

test('backups from before a key that is gone are said not to be compared', async () => {
  await backUp('2026-01-01T00-00-00-000Z')
  await restart(Buffer.alloc(32, 8).toString('base64'))
  const { unusedBackups } = await admin.call(verifyAudit, {})
  expect(unusedBackups).toEqual([
    expect.stringMatching(/: its audit data was sealed with a removed key\.$/),
  ])
})
