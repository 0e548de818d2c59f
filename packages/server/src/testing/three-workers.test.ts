import { createServer, connect } from 'node:net'
import { pipeline } from 'node:stream'

import type { RunId } from '@tenantscope/contract/ids'
import { TenantId } from '@tenantscope/contract/ids'
import { getSyncRun, refreshTenant, refreshTenants } from '@tenantscope/contract/sync'
import type { SyncRun } from '@tenantscope/contract/sync'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { createGraph } from '@tenantscope/graph-client/graph'
import type { Graph } from '@tenantscope/graph-client/graph'
import { createLimiter } from '@tenantscope/graph-client/limiter'
import { readPolicies } from '@tenantscope/graph-client/read/policies'
import { readRegistrationDetails } from '@tenantscope/graph-client/read/registration-details'
import { readSignInActivity } from '@tenantscope/graph-client/read/sign-in-activity'
import { createTokens } from '@tenantscope/graph-client/tokens'
import { createTransport } from '@tenantscope/graph-client/transport'
import type { Transport } from '@tenantscope/graph-client/transport'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'

import { JOBS } from '../app/jobs.ts'
import { openDatabase } from '../db/connection.ts'
import type { DatabaseHandle } from '../db/handle.ts'
import { startActivity } from '../features/activity/activity.jobs.ts'
import { createGraphLeases } from '../features/azure/graph-leases.repo.ts'
import { startJobRunner } from '../jobs/runner.ts'
import { systemClock } from '../lib/clock.ts'
import { copyTemplate, quietLogger } from './database-template.ts'
import type { DatabaseCopy } from './database-template.ts'
import { portOf } from './port-of.ts'
import { createServerProcess, createWorkerProcess } from './server-process.ts'
import type { ProductProcess, ServerProcess, ServerSession } from './server-process.ts'

/**
 * The complete tier reads more tenants and more pages of sign-ins than Microsoft serves at once, so that
 * one has to wait for the next of a minute's ten.
 */
const { TENANTS, SIGN_IN_PAGES } =
  process.env['TENANTSCOPE_TESTS'] === 'short'
    ? { TENANTS: 50, SIGN_IN_PAGES: 4 }
    : { TENANTS: 200, SIGN_IN_PAGES: 10 }
/** For a longer proof: refreshes and kills go on for so long. */
const MINUTES = Number(process.env['TENANTSCOPE_WORKERS_MINUTES'] ?? 0)
const ADMINISTRATOR = { username: 'three', password: 'Many-hands-light-work-3' }
/** Beyond what customers grant for the first refresh. */
const FURTHER_PERMISSIONS = [
  'AuditLog.Read.All',
  'Reports.Read.All',
  'SecurityEvents.Read.All',
  'DelegatedAdminRelationship.Read.All',
]
const PATIENCE_MS = 120_000

type Tenant = Simulator['world']['tenants'][number]

/** A transport to the simulator for one process, which counts its responses. */
interface Door {
  readonly url: string
  bytes(): number
  close(): void
}

let simulator: Simulator
let database: DatabaseCopy
let handle: DatabaseHandle
let transport: Transport
let web: ServerProcess
let session: ServerSession
let processes: { readonly process: ProductProcess; readonly door: Door }[] = []

