import { randomBytes, randomUUID } from 'node:crypto'

import type { TenantId } from '@tenantscope/contract/ids'
import { createLocalLeases } from '@tenantscope/graph-client/leases'
import { createTransport } from '@tenantscope/graph-client/transport'
import type { Transport } from '@tenantscope/graph-client/transport'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'

import { composeLicenses } from '../app/tenants.ts'
import { createAzureRepo } from '../features/azure/azure.repo.ts'
import { createAzureService } from '../features/azure/azure.service.ts'
import { createMicrosoftAccess } from '../features/azure/microsoft-access.service.ts'
import { createGenerationRepo } from '../features/refresh/generation.repo.ts'
import { createTenantRefresh } from '../features/refresh/refresh-tenant.job.ts'
import type { TenantRefresh } from '../features/refresh/refresh-tenant.job.ts'
import { createSweepRepo } from '../features/refresh/sweep.repo.ts'
import type { SweepRepo } from '../features/refresh/sweep.repo.ts'
import { createRunViewsRepo } from '../features/sync-runs/run-views.repo.ts'
import { createSyncRunsRepo } from '../features/sync-runs/sync-runs.repo.ts'
import { createSyncRunsService } from '../features/sync-runs/sync-runs.service.ts'
import type { SyncRunsService } from '../features/sync-runs/sync-runs.service.ts'
import { createTenantRecordsRepo } from '../features/tenants/tenant-records.repo.ts'
import { createTenantRecordsService } from '../features/tenants/tenant-records.service.ts'
import type { TenantRecordsService } from '../features/tenants/tenant-records.service.ts'
import { createSealer } from '../lib/seal.ts'
import { parseKeyRing } from '../lib/secret-key.ts'
import { createTestDatabase } from './database-harness.ts'
import type { TestDatabase } from './database-harness.ts'
import { createSteppedClock } from './stepped-clock.ts'
import type { SteppedClock } from './stepped-clock.ts'

/** The requests between the product and Microsoft. */
interface Wire {
  /** Called before every request to Graph goes out. */
  onRequest(path: string): void
  /** Rows in the pages of collections; null: as many as are asked for. */
  pageSize: number | null
}

/** What happens beside a refresh. */
interface Meanwhile {
  /** Called while a tenant that was read is judged. */
  onJudging(): Promise<void>
}

/** The refresh of tenants without the jobs and screens around it, in two workers, on a clock that only waiting moves. */
export interface RefreshLab {
  readonly simulator: Simulator
  readonly database: TestDatabase
  readonly clock: SteppedClock
  readonly wire: Wire
  readonly meanwhile: Meanwhile
  readonly workers: readonly [TenantRefresh, TenantRefresh]
  readonly runs: SyncRunsService
  readonly records: TenantRecordsService
  readonly sweep: SweepRepo
  /** Back to an empty installation with one customer of the partner, not read yet. */
  beginAnew(tenantId: TenantId, displayName: string): Promise<void>
  close(): Promise<void>
}

export async function createRefreshLab(): Promise<RefreshLab> {
  const clock = createSteppedClock(new Date('2026-11-20T03:00:00Z'))
  const simulator = await startSimulator({ tenants: 1, users: 3, now: () => clock.now().getTime() })
  const database = await createTestDatabase()
  const { db } = database.handle
  const meanwhile: Meanwhile = { onJudging: () => Promise.resolve() }
  const wire: Wire = { onRequest: () => undefined, pageSize: null }
  const transport = tapped(createTransport({ microsoftEndpoint: new URL(simulator.url) }), wire)
  const sealer = createSealer(parseKeyRing(randomBytes(32).toString('base64')))
  const azure = createAzureService({ repo: createAzureRepo(db), sealer, clock })
  const leases = createLocalLeases(clock)
  const views = createRunViewsRepo(db)
  const runs = createSyncRunsService({
    repo: createSyncRunsRepo(db),
    views,
    clock,
    newId: randomUUID,
  })
  const records = createTenantRecordsService({ repo: createTenantRecordsRepo(db), clock })
  const licenses = composeLicenses({ db, clock })
  const { registration, partner } = simulator.world
  const { clientId, clientSecret } = registration

  /** Judging is not part of the refreshes that are compared. */
  const judgePosture = async () => {
    await meanwhile.onJudging()
    return null
  }

  /** As another process would be composed. */
  function createWorker(): TenantRefresh {
    const microsoft = createMicrosoftAccess({
      azure,
      transport,
      clock,
      sleep: clock.sleep,
      leases,
      onRequest: () => undefined,
    })
    const generations = createGenerationRepo(db)
    const deps = { microsoft, records, runs, generations, licenses, judgePosture, clock }
    return createTenantRefresh({ ...deps, countBilled: () => Promise.resolve(null) })
  }

  return {
    simulator,
    database,
    clock,
    wire,
    meanwhile,
    workers: [createWorker(), createWorker()],
    runs,
    records,
    sweep: createSweepRepo(db),
    async beginAnew(id, displayName) {
      await database.truncate()
      const credential = { kind: 'secret', secret: clientSecret } as const
      await azure.provision({ clientId, credential, tenantId: partner.id, cloud: 'global' })
      await db
        .insertInto('tenants')
        .values({ id, displayName, relationship: 'active', hasContract: true, status: 'Pending' })
        .execute()
    },
    async close() {
      await transport.close()
      await simulator.close()
      await database.close()
    },
  }
}

/** Reports every request to Graph before it is sent, and requests smaller pages if asked to. */
function tapped(transport: Transport, wire: Wire): Transport {
  const dispatcher = transport.dispatcher.compose((dispatch) => (options, handler) => {
    const isGraph = String(options.origin).startsWith('https://graph.')
    if (!isGraph) return dispatch(options, handler)
    wire.onRequest(options.path)
    const { path, body } = options
    return dispatch(
      {
        ...options,
        path: inSmallPages(path, wire),
        body: typeof body === 'string' ? inSmallPages(body, wire) : (body ?? null),
      },
      handler,
    )
  })
  return { ...transport, dispatcher }
}

/** Microsoft may send fewer rows than were asked for, and a small directory would never have a second page. */
function inSmallPages(text: string, { pageSize }: Wire): string {
  return pageSize === null ? text : text.replaceAll('$top=999', `$top=${pageSize}`)
}
