import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { composeAuditSeals } from '../../app/audit.ts'
import { systemClock } from '../../lib/clock.ts'
import { createSealer } from '../../lib/seal.ts'
import { parseKeyRing } from '../../lib/secret-key.ts'
import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createAuditLogRepo } from './audit-log.repo.ts'
import { createAuditLogService } from './audit-log.service.ts'
import type { SignInEntry } from './audit-log.service.ts'

const sealer = createSealer(parseKeyRing(Buffer.alloc(32, 7).toString('base64')))
const REFUSED: SignInEntry = {
  method: 'local',
  isSuccess: false,
  email: 'admin',
  userId: null,
  errorMessage: 'wrong user name or password',
  sessionId: null,
  source: { ipAddress: '203.0.113.9', userAgent: 'tests' },
}

let database: TestDatabase
let dataDir: string
let seals: ReturnType<typeof composeAuditSeals>
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
    clock: systemClock,
    logger: pino({ level: 'silent' }),
  })
  seals.upkeep.start()
})
afterEach(async () => {
  await seals.upkeep.close()
  await rm(dataDir, { recursive: true })
})
afterAll(() => database.close())

const auditLogIn = (onAppend: () => void) =>
  createAuditLogService({
    repo: createAuditLogRepo(database.handle.db),
    clock: systemClock,
    onAppend,
  })
const unsealed = async () => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from login_audit_log where number is null)
      + (select count(*)::int from security_audit_log where number is null) as count`.execute(
    database.handle.db,
  )
  return rows[0]?.count
}
const sealedWithin = (timeout: number) =>
  vi.waitFor(async () => expect(await unsealed()).toBe(0), { timeout, interval: 20 })

test('an entry is sealed a moment after it, and its head is on the disk soon after', async () => {
  await auditLogIn(seals.upkeep.noteAppend).signIn(REFUSED)
  await sealedWithin(30_000)
  await vi.waitFor(() => expect(seals.sealing.known().heads.login?.number).toBe(1), {
    timeout: 30_000,
  })
  const headsFile = path.join(dataDir, 'audit-heads.json')
  await vi.waitFor(() => access(headsFile), { timeout: 30_000, interval: 50 })
})

test('so is one of another process, and one whose transaction took longer', async () => {
  await auditLogIn(() => undefined).signIn(REFUSED)
  await sealedWithin(30_000)
  await database.handle.db.transaction().execute(async (trx) => {
    await auditLogIn(seals.upkeep.noteAppend).change(
      {
        type: 'settings',
        action: 'settings changed',
        changedBy: { name: 'admin', userId: null },
        target: null,
        oldValue: null,
        newValue: null,
        source: REFUSED.source,
      },
      trx,
    )
    await delay(400)
  })
  await sealedWithin(30_000)
  expect(await seals.verification.verify()).toMatchObject({ isIntact: true })
})

test('entries that come while others are sealed are sealed too, in one chain', async () => {
  const auditLog = auditLogIn(seals.upkeep.noteAppend)
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(Array.from({ length: 20 }, () => auditLog.signIn(REFUSED)))
    await delay(10)
  }
  await sealedWithin(30_000)
  await vi.waitFor(() => expect(seals.sealing.known().heads.login?.number).toBe(400), {
    timeout: 30_000,
  })
  expect(await seals.verification.verify()).toMatchObject({ isIntact: true })
})
