import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { verifyAudit } from '@tenantscope/contract/audit'
import {
  clearCache,
  eraseTenant,
  getBackupSchedule,
  getSystemHealth,
  listJobs,
  resetSessions,
  retryJob,
  runBackup,
  saveBackupSchedule,
} from '@tenantscope/contract/system'
import { listTenants } from '@tenantscope/contract/tenants'
import { afterAll, assert, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { JOBS } from '../../app/jobs.ts'
import { openRunRecord } from '../../lib/run-record.ts'
import { quietLogger } from '../../testing/database-template.ts'
import { READING } from '../../testing/report-world.ts'
import { storeDecision } from '../../testing/stored-decision.ts'
import { storeReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { JOB_TITLES } from './background-jobs.rules.ts'
import { openBackup } from './backup-file.ts'

let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  await app.database.handle.executeSql('delete from pgboss.job')
  admin = await app.signIn('admin')
})

const rows = async (text: string) => (await app.database.handle.executeSql(text)).rows
const actions = async () =>
  (await rows('select action from security_audit_log order by id')).map(({ action }) => action)

const healthCheck = async (wanted: string) => {
  const { checks } = await admin.call(getSystemHealth, {})
  return checks.find(({ name }) => name === wanted)
}
const backupsCheck = () => healthCheck('Backups')
const deadLetter = (name: string, data: object) =>
  rows(`insert into pgboss.job (name, data, source_name, source_retry_count, source_output)
    values ('dead-letter', '${JSON.stringify(data)}', '${name}', 2, '{"message": "Microsoft said no"}')
    returning id`)
const directory = () => path.join(app.database.dataDir, 'backups')
const schedule = () => admin.call(getBackupSchedule, {})
const made = async () =>
  (await schedule()).backups.filter(({ kind }) => kind === 'encrypted').length
const done = async (count: number): Promise<void> => {
  await expect.poll(made, { timeout: 30_000 }).toBe(count)
}

/** Tables that still hold something of the tenant. */
async function left(tenantId: string): Promise<string[]> {
  const columns = await rows(`select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_name in ('tenant_id', 'expected_tenant_id')`)
  const found: string[] = []
  for (const { table_name: table, column_name: column } of columns) {
    if (['users', 'microsoft_connection', 'security_audit_log'].includes(String(table))) continue
    const [row] = await rows(
      `select count(*)::int as count from ${String(table)} where ${String(column)} = '${tenantId}'`,
    )
    if (row?.['count'] !== 0) found.push(String(table))
  }
  return found
}

describe('health', () => {
  test('names each check once, with what it is for, and the worst of them decides', async () => {
    const { status, checks } = await admin.call(getSystemHealth, {})
    const names = checks.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Database', 'Disk', 'Backups', 'Mail', 'Memory']))
    expect(new Set(names).size).toBe(names.length)
    for (const { explanation } of checks) expect(explanation.length).toBeGreaterThan(20)
    expect(checks.find(({ name }) => name === 'Microsoft connection')?.status).toBe('trouble')
    expect(status).toBe('unhealthy')
    for (const check of checks) expect(check.nextStep === null).toBe(check.status === 'ok')
  })

  test('a failed backup is trouble, an old one a warning', async () => {
    const isPostgres = app.database.handle.kind === 'postgres'
    expect(await backupsCheck()).toMatchObject({
      status: 'warning',
      message: `No encrypted backup exists yet; ${
        isPostgres
          ? 'backups made with PostgreSQL tools'
          : 'the automatic copies of the embedded database'
      } are not counted`,
    })
    await rows(`update backup_schedule set last_backup_at = now()`)
    expect((await backupsCheck())?.status).toBe('ok')
    await rows(`update backup_schedule set last_backup_at = now() - interval '5 days 6 hours'`)
    expect(await backupsCheck()).toMatchObject({
      status: 'warning',
      message: 'The last encrypted backup is 5 days old',
    })
    await rows(
      `update backup_schedule set last_failure = 'The disk is full', last_failure_at = now()`,
    )
    expect(await backupsCheck()).toMatchObject({ status: 'trouble' })
    await rows(`update backup_schedule set last_backup_at = now() + interval '1 second'`)
    expect((await backupsCheck())?.status).toBe('ok')
  })
})

