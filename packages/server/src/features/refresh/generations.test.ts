import type { TenantId } from '@tenantscope/contract/ids'
import { refreshTenant } from '@tenantscope/contract/sync'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { rowsOf } from '../../db/generation-rows.ts'
import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import { resizeTenant } from '../../testing/resize-tenant.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createGenerationRepo } from './generation.repo.ts'
import { createSweepRepo } from './sweep.repo.ts'

const WITHIN = { timeout: 30_000, interval: 50 }

let world: RefreshWorld
let admin: TestBrowser
let tenantId: TenantId

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 2, users: 6 })
  admin = await world.signIn('admin')
  await world.refresh(admin)
  const { tenants } = await admin.call(listTenants, {})
  const tenant = tenants.find((each) => each.failure === null && !each.isPartnerTenant)
  if (!tenant) throw new Error('The simulated world has no tenant that can be read')
  tenantId = tenant.id
})
afterAll(() => world.close())

const details = () => admin.call(getTenantDetails, { params: { tenantId } })

async function refresh() {
  const { runId } = await admin.call(refreshTenant, { params: { tenantId } })
  return world.finished(admin, runId)
}

/** People, seats and policies of one state of the world carry the same number. */
function changeWorld(size: number): void {
  const tenant = world.simulator.world.tenants.find(({ id }) => id === tenantId)
  if (!tenant) throw new Error('The simulated world is empty')
  resizeTenant(tenant, size)
}

test('readers never see a mixture of two readings, and each reading holds the people it counts, however many refreshes run', async () => {
  changeWorld(10)
  await refresh()
  const over = new AbortController()
  const seen = new Set<number>()
  const readers = Array.from({ length: 2 }, async () => {
    while (!over.signal.aborted) {
      const { userCount, licenses, organization, tenant } = await details()
      const size = userCount ?? -1
      seen.add(size)
      expect({
        name: organization?.displayName,
        listed: tenant.displayName,
        seats: licenses.map(({ prepaidUnits }) => prepaidUnits.enabled),
        people: tenant.figures?.people,
      }).toEqual({ name: `Size ${size}`, listed: `Size ${size}`, seats: [size], people: size })
    }
  })
  for (const size of [1_200, 3, 700, 50]) {
    changeWorld(size)
    expect((await refresh()).state).toBe('succeeded')
  }
  over.abort()
  await Promise.all(readers)
  expect(seen.size).toBeGreaterThan(2)

  const { db } = world.database.handle
  const rows = await db
    .selectFrom('generations')
    .select(['id', 'people'])
    .where('tenantId', '=', tenantId)
    .where('completedAt', 'is not', null)
    .execute()
  expect(rows.length).toBeGreaterThan(4)
  for (const row of rows) {
    const stored = await rowsOf(db, 'directoryUsers', { tenantId, generationId: row.id })
      .select('id')
      .execute()
    expect([row.id, stored.length]).toEqual([row.id, row.people])
  }
})

test('old generations go after their time, the current one and one that is being written stay', async () => {
  const { db } = world.database.handle
  const sweeper = createSweepRepo(db)
  changeWorld(50)
  await refresh()
  const now = world.clock.now()
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const generation = (startedAt: Date) =>
    db
      .insertInto('generations')
      .values({ tenantId, startedAt })
      .returning('id')
      .executeTakeFirstOrThrow()
  const abandoned = await generation(minutesAgo(61))
  await generation(minutesAgo(1))
  const beingWritten = await db
    .selectFrom('generations')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('completedAt', 'is', null)
    .where('startedAt', '>', minutesAgo(60))
    .execute()
  const { currentGenerationId: current } = await db
    .selectFrom('tenants')
    .select('currentGenerationId')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()

  const signal = AbortSignal.timeout(10_000)
  const left = async () => {
    const rows = await db
      .selectFrom('generations')
      .select('id')
      .where('tenantId', '=', tenantId)
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  }
  const all = await left()
  await sweeper.sweep({ replaced: minutesAgo(60), abandoned: minutesAgo(60) }, signal)
  expect(await left()).toEqual(all.filter((id) => id !== abandoned.id))
  await sweeper.sweep({ replaced: now, abandoned: minutesAgo(60) }, signal)
  const kept = [current, ...beingWritten.map(({ id }) => id)]
  expect(new Set(await left())).toEqual(new Set(kept))
  const people = await db
    .selectFrom('directoryUsers')
    .select('toGeneration')
    .where('tenantId', '=', tenantId)
    .execute()
  expect(people).toEqual(Array.from({ length: 50 }, () => ({ toGeneration: null })))
  expect((await details()).userCount).toBe(50)
})

test('a reading that another one took over starts again, and the tenant is not named as failed', async () => {
  changeWorld(40)
  const generations = createGenerationRepo(world.database.handle.db)
  world.simulator.faults.add('slow', { tenantId, paths: ['/users'], seconds: 2 })
  const { runId } = await admin.call(refreshTenant, { params: { tenantId } })
  await vi.waitFor(async () => {
    const { readingGenerationId } = await world.database.handle.db
      .selectFrom('tenants')
      .select('readingGenerationId')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow()
    expect(readingGenerationId).not.toBeNull()
  }, WITHIN)
  await generations.begin(tenantId, world.clock.now())
  world.simulator.faults.clear()
  expect(await world.finished(admin, runId)).toMatchObject({ state: 'succeeded', failures: [] })
  const { tenant, userCount } = await details()
  expect({ failure: tenant.failure, userCount }).toEqual({ failure: null, userCount: 40 })
})
