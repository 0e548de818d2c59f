import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import { LicenseReport } from '@tenantscope/contract/report-document'
import { generateReport } from '@tenantscope/contract/reports'
import { getSyncRun, refreshTenants } from '@tenantscope/contract/sync'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'

import { openDatabase } from './db/connection.ts'
import { copyTemplate, quietLogger } from './testing/database-template.ts'
import type { DatabaseCopy } from './testing/database-template.ts'
import { bodyOf, E3, FLOW, manyHolders } from './testing/report-world.ts'
import { createServerProcess } from './testing/server-process.ts'
import type { ServerProcess } from './testing/server-process.ts'
import { storeReading } from './testing/stored-tenant.ts'
import { guidOf } from './testing/test-app.ts'

const isPostgres = process.env['TENANTSCOPE_TEST_DATABASE'] === 'postgres'
/** Users of the report: a file that takes longer than the signal. */
const REPORTED = 1_500
/** With these names, a file is longer than what the system holds of a connection: about 10 MB. */
const MANY_REPORTED = 7_000
const LONG_NAME = '漢'.repeat(1_000)
type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>

const ADMINISTRATOR = { username: 'ada', password: 'Correct-Horse-7' }

let database: DatabaseCopy
let server: ServerProcess
const sockets: Socket[] = []
beforeEach(async () => {
  database = await copyTemplate(inject('databaseTemplate'))
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.kill()
  await database.remove()
})

async function start(environment: Record<string, string> = {}): Promise<void> {
  const { dataDir, databaseUrl } = database
  server = await createServerProcess({
    DATA_DIR: dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
    LOG_LEVEL: 'fatal',
    ADMIN_USERNAME: ADMINISTRATOR.username,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    ...environment,
  })
  await server.start()
}

async function say(text: string): Promise<void> {
  const socket = connect(server.port, 'localhost')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
}

const statusOf = async (path: string): Promise<number> =>
  (await fetch(`http://localhost:${server.port}${path}`)).status

test('clients that neither finish nor leave do not hold up the end', async () => {
  await start()
  const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  await say('')
  await say(head)
  await say(`${head}Content-Length: 99\r\n\r\n{`)
  // What they sent has arrived once a later request is answered.
  expect(await statusOf('/livez')).toBe(200)
  const signaledAt = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - signaledAt).toBeLessThan(30_000)
}, 60_000)

test('SIGTERM during a refresh ends in order, and the next start finishes that refresh', async () => {
  const simulator = await startSimulator({ tenants: 8, users: 4, latencyMs: 200 })
  const { registration, partner } = simulator.world
  await start({
    MICROSOFT_ENDPOINT: simulator.url,
    MICROSOFT_CLIENT_ID: registration.clientId,
    MICROSOFT_CLIENT_SECRET: registration.clientSecret,
    MICROSOFT_TENANT_ID: partner.id,
  })
  const session = await server.signIn(ADMINISTRATOR)
  const { runId } = await session.call(refreshTenants, {})
  const read = () => session.call(getSyncRun, { params: { runId } })
  await vi.waitFor(async () => expect((await read()).tenants.done).toBeGreaterThan(0), {
    timeout: 30_000,
    interval: 50,
  })
  expect((await read()).finishedAt).toBeNull()
  expect(await server.stop()).toBe(0)

  await server.start()
  await vi.waitFor(async () => expect((await read()).finishedAt).not.toBeNull(), {
    timeout: 60_000,
  })
  expect((await read()).tenants.done).toBe((await read()).tenants.total)
  await simulator.close()
}, 120_000)

test('SIGTERM during a download never leaves a short file that looks complete', async () => {
  const reading = manyHolders(REPORTED)
  const tenantId = guidOf(9_999)
  const handle = await openDatabase({ ...database, logger: quietLogger })
  await storeReading(handle.db, { id: tenantId, displayName: 'Contoso', at: new Date() }, reading)
  await handle.close()
  await start()
  const session = await server.signIn(ADMINISTRATOR)
  const userIds = reading.people?.map(({ id }) => id) ?? []
  const response = await session.post(generateReport.path, {
    ...bodyOf({ tenantId, userIds, licenseIds: [E3, FLOW] }),
    format: 'pdf',
  })
  expect(response.status).toBe(200)
  const reader: Reader = response.body!.getReader()
  const first = await reader.read()
  const signaledAt = performance.now()
  const stopped = server.stop()
  const rest = await restOf(reader)
  expect(performance.now() - signaledAt).toBeLessThan(30_000)
  expect(['whole', 'broken off']).toContain(outcomeOf(first.value, rest))
  expect(await stopped).toBe(0)
}, 60_000)

test('SIGTERM during slow downloads: one within 15 seconds is complete, a longer one fails, and all ends in order', async () => {
  const tenantId = guidOf(9_998)
  const reading = manyHolders(MANY_REPORTED)
  const people = reading.people?.map((person) => ({ ...person, displayName: LONG_NAME })) ?? []
  const handle = await openDatabase({ ...database, logger: quietLogger })
  const tenant = { id: tenantId, displayName: 'Contoso', at: new Date() }
  await storeReading(handle.db, tenant, { ...reading, people })
  await handle.close()
  await start()
  const session = await server.signIn(ADMINISTRATOR)
  const userIds = people.map(({ id }) => id)
  const body = { ...bodyOf({ tenantId, userIds, licenseIds: [E3, FLOW] }), format: 'json' }
  const download = async (): Promise<Reader> =>
    (await session.post(generateReport.path, body)).body!.getReader()
  const [slow, stuck] = [await download(), await download()]
  const firsts = [await slow.read(), await stuck.read()]
  const stopped = server.stop()
  // Other replies get 5 seconds.
  await delay(7_000)
  const rest = await restOf(slow)
  const file = Buffer.concat([firsts[0]?.value ?? new Uint8Array(), ...(rest ?? [])])
  expect(LicenseReport.parse(JSON.parse(file.toString())).users).toHaveLength(MANY_REPORTED)
  // The other client reads only after the server has ended: what the system held for it is not the file.
  expect(await stopped).toBe(0)
  expect(await restOf(stuck)).toBeNull()
}, 180_000)

/** A file that arrived before the signal proves nothing, so it counts as neither. */
function outcomeOf(first: Uint8Array | undefined, rest: readonly Uint8Array[] | null): string {
  if (rest === null) return 'broken off'
  if (rest.length === 0) return 'arrived before the signal'
  const file = Buffer.concat([first ?? new Uint8Array(), ...rest])
  const hasEnd = file.subarray(-8).toString('latin1').includes('%%EOF')
  return hasEnd && file.length > REPORTED * 50 ? 'whole' : 'short'
}

/** Returns the pieces up to the regular end of the body, or null when it ends with an error. */
async function restOf(reader: Reader): Promise<Uint8Array[] | null> {
  const pieces: Uint8Array[] = []
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      pieces.push(piece.value)
    return pieces
  } catch {
    return null
  }
}

test.runIf(isPostgres)(
  'a PostgreSQL that ends every connection, again and again, is outlived',
  async () => {
    await start()
    const operator = new pg.Client(database.databaseUrl ?? '')
    await operator.connect()
    for (let round = 0; round < 20; round += 1) {
      const asked = Array.from({ length: 10 }, () => statusOf('/readyz'))
      await operator.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'tenantscope'`)
      await Promise.all(asked)
    }
    await operator.end()
    await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), { timeout: 30_000 })
    expect(await server.stop()).toBe(0)
  },
  60_000,
)
