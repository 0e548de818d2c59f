import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { TenantId, UserId } from '@tenantscope/contract/ids'
import type { SyncRun } from '@tenantscope/contract/sync'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { quietLogger } from '../../testing/database-template.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createRunProgress } from './run-progress.service.ts'
import type { RunProgress } from './run-progress.service.ts'
import { createRunViewsRepo } from './run-views.repo.ts'
import type { RunViewsRepo } from './run-views.repo.ts'
import { createSyncRunsRepo } from './sync-runs.repo.ts'
import { createSyncRunsService } from './sync-runs.service.ts'
import type { SyncRunsService } from './sync-runs.service.ts'

const tenant = (number: number) => TenantId.parse(`00000000-0000-4000-8000-00000000000${number}`)
const [A, B, C] = [tenant(1), tenant(2), tenant(3)]
const DONE = { state: 'succeeded', code: null, message: null } as const
const FAILED = { state: 'failed', code: 'THROTTLED', message: 'Too fast' } as const
const POLL_MS = 20

const clock = createFakeClock()
let database: TestDatabase
let views: RunViewsRepo
let runs: SyncRunsService
let progress: RunProgress
let listeners: AbortController[] = []
/** How often the poller has begun a round. */
let rounds = 0

beforeAll(async () => {
  database = await createTestDatabase()
  const stored = createRunViewsRepo(database.handle.db)
  views = {
    ...stored,
    findReaders: (...given) => {
      rounds += 1
      return stored.findReaders(...given)
    },
  }
  const repo = createSyncRunsRepo(database.handle.db)
  runs = createSyncRunsService({ repo, views, clock, newId: randomUUID })
})
beforeEach(async () => {
  await database.truncate()
  for (const id of [A, B, C])
    await database.handle.db.insertInto('tenants').values({ id, displayName: id }).execute()
  progress = createRunProgress({ views, clock, logger: quietLogger, pollMs: POLL_MS })
})
afterEach(async () => {
  for (const listener of listeners) listener.abort()
  listeners = []
  await sleep(2 * POLL_MS)
})
afterAll(() => database.close())

async function addPerson(tenantAccess: 'all' | 'list', granted: readonly TenantId[] = []) {
  const { id } = await database.handle.db
    .insertInto('users')
    .values({ username: randomUUID(), password: '!', tenantAccess })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const tenantId of granted)
    await database.handle.db
      .insertInto('userTenantAccess')
      .values({ userId: id, tenantId })
      .execute()
  return UserId.parse(id)
}

/** Waits until a whole round of the poller has followed what was done before: its events are delivered. */
async function roundOver(): Promise<void> {
  const before = rounds
  await expect.poll(() => rounds, { interval: 5 }).toBeGreaterThan(before + 1)
}

/** Collects the events of the reader. */
function listen(reader: UserId) {
  const connection = new AbortController()
  listeners.push(connection)
  const received: SyncRun[] = []
  const end = (async () => {
    for await (const run of progress.changes(reader, connection.signal)) received.push(run)
  })()
  return { received, end, leave: () => connection.abort() }
}

const start = (tenantIds: readonly TenantId[]) =>
  runs.start(
    { requestedBy: 'test', coversAll: false, needsDiscovery: false, tenantIds },
    async () => {},
  )

async function finish(tenantId: TenantId, outcome: typeof DONE | typeof FAILED = DONE) {
  const claim = await runs.claimTenant(tenantId)
  if (claim === null) throw new Error('No run waits for this tenant')
  await runs.finishTenant(claim, outcome)
}

test('a person who loses a grant while listening hears nothing of that tenant from then on', async () => {
  const reader = await addPerson('list', [A, B])
  await start([A, B, C])
  const { received } = listen(reader)
  await expect.poll(() => received.at(-1)?.tenants).toEqual({ total: 2, done: 0, failed: 0 })
  await database.handle.db.deleteFrom('userTenantAccess').where('tenantId', '=', B).execute()
  await finish(B, FAILED)
  await finish(A)
  await expect.poll(() => received.at(-1)?.tenants).toEqual({ total: 1, done: 1, failed: 0 })
  expect(JSON.stringify(received)).not.toContain(B)
})