test('health shows when and how the process last ended unexpectedly', async () => {
  const { dataDir } = app.database
  expect(await healthCheck('Last unexpected end')).toMatchObject({
    status: 'ok',
    message: 'None is recorded',
  })
  const ended = { at: app.clock.now(), signal: 'SIGSEGV' }
  const record = await openRunRecord({ dataDir, logger: quietLogger, ended, isAlone: true })
  try {
    const time = ended.at.toISOString().slice(0, 16).replace('T', ' ')
    expect(await healthCheck('Last unexpected end')).toMatchObject({
      status: 'warning',
      message: `${time} UTC, by SIGSEGV; the process was started again`,
    })
  } finally {
    await record.close()
    await rm(path.join(dataDir, 'run.json'))
  }
})

describe('sessions and caches', () => {
  test('reset ends all sessions but the own one', async () => {
    const others = [await app.signIn('viewer'), await app.signIn('admin')]
    expect(await admin.call(resetSessions, {})).toMatchObject({ ended: 2 })
    for (const other of others) expect((await other.refusal(listTenants)).status).toBe(401)
    await admin.call(listTenants, {})
    expect(await actions()).toContain('sessions reset')
  })

  test('clearing the cache leaves what was read and made', async () => {
    await storeReading(
      app.database.handle.db,
      { id: guidOf(901), displayName: 'Contoso', at: app.clock.now() },
      READING,
    )
    const before = await admin.call(listTenants, {})
    expect((await admin.call(clearCache, {})).message).toContain('derived figures')
    expect(await admin.call(listTenants, {})).toEqual(before)
    expect(await actions()).toContain('cache cleared')
  })
})

describe('background jobs', () => {
  test('every kind of job has words for what it does', () => {
    expect(Object.keys(JOB_TITLES).toSorted()).toEqual(JOBS.map(({ name }) => name).toSorted())
  })

  test('one that failed for good is listed with its reason and its tenant, never its payload', async () => {
    await app.addTenant(guidOf(901), 'Contoso')
    await deadLetter('refresh-tenant', { tenantId: guidOf(901), secret: 'hush' })
    const listed = await admin.call(listJobs, {})
    expect(listed.jobs).toMatchObject([
      {
        name: 'refresh-tenant',
        title: 'Read a tenant again',
        state: 'failed',
        attempts: 3,
        reason: 'Microsoft said no',
        tenantName: 'Contoso',
      },
    ])
    expect(listed.counts.failed).toBe(1)
    expect(JSON.stringify(listed)).not.toContain('hush')
  })

  test('it is sent again, once', async () => {
    const [letter] = await deadLetter('make-scheduled-report', {
      runId: guidOf(5),
      tenantId: guidOf(901),
    })
    const params = { jobId: String(letter?.['id']) }
    await admin.call(retryJob, { params })
    expect(await rows(`select id from pgboss.job where name = 'dead-letter'`)).toEqual([])
    expect(
      await rows(`select name from pgboss.job where name = 'make-scheduled-report'`),
    ).toHaveLength(1)
    expect((await admin.refusal(retryJob, { params })).status).toBe(404)
    expect(await actions()).toContain('job tried again')
  })

  test('one of another version stays where it is', async () => {
    const [letter] = await deadLetter('of-yesterday', {})
    const { status } = await admin.refusal(retryJob, { params: { jobId: String(letter?.['id']) } })
    expect(status).toBe(409)
    expect(await rows(`select id from pgboss.job where name = 'dead-letter'`)).toHaveLength(1)
  })
})