describe.runIf(process.env['TENANTSCOPE_TEST_DATABASE'] === 'postgres')(
  `the web process and two workers on one PostgreSQL, ${TENANTS} tenants, all limits of Microsoft`,
  () => {
    beforeAll(async () => {
      simulator = await startSimulator({ tenants: TENANTS, users: 10, latencyMs: 20 })
      grantEverything()
      database = await copyTemplate(inject('databaseTemplate'))
      const { databaseUrl, dataDir } = database
      handle = await openDatabase({ databaseUrl, dataDir, logger: quietLogger })
      transport = createTransport({ microsoftEndpoint: new URL(simulator.url) })
      const doors = await Promise.all([1, 2, 3].map(openDoor))
      const [environment, ...others] = doors.map(environmentOf)
      web = await createServerProcess(environment ?? {})
      const all = [web, ...others.map(createWorkerProcess)]
      processes = doors.flatMap((door, index) => {
        const process = all[index]
        return process ? [{ process, door }] : []
      })
      await Promise.all(processes.map(({ process }) => process.start()))
      session = await web.signIn(ADMINISTRATOR)
    }, 90_000)

    afterAll(async () => {
      await Promise.all(processes.map(({ process }) => process.kill()))
      for (const { door } of processes) door.close()
      await transport.close()
      await simulator.close()
      await handle.close()
      await database.remove()
    })

    test(
      'each does its share of the first refresh; no limit is met by it, nor by refreshes, readings of the night and a further reader of the same tenants at once, while workers are killed',
      { timeout: 3 * PATIENCE_MS + MINUTES * 60_000 },
      async () => {
        // Provisioning has started it.
        const runId = await vi.waitFor(
          async () => {
            const { currentRun } = await session.call(listTenants, {})
            if (currentRun === null) throw new Error('nothing runs')
            return currentRun.id
          },
          { timeout: 30_000 },
        )
        const run = await finished(runId)
        report('first refresh', run)
        await everyTenantIsWhole()
        const shares = processes.map(({ door }) => door.bytes())
        expect(Math.min(...shares)).toBeGreaterThan(Math.max(...shares) / 4)
        expect(limitsMet()).toEqual({ violations: 0, throttled: 0, throttledByService: {} })

        await startNight()
        const until = Date.now() + MINUTES * 60_000
        for (let round = 1; round === 1 || Date.now() < until; round += 1) {
          const { runId } = await session.call(refreshTenants, {})
          await Promise.all([readBeside(runId), readAgainOneByOne(runId), killOneOf(round, runId)])
          report(`round ${round}`, await runOf(runId))
        }
        await theNightIsUnderWay()
        await everyTenantIsWhole()
        expect(limitsMet()).toEqual({ violations: 0, throttled: 0, throttledByService: {} })
      },
    )
  },
)

/** So that every service is asked for every tenant. */
function grantEverything(): void {
  const consents = simulator.world.tenants.flatMap(({ consent }) => consent ?? [])
  // Some customers took back what the others granted.
  const roles = [...new Set([...consents.flatMap((each) => each.roles), ...FURTHER_PERMISSIONS])]
  for (const consent of consents) Object.assign(consent, { roles })
}

function environmentOf(door: Door): Record<string, string> {
  const { registration, partner } = simulator.world
  return {
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl ?? '',
    SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
    LOG_LEVEL: 'fatal',
    ADMIN_USERNAME: ADMINISTRATOR.username,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    MICROSOFT_ENDPOINT: door.url,
    MICROSOFT_CLIENT_ID: registration.clientId,
    MICROSOFT_CLIENT_SECRET: registration.clientSecret,
    MICROSOFT_TENANT_ID: partner.id,
  }
}

