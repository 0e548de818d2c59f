import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { AUDIT_TRAIL_NAMES } from '@tenantscope/contract/audit'
import type { AuditTrail } from '@tenantscope/contract/audit'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { composeAuditSeals } from '../../app/audit.ts'
import { createSealer } from '../../lib/seal.ts'
import { parseKeyRing } from '../../lib/secret-key.ts'
import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createAuditLogRepo } from './audit-log.repo.ts'
import { createAuditLogService } from './audit-log.service.ts'
import { AUDIT_TRAILS } from './audit-trails.ts'
import { createAuditRetentionService } from './retention.service.ts'

const SOURCE = { ipAddress: '203.0.113.9', userAgent: 'tests' }
const logger = pino({ level: 'silent' })
const sealer = createSealer(parseKeyRing(Buffer.alloc(32, 7).toString('base64')))
const TABLES = {
  login: { table: 'login_audit_log', column: 'email' },
  changes: { table: 'security_audit_log', column: 'changed_by' },
  licenses: { table: 'license_visibility_log', column: 'changed_by' },
} as const

let database: TestDatabase
let dataDir: string
let seals: ReturnType<typeof composeAuditSeals>
const clock = createFakeClock()
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.truncate()
  dataDir = await mkdtemp(path.join(tmpdir(), 'audit-'))
  seals = composeAuditSeals({
    db: database.handle.db,
    dataDir,
    sealer,
    clock,
    logger,
  })
})
afterEach(() => rm(dataDir, { recursive: true }))
afterAll(() => database.close())

const auditLog = () =>
  createAuditLogService({ repo: createAuditLogRepo(database.handle.db), clock })

const APPEND: Readonly<Record<AuditTrail, () => Promise<unknown>>> = {
  login: () =>
    auditLog().signIn({
      method: 'local',
      isSuccess: false,
      email: 'ada',
      userId: null,
      errorMessage: 'Wrong password',
      sessionId: null,
      source: SOURCE,
    }),
  changes: () =>
    auditLog().change({
      type: 'settings',
      action: 'settings changed',
      changedBy: { name: 'ada', userId: null },
      target: null,
      oldValue: 'a',
      newValue: 'b',
      source: SOURCE,
    }),
  licenses: () =>
    database.handle.db
      .insertInto('licenseVisibilityLog')
      .values({ skuId: 'sku', changedBy: 'ada', action: 'HIDDEN', timestamp: clock.now() })
      .execute(),
}

async function append(trail: AuditTrail, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await APPEND[trail]()
}

const sweep = (): Promise<void> =>
  createAuditRetentionService({
    ...seals,
    auditLog: auditLog(),
    retentionMonths: () => Promise.resolve(12),
    clock,
    logger,
  }).sweep()

const days = (count: number): void => clock.advance({ hours: 24 * count })

const rows = async (text: string) => (await database.handle.executeSql(text)).rows

/** The numbers of sealed records that are there. */
async function numbers(trail: AuditTrail): Promise<number[]> {
  const { table } = TABLES[trail]
  const found = await rows(`select number from ${table} where number is not null order by number`)
  return found.map((row) => Number(row['number']))
}

/** What the product and the operator's command say of a trail. */
async function verified(trail: AuditTrail) {
  const { isDone, lines } = await seals.verifyForOperator()
  const { isIntact, trails } = await seals.verification.verify()
  expect(isDone).toBe(isIntact)
  return { ...trails.find((each) => each.trail === trail), isIntact, lines }
}

const behindItsBack = (statement: string) =>
  database.handle.executeSql(
    `do $$ begin perform set_config('tenantscope.audit_change', 'allowed', true); ${statement}; end $$`,
  )

/** That a stretch was removed is itself a record of the trail of changes. */
const notesIn = (trail: AuditTrail, count: number): number => (trail === 'changes' ? count : 0)

describe.each(AUDIT_TRAILS)('in the trail of %s', (trail) => {
  const name = AUDIT_TRAIL_NAMES[trail]

  test('the oldest records go in whole stretches, and the chain goes on from their heads', async () => {
    await append(trail, 5)
    days(200)
    await append(trail, 3)
    await seals.sealing.seal()
    const [fifth] = await rows(`select mac from ${TABLES[trail].table} where number = 5`)
    days(180)
    await sweep()
    expect(await numbers(trail)).toEqual([6, 7, 8])
    const heads = await rows(
      'select trail, first_number, last_number, last_mac from audit_removals',
    )
    expect(heads).toEqual([{ trail, first_number: 1, last_number: 5, last_mac: fifth?.['mac'] }])
    const [note] = await rows(
      `select changed_by, details from security_audit_log where action = 'audit records removed'`,
    )
    expect(note?.['changed_by']).toBe('Tenantscope')
    expect(String(note?.['details'])).toMatch(new RegExp(`^${name}: records 1 to 5, until `, 'u'))

    await append(trail, 1)
    const first = await verified(trail)
    expect(first).toMatchObject({ isIntact: true, removed: 5, records: 4 + notesIn(trail, 1) })
    expect(first.lines[AUDIT_TRAILS.indexOf(trail)]).toBe(
      `${name}: ${first.records} records checked, 5 removed by retention, intact`,
    )

    // Nothing is old enough a second time, until it is.
    await sweep()
    expect((await verified(trail)).removed).toBe(5)
    days(200)
    await sweep()
    const second = await verified(trail)
    expect(second).toMatchObject({ isIntact: true, removed: 8, records: 1 + notesIn(trail, 2) })
    expect(await rows('select first_number, last_number from audit_removals order by 1')).toEqual([
      { first_number: 1, last_number: 5 },
      { first_number: 6, last_number: 8 },
    ])
  })

  test('an altered record stays where it is, with all that came after it', async () => {
    await append(trail, 5)
    await seals.sealing.seal()
    const { table, column } = TABLES[trail]
    await behindItsBack(`update ${table} set ${column} = 'eve' where number = 3`)
    days(400)
    await sweep()
    expect(await numbers(trail)).toEqual([3, 4, 5])
    const { isIntact, problems, lines } = await verified(trail)
    expect(isIntact).toBe(false)
    expect(problems).toMatchObject([{ kind: 'altered', number: 3 }])
    expect(lines).toContain(`  ${problems?.[0]?.message}`)
  })

  test('a changed removal note is detected, and nothing more is removed', async () => {
    await append(trail, 5)
    days(400)
    await append(trail, 3)
    await sweep()
    await behindItsBack('update audit_removals set last_number = 6')
    expect((await verified(trail)).problems).toContainEqual(
      expect.objectContaining({ kind: 'head', number: 1 }),
    )
    days(400)
    await sweep()
    expect((await numbers(trail)).slice(0, 3)).toEqual([6, 7, 8])
  })
})