test('a person hears of the tenants of their groups, each once, until one leaves the groups', async () => {
  const { db } = database.handle
  const reader = await addPerson('list', [B])
  for (const [name, tenantIds] of [
    ['North', [A, B]],
    ['South', [B]],
  ] as const) {
    const { id: groupId } = await db
      .insertInto('tenantGroups')
      .values({ name, updatedBy: 'test' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('userGroupAccess').values({ userId: reader, groupId }).execute()
    for (const tenantId of tenantIds)
      await db.insertInto('tenantGroupMembers').values({ groupId, tenantId }).execute()
  }
  await start([A, B, C])
  const { received } = listen(reader)
  await expect.poll(() => received.at(-1)?.tenants).toEqual({ total: 2, done: 0, failed: 0 })
  await db.deleteFrom('tenantGroupMembers').where('tenantId', '=', A).execute()
  await finish(A, FAILED)
  await finish(B)
  await expect.poll(() => received.at(-1)?.tenants).toEqual({ total: 1, done: 1, failed: 0 })
  expect(JSON.stringify(received)).not.toContain(A)
})

test('a person who loses the last grant while listening hears nothing more at all', async () => {
  const reader = await addPerson('list', [A])
  await start([A, B])
  const { received } = listen(reader)
  await expect.poll(() => received.length).toBe(1)
  await database.handle.db.deleteFrom('userTenantAccess').execute()
  await finish(A, FAILED)
  await roundOver()
  expect(received).toHaveLength(1)
})

test.each([
  ['all tenants', { tenantAccess: 'list' }],
  ['the account', { isDisabled: true }],
] as const)('a person who loses %s while listening hears nothing more', async (_what, loss) => {
  const [loser, keeper] = [await addPerson('all'), await addPerson('all')]
  await start([A, B])
  const [lost, kept] = [listen(loser), listen(keeper)]
  await expect.poll(() => [lost.received.length, kept.received.length]).toEqual([1, 1])
  await database.handle.db.updateTable('users').set(loss).where('id', '=', loser).execute()
  await finish(A, FAILED)
  await expect.poll(() => kept.received.at(-1)?.failures).toMatchObject([{ tenantId: A }])
  await roundOver()
  expect(lost.received).toHaveLength(1)
})

test('a person who is disabled while listening hears nothing more of granted tenants either', async () => {
  const reader = await addPerson('list', [A])
  await start([A, B])
  const { received } = listen(reader)
  await expect.poll(() => received.length).toBe(1)
  await database.handle.db.updateTable('users').set({ isDisabled: true }).execute()
  await finish(A, FAILED)
  await roundOver()
  expect(received).toHaveLength(1)
})

test('who is granted all tenants, and then some again, hears of those that they see now', async () => {
  const { db } = database.handle
  const reader = await addPerson('list', [A])
  await start([A, B, C])
  const { received } = listen(reader)
  const grant = (tenantAccess: 'all' | 'list') =>
    db.updateTable('users').set({ tenantAccess }).where('id', '=', reader).execute()
  await expect.poll(() => received.at(-1)?.tenants.total).toBe(1)
  await grant('all')
  await expect.poll(() => received.at(-1)?.tenants.total).toBe(3)
  await grant('list')
  await expect.poll(() => received.at(-1)?.tenants.total).toBe(1)
  await finish(B, FAILED)
  await roundOver()
  expect(JSON.stringify(received)).not.toContain(B)
})

test('a listener receives a run immediately, then only its own changes', async () => {
  const reader = await addPerson('list', [A])
  await start([A, B])
  const { received } = listen(reader)
  await expect.poll(() => received.map(({ state }) => state)).toEqual(['queued'])
  await finish(B)
  await roundOver()
  expect(received).toHaveLength(1)
  await finish(A)
  await expect
    .poll(() => received.at(-1))
    .toMatchObject({ state: 'succeeded', tenants: { done: 1 } })
})

test('who takes runs slowly gets the newest state of each and none that is out of date', async () => {
  const reader = await addPerson('all')
  const runId = await start([A, B, C])
  const connection = new AbortController()
  listeners.push(connection)
  const slowly = progress.changes(reader, connection.signal)
  expect((await slowly.next()).value).toMatchObject({ id: runId, tenants: { done: 0 } })
  for (const tenantId of [A, B, C]) {
    await finish(tenantId)
    await roundOver()
  }
  expect((await slowly.next()).value).toMatchObject({ state: 'succeeded', tenants: { done: 3 } })
  await slowly.return()
})

test('a run that ended a moment ago is sent on reconnect, an older one is not', async () => {
  const reader = await addPerson('all')
  const older = await start([A])
  await finish(A)
  clock.advance({ minutes: 2 })
  const recent = await start([B])
  await finish(B)
  const { received } = listen(reader)
  await expect.poll(() => received.map(({ id }) => id)).toEqual([recent])
  await roundOver()
  expect(received.map(({ id }) => id)).not.toContain(older)
})

test('listening ends when the listener leaves, and no query follows', async () => {
  const { end, leave } = listen(await addPerson('all'))
  const atFirst = rounds
  await expect.poll(() => rounds).toBeGreaterThan(atFirst)
  leave()
  await end
  await sleep(2 * POLL_MS)
  const before = rounds
  await sleep(15 * POLL_MS)
  expect(rounds).toBe(before)
})

test('an unreachable database only delays the events', async () => {
  let failures = 3
  const failing: RunViewsRepo = {
    ...views,
    findRunsForAll: (...given) => {
      failures -= 1
      if (failures >= 0) return Promise.reject(new Error('no connection'))
      return views.findRunsForAll(...given)
    },
  }
  progress = createRunProgress({ views: failing, clock, logger: quietLogger, pollMs: POLL_MS })
  const runId = await start([A])
  const { received } = listen(await addPerson('all'))
  await expect.poll(() => received.map(({ id }) => id)).toEqual([runId])
})
