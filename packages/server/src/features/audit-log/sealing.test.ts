import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import type { KyselyPlugin } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { composeAuditSeals } from '../../app/audit.ts'
import { systemClock } from '../../lib/clock.ts'
import { createSealer } from '../../lib/seal.ts'
import { parseKeyRing } from '../../lib/secret-key.ts'
import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createAuditLogRepo } from './audit-log.repo.ts'
import { createAuditLogService } from './audit-log.service.ts'
import { SEALED_AT_ONCE } from './sealing.service.ts'

const SOURCE = { ipAddress: '203.0.113.9', userAgent: 'tests' }
const logger = pino({ level: 'silent' })
const sealer = createSealer(parseKeyRing(Buffer.alloc(32, 7).toString('base64')))

let database: TestDatabase
let dataDir: string
let statements = 0
let isUnreachable = false
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.truncate()
  dataDir = await mkdtemp(path.join(tmpdir(), 'audit-'))
})
afterEach(() => rm(dataDir, { recursive: true }))
afterAll(() => database.close())

const counting: KyselyPlugin = {
  transformQuery({ node }) {
    if (isUnreachable) throw new Error('The database is unreachable')
    statements += 1
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

/** A process of its own with the same key. */
const processAt = (directory: string) => {
  const db = database.handle.db.withPlugin(counting)
  const parts = { db, dataDir: directory, sealer, logger }
  return composeAuditSeals({ ...parts, clock: systemClock })
}

const clock = createFakeClock()
const auditLog = () =>
  createAuditLogService({
    repo: createAuditLogRepo(database.handle.db.withPlugin(counting)),
    clock,
  })

const refuse = () =>
  auditLog().signIn({
    method: 'local',
    isSuccess: false,
    email: 'ada',
    userId: null,
    errorMessage: 'Wrong password',
    sessionId: null,
    source: SOURCE,
  })

const numbers = async (): Promise<number[]> => {
  const { rows } = await sql<{ number: number }>`
    select number from login_audit_log order by number`.execute(database.handle.db)
  return rows.map(({ number }) => number)
}

test('refused sign-ins by the thousand cost a statement each, and their sealing a few per batch', async () => {
  statements = 0
  await Promise.all(Array.from({ length: 20 }, refuse))
  expect(statements).toBe(20)
  await database.handle.executeSql(`
    insert into login_audit_log (email, success, method)
    select 'ada', false, 'local' from generate_series(1, 2980)`)
  const one = processAt(dataDir)
  statements = 0
  await one.sealing.seal()
  expect(statements).toBeLessThan(60)
  expect(await numbers()).toEqual(Array.from({ length: 3_000 }, (_, index) => index + 1))
  statements = 0
  await one.sealing.seal()
  expect(statements).toBe(1)
})

test('processes that seal and append at the same time make one chain', async () => {
  const other = await mkdtemp(path.join(tmpdir(), 'audit-'))
  const processes = [processAt(dataDir), processAt(other)]
  await Promise.all([
    ...Array.from({ length: 60 }, refuse),
    ...processes.flatMap(({ sealing }) => [sealing.seal(), sealing.seal(), sealing.seal()]),
  ])
  for (const each of processes)
    expect(await each.verification.verify()).toMatchObject({ isIntact: true })
  expect(await numbers()).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  await rm(other, { recursive: true })
})

test('the sealing before a backup ends with the backup, and goes on where it stopped', async () => {
  await database.handle.executeSql(`
    insert into login_audit_log (email, success, method)
    select 'ada', false, 'local' from generate_series(1, 1200)`)
  const { sealing, verification } = processAt(dataDir)
  const stopped = AbortSignal.abort(new Error('stopped'))
  await expect(sealing.auditHeads(stopped)).rejects.toThrow('stopped')
  expect((await numbers()).filter(Boolean)).toHaveLength(SEALED_AT_ONCE)
  await sealing.seal()
  expect(await numbers()).toEqual(Array.from({ length: 1_200 }, (_, index) => index + 1))
  expect(await verification.verify()).toMatchObject({ isIntact: true })
})

test('the heads that a backup holds are compared too, and a restore starts new ones', async () => {
  for (let count = 0; count < 5; count += 1) await refuse()
  const one = processAt(dataDir)
  const sealed = await one.sealing.auditHeads()
  await database.handle.executeSql(`do $$ begin
    perform set_config('tenantscope.audit_change', 'allowed', true);
    delete from login_audit_log where number > 3;
    update audit_heads set last_number = 3,
      last_mac = (select mac from login_audit_log where number = 3) where trail = 'login';
  end $$`)
  const other = await mkdtemp(path.join(tmpdir(), 'audit-'))
  const elsewhere = processAt(other)
  expect(await elsewhere.verification.verify()).toMatchObject({ isIntact: true })
  const changed = sealed.replace(String.raw`\"number\":5`, String.raw`\"number\":3`)
  expect(changed).not.toBe(sealed)
  elsewhere.verification.useBackupHeads(() => [
    { name: 'a newer backup that was changed as well', sealed: changed },
    { name: 'the newest genuine backup', sealed },
  ])
  const { trails } = await elsewhere.verification.verify()
  expect(trails[0]).toMatchObject({
    witnesses: [
      expect.stringMatching(
        /^this host’s data directory \(whose file was missing or sealed with an unknown key at /u,
      ),
      'the newest genuine backup',
    ],
    problems: [{ kind: 'cut', number: 3 }],
  })
  expect(await one.verification.verify()).toMatchObject({ isIntact: false })
  await one.sealing.adoptHeads()
  expect(await one.verification.verify()).toMatchObject({ isIntact: true })
  await rm(other, { recursive: true })
})

test('a file of heads that is missing is recorded and shown, not adopted in silence', async () => {
  await refuse()
  const one = processAt(dataDir)
  await one.sealing.seal()
  await one.sealing.keepHeads()
  expect((await one.verification.verify()).trails[0]?.witnesses).toEqual([
    'this host’s data directory',
  ])
  await rm(path.join(dataDir, 'audit-heads.json'))
  for (const process of [processAt(dataDir), processAt(dataDir)]) {
    const { isIntact, trails } = await process.verification.verify()
    expect(isIntact).toBe(true)
    expect(trails[0]?.witnesses).toEqual([
      expect.stringMatching(
        /^this host’s data directory \(whose file was missing or sealed with an unknown key at 2/u,
      ),
    ])
  }
  const { rows } = await sql<{ action: string }>`
    select action from security_audit_log`.execute(database.handle.db)
  expect(rows).toEqual([{ action: 'audit heads missing' }])
})

test('a forged file that names an unknown key is recorded like a missing one', async () => {
  await refuse()
  const one = processAt(dataDir)
  await one.sealing.seal()
  await one.sealing.keepHeads()
  const forged = { version: 1, content: '{}', mac: `v1.${'0'.repeat(12)}.${'A'.repeat(43)}` }
  await writeFile(path.join(dataDir, 'audit-heads.json'), JSON.stringify(forged))
  const { trails } = await processAt(dataDir).verification.verify()
  expect(trails[0]?.witnesses).toEqual([
    expect.stringMatching(/missing or sealed with an unknown/u),
  ])
  const { rows } = await sql<{ details: string }>`
    select details from security_audit_log`.execute(database.handle.db)
  expect(rows).toEqual([{ details: 'audit-heads.json is sealed with an unknown key' }])
})

test('after a failure of the database a missing file is recorded by the next attempt', async () => {
  await refuse()
  await processAt(dataDir).sealing.seal()
  await rm(path.join(dataDir, 'audit-heads.json'), { force: true })
  isUnreachable = true
  const one = processAt(dataDir)
  await expect(one.verification.verify()).rejects.toThrow('The database is unreachable')
  isUnreachable = false
  await one.verification.verify()
  const { rows } = await sql`select details from security_audit_log`.execute(database.handle.db)
  expect(rows).toHaveLength(1)
})

test('a data directory that does not exist is created for the heads', async () => {
  await refuse()
  const missing = path.join(dataDir, 'not', 'yet')
  const { sealing, verification } = processAt(missing)
  await sealing.seal()
  await sealing.keepHeads()
  expect(await numbers()).toEqual([1])
  expect(await verification.verify()).toMatchObject({ isIntact: true })
  expect((await stat(path.join(missing, 'audit-heads.json'))).mode & 0o777).toBe(0o600)
})

test('a back-dated record that SQL put in before it was numbered is named', async () => {
  await refuse()
  const one = processAt(dataDir)
  await one.sealing.seal()
  await database.handle.executeSql(`
    insert into login_audit_log (email, success, method, timestamp)
    values ('ada', true, 'local', now() - interval '3 days')`)
  await refuse()
  const { isIntact, trails } = await one.verification.verify()
  expect(isIntact).toBe(false)
  expect(trails[0]?.problems).toEqual([
    {
      kind: 'dated',
      number: 2,
      message: expect.stringContaining('it was added later, or a clock was set back') as unknown,
    },
  ])
})

test('sealing that waits for a restore takes its new end for no cut', async () => {
  for (let count = 0; count < 5; count += 1) await refuse()
  const one = processAt(dataDir)
  await one.sealing.seal()
  const began = Promise.withResolvers<null>()
  const replaced = one.sealing.replaceTrails(async () => {
    began.resolve(null)
    await database.handle.executeSql(`do $$ begin
      perform set_config('tenantscope.audit_change', 'allowed', true);
      delete from login_audit_log where number > 3;
      update audit_heads set last_number = 3,
        last_mac = (select mac from login_audit_log where number = 3) where trail = 'login';
    end $$`)
  })
  await began.promise
  await refuse()
  await Promise.all([replaced, one.sealing.seal()])
  expect(await one.verification.verify()).toMatchObject({ isIntact: true })
})