describe('scheduled backups', () => {
  const passphrase = 'the scheduled passphrase'
  const save = (body: object) =>
    admin.call(saveBackupSchedule, {
      body: { isEnabled: true, time: '02:30', keep: 2, passphrase, ...body },
    })

  test('cannot be switched on, nor one made, without a passphrase', async () => {
    const { status, body } = await admin.refusal(saveBackupSchedule, {
      body: { isEnabled: true, time: '02:30', keep: 2 },
    })
    expect([status, body.fields?.[0]?.field]).toEqual([400, 'body.passphrase'])
    expect((await admin.refusal(runBackup)).status).toBe(409)
    expect(await schedule()).toMatchObject({ isEnabled: false, hasPassphrase: false, nextAt: null })
  })

  test('keep the passphrase sealed, and refuse who saw an older state', async () => {
    const { version, hasPassphrase, nextAt } = await save({})
    expect(hasPassphrase).toBe(true)
    assert(nextAt)
    expect(new Date(nextAt).getTime()).toBeGreaterThan(app.clock.now().getTime())
    const { body } = await admin.refusal(saveBackupSchedule, {
      body: { isEnabled: false, time: '02:30', keep: 2, version: version - 1 },
    })
    expect(body.message).toContain('changed by admin')
    expect(JSON.stringify(await rows('select * from backup_schedule'))).not.toContain(passphrase)
    expect(JSON.stringify(await rows('select * from security_audit_log'))).not.toContain(passphrase)
  })

  test('are complete files that the passphrase opens, limited to the number to keep', async () => {
    await save({})
    for (const count of [1, 2, 2]) {
      app.clock.advance({ minutes: 1 })
      const { lastSuccessAt } = await schedule()
      await admin.call(runBackup, {})
      await expect
        .poll(async () => (await schedule()).lastSuccessAt !== lastSuccessAt, { timeout: 30_000 })
        .toBe(true)
      await done(count)
    }
    const { backups, lastSuccessAt } = await schedule()
    expect(lastSuccessAt).not.toBeNull()
    const [newest] = backups
    assert(newest)
    const file = path.join(directory(), newest.name)
    const { mode } = await stat(file)
    expect(mode & 0o777).toBe(0o600)
    const opened = await openBackup(file, passphrase)
    let bytes = 0
    for await (const piece of opened.content()) bytes += piece.length
    expect(bytes).toBeGreaterThan(1_000)
    expect((await readdir(directory())).filter((name) => name.endsWith('unfinished'))).toEqual([])
    const { isIntact, trails } = await admin.call(verifyAudit, {})
    expect(isIntact).toBe(true)
    expect(trails[1]?.witnesses.join()).toContain('the backup of')
    const damaged = path.join(directory(), 'database-backup-9999-01-01T00-00-00-000Z.json')
    await writeFile(damaged, 'no backup any more')
    const compared = await admin.call(verifyAudit, {})
    expect(compared.trails).toEqual(trails)
    expect(compared.unusedBackups).toEqual([expect.stringContaining(path.basename(damaged))])
    await rm(damaged)
  })

  test('that fail say why, in the schedule and the audit', async () => {
    await save({})
    await rm(directory(), { recursive: true, force: true })
    await writeFile(directory(), 'in the way')
    await admin.call(runBackup, {})
    await expect
      .poll(
        async () => (await rows('select last_failure from backup_schedule'))[0]?.['last_failure'],
        { timeout: 30_000 },
      )
      .toBe('The path of the backups directory is not a directory')
    await rm(directory())
    expect(await actions()).toContain('scheduled backup failed')
  })
})

