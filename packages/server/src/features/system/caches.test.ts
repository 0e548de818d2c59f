import { randomBytes } from 'node:crypto'

import { checkConsent, getAzurePermissions } from '@tenantscope/contract/azure'
import { TenantId } from '@tenantscope/contract/ids'
import { clearCache } from '@tenantscope/contract/system'
import { createTransport } from '@tenantscope/graph-client/transport'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { JOBS } from '../../app/jobs.ts'
import { closeParts } from '../../app/part.ts'
import { composeWorkerParts } from '../../app/parts.ts'
import { openDatabase } from '../../db/connection.ts'
import { startJobRunner } from '../../jobs/runner.ts'
import { createMetrics } from '../../lib/metrics.ts'
import { createSealer } from '../../lib/seal.ts'
import { parseKeyRing } from '../../lib/secret-key.ts'
import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { quietLogger } from '../../testing/database-template.ts'
import { E3, FLOW, READING } from '../../testing/report-world.ts'
import { storeReading } from '../../testing/stored-tenant.ts'
import { downloadBackup, restoring, uploaded } from '../../testing/system-forms.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const SECRET_KEY = randomBytes(32).toString('base64')
const PATIENCE = { timeout: 30_000 }

let simulator: Simulator
let database: TestDatabase
/** Its clock is stopped: a cached result stays valid until it is cleared. */
let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  simulator = await startSimulator({ tenants: 3, users: 4 })
  database = await createTestDatabase()
  app = await createTestApp({ simulator, database, secretKey: SECRET_KEY })
})
afterAll(async () => {
  await app.close()
  await database.close()
  await simulator.close()
})
beforeEach(async () => {
  await app.reset()
  await app.connect({ ...simulator.world.registration, tenantId: simulator.world.partner.id })
  admin = await app.signIn('admin')
})

test('after Clear cache Microsoft is asked again', async () => {
  const { consent } = simulator.world.partner
  if (!consent) throw new Error('The partner has not consented')
  const isGranted = async () => {
    const { check, permissions } = await admin.call(getAzurePermissions, {})
    return check && permissions.find(({ value }) => value === 'Policy.Read.All')?.isGranted
  }
  const roles = ['Directory.Read.All', 'Organization.Read.All', 'User.Read.All']
  const given = consent.roles
  consent.roles = [...roles, 'Policy.Read.All']
  await admin.call(checkConsent, {})
  expect(await isGranted()).toBe(true)
  consent.roles = roles
  expect(await isGranted()).toBe(true)
  await admin.call(clearCache, {})
  await expect.poll(isGranted, PATIENCE).toBe(false)
  consent.roles = given
})

/** A process that only works, beside the web process of `app`. */
async function startWorker() {
  const { databaseUrl, dataDir } = database
  const handle = await openDatabase({ databaseUrl, dataDir, logger: quietLogger })
  const transport = createTransport({ microsoftEndpoint: new URL(simulator.url) })
  const jobs = await startJobRunner({ handle, logger: quietLogger, jobs: JOBS })
  const keyRing = parseKeyRing(SECRET_KEY)
  const { parts, refreshing } = composeWorkerParts({
    config: app.config,
    logger: quietLogger,
    database: handle,
    db: handle.db,
    transport,
    jobs,
    keyRing,
    sealer: createSealer(keyRing),
    clock: app.clock,
    random: randomBytes,
    metrics: createMetrics(),
  })
  for (const part of parts) await part.work?.()
  return {
    ...refreshing,
    async close() {
      await jobs.stop({ timeoutMs: 2_000 })
      await closeParts(parts)
      await transport.close()
      await handle.close()
    },
  }
}

describe.runIf(process.env['TENANTSCOPE_TEST_DATABASE'] === 'postgres')(
  'a process that only works',
  () => {
    const TENANT = TenantId.parse(guidOf(901))
    let worker: Awaited<ReturnType<typeof startWorker>>
    beforeEach(async () => {
      worker = await startWorker()
      return () => worker.close()
    })

    /** The SKUs of a reading, as what it makes reports of. */
    async function knownSkus(generationId: number): Promise<string[] | undefined> {
      const known = await worker.tenantSeats.judgeEach(
        [{ tenantId: TENANT, generationId, hasPeople: true, isInactive: false }],
        (_, { visible }) => visible.map(({ skuId }) => skuId),
      )
      return known.get(TENANT)
    }

    const token = async () => {
      const connected = await worker.microsoft.current()
      // Not the partner's: that one goes with every check of the connection anyhow.
      const customer = simulator.world.tenants.find(
        ({ kind, consent }) => kind !== 'partner' && consent !== null,
      )
      return connected?.tokens.tokenFor(customer?.id ?? '')
    }

    test('drops its tokens at Clear cache in the web process', async () => {
      const first = await token()
      expect(first).toBeDefined()
      expect(await token()).toBe(first)
      await admin.call(clearCache, {})
      await expect.poll(token, PATIENCE).not.toBe(first)
    })

    test('drops what it has read at a restore in the web process', async () => {
      await storeReading(
        database.handle.db,
        { id: TENANT, displayName: 'Contoso', at: app.clock.now() },
        READING,
      )
      const { rows } = await database.handle.executeSql('select max(id) as id from generations')
      const generationId = Number(rows[0]?.['id'])
      const { bytes } = await downloadBackup(admin)
      await database.handle.executeSql(`delete from directory_skus where sku_id <> '${E3}'`)
      expect(await knownSkus(generationId)).toEqual([E3])
      await uploaded(admin, restoring(bytes))
      await expect.poll(() => knownSkus(generationId), PATIENCE).toContain(FLOW)
    })
  },
)
