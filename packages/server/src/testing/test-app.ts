import { randomBytes } from 'node:crypto'

import { TenantId } from '@tenantscope/contract/ids'
import type { Role } from '@tenantscope/contract/roles'
import type { Sleep } from '@tenantscope/graph-client/clock'
import { createTransport } from '@tenantscope/graph-client/transport'
import type { Transport } from '@tenantscope/graph-client/transport'
import type { Simulator } from '@tenantscope/graph-sim/simulator'

import { createApp } from '../app.ts'
import type { App } from '../app.ts'
import { JOBS } from '../app/jobs.ts'
import { composePeople } from '../app/people.ts'
import type { People } from '../app/people.ts'
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { createAzureRepo } from '../features/azure/azure.repo.ts'
import { createAzureService } from '../features/azure/azure.service.ts'
import type { HttpServer } from '../http/http-server.ts'
import { startJobRunner } from '../jobs/runner.ts'
import type { JobRunner } from '../jobs/runner.ts'
import type { ConnectionCredential } from '../lib/connection-credential.ts'
import { createLogger } from '../lib/logger.ts'
import { createMetrics } from '../lib/metrics.ts'
import { NO_SOURCE, OPERATOR } from '../lib/operator.ts'
import { createSealer } from '../lib/seal.ts'
import { parseKeyRing } from '../lib/secret-key.ts'
import type { KeyRing } from '../lib/secret-key.ts'
import { createTestDatabase } from './database-harness.ts'
import type { TestDatabase } from './database-harness.ts'
import { createFakeClock } from './fake-clock.ts'
import type { FakeClock } from './fake-clock.ts'
import { createBrowser } from './test-browser.ts'
import type { TestBrowser } from './test-browser.ts'

export interface TestAppOptions {
  /** Environment variables on top of the tests' own. */
  environment?: Readonly<Record<string, string>>
  /** Replaces Microsoft; without one nothing can be reached. */
  simulator?: Simulator
  /** Between the product and Microsoft, for answers that the simulator would never give. */
  interceptor?: (transport: Transport) => Transport
  webDirectory?: string
  heartbeatMs?: number
  /** A database that the test made; it also closes it. */
  database?: TestDatabase
  /** The key of the sealed values that the database holds already; absent: a new one. */
  secretKey?: string
  /** bcrypt's cost; a cheap one unless the test is about it. */
  passwordCost?: number
  /** Seals the audit in the background, as the product does. */
  sealsInBackground?: boolean
  /** Changes the server before it is ready, as an attacker would. */
  alter?: (server: HttpServer) => void
  /** A clock of the test's own, and how Microsoft's pauses are waited for by it. */
  clock?: FakeClock
  pauseForMicrosoft?: Sleep
}

export interface TestApp {
  readonly app: App
  readonly config: Config
  readonly database: TestDatabase
  readonly clock: FakeClock
  readonly people: People
  /** For work that no call starts. */
  readonly jobs: JobRunner
  /** Every line of the log, as text. */
  readonly log: string[]
  /** The terminal output. */
  readonly shown: string[]
  /** Seconds that slowed-down sign-ins waited, instead of waiting them. */
  readonly waits: number[]
  browser(from?: { ipAddress?: string }): TestBrowser
  /** A person with this role, signed in; a new one every time. */
  signIn(role: Role, grants?: { tenants: 'all' | readonly string[] }): Promise<TestBrowser>
  addTenant(id: string, displayName?: string): Promise<TenantId>
  /** Stores a connection to the simulator, without reading anything; the secret is its credential unless one is given. */
  connect(registration: {
    clientId: string
    clientSecret: string
    tenantId: string
    credential?: ConnectionCredential
  }): Promise<void>
  /** Back to an empty installation. */
  reset(): Promise<void>
  close(): Promise<void>
}

export const PUBLIC_URL = 'http://localhost:3000'
const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const BROWSER = { ipAddress: '127.0.0.1', userAgent: 'tests' }

