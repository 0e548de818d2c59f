import { randomUUID } from 'node:crypto'

import { TenantId } from '@tenantscope/contract/ids'
import { refreshTenant, refreshTenants } from '@tenantscope/contract/sync'
import { setTenantReading } from '@tenantscope/contract/tenant-settings'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { JOBS } from '../../app/jobs.ts'
import { startJobRunner } from '../../jobs/runner.ts'
import { quietLogger } from '../../testing/database-template.ts'
import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createRunViewsRepo } from '../sync-runs/run-views.repo.ts'
import { createSyncRunsRepo } from '../sync-runs/sync-runs.repo.ts'
import { createSyncRunsService } from '../sync-runs/sync-runs.service.ts'
import { refreshDueTenants, tidyUp } from './refresh.jobs.ts'

let world: RefreshWorld
let admin: TestBrowser

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 4, users: 4 })
  admin = await world.signIn('admin')
  await world.refresh(admin)
})
afterAll(() => world.close())

const setReading = (tenantId: TenantId, isStopped: boolean) =>
  admin.call(setTenantReading, { params: { tenantId }, body: { isStopped } })

test('two refreshes at one moment make one run, which is the one under way for everybody', async () => {
  world.simulator.faults.add('slow', { paths: ['/contracts', '/users'], seconds: 2 })
  const other = await world.signIn('admin')
  const answers = await Promise.all([admin, other].map((person) => person.call(refreshTenants, {})))
  const [runId] = answers.map((answer) => answer.runId)
  expect(answers).toEqual([{ runId }, { runId }])
  expect((await admin.call(listTenants, {})).currentRun).toMatchObject({ id: runId })
  const partner = world.simulator.world.partner.id
  const own = { params: { tenantId: TenantId.parse(partner) } }
  expect(await admin.call(refreshTenant, own)).toEqual({ runId })
  expect((await admin.call(getTenantDetails, own)).currentRun).toMatchObject({ id: runId })
  world.simulator.faults.clear()
  if (runId !== undefined) await world.finished(admin, runId)
  expect((await admin.call(listTenants, {})).currentRun).toBeNull()
  expect((await admin.call(getTenantDetails, own)).currentRun).toBeNull()
})

test('the schedule reads a tenant when its turn has come, and not before', async () => {
  const { handle } = world.database
  const jobs = await startJobRunner({ handle, logger: quietLogger, jobs: JOBS })
  const runs = async () => {
    const rows = await handle.db.selectFrom('syncRuns').select(['requestedBy', 'state']).execute()
    return rows.filter(({ requestedBy }) => requestedBy === 'schedule')
  }
  const before = (await admin.call(listTenants, {})).tenants
  world.clock.advance({ hours: 6 })
  await jobs.send(refreshDueTenants, {})
  await vi.waitFor(async () => expect(await runs()).toMatchObject([{ state: 'partial' }]), 10_000)
  const after = (await admin.call(listTenants, {})).tenants
  const isLater = after.map(({ dataAsOf }, index) => dataAsOf !== before[index]?.dataAsOf)
  expect(isLater).toEqual(before.map(({ dataAsOf }) => dataAsOf !== null))

  const requests = world.simulator.counters.read()
  await jobs.send(refreshDueTenants, {})
  await vi.waitFor(async () => {
    const waiting = await handle.executeSql(
      `select id from pgboss.job where name = 'refresh-due-tenants' and state < 'completed'`,
    )
    expect(waiting.rows).toEqual([])
  }, 10_000)
  expect(await runs()).toHaveLength(1)
  expect(world.simulator.counters.read()).toEqual(requests)

  // Customers are looked for on schedule also while the partner's own directory is not read.
  const partner = TenantId.parse(world.simulator.world.partner.id)
  await setReading(partner, true)
  world.simulator.counters.reset()
  world.clock.advance({ hours: 6 })
  await jobs.send(refreshDueTenants, {})
  await vi.waitFor(async () => {
    const states = (await runs()).map(({ state }) => state)
    expect(states).toEqual(['partial', 'partial'])
  }, 10_000)
  const { requestsByPath } = world.simulator.counters.readByName()
  expect(requestsByPath).toMatchObject({ 'GET /contracts': expect.any(Number) as unknown })
  await setReading(partner, false)
  await jobs.stop({ timeoutMs: 1_000 })
})