async function openDoor(): Promise<Door> {
  let bytes = 0
  const server = createServer((client) => {
    const upstream = connect(simulator.port, '127.0.0.1')
    upstream.on('data', (chunk: Buffer) => (bytes += chunk.length))
    // A process that is killed leaves its connections behind; both sides end together.
    const end = () => void [client.destroy(), upstream.destroy()]
    pipeline(client, upstream, end)
    pipeline(upstream, client, end)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${portOf(server.address())}`
  return { url, bytes: () => bytes, close: () => server.close() }
}

/** The partner and its customers, as far as an administrator there has consented. */
const readable = () =>
  simulator.world.tenants.filter(
    (tenant) =>
      tenant.consent !== null && !tenant.isGone && (isPartner(tenant) || isCustomer(tenant)),
  )

const isPartner = ({ kind }: Tenant) => kind === 'partner'
const isCustomer = ({ isListedAsContract, delegatedRelationships }: Tenant) =>
  isListedAsContract || delegatedRelationships.some(({ status }) => status === 'active')

const runOf = (runId: RunId): Promise<SyncRun> => session.call(getSyncRun, { params: { runId } })

function finished(runId: RunId): Promise<SyncRun> {
  return reached(runId, ({ finishedAt }) => finishedAt !== null)
}

function reached(runId: RunId, isReached: (run: SyncRun) => boolean): Promise<SyncRun> {
  return vi.waitFor(
    async () => {
      const run = await runOf(runId)
      if (!isReached(run)) throw new Error(`${run.tenants.done} of ${run.tenants.total} are done`)
      return run
    },
    { timeout: PATIENCE_MS, interval: 200 },
  )
}

async function everyTenantIsWhole(): Promise<void> {
  for (const tenant of readable()) {
    const params = { tenantId: TenantId.parse(tenant.id) }
    const details = await session.call(getTenantDetails, { params })
    const failures = details.partFailures.filter(({ code }) => code !== 'NOT_LICENSED')
    expect({ ...details.tenant, userCount: details.userCount, failures }).toMatchObject({
      id: tenant.id,
      failure: null,
      userCount: tenant.people.length,
      failures: [],
    })
  }
}

function limitsMet() {
  const { violations, throttled } = simulator.counters.read()
  const { throttledByService } = simulator.counters.readByName()
  return { violations, throttled, throttledByService }
}

/** The schedule would do it within a quarter of an hour. */
async function startNight(): Promise<void> {
  const jobs = await startJobRunner({ handle, logger: quietLogger, jobs: JOBS })
  await jobs.send(startActivity, {})
  await jobs.stop({ timeoutMs: 1_000 })
}

/**
 * Nearly all tenants' use was asked for (what a killed process had begun is tried again minutes later),
 * and sign-in dates were read.
 */
async function theNightIsUnderWay(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await handle.executeSql(`
        select count(*) filter (where part = 'usage') as used,
          count(*) filter (where part = 'signIns' and as_of is not null) as signed_in
        from tenant_activity`)
      const [{ used, signed_in: signedIn } = {}] = rows
      if (Number(used) < readable().length * 0.9 || Number(signedIn) < SIGN_IN_PAGES)
        throw new Error(`use of ${String(used)} tenants, sign-ins of ${String(signedIn)}`)
    },
    { timeout: PATIENCE_MS, interval: 500 },
  )
}

/** One more process that shares the limits and asks for the same tenants, as long as the run goes on. */
async function readBeside(runId: RunId): Promise<void> {
  const leaving = new AbortController()
  const graph = graphOfAnother()
  const asked = readable().map(({ id }) => graph.forTenant(id, { signal: leaving.signal }))
  const read = Promise.allSettled([
    ...asked.map((tenant) => readPolicies(tenant)),
    ...asked.map((tenant) => everyPage(readRegistrationDetails(tenant))),
    // A few only: the readings of the night want their share of a minute's ten.
    ...asked.slice(0, 3).map((tenant) => everyPage(readSignInActivity(tenant))),
  ])
  await finished(runId)
  leaving.abort()
  const outcomes = await read
  const done = outcomes.filter(({ status }) => status === 'fulfilled').length
  expect(done).toBeGreaterThan(readable().length)
}

function graphOfAnother(): Graph {
  const { clientId, clientSecret } = simulator.world.registration
  const common = { transport, cloud: 'global', clock: systemClock } as const
  const credential = { kind: 'secret', secret: clientSecret } as const
  const leases = createGraphLeases(handle.db)
  const limiter = createLimiter({ clock: systemClock, leases, appId: clientId })
  return createGraph({
    ...common,
    limiter,
    tokens: createTokens({ ...common, clientId, credential }),
  })
}

async function everyPage<Page>(pages: AsyncIterable<Page>): Promise<Page[]> {
  const all: Page[] = []
  for await (const page of pages) all.push(page)
  return all
}

/** Tenants that the run has done already are read once more beside it. */
async function readAgainOneByOne(runId: RunId): Promise<void> {
  await reached(runId, ({ tenants }) => tenants.done > tenants.total / 2)
  const runIds = new Set<RunId>()
  for (const { id } of readable().slice(0, 60)) {
    const started = await session.call(refreshTenant, { params: { tenantId: TenantId.parse(id) } })
    runIds.add(started.runId)
  }
  expect(runIds.size).toBeGreaterThan(1)
  await Promise.all([...runIds].map(finished))
}

/** kill -9 in the middle of the run; the process comes back when the others have finished. */
async function killOneOf(round: number, runId: RunId): Promise<void> {
  const victim = processes[1 + (round % 2)]?.process
  await reached(runId, ({ tenants }) => tenants.done > tenants.total / 4)
  await victim?.kill()
  await finished(runId)
  await victim?.start()
}

const startedAt = performance.now()

/** What a proof that runs for longer is run for. */
function report(what: string, run: SyncRun): void {
  if (MINUTES === 0) return
  const { startedAt: from, finishedAt: to } = run
  const seconds = (Date.parse(to ?? '') - Date.parse(from ?? '')) / 1_000
  const figures = {
    what,
    atSeconds: Math.round((performance.now() - startedAt) / 1_000),
    seconds,
    tenants: run.tenants,
    shares: processes.map(({ door }) => door.bytes()),
    ...simulator.counters.read(),
    ...simulator.counters.readByName().requestsByService,
    ...limitsMet(),
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
}
