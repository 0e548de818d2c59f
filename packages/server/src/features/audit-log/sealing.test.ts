import { mkdtemp, rm } from 'node:fs/promises'
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
import { createAuditRetentionService } from './retention.service.ts'
import { SEALED_AT_ONCE } from './sealing.service.ts'

const SOURCE = { ipAddress: '203.0.113.9', userAgent: 'tests' }
const logger = pino({ level: 'silent' })
const sealer = createSealer(parseKeyRing(Buffer.alloc(32, 7).toString('base64')))

let database: TestDatabase
let dataDir: string
let statements = 0
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
    statements += 1
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

/** A process of its own with the same key. */
const processAt = (directory: string) => {
  const db = database.handle.db.withPlugin(counting)
  const parts = { database: { db }, config: { dataDir: directory }, sealer, logger }
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

test('the heads that a backup holds are compared too, and a restore begins anew', async () => {
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
    witnesses: ['this host’s data directory', 'the newest genuine backup'],
    problems: [{ kind: 'cut', number: 3 }],
  })
  expect(await one.verification.verify()).toMatchObject({ isIntact: false })
  await one.sealing.adoptHeads()
  expect(await one.verification.verify()).toMatchObject({ isIntact: true })
  await rm(other, { recursive: true })
})

const retentionOf = (parts: ReturnType<typeof processAt>) =>
  createAuditRetentionService({
    ...parts,
    auditLog: auditLog(),
    retentionMonths: () => Promise.resolve(12),
    clock,
    logger,
  })

test('retention removes the oldest records, keeps where the chain goes on, and says so in the trail', async () => {
  for (let count = 0; count < 5; count += 1) await refuse()
  clock.advance({ hours: 24 * 200 })
  for (let count = 0; count < 3; count += 1) await refuse()
  clock.advance({ hours: 24 * 180 })
  const one = processAt(dataDir)
  await retentionOf(one).sweep()
  expect(await numbers()).toEqual([6, 7, 8])
  await refuse()
  const found = await one.verification.verify()
  expect(found).toMatchObject({ isIntact: true })
  expect(found.trails[0]).toMatchObject({ records: 4, removed: 5, lastNumber: 9 })
  const entry = await database.handle.db.selectFrom('securityAuditLog').selectAll().execute()
  expect(entry).toMatchObject([{ type: 'system', action: 'audit records removed' }])
  expect(entry[0]?.details).toMatch(/^Sign-ins: records 1 to 5, until /u)
  await retentionOf(one).sweep()
  expect(await numbers()).toEqual([6, 7, 8, 9])

  await database.handle.executeSql('update audit_removals set last_number = 6')
  const tampered = await one.verification.verify()
  expect(tampered.trails[0]?.problems).toContainEqual(
    expect.objectContaining({ kind: 'head', number: 1 }),
  )
})

test('retention leaves an altered record where it is', async () => {
  for (let count = 0; count < 5; count += 1) await refuse()
  const one = processAt(dataDir)
  await one.sealing.seal()
  await database.handle.executeSql(`do $$ begin
    perform set_config('tenantscope.audit_change', 'allowed', true);
    update login_audit_log set email = 'eve' where number = 3;
  end $$`)
  clock.advance({ hours: 24 * 400 })
  await retentionOf(one).sweep()
  expect(await numbers()).toEqual([3, 4, 5])
  const { trails } = await one.verification.verify()
  expect(trails[0]?.problems).toMatchObject([{ kind: 'altered', number: 3 }])
})

test('a hundred thousand records: a page reads as many rows as it shows, by an index', async () => {
  await database.handle.executeSql(`
    insert into security_audit_log (type, changed_by, changed_by_user_id, action, timestamp, tenant_id)
    select case when n % 3 = 0 then 'data' else 'settings' end, 'ada', 1, 'something', now() - n * interval '1 minute',
      md5((n % 200)::text)
    from generate_series(1, 100000) as n;
    insert into login_audit_log (email, success, method, timestamp)
    select 'ada', n % 2 = 0, 'local', now() - n * interval '1 minute' from generate_series(1, 100000) as n;
    analyze security_audit_log; analyze login_audit_log`)
  const planOf = async (query: string): Promise<string> => {
    const { rows } = await database.handle.executeSql(`explain (analyze, format json) ${query}`)
    return JSON.stringify(rows)
  }
  const pages = [
    'select * from security_audit_log where true and true order by id desc limit 51',
    `select * from security_audit_log where type = 'data' and true order by id desc limit 51`,
    `select * from security_audit_log where tenant_id = md5('7') and id < 90000 order by id desc limit 51`,
    'select * from login_audit_log where success = false and true order by id desc limit 51',
  ]
  for (const query of pages) {
    const plan = await planOf(query)
    expect(plan).toContain('Index Scan')
    expect(plan).not.toContain('Seq Scan')
    expect(plan).not.toContain('"Node Type":"Sort"')
    for (const [, rows] of plan.matchAll(/"Actual Rows":([\d.]+)/gu))
      expect(Number(rows)).toBeLessThanOrEqual(51)
  }
})
