import { randomBytes } from 'node:crypto'

import { createTransport } from '@tenantscope/graph-client/transport'
import type { Transport } from '@tenantscope/graph-client/transport'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { JOBS } from '../../app/jobs.ts'
import { composeRefreshing } from '../../app/refreshing.ts'
import type { Refreshing } from '../../app/refreshing.ts'
import { startJobRunner } from '../../jobs/runner.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import { systemClock } from '../../lib/clock.ts'
import { createLogger } from '../../lib/logger.ts'
import { createMetrics } from '../../lib/metrics.ts'
import { createSealer } from '../../lib/seal.ts'
import { parseKeyRing } from '../../lib/secret-key.ts'
import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createAuditLogRepo } from '../audit-log/audit-log.repo.ts'
import { createAuditLogService } from '../audit-log/audit-log.service.ts'
import type { ProvisionedConnection } from '../azure/azure.service.ts'

const log: string[] = []
let simulator: Simulator
let database: TestDatabase
let transport: Transport
let jobs: JobRunner
let refreshing: Refreshing
let given: ProvisionedConnection

beforeAll(async () => {
  simulator = await startSimulator({ tenants: 1, users: 3 })
  const { clientId, clientSecret } = simulator.world.registration
  const credential = { kind: 'secret', secret: clientSecret } as const
  given = { clientId, credential, tenantId: simulator.world.partner.id, cloud: 'global' }
  database = await createTestDatabase()
  const logger = createLogger({ level: 'info' }, { write: (line: string) => log.push(line) })
  transport = createTransport({ microsoftEndpoint: new URL(simulator.url) })
  jobs = await startJobRunner({ handle: database.handle, logger, jobs: JOBS })
  const { db } = database.handle
  const clock = systemClock
  refreshing = composeRefreshing({
    federatedTokenFile: null,
    people: { auditLog: createAuditLogService({ repo: createAuditLogRepo(db), clock }) },
    foundation: {
      db,
      sealer: createSealer(parseKeyRing(randomBytes(32).toString('base64'))),
      transport,
      jobs,
      clock,
      logger,
      metrics: createMetrics(),
    },
  })
  await refreshing.work()
})
beforeEach(async () => {
  await database.truncate()
  log.length = 0
})
afterAll(async () => {
  await jobs.stop({ timeoutMs: 2_000 })
  await transport.close()
  await database.close()
  await simulator.close()
})

const runs = () => database.handle.db.selectFrom('syncRuns').selectAll().execute()
const stored = () =>
  database.handle.db
    .selectFrom('microsoftConnection')
    .select(['clientId', 'tenantId', 'cloud', 'sealedClientSecret', 'version'])
    .executeTakeFirstOrThrow()
const warnings = () => log.filter((line) => line.includes('differs from the stored one'))

async function provision(environment: ProvisionedConnection | null): Promise<void> {
  await refreshing.refresh.provision(environment)
  await vi.waitFor(async () => {
    for (const { state } of await runs()) expect(state).toMatch(/^(?:succeeded|partial)$/u)
  }, 10_000)
}

test('a connection of the environment that is stored now is read with, whatever ran before it', async () => {
  await provision(given)
  expect(await runs()).toMatchObject([{ requestedBy: 'provisioning' }])
  await database.handle.db.deleteFrom('microsoftConnection').execute()
  await provision(given)
  expect(await runs()).toHaveLength(2)
})

test('the same connection at the next start changes nothing, reads nothing and warns of nothing', async () => {
  await provision(given)
  await provision({ ...given, tenantId: given.tenantId.toUpperCase() })
  await provision(null)
  expect(await runs()).toHaveLength(1)
  expect(warnings()).toEqual([])
})

test.each([
  ['clientId', '7d0c5a6e-1111-4222-8333-444455556666', 'MICROSOFT_CLIENT_ID'],
  [
    'credential',
    { kind: 'secret', secret: 'another-secret-of-the-environment' },
    'MICROSOFT_CLIENT_SECRET',
  ],
  ['credential', { kind: 'federated' }, 'MICROSOFT_FEDERATED_TOKEN_FILE'],
  ['tenantId', '7d0c5a6e-7777-4222-8333-444455556666', 'MICROSOFT_TENANT_ID'],
  ['cloud', 'usgov', 'MICROSOFT_CLOUD'],
] as const)(
  'another %s in the environment is not taken over, and the log names it without its value',
  async (name, value, variable) => {
    await provision(given)
    const before = await stored()
    await provision({ ...given, [name]: value })
    expect(await stored()).toEqual(before)
    expect(warnings()).toHaveLength(1)
    expect(JSON.parse(warnings()[0] ?? '')).toMatchObject({ level: 40, differs: [variable] })
    expect(log.join('\n')).not.toContain(typeof value === 'string' ? value : 'another-secret')
    expect(await runs()).toHaveLength(1)
  },
)
