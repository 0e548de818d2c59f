import { randomUUID } from 'node:crypto'

import { TenantId, UserId } from '@tenantscope/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { ALL_TENANTS } from '../../db/tenant-scope.ts'
import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createRunViewsRepo } from './run-views.repo.ts'
import { createSyncRunsRepo } from './sync-runs.repo.ts'
import { createSyncRunsService } from './sync-runs.service.ts'
import type { RunRequest, SyncRunsService } from './sync-runs.service.ts'

const tenant = (number: number) => TenantId.parse(`00000000-0000-4000-8000-00000000000${number}`)
const [A, B, C] = [tenant(1), tenant(2), tenant(3)]
const DONE = { state: 'succeeded', code: null, message: null } as const
const FAILED = { state: 'failed', code: 'THROTTLED', message: 'Too fast' } as const

const clock = createFakeClock()
let database: TestDatabase
let runs: SyncRunsService

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database.handle
  const views = createRunViewsRepo(db)
  runs = createSyncRunsService({ repo: createSyncRunsRepo(db), views, clock, newId: randomUUID })
})
beforeEach(async () => {
  await database.truncate()
  for (const id of [A, B, C])
    await database.handle.db.insertInto('tenants').values({ id, displayName: id }).execute()
})
afterAll(() => database.close())

const start = (request: Partial<RunRequest>) =>
  runs.start(
    { requestedBy: 'test', coversAll: false, needsDiscovery: false, tenantIds: [], ...request },
    async () => {},
  )
const read = (runId: Awaited<ReturnType<typeof start>>) => runs.read(runId, ALL_TENANTS)

