import { randomUUID } from 'node:crypto'

import { TenantId } from '@tenantscope/contract/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { JOBS } from '../../app/jobs.ts'
import { createPendingJobs } from '../../jobs/pending-jobs.ts'
import { startJobRunner } from '../../jobs/runner.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { quietLogger } from '../../testing/database-template.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createRunViewsRepo } from '../sync-runs/run-views.repo.ts'
import { createSyncRunsRepo } from '../sync-runs/sync-runs.repo.ts'
import { createSyncRunsService } from '../sync-runs/sync-runs.service.ts'
import type { SyncRunsService } from '../sync-runs/sync-runs.service.ts'
import { discoverTenants, refreshTenant } from './refresh.jobs.ts'
import { createUpkeep } from './sweep-generations.job.ts'
import type { Upkeep } from './sweep-generations.job.ts'
import { createSweepRepo } from './sweep.repo.ts'

const tenant = (number: number) => TenantId.parse(`00000000-0000-4000-8000-00000000000${number}`)
const [A, B, C] = [tenant(1), tenant(2), tenant(3)]

const clock = createFakeClock()
let database: TestDatabase
/** It has no workers, so every job stays where it is. */
let jobs: JobRunner
let runs: SyncRunsService
let upkeep: Upkeep

beforeAll(async () => {
  database = await createTestDatabase()
  const { handle } = database
  jobs = await startJobRunner({ handle, logger: quietLogger, jobs: JOBS })
  runs = createSyncRunsService({
    repo: createSyncRunsRepo(handle.db),
    views: createRunViewsRepo(handle.db),
    clock,
    newId: randomUUID,
  })
  upkeep = createUpkeep({
    runs,
    discovery: { giveUp: () => Promise.reject(new Error('No run here is as old as that')) },
    generations: createSweepRepo(handle.db),
    pending: createPendingJobs(handle.db),
    jobs,
    clock,
  })
})
beforeEach(async () => {
  await database.truncate()
  await database.handle.executeSql('delete from pgboss.job')
  for (const id of [A, B, C])
    await database.handle.db.insertInto('tenants').values({ id, displayName: id }).execute()
})
afterAll(async () => {
  await jobs.stop({ timeoutMs: 1_000 })
  await database.close()
})

async function tidyUpTwice(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    clock.advance({ minutes: 6 })
    await upkeep.tidyUp({ signal: AbortSignal.timeout(10_000) })
  }
}

async function pending(name: string): Promise<unknown[]> {
  const { rows } = await database.handle.executeSql(
    `select data, state from pgboss.job where name = '${name}' order by data::text`,
  )
  return rows
}

test('a long run gets a job for each tenant that has none, and no second one for the others', async () => {
  const request = { requestedBy: 'test', coversAll: false, needsDiscovery: false }
  await runs.start({ ...request, tenantIds: [A, B, C] }, async () => {})
  await jobs.send(refreshTenant, { tenantId: A })
  await database.handle.executeSql(`update pgboss.job set state = 'active'`)
  await jobs.send(refreshTenant, { tenantId: B })
  await tidyUpTwice()
  expect(await pending(refreshTenant.name)).toEqual([
    { data: { tenantId: A }, state: 'active' },
    { data: { tenantId: B }, state: 'created' },
    { data: { tenantId: C }, state: 'created' },
  ])
})

test('a tenant that waits for its next try is not tried before that', async () => {
  const request = { requestedBy: 'test', coversAll: false, needsDiscovery: false }
  await runs.start({ ...request, tenantIds: [A] }, async () => {})
  await jobs.send(refreshTenant, { tenantId: A })
  await database.handle.executeSql(
    `update pgboss.job set state = 'retry', start_after = now() + interval '1 hour'`,
  )
  await tidyUpTwice()
  expect(await pending(refreshTenant.name)).toEqual([{ data: { tenantId: A }, state: 'retry' }])
})

test('a job that is over does not keep a waiting tenant from getting another', async () => {
  const request = { requestedBy: 'test', coversAll: false, needsDiscovery: false }
  await runs.start({ ...request, tenantIds: [A] }, async () => {})
  await jobs.send(refreshTenant, { tenantId: A })
  await database.handle.executeSql(`update pgboss.job set state = 'failed'`)
  await tidyUpTwice()
  expect(await pending(refreshTenant.name)).toContainEqual({
    data: { tenantId: A },
    state: 'created',
  })
})

test('a run whose discovery waits its turn gets no second one; one that has none does', async () => {
  const request = { requestedBy: 'test', needsDiscovery: true, tenantIds: [A] }
  const waiting = await runs.start({ ...request, coversAll: false }, async () => {})
  await jobs.send(discoverTenants, { runId: waiting })
  const lost = await runs.start({ ...request, coversAll: true }, async () => {})
  await tidyUpTwice()
  const found = await pending(discoverTenants.name)
  expect(found).toHaveLength(2)
  for (const runId of [waiting, lost])
    expect(found).toContainEqual({ data: { runId }, state: 'created' })
})
