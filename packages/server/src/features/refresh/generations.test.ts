import type { TenantId } from '@tenantscope/contract/ids'
import { refreshTenant } from '@tenantscope/contract/sync'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createSweepRepo } from './sweep.repo.ts'

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
  const [person] = tenant?.people ?? []
  const [subscription] = tenant?.subscriptions ?? []
  if (!tenant || !person || !subscription) throw new Error('The simulated world is empty')
  Object.assign(tenant, {
    displayName: `Size ${size}`,
    people: Array.from({ length: size }, (_, index) => ({
      ...person,
      id: `${person.id.slice(0, -6)}${String(index).padStart(6, '0')}`,
      licenses: [],
    })),
    subscriptions: [{ ...subscription, enabled: size, warning: 0 }],
  })
}

test('readers never see a mixture of two readings, however many refreshes run meanwhile', async () => {
  changeWorld(10)
  await refresh()
  const over = new AbortController()
  const seen = new Set<number>()
  const readers = Array.from({ length: 4 }, async () => {
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
  for (const size of [1_200, 3, 700, 2_100, 50]) {
    changeWorld(size)
    expect((await refresh()).state).toBe('succeeded')
  }
  over.abort()
  await Promise.all(readers)
  expect(seen.size).toBeGreaterThan(2)
})

test('a generation holds as many people as it says', async () => {
  const { db } = world.database.handle
  const rows = await db
    .selectFrom('generations')
    .leftJoin('directoryUsers', 'directoryUsers.generationId', 'generations.id')
    .select([
      'generations.id',
      'people',
      ({ fn }) => fn.count<number>('directoryUsers.id').as('stored'),
    ])
    .where('completedAt', 'is not', null)
    .groupBy('generations.id')
    .execute()
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows) expect([row.id, row.stored]).toEqual([row.id, row.people])
})

test('old generations go after their time, the current one and one that is being written stay', async () => {
  const { db } = world.database.handle
  const sweeper = createSweepRepo(db)
  const now = world.clock.now()
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const generation = (startedAt: Date) =>
    db
      .insertInto('generations')
      .values({ tenantId, startedAt })
      .returning('id')
      .executeTakeFirstOrThrow()
  const abandoned = await generation(minutesAgo(61))
  const beingWritten = await generation(minutesAgo(1))
  const { currentGenerationId: current } = await db
    .selectFrom('tenants')
    .select('currentGenerationId')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()

  const early = await sweeper.findSweepable({ replaced: minutesAgo(60), abandoned: minutesAgo(60) })
  expect(early).toEqual([abandoned.id])
  const due = await sweeper.findSweepable({ replaced: now, abandoned: minutesAgo(60) })
  expect(due).not.toContain(current)
  expect(due).not.toContain(beingWritten.id)
  expect(due.length).toBeGreaterThan(4)
  for (const id of due) await sweeper.sweep(id, AbortSignal.timeout(10_000))
  const left = await db
    .selectFrom('generations')
    .select('id')
    .where('tenantId', '=', tenantId)
    .execute()
  expect(left.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([current, beingWritten.id])
  const orphans = await db
    .selectFrom('directoryUsers')
    .select('id')
    .where('generationId', 'in', due)
    .execute()
  expect(orphans).toEqual([])
  expect((await details()).userCount).toBe(50)
})