async function addPerson(): Promise<UserId> {
  const { id } = await database.handle.db
    .insertInto('users')
    .values({ username: 'reader', password: '!' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return UserId.parse(id)
}

async function finish(tenantId: TenantId, outcome: typeof DONE | typeof FAILED = DONE) {
  const claim = await runs.claimTenant(tenantId)
  if (claim === null) throw new Error('No run waits for this tenant')
  await runs.finishTenant(claim, outcome)
}

describe('starting', () => {
  test('ten callers at one moment get one run', async () => {
    const started = await Promise.all(
      Array.from({ length: 10 }, () => start({ coversAll: true, tenantIds: [A, B] })),
    )
    expect(new Set(started).size).toBe(1)
  })

  test('a run of all tenants under way is the answer for those that it will still read', async () => {
    const all = await start({ coversAll: true, tenantIds: [A, B] })
    expect(await start({ tenantIds: [A] })).toBe(all)
    await runs.claimTenant(A)
    expect(await start({ tenantIds: [A, B] })).toBe(all)
    expect(await start({ tenantIds: [B, C] })).not.toBe(all)
  })

  test('a tenant that a run has read or failed to read is read again for who asks after that', async () => {
    const all = await start({ coversAll: true, tenantIds: [A, B, C] })
    await finish(A, FAILED)
    const again = await start({ tenantIds: [A] })
    expect(again).not.toBe(all)
    expect(await runs.claimTenant(A)).toMatchObject({ runIds: [again] })
    await finish(B)
    expect(await start({ tenantIds: [B] })).not.toBe(all)
    expect(await start({ tenantIds: [C] })).toBe(all)
  })

  test('who asks for all again while all are being read gets that run, unless a tenant was added', async () => {
    const all = await start({ coversAll: true, tenantIds: [A, B] })
    await finish(A)
    expect(await start({ coversAll: true, tenantIds: [A, B] })).toBe(all)
    expect(await start({ coversAll: true, tenantIds: [A, B, C] })).not.toBe(all)
  })

  test('a run that is still discovering takes in a tenant that was added since, for its reader at once', async () => {
    const all = await start({ coversAll: true, needsDiscovery: true, tenantIds: [A] })
    const userId = await addPerson()
    await database.handle.db
      .insertInto('userTenantAccess')
      .values({ userId, tenantId: B })
      .execute()
    expect(await start({ tenantIds: [B] })).toBe(all)
    expect(await runs.read(all, { kind: 'granted', userId })).toMatchObject({
      tenants: { total: 1, done: 0, failed: 0 },
    })
    // Its discovery may have read the list of tenants before the new one was added.
    await runs.endDiscovery(all, { found: [A], ended: [], failed: null })
    expect(await runs.waitingTenants(all)).toEqual([A, B])
    expect(await start({ tenantIds: [C] })).not.toBe(all)
  })

  test('a discovery may end at the moment when a new tenant is asked for: the tenant is waited for', async () => {
    for (let round = 0; round < 20; round += 1) {
      const all = await start({ coversAll: true, needsDiscovery: true })
      const [answer] = await Promise.all([
        start({ tenantIds: [B] }),
        runs.endDiscovery(all, { found: [], ended: [], failed: null }),
      ])
      expect(await read(answer)).toMatchObject({ finishedAt: null, tenants: { total: 1, done: 0 } })
      await finish(B)
      expect((await read(answer)).state).toBe('succeeded')
    }
  })

  test('a tenant that was done before the discovery of a run ended is read again all the same', async () => {
    const all = await start({ coversAll: true, needsDiscovery: true, tenantIds: [A] })
    await finish(A, FAILED)
    expect(await start({ tenantIds: [A] })).not.toBe(all)
  })

  test('a run of some tenants is the answer for those and not for others', async () => {
    const some = await start({ tenantIds: [A, B] })
    expect(await start({ tenantIds: [B] })).toBe(some)
    expect(await start({ tenantIds: [B, C] })).not.toBe(some)
    expect(await start({ coversAll: true, tenantIds: [A, B, C] })).not.toBe(some)
  })

  test('a run that is over is no answer any more', async () => {
    const first = await start({ tenantIds: [A] })
    await finish(A)
    expect(await start({ tenantIds: [A] })).not.toBe(first)
  })

  test('when its first job cannot be sent there is no run either', async () => {
    const request = { requestedBy: 'test', coversAll: true, needsDiscovery: true, tenantIds: [A] }
    const failing = runs.start(request, () => Promise.reject(new Error('no queue')))
    await expect(failing).rejects.toThrow('no queue')
    expect(await runs.current(ALL_TENANTS)).toBeNull()
  })
})

describe('progress', () => {
  test('a run goes from queued over running to its end, and counts failed tenants as done', async () => {
    const runId = await start({ tenantIds: [A, B] })
    expect(await read(runId)).toMatchObject({ state: 'queued', startedAt: null, finishedAt: null })
    const claim = await runs.claimTenant(A)
    expect(await read(runId)).toMatchObject({ state: 'running', tenants: { total: 2, done: 0 } })
    if (claim !== null) await runs.finishTenant(claim, FAILED)
    expect(await read(runId)).toMatchObject({
      state: 'running',
      tenants: { total: 2, done: 1, failed: 1 },
      failures: [{ tenantId: A, code: 'THROTTLED', message: 'Too fast' }],
    })
    await finish(B)
    const end = await read(runId)
    expect(end).toMatchObject({ state: 'partial', tenants: { total: 2, done: 2, failed: 1 } })
    expect(end.finishedAt).not.toBeNull()
  })

  test.each([
    [[DONE, DONE], 'succeeded'],
    [[FAILED, DONE], 'partial'],
    [[FAILED, FAILED], 'failed'],
  ] as const)('tenants that end as %j make a run that %s', async ([first, second], state) => {
    const runId = await start({ tenantIds: [A, B] })
    await finish(A, first)
    await finish(B, second)
    expect((await read(runId)).state).toBe(state)
  })

  test('the last two tenants may end at one moment: the run ends, once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const runId = await start({ tenantIds: [A, B] })
      const claims = await Promise.all([runs.claimTenant(A), runs.claimTenant(B)])
      await Promise.all(
        claims.filter((claim) => claim !== null).map((claim) => runs.finishTenant(claim, DONE)),
      )
      expect((await read(runId)).state).toBe('succeeded')
    }
  })

  test('one reading serves every run that waits for the tenant', async () => {
    const one = await start({ tenantIds: [A] })
    const both = await start({ tenantIds: [A, B] })
    await finish(A)
    expect(await runs.claimTenant(A)).toBeNull()
    expect((await read(one)).state).toBe('succeeded')
    expect((await read(both)).tenants).toEqual({ total: 2, done: 1, failed: 0 })
  })

  test('a run that began after a reading did is not served by it', async () => {
    const claim = await runs.claimTenant(A)
    expect(claim).toBeNull()
    await start({ tenantIds: [A] })
    const early = await runs.claimTenant(A)
    const late = await start({ tenantIds: [A, B] })
    if (early !== null) await runs.finishTenant(early, DONE)
    expect((await read(late)).tenants).toEqual({ total: 2, done: 0, failed: 0 })
    expect(await runs.claimTenant(A)).toMatchObject({ runIds: [late] })
  })

  test('a tenant that a dead process was reading is taken over, and the attempts are counted', async () => {
    const runId = await start({ tenantIds: [A] })
    expect(await runs.claimTenant(A)).toMatchObject({ attempt: 1 })
    expect(await runs.claimTenant(A)).toMatchObject({ attempt: 2 })
    await finish(A)
    expect((await read(runId)).state).toBe('succeeded')
  })

  test('who was believed dead and ends late changes nothing', async () => {
    const runId = await start({ tenantIds: [A] })
    const late = await runs.claimTenant(A)
    await finish(A)
    if (late !== null) await runs.finishTenant(late, FAILED)
    expect(await read(runId)).toMatchObject({ state: 'succeeded', failures: [] })
  })
})