test('a tenant whose reading is stopped is left out of every refresh, also of one that has begun', async () => {
  const before = (await admin.call(listTenants, {})).tenants
  const [stopped, late] = before.filter((each) => each.dataAsOf && !each.isPartnerTenant)
  if (!stopped || !late) throw new Error('The simulated world has too few tenants')
  await setReading(stopped.id, true)
  world.simulator.faults.add('slow', { paths: ['/contracts'], seconds: 2 })
  const { runId } = await admin.call(refreshTenants, {})
  const currentRunOf = async ({ id }: { id: TenantId }) =>
    (await admin.call(getTenantDetails, { params: { tenantId: id } })).currentRun?.id
  expect([await currentRunOf(late), await currentRunOf(stopped)]).toEqual([runId, undefined])
  await setReading(late.id, true)
  world.simulator.faults.clear()
  const run = await world.finished(admin, runId)
  expect(run.tenants.total).toBe(before.length - 1)
  const after = (await admin.call(listTenants, {})).tenants
  const unread = after.filter(({ id, dataAsOf }) =>
    before.some((each) => each.id === id && each.dataAsOf !== null && each.dataAsOf === dataAsOf),
  )
  expect(unread.map(({ id }) => id).toSorted()).toEqual([late.id, stopped.id].toSorted())
  await setReading(late.id, false)
  await setReading(stopped.id, false)
  expect((await admin.call(listTenants, {})).currentRun).toBeNull()
})

test('a run whose jobs were lost is taken up again, without a tenant that was stopped meanwhile', async () => {
  const { handle } = world.database
  const { clock } = world
  const repo = createSyncRunsRepo(handle.db)
  const views = createRunViewsRepo(handle.db)
  const runs = createSyncRunsService({ repo, views, clock, newId: randomUUID })
  const { tenants } = await admin.call(listTenants, {})
  const tenantIds = tenants.map(({ id }) => id)
  const stopped = tenants.find((each) => each.dataAsOf && !each.isPartnerTenant)
  if (!stopped) throw new Error('The simulated world has too few tenants')
  const requests = [
    { requestedBy: 'lost', coversAll: false, needsDiscovery: false, tenantIds },
    { requestedBy: 'lost', coversAll: true, needsDiscovery: true, tenantIds },
  ]
  const lost = []
  // Their first jobs are never sent, as if the queue had been lost.
  for (const request of requests) lost.push(await runs.start(request, async () => {}))
  expect(new Set(lost).size).toBe(2)
  await setReading(stopped.id, true)
  clock.advance({ minutes: 6 })
  const jobs = await startJobRunner({ handle, logger: quietLogger, jobs: JOBS })
  await jobs.send(tidyUp, {})
  for (const runId of lost) expect((await world.finished(admin, runId)).state).toBe('partial')
  const params = { tenantId: stopped.id }
  const { tenant } = await admin.call(getTenantDetails, { params })
  expect(tenant.dataAsOf).toBe(stopped.dataAsOf)
  await setReading(stopped.id, false)
  await jobs.stop({ timeoutMs: 1_000 })
})

test('a connection in the environment is stored while there is none, and everything is read', async () => {
  const simulator = await startSimulator({ tenants: 2, users: 3 })
  const { registration, partner } = simulator.world
  const app = await createTestApp({
    simulator,
    clock: { now: () => new Date(), advance: () => undefined },
    environment: {
      MICROSOFT_CLIENT_ID: registration.clientId,
      MICROSOFT_CLIENT_SECRET: registration.clientSecret,
      MICROSOFT_TENANT_ID: partner.id,
    },
  })
  const person = await app.signIn('admin')
  await vi.waitFor(
    async () => {
      const { tenants, isConnected } = await person.call(listTenants, {})
      expect(isConnected).toBe(true)
      expect(tenants.map(({ dataAsOf }) => dataAsOf === null)).toEqual([false, false, false])
    },
    { timeout: 30_000, interval: 100 },
  )
  const stored = await app.database.handle.db
    .selectFrom('microsoftConnection')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(stored.lastSuccessAt).not.toBeNull()
  expect(stored.lastSignInAt).toBeNull()
  expect(JSON.stringify(stored)).not.toContain(registration.clientSecret)
  expect(app.log.join('\n')).not.toContain(registration.clientSecret)
  await app.close()
  await simulator.close()
})
