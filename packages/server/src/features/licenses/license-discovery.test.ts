import { TenantId } from '@tenantscope/contract/ids'
import { discoverLicenses } from '@tenantscope/contract/license-management'
import { listLicenses } from '@tenantscope/contract/licenses'
import { createTransport } from '@tenantscope/graph-client/transport'
import type { Transport } from '@tenantscope/graph-client/transport'
import type { Tenant } from '@tenantscope/graph-sim/world/types'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { composeLicenses } from '../../app/tenants.ts'
import { connectDirectly } from '../../testing/direct-microsoft.ts'
import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import type { ConnectedMicrosoft } from '../azure/microsoft-access.service.ts'
import { createLicenseDiscovery } from './license-discovery.service.ts'
import { createLicensesRepo } from './licenses.repo.ts'

const BY = {
  actor: { name: 'ada', userId: null },
  source: { ipAddress: '127.0.0.1', userAgent: null },
}

let world: RefreshWorld
let transport: Transport
let impatient: ConnectedMicrosoft
let admin: TestBrowser
/** The consented tenants of the database. */
let asked: Tenant[]

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 4, users: 5 })
  transport = createTransport({ microsoftEndpoint: new URL(world.simulator.url) })
  impatient = connectDirectly(world, transport)
  admin = await world.signIn('admin')
  await world.refresh(admin)
  const consented = await db()
    .selectFrom('tenants')
    .select('id')
    .where('isConsented', '=', true)
    .execute()
  const ids = new Set<string>(consented.map(({ id }) => id))
  asked = world.simulator.world.tenants.filter(({ id }) => ids.has(id))
})
afterAll(async () => {
  await transport.close()
  await world.close()
})
afterEach(() => {
  world.simulator.faults.clear()
})

const db = () => world.database.handle.db
const set = (id: string | undefined, values: object) =>
  db().updateTable('tenants').set(values).where('id', '=', TenantId.parse(id)).execute()
const discover = () => admin.call(discoverLicenses, {})
const skuIdsOf = (tenants: readonly Tenant[]) =>
  [...new Set(tenants.flatMap((each) => each.subscriptions.map(({ sku }) => sku.skuId)))].toSorted()
const found = ({ discoveredSkus }: Awaited<ReturnType<typeof discover>>) =>
  discoveredSkus.map(({ skuId }) => skuId).toSorted()

const discoveriesLogged = () =>
  db()
    .selectFrom('securityAuditLog')
    .select('newValue')
    .where('action', '=', 'licenses discovered')
    .orderBy('id')
    .execute()

test('every consented tenant is asked, what is new is added, and of tenants nothing is written', async () => {
  const [first] = skuIdsOf(asked)
  await db().deleteFrom('licenseVisibility').where('skuId', '=', first!).execute()
  const before = await db().selectFrom('tenants').selectAll().orderBy('id').execute()
  const logged = (await discoveriesLogged()).length
  const reply = await discover()
  expect(found(reply)).toEqual(skuIdsOf(asked))
  expect(reply).toMatchObject({ added: 1, failures: [] })
  expect(reply.tenants).toBeGreaterThanOrEqual(asked.length)
  const listed = await admin.call(listLicenses, {})
  expect(listed.map(({ skuId }) => skuId)).toContain(first)
  expect(await db().selectFrom('tenants').selectAll().orderBy('id').execute()).toEqual(before)
  expect((await discover()).added).toBe(0)
  const entries = (await discoveriesLogged()).slice(logged)
  const count = reply.discoveredSkus.length
  expect(entries.map(({ newValue }) => newValue)).toEqual([
    `${count} found, 1 new`,
    `${count} found, 0 new`,
  ])
})

test.each([
  ['consent-withdrawn', 'Admin consent is missing for this application.'],
  ['truncated', 'Microsoft sent an unreadable response.'],
] as const)(
  'a tenant with %s is named with the reason, the others answer',
  async (name, message) => {
    const [broken, ...others] = asked
    world.simulator.faults.add(name, { tenantId: broken!.id })
    // Tokens from before the fault have ended.
    world.clock.advance({ minutes: 100 })
    const reply = await discover()
    expect(reply.failures).toMatchObject([{ tenantId: broken!.id, message }])
    expect(reply.failures[0]?.displayName).not.toBe('')
    expect(found(reply)).toEqual(expect.arrayContaining(skuIdsOf(others)))
  },
)

test('who does not answer in time is named, and what the others say is kept', async () => {
  const [slow, ...others] = asked
  world.simulator.faults.add('slow', { tenantId: slow!.id, seconds: 60 })
  const discovery = createLicenseDiscovery({
    microsoft: { current: () => Promise.resolve(impatient) },
    repo: createLicensesRepo(db()),
    licenses: composeLicenses({ db: db(), clock: world.clock }),
    withinMs: 1_500,
  })
  const reply = await discovery.discover(BY, new AbortController().signal)
  expect(reply.failures).toMatchObject([
    { tenantId: slow!.id, message: 'No response within 10 seconds.' },
  ])
  expect(found(reply)).toEqual(expect.arrayContaining(skuIdsOf(others)))
  const leaving = AbortSignal.timeout(20)
  await expect(discovery.discover(BY, leaving)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('tenants whose reading is stopped, that wait for approval or are gone are not asked', async () => {
  const [stopped, waiting, gone] = asked.map(({ id }) => id)
  const at = world.clock.now()
  const { tenants } = await discover()
  await set(stopped, { readingStoppedAt: at })
  await set(waiting, { awaitingApprovalSince: at })
  await set(gone, { goneAt: at })
  try {
    expect((await discover()).tenants).toBe(tenants - new Set([stopped, waiting, gone]).size)
  } finally {
    for (const id of [stopped, waiting, gone])
      await set(id, { readingStoppedAt: null, awaitingApprovalSince: null, goneAt: null })
  }
})

test('discovery is refused without a connection', async () => {
  const connections = await db().selectFrom('microsoftConnection').selectAll().execute()
  await db().deleteFrom('microsoftConnection').execute()
  try {
    const { status, body } = await admin.refusal(discoverLicenses)
    expect([status, body.message]).toEqual([
      409,
      'No Microsoft connection is configured, so licenses cannot be read.',
    ])
  } finally {
    await db().insertInto('microsoftConnection').values(connections).execute()
  }
})