describe('erasing a tenant', () => {
  const TENANT = guidOf(901)
  const erase = (name: string, tenantId = TENANT) =>
    admin.call(eraseTenant, { params: { tenantId }, body: { name } })
  beforeEach(async () => {
    for (const [id, displayName] of [
      [TENANT, 'Contoso'],
      [guidOf(902), 'Fabrikam'],
    ] as const)
      await storeReading(app.database.handle.db, { id, displayName, at: app.clock.now() }, READING)
    await storeDecision(app.database.handle.db, { tenantId: TENANT, decidedAt: app.clock.now() })
    await app.database.handle.executeSql(`
      insert into tenant_settings (tenant_id, alias, updated_by) values ('${TENANT}', 'Our best', 'x');
      insert into tenant_daily_counts (tenant_id, day, people, read_at) values ('${TENANT}', '2026-11-19', 7, now());
      insert into account_marks (tenant_id, user_id, kind, reason, marked_by, marked_at)
        values ('${TENANT}', 'u', 'room', 'A room', 'x', now());
      insert into activity_readings (tenant_id, part) values ('${TENANT}', 'signIns');
      insert into activity_sign_ins (reading_id, user_id) select id, 'u' from activity_readings;
      insert into tenant_activity (tenant_id, part, current_reading_id, tried_at)
        select '${TENANT}', 'signIns', id, now() from activity_readings`)
  })

  const gone = async (): Promise<void> => {
    await expect.poll(() => left(TENANT), { timeout: 30_000 }).toEqual([])
  }

  test('leaves nothing of it, in whatever table, and all of the others', async () => {
    const others = await left(guidOf(902))
    expect(await left(TENANT)).toEqual(
      expect.arrayContaining(['renewal_decisions', 'account_marks']),
    )
    expect((await left(TENANT)).length).toBeGreaterThan(8)
    expect((await erase(' Our best ')).message).toContain('erased')
    await gone()
    await expect
      .poll(() => rows(`select id from tenants where id = '${TENANT}'`), { timeout: 30_000 })
      .toEqual([])
    expect(await rows('select * from activity_sign_ins')).toEqual([])
    expect(await left(guidOf(902))).toEqual(others)
    const { tenants } = await admin.call(listTenants, {})
    expect(tenants.map(({ displayName }) => displayName)).toEqual(['Fabrikam'])
    const entries = await rows(`select * from security_audit_log where action = 'tenant erased'`)
    expect(entries).toMatchObject([{ tenant_id: TENANT }])
    expect(JSON.stringify(entries)).not.toMatch(/Contoso|Our best/)
  })

  test('shows nothing of it from the first moment on', async () => {
    await erase('Our best')
    const { tenants } = await admin.call(listTenants, {})
    expect(tenants.find(({ id }) => id === TENANT)?.figures ?? null).toBeNull()
    expect(JSON.stringify(tenants)).not.toContain('Our best')
    await gone()
  })

  test('one with a contract stays on the list, not read', async () => {
    await rows(
      `update tenants set has_contract = true, relationship = 'active' where id = '${TENANT}'`,
    )
    expect((await erase('Our best')).message).toContain('stays on the list')
    await gone()
    expect(
      await rows(`select reading_stopped_at is not null as stopped, data_as_of, current_generation_id
        from tenants where id = '${TENANT}'`),
    ).toEqual([{ stopped: true, data_as_of: null, current_generation_id: null }])
  })

  test.each(['our best', 'Contoso', 'Our  best', TENANT])(
    'is refused by the name %j',
    async (name) => {
      const { status, body } = await admin.refusal(eraseTenant, {
        params: { tenantId: TENANT },
        body: { name },
      })
      expect([status, body.fields?.[0]?.field]).toEqual([400, 'body.name'])
      expect(await left(TENANT)).toContain('renewal_decisions')
      expect((await left(TENANT)).length).toBeGreaterThan(8)
    },
  )

  test('the own directory cannot be erased', async () => {
    await rows(`update tenants set is_partner_tenant = true where id = '${TENANT}'`)
    const { status, body } = await admin.refusal(eraseTenant, {
      params: { tenantId: TENANT },
      body: { name: 'Our best' },
    })
    expect([status, body.message.includes('your own directory')]).toEqual([409, true])
  })

  test('asks for a fresh sign-in', async () => {
    app.clock.advance({ minutes: 11 })
    const { body } = await admin.refusal(eraseTenant, {
      params: { tenantId: TENANT },
      body: { name: 'Our best' },
    })
    expect(body.code).toBe('FRESH_SIGN_IN_REQUIRED')
    app.clock.advance({ minutes: -11 })
  })
})