describe('discovery', () => {
  test('a run cannot end before its discovery does', async () => {
    const runId = await start({ coversAll: true, needsDiscovery: true, tenantIds: [A] })
    expect(await runs.beginDiscovery(runId)).toBe(true)
    await finish(A)
    expect(await read(runId)).toMatchObject({ state: 'running', tenants: { total: 1, done: 1 } })
    await runs.endDiscovery(runId, { found: [A, B], ended: [], failed: null })
    expect(await runs.waitingTenants(runId)).toEqual([B])
    await finish(B)
    expect(await read(runId)).toMatchObject({ state: 'succeeded', tenants: { total: 2 } })
  })

  test('is done once: a second try only hands out what waits', async () => {
    const runId = await start({ coversAll: true, needsDiscovery: true, tenantIds: [A] })
    await runs.endDiscovery(runId, { found: [A, B], ended: [], failed: null })
    await runs.endDiscovery(runId, { found: [A, B, C], ended: [], failed: null })
    expect(await runs.waitingTenants(runId)).toEqual([A, B])
    expect(await runs.beginDiscovery(runId)).toBe(false)
  })

  test('tenants that have ended are done without being read', async () => {
    const runId = await start({ coversAll: true, needsDiscovery: true, tenantIds: [A, B] })
    await runs.endDiscovery(runId, { found: [B], ended: [A], failed: null })
    expect(await read(runId)).toMatchObject({ tenants: { total: 2, done: 1, failed: 0 } })
  })

  test('a directory that could not be asked is the failure of the partner tenant', async () => {
    const runId = await start({ coversAll: true, needsDiscovery: true, tenantIds: [A] })
    const failed = { tenantId: A, outcome: FAILED }
    await runs.endDiscovery(runId, { found: [A], ended: [], failed })
    expect(await read(runId)).toMatchObject({ state: 'failed', failures: [{ tenantId: A }] })
  })
})

describe('what was left lying', () => {
  test('is found after its time: waiting tenants, and runs whose discovery never ended', async () => {
    const some = await start({ tenantIds: [A, B] })
    await finish(A)
    const all = await start({ coversAll: true, needsDiscovery: true, tenantIds: [C] })
    const now = clock.now()
    expect(await runs.unfinishedSince(new Date(now.getTime() - 1))).toEqual({
      runIds: [],
      tenantIds: [],
    })
    expect(await runs.unfinishedSince(new Date(now.getTime() + 1))).toEqual({
      runIds: [all],
      tenantIds: [B],
    })
    expect((await read(some)).state).toBe('running')
  })

  test('old runs are forgotten, those of the last month are not', async () => {
    const runId = await start({ tenantIds: [A] })
    await finish(A)
    await runs.forgetOld()
    expect((await read(runId)).state).toBe('succeeded')
    clock.advance({ hours: 31 * 24 })
    await runs.forgetOld()
    await expect(read(runId)).rejects.toThrow('Refresh not found')
  })
})
