import type { RunId, TenantId } from '@tenantscope/contract/ids'
import { getSyncRun, refreshTenants } from '@tenantscope/contract/sync'
import type { SyncRun } from '@tenantscope/contract/sync'
import { sleepFor } from '@tenantscope/graph-client/clock'
import type { Sleep } from '@tenantscope/graph-client/clock'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'
import type { Tenant } from '@tenantscope/graph-sim/world/types'
import { vi } from 'vitest'

import { createTenantRecordsRepo } from '../features/tenants/tenant-records.repo.ts'
import { createTenantRecordsService } from '../features/tenants/tenant-records.service.ts'
import type { FakeClock } from './fake-clock.ts'
import { PUBLIC_URL, createTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

/** Seconds of a wait for Microsoft per second of the test. */
const SPEED = 200
/** Below the limit of hooks; a quiet machine needs a few seconds. */
const RUN_TIMEOUT_MS = 100_000

export interface RefreshWorld extends TestApp {
  readonly simulator: Simulator
  /** Refreshes everything that the person may see and waits for the end. */
  refresh(person: TestBrowser): Promise<SyncRun>
  finished(person: TestBrowser, runId: RunId): Promise<SyncRun>
  recordDirectConsent(tenantId: TenantId, displayName: string): Promise<void>
}

/** The product connected to a small simulated Microsoft, both with a clock that makes waits short. */
export async function createRefreshWorld(
  world: {
    tenants?: number
    users?: number
    isWhole?: boolean
    hostileUsers?: number
    customers?: readonly Tenant[]
    environment?: Readonly<Record<string, string>>
  } = {},
): Promise<RefreshWorld> {
  const clock = createPatientClock(SPEED)
  const simulator = await startSimulator({
    tenants: world.tenants ?? 6,
    users: world.users ?? 8,
    isWhole: world.isWhole,
    hostileUsers: world.hostileUsers,
    customers: world.customers,
    appUrls: [PUBLIC_URL],
    now: () => clock.now().getTime(),
  })
  const app = await createTestApp({
    simulator,
    clock,
    environment: world.environment ?? {},
    pauseForMicrosoft: clock.sleep,
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

/** A clock whose waiters wait a part of their time; nothing else passes faster than on the machine. */
export interface PatientClock extends FakeClock {
  readonly sleep: Sleep
}

/**
 * Keeps the machine's time and jumps to the end of each wait, which takes 1/speed of it: a pause of
 * Microsoft's is short, and a busy machine uses up no deadline sooner than in production.
 */
export function createPatientClock(speed: number): PatientClock {
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  return {
    now: () => new Date(now()),
    advance({ hours = 0, minutes = 0, seconds = 0 }) {
      aheadMs += ((hours * 60 + minutes) * 60 + seconds) * 1_000
    },
    async sleep(ms, signal) {
      const until = now() + ms
      await sleepFor(ms / speed, signal)
      // Who waits beside others waits with them, not after them.
      aheadMs += Math.max(0, until - now())
    },
  }
}