/** The complete product on a database of its own, without a listening socket. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase())
  const { handle } = database
  const config = readConfig(environmentOf(options, database))
  const log: string[] = []
  const shown: string[] = []
  const waits: number[] = []
  const logger = createLogger({ level: 'info' }, { write: (line: string) => log.push(line) })
  const clock = options.clock ?? createFakeClock()
  const transport = createTransport({ microsoftEndpoint: config.microsoftEndpoint })
  const keyRing = keyRingOf(options)
  const sealer = createSealer(keyRing)
  const jobs = await startJobRunner({ handle, logger, jobs: JOBS })
  const common = {
    database: handle,
    clock,
    random: randomBytes,
    passwordCost: options.passwordCost ?? 4,
    backupCost: 2 ** 10,
    sleep: async (ms: number) => void waits.push(ms / 1_000),
  }
  const people = composePeople(common)
  const app = await createApp({
    ...common,
    config,
    logger,
    metrics: createMetrics(),
    keyRing,
    sealer,
    transport: options.interceptor?.(transport) ?? transport,
    jobs,
    webDirectory: options.webDirectory ?? database.dataDir,
    hostTimeZone: 'Europe/Berlin',
    ...paceOf(options, clock),
    sealsInBackground: options.sealsInBackground ?? false,
    show: (lines) => shown.push(...lines),
  })
  options.alter?.(app.server)
  await app.prepare()
  await app.work()
  const azure = createAzureService({ repo: createAzureRepo(handle.db), sealer, clock })
  const browser = (from?: { ipAddress?: string }) => createBrowser(() => app.server.fastify, from)
  let personCount = 0

  return {
    app,
    config,
    database,
    clock,
    people,
    jobs,
    log,
    shown,
    waits,
    browser,

    async signIn(role, { tenants } = { tenants: [] }) {
      personCount += 1
      const username = `${role}-${personCount}@partner.example`
      const person = { tenantId: PARTNER, microsoftId: guidOf(personCount), username }
      const names = { displayName: `Person ${personCount}`, email: username }
      const tenantAccess = tenants === 'all' ? 'all' : 'list'
      const { id } = await people.users.addMicrosoft(
        { ...person, ...names },
        { role, tenantAccess },
        BY,
      )
      if (tenants !== 'all' && tenants.length > 0) await people.grants.grantTenants(id, tenants, BY)
      const { cookie } = await people.sessions.start(id, {
        source: BROWSER,
        replaced: null,
        authenticatedAt: clock.now(),
      })
      const signedIn = browser()
      signedIn.cookies.set('tenantscope_session', cookie)
      return signedIn
    },

    async addTenant(given, displayName = `Tenant ${given.slice(0, 4)}`) {
      const id = TenantId.parse(given)
      await handle.db.insertInto('tenants').values({ id, displayName }).execute()
      return id
    },

    async connect({ clientId, clientSecret, tenantId, credential: given }) {
      const credential = given ?? { kind: 'secret', secret: clientSecret }
      await azure.provision({ clientId, credential, tenantId, cloud: 'global' })
    },

    async reset() {
      await database.truncate()
      log.length = 0
      shown.length = 0
      waits.length = 0
    },

    async close() {
      await app.close({ jobsWithinMs: 2_000 })
      await transport.close()
      if (!options.database) await database.close()
    },
  }
}

const environmentOf = (
  { simulator, environment }: TestAppOptions,
  { dataDir }: TestDatabase,
): Record<string, string> => ({
  PUBLIC_URL,
  DATA_DIR: dataDir,
  ...(simulator ? { MICROSOFT_ENDPOINT: simulator.url } : {}),
  ...environment,
})

const keyRingOf = ({ secretKey }: TestAppOptions): KeyRing =>
  parseKeyRing(secretKey ?? randomBytes(32).toString('base64'))

const paceOf = ({ heartbeatMs, pauseForMicrosoft }: TestAppOptions, clock: FakeClock) => ({
  ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
  ...(pauseForMicrosoft ? { pauseForMicrosoft, clockOfLimits: clock } : {}),
})

const PARTNER = '99999999-0000-4000-8000-000000000000'

export const guidOf = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
