import { setTimeout as wait } from 'node:timers/promises'

import { getPreferences, savePreferences } from '@tenantscope/contract/account'
import { getCurrentUser } from '@tenantscope/contract/auth'
import type { RunId, TenantId } from '@tenantscope/contract/ids'
import { getSyncRun, refreshTenants } from '@tenantscope/contract/sync'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'

import { copyTemplate } from './database-template.ts'
import type { DatabaseCopy } from './database-template.ts'
import { resizeTenant } from './resize-tenant.ts'
import { createServerProcess } from './server-process.ts'
import type { ServerProcess, ServerSession } from './server-process.ts'

const isEmbedded = process.env['TENANTSCOPE_TEST_DATABASE'] === 'pglite'
// On PostgreSQL a round waits until pg-boss notices that the process is gone.
const ROUNDS = Number(process.env['TENANTSCOPE_KILL_ROUNDS'] ?? (isEmbedded ? 2 : 1))
const ADMINISTRATOR = { username: 'kill', password: 'Nine-lives-each-1' }
const TIME_ZONES = ['Europe/Berlin', 'Asia/Tokyo', 'America/Chicago']
/** A refresh of this world takes about as long, so that kills hit its every part. */
const LONGEST_LIFE_MS = 2_500

let simulator: Simulator
let database: DatabaseCopy
let server: ServerProcess
let session: ServerSession

beforeAll(async () => {
  simulator = await startSimulator({ tenants: 10, users: 5, latencyMs: 40 })
  database = await copyTemplate(inject('databaseTemplate'))
  const { registration, partner } = simulator.world
  server = await createServerProcess({
    DATA_DIR: database.dataDir,
    ...(database.databaseUrl === null ? {} : { DATABASE_URL: database.databaseUrl }),
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'fatal',
    ADMIN_USERNAME: ADMINISTRATOR.username,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    MICROSOFT_ENDPOINT: simulator.url,
    MICROSOFT_CLIENT_ID: registration.clientId,
    MICROSOFT_CLIENT_SECRET: registration.clientSecret,
    MICROSOFT_TENANT_ID: partner.id,
  })
  changeWorld(100)
  await server.start()
  session = await server.signIn(ADMINISTRATOR)
  // Provisioning has started the first refresh.
  await wholeTenants(100)
}, 90_000)

afterAll(async () => {
  await server.kill()
  await simulator.close()
  await database.remove()
})

test(
  `${ROUNDS} times killed during a refresh, the product loses nothing that it had acknowledged`,
  { timeout: 180_000 + ROUNDS * 60_000 },
  async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = await snapshot()
      const timezone = TIME_ZONES[round % TIME_ZONES.length] ?? 'UTC'
      const { preferences } = await session.call(getPreferences, {})
      await session.call(savePreferences, { body: { ...preferences, timezone } })
      changeWorld(100 + round)
      const { runId } = await session.call(refreshTenants, {})
      await wait(Math.random() * LONGEST_LIFE_MS)
      const last = await snapshot()
      await server.kill()

      const restartedAt = new Date()
      await server.start()
      // The session, the person and what they saved.
      expect((await session.call(getCurrentUser, {})).user.username).toBe(ADMINISTRATOR.username)
      expect((await session.call(getPreferences, {})).preferences.timezone).toBe(timezone)
      // The run that was answered with 202, and every generation that was ever shown.
      expect((await session.call(getSyncRun, { params: { runId } })).id).toBe(runId)
      const after = await snapshot()
      expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted())
      for (const [tenantId, seen] of last) {
        const now = after.get(tenantId)
        expect(now?.size).toBeGreaterThanOrEqual(seen.size)
        expect(Date.parse(now?.dataAsOf ?? '')).toBeGreaterThanOrEqual(Date.parse(seen.dataAsOf))
      }
      await missHeartbeats(restartedAt)
      await finished(runId)
      await wholeTenants(100 + round)
    }
  },
)

/** People, seats and names of one state of the world carry the same number. */
function changeWorld(size: number): void {
  for (const tenant of simulator.world.tenants) {
    if (tenant.consent !== null && tenant.people.length > 0) resizeTenant(tenant, size)
  }
}

/** What each readable tenant shows, after checking that it comes from one reading. */
async function snapshot(): Promise<Map<TenantId, { size: number; dataAsOf: string }>> {
  const { tenants } = await session.call(listTenants, {})
  const seen = new Map<TenantId, { size: number; dataAsOf: string }>()
  for (const { id, dataAsOf } of tenants) {
    if (dataAsOf === null) continue
    const details = await session.call(getTenantDetails, { params: { tenantId: id } })
    const size = details.userCount ?? -1
    expect({
      name: details.organization?.displayName,
      seats: details.licenses.map(({ prepaidUnits }) => prepaidUnits.enabled),
    }).toEqual({ name: `Size ${size}`, seats: [size] })
    seen.set(id, { size, dataAsOf: details.tenant.dataAsOf ?? '' })
  }
  return seen
}

async function finished(runId: RunId): Promise<void> {
  await vi.waitFor(
    async () => {
      const run = await session.call(getSyncRun, { params: { runId } })
      if (run.finishedAt === null) throw new Error(`${run.tenants.done} tenants are done`)
    },
    { timeout: 120_000, interval: 100 },
  )
}

async function wholeTenants(size: number): Promise<void> {
  const readable = simulator.world.tenants.filter(
    ({ consent, kind }) => consent !== null && kind !== 'foreign',
  )
  await vi.waitFor(
    async () => {
      const sizes = [...(await snapshot()).values()].map((each) => each.size)
      expect(sizes).toEqual(readable.map(() => size))
    },
    { timeout: 60_000, interval: 200 },
  )
}

/** Half a minute passes for jobs of the dead process; the embedded database does not wait for that. */
async function missHeartbeats(restartedAt: Date): Promise<void> {
  if (database.databaseUrl === null) return
  const client = new pg.Client(database.databaseUrl)
  await client.connect()
  await client.query(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '30 seconds'
    where state = 'active' and started_on < $1`,
    [restartedAt],
  )
  await client.end()
}
