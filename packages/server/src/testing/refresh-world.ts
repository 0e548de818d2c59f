import type { RunId, TenantId } from '@tenantscope/contract/ids'
import { getSyncRun, refreshTenants } from '@tenantscope/contract/sync'
import type { SyncRun } from '@tenantscope/contract/sync'
import { sleepFor } from '@tenantscope/graph-client/clock'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'
import { vi } from 'vitest'

import { createTenantRecordsRepo } from '../features/tenants/tenant-records.repo.ts'
import { createTenantRecordsService } from '../features/tenants/tenant-records.service.ts'
import type { FakeClock } from './fake-clock.ts'
import { PUBLIC_URL, createTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

/** One second of the test is so many of the product and of the simulated Microsoft. */
const SPEED = 20
const RUN_TIMEOUT_MS = 25_000

export interface RefreshWorld extends TestApp {
  readonly simulator: Simulator
  /** Refreshes everything that the person may see and waits for the end. */
  refresh(person: TestBrowser): Promise<SyncRun>
  finished(person: TestBrowser, runId: RunId): Promise<SyncRun>
  recordDirectConsent(tenantId: TenantId, displayName: string): Promise<void>
}

/** The product connected to a small simulated Microsoft, both with a clock that runs fast. */
export async function createRefreshWorld(
  world: {
    tenants?: number
    users?: number
    isWhole?: boolean
    environment?: Readonly<Record<string, string>>
  } = {},
): Promise<RefreshWorld> {
  const clock = createFastClock(SPEED)
  const simulator = await startSimulator({
    tenants: world.tenants ?? 6,
    users: world.users ?? 8,
    isWhole: world.isWhole,
    appUrls: [PUBLIC_URL],
    now: () => clock.now().getTime(),
  })
  const app = await createTestApp({
    simulator,
    clock,
    environment: world.environment ?? {},
    pauseForMicrosoft: (ms, signal) => sleepFor(ms / SPEED, signal),
  })
  const { registration, partner } = simulator.world
  await app.connect({ ...registration, tenantId: partner.id })

  const records = createTenantRecordsService({
    repo: createTenantRecordsRepo(app.database.handle.db),
    clock,
  })
  return {
    ...app,
    simulator,
    finished,
    recordDirectConsent: (tenantId, displayName) =>
      records.recordDirectConsent(tenantId, displayName),
    refresh: async (person) => finished(person, (await person.call(refreshTenants, {})).runId),
    async close() {
      await app.close()
      await simulator.close()
    },
  }
}

function finished(person: TestBrowser, runId: RunId): Promise<SyncRun> {
  return vi.waitFor(
    async () => {
      const run = await person.call(getSyncRun, { params: { runId } })
      if (run.finishedAt === null) throw new Error(`${run.tenants.done} tenants are done`)
      return run
    },
    { timeout: RUN_TIMEOUT_MS, interval: 50 },
  )
}

/** Runs so much faster than the machine's, and can be moved on. */
export function createFastClock(speed: number): FakeClock {
  const startedAt = Date.now()
  let advancedMs = 0
  return {
    now: () => new Date(startedAt + (Date.now() - startedAt) * speed + advancedMs),
    advance({ hours = 0, minutes = 0, seconds = 0 }) {
      advancedMs += ((hours * 60 + minutes) * 60 + seconds) * 1_000
    },
  }
}
