import { decodeCspLicenses } from '@tenantscope/contract/csp-decode'
import type { CspDecodeResult } from '@tenantscope/contract/csp-decode'
import { TenantId } from '@tenantscope/contract/ids'
import { setLicenseVisibility } from '@tenantscope/contract/licenses'
import { createTransport } from '@tenantscope/graph-client/transport'
import type { Transport } from '@tenantscope/graph-client/transport'
import type { FaultOptions } from '@tenantscope/graph-sim/faults'
import type { Tenant } from '@tenantscope/graph-sim/world/types'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { composeLicenses } from '../../app/tenants.ts'
import { grantTenantAccess } from '../../lib/tenant-access.ts'
import { connectDirectly } from '../../testing/direct-microsoft.ts'
import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import type { ConnectedMicrosoft } from '../azure/microsoft-access.service.ts'
import { createCspDecodeRepo } from './csp-decode.repo.ts'
import { createCspDecodeService } from './csp-decode.service.ts'

const ENDPOINTS = [
  'GET /subscribedSkus',
  'GET /directory/subscriptions',
  'GET /organization',
  'GET /users',
]
const SPB = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'

let world: RefreshWorld
let technician: TestBrowser
/** Business Premium with too many seats. */
let wasteful: Tenant
let other: Tenant
let transport: Transport
let impatient: ConnectedMicrosoft

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 4, users: 9 })
  transport = createTransport({ microsoftEndpoint: new URL(world.simulator.url) })
  impatient = connectDirectly(world, transport)
  wasteful = tenantOf('seats-wasted')
  other = tenantOf('no-mfa-policy')
  await world.refresh(await world.signIn('admin'))
  technician = await world.signIn('technician', { tenants: [wasteful.id] })
})
afterAll(async () => {
  await transport.close()
  await world.close()
})
afterEach(() => {
  world.simulator.faults.clear()
})

function tenantOf(story: string): Tenant {
  const tenant = world.simulator.world.tenants.find((each) => each.story === story)
  if (!tenant) throw new Error(`No tenant has the story ${story}`)
  return tenant
}

const paramsOf = ({ id }: Tenant) => ({ params: { tenantId: TenantId.parse(id) } })

const decode = (by = technician, tenant = wasteful) => by.call(decodeCspLicenses, paramsOf(tenant))

const outcomesOf = ({ endpointsTested }: CspDecodeResult) =>
  endpointsTested.map(({ outcome, code }) => [outcome, code])

const holdersOf = (tenant: Tenant, skuId: string): number =>
  tenant.people.filter(({ licenses }) => licenses.some((each) => each.skuId === skuId)).length

test('to decode is to open the tenant, in the trail', async () => {
  const { db } = world.database.handle
  const opened = async () => {
    const entries = db.selectFrom('securityAuditLog').select('tenantId').orderBy('id')
    return entries.where('action', '=', 'tenant opened').execute()
  }
  const before = (await opened()).length
  await decode(await world.signIn('technician', { tenants: [wasteful.id] }))
  expect((await opened()).slice(before)).toEqual([{ tenantId: wasteful.id }])
})

test('every place is asked, and what they say is compared', async () => {
  const decoded = await decode()
  expect(decoded.endpointsTested.map(({ endpoint }) => endpoint)).toEqual(ENDPOINTS)
  expect(decoded.endpointsTested.map(({ found }) => found)).toEqual([
    new Set(wasteful.subscriptions.map(({ sku }) => sku.skuId)).size,
    wasteful.subscriptions.length,
    1,
    wasteful.people.length,
  ])
  expect(outcomesOf(decoded)).toEqual(ENDPOINTS.map(() => ['answered', null]))
  expect(decoded.additionalLicenses).toEqual([])
  const bought = wasteful.subscriptions.find(({ sku }) => sku.skuId === SPB)
  const holders = holdersOf(wasteful, SPB)
  expect(decoded.businessPremiumVariants).toMatchObject([
    {
      skuId: SPB,
      productName: 'Microsoft 365 Business Premium',
      skuPartNumber: 'SPB',
      foundIn: expect.stringContaining(`Users (${holders} holders)`) as unknown,
      prepaidUnits: { enabled: bought?.enabled },
      consumedUnits: holders,
    },
  ])
  expect(decoded.recommendations.map(({ message }) => message)).toContain(
    `Microsoft 365 Business Premium: ${holders} of ${bought?.enabled} seats are assigned.`,
  )
})

test('a license that people hold but that is sold no longer is found with them', async () => {
  const [...subscriptions] = wasteful.subscriptions
  wasteful.subscriptions = subscriptions.filter(({ sku }) => sku.skuId !== SPB)
  try {
    const { additionalLicenses, businessPremiumVariants } = await decode()
    const holders = holdersOf(wasteful, SPB)
    const foundIn = `Users (${holders} holders)`
    expect(additionalLicenses).toMatchObject([{ skuId: SPB, foundIn, holders }])
    expect(businessPremiumVariants[0]?.prepaidUnits).toEqual({ enabled: null })
  } finally {
    wasteful.subscriptions = subscriptions
  }
})

test('a hidden license is in no part of the answer', async () => {
  const admin = await world.signIn('admin')
  const setVisible = (isVisible: boolean) =>
    admin.call(setLicenseVisibility, { params: { skuId: SPB }, body: { isVisible } })
  await setVisible(false)
  expect(JSON.stringify(await decode())).not.toMatch(/Business Premium|cbdc14ab/u)
  await setVisible(true)
  expect(JSON.stringify(await decode())).toContain('Business Premium')
})

describe('when Microsoft does not answer', () => {
  test.each<
    [string, FaultOptions & { name: 'roles-removed' | 'unavailable' | 'truncated' }, unknown[]]
  >([
    [
      'permissions that are missing close their places and no other, and are named',
      { name: 'roles-removed', roles: ['Directory.Read.All', 'Organization.Read.All'] },
      [
        ['refused', 'PERMISSION_MISSING'],
        ['refused', 'PERMISSION_MISSING'],
        ['answered', null],
        ['answered', null],
      ],
    ],
    [
      'an outage of one place leaves the others',
      { name: 'unavailable', paths: ['/directory/subscriptions'] },
      [
        ['answered', null],
        ['failed', 'UNAVAILABLE'],
        ['answered', null],
        ['answered', null],
      ],
    ],
    [
      'an answer that cannot be read leaves the others',
      { name: 'truncated', paths: ['/users'] },
      [
        ['answered', null],
        ['answered', null],
        ['answered', null],
        ['failed', 'MALFORMED_ANSWER'],
      ],
    ],
  ])('%s', async (_title, { name, ...options }, outcomes) => {
    world.simulator.faults.add(name, { tenantId: wasteful.id, ...options })
    const decoded = await decode()
    expect(outcomesOf(decoded)).toEqual(outcomes)
    const silent = decoded.endpointsTested.filter(({ outcome }) => outcome !== 'answered')
    for (const { endpoint, message, found } of silent) {
      expect(found).toBeNull()
      expect(message).toMatch(/\.$/u)
      expect(decoded.recommendations[0]?.message).toContain(endpoint)
    }
    // Who holds what is known from the last refresh, whatever is closed now.
    expect(decoded.businessPremiumVariants[0]?.skuId).toBe(SPB)
  })

  test('of stored people the current reading alone counts, and none where it could not read them', async () => {
    world.simulator.faults.add('unavailable', { tenantId: wasteful.id, paths: ['/users'] })
    const { db } = world.database.handle
    const { params } = paramsOf(wasteful)
    const current = await db
      .selectFrom('tenants')
      .select('currentGenerationId as generationId')
      .$narrowType<{ generationId: number }>()
      .where('id', '=', TenantId.parse(wasteful.id))
      .executeTakeFirstOrThrow()
    const { id: generationId } = await db
      .insertInto('generations')
      .values(params)
      .returning('id')
      .executeTakeFirstOrThrow()
    const held = { skuId: 'of-another', holders: 1, blockedHolders: 0, guestHolders: 0 }
    await db
      .insertInto('generationSkuHolders')
      .values({ ...params, ...held, generationId })
      .execute()
    expect((await decode()).additionalLicenses).toEqual([])
    const refused = { part: 'users', code: 'PERMISSION_MISSING', message: 'No users' } as const
    await db
      .insertInto('generationPartFailures')
      .values({ ...current, ...refused })
      .execute()
    try {
      expect((await decode()).businessPremiumVariants[0]?.foundIn).not.toContain('People')
    } finally {
      await db.deleteFrom('generationPartFailures').where('part', '=', 'users').execute()
      await db.deleteFrom('generations').where('id', '=', generationId).execute()
    }
  })

  test.each([
    ['consent-withdrawn', 'CONSENT_REQUIRED', 'grant admin consent'],
    ['secret-expired', 'INVALID_CLIENT_SECRET', 'client secret'],
    ['app-disabled', 'APP_DISABLED', 'Enterprise applications'],
  ] as const)('%s closes every place, and is said once', async (name, code, suggestion) => {
    world.simulator.faults.add(name, { tenantId: wasteful.id })
    const decoded = await decode()
    expect(outcomesOf(decoded)).toEqual(ENDPOINTS.map(() => ['refused', code]))
    expect(decoded.recommendations[0]?.message).toContain(`${ENDPOINTS.join(', ')}: `)
    expect(decoded.recommendations[0]?.suggestion).toContain(suggestion)
    expect(decoded.recommendations.filter((each) => each.message.includes('GET /'))).toHaveLength(1)
  })

  test('a slow endpoint is reported as timed out, and the others are returned in time', async () => {
    const slow = ['/directory/subscriptions', '/users']
    world.simulator.faults.add('slow', { tenantId: wasteful.id, paths: slow, seconds: 30 })
    const decoded = await decodeWithin({ withinMs: 1_500 })
    expect(outcomesOf(decoded)).toEqual([
      ['answered', null],
      ['timedOut', 'UNAVAILABLE'],
      ['answered', null],
      ['timedOut', 'UNAVAILABLE'],
    ])
    expect(decoded.endpointsTested[1]?.message).toBe('No response within 10 seconds.')
    // Those who were not asked are known from the last refresh.
    expect(decoded.businessPremiumVariants[0]?.foundIn).toContain('Users (')
  })

  test('a sign-in service that is silent makes every place late', async () => {
    world.simulator.faults.add('slow', { tenantId: wasteful.id, paths: ['/token'], seconds: 2 })
    const decoded = await decodeWithin({ withinMs: 300 })
    expect(outcomesOf(decoded)).toEqual(ENDPOINTS.map(() => ['timedOut', 'UNAVAILABLE']))
  })

  test('who leaves ends the questions', async () => {
    world.simulator.faults.add('slow', { tenantId: wasteful.id, seconds: 30 })
    const leaving = new AbortController()
    const decoding = decodeWithin({ signal: leaving.signal })
    setTimeout(() => leaving.abort(), 50)
    await expect(decoding).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('who may ask', () => {
  test('technicians ask of their tenants; others learn nothing', async () => {
    const refusalOf = async (by: TestBrowser, { params }: ReturnType<typeof paramsOf>) => {
      const { status, body } = await by.refusal(decodeCspLicenses, { params })
      return [status, body.message]
    }
    const viewer = await world.signIn('viewer', { tenants: [wasteful.id] })
    expect((await refusalOf(viewer, paramsOf(wasteful)))[0]).toBe(403)
    const absent = paramsOf({ ...other, id: SPB })
    expect(await refusalOf(technician, absent)).toEqual([404, 'Tenant not found'])
    expect(await refusalOf(technician, paramsOf(other))).toEqual([404, 'Tenant not found'])
    const admin = await world.signIn('admin')
    expect(outcomesOf(await decode(admin, other))[0]).toEqual(['answered', null])
  })

  test('no token and no secret is in an answer or in the log', async () => {
    const text = JSON.stringify(await decode()) + world.log.join('')
    expect(text).not.toMatch(/eyJ[\w-]{10}|Bearer /u)
    expect(text).not.toContain(world.simulator.world.registration.clientSecret)
  })

  test('is refused for a tenant whose reading is stopped', async () => {
    const { db } = world.database.handle
    const setStopped = (readingStoppedAt: Date | null) =>
      db
        .updateTable('tenants')
        .set({ readingStoppedAt })
        .where('id', '=', TenantId.parse(wasteful.id))
        .execute()
    await setStopped(world.clock.now())
    const before = world.simulator.counters.read()
    const { status, body } = await technician.refusal(decodeCspLicenses, paramsOf(wasteful))
    expect([status, body.message]).toEqual([409, 'Reading of this tenant is stopped'])
    expect(world.simulator.counters.read()).toEqual(before)
    await setStopped(null)
  })

  test('is refused without a connection', async () => {
    const { db } = world.database.handle
    const connections = await db.selectFrom('microsoftConnection').selectAll().execute()
    await db.deleteFrom('microsoftConnection').execute()
    try {
      const { status, body } = await technician.refusal(decodeCspLicenses, paramsOf(wasteful))
      expect([status, body.code, body.message]).toEqual([
        409,
        'CONFLICT',
        'No Microsoft connection is configured, so licenses cannot be read.',
      ])
    } finally {
      await db.insertInto('microsoftConnection').values(connections).execute()
    }
  })
})

/** As the server composes it, with a client of its own and less patience. */
function decodeWithin({ withinMs, signal }: { withinMs?: number; signal?: AbortSignal }) {
  const { db } = world.database.handle
  const { clock } = world
  const cspDecode = createCspDecodeService({
    microsoft: { current: () => Promise.resolve(impatient) },
    repo: createCspDecodeRepo(db),
    licenses: composeLicenses({ db, clock }),
    clock,
    ...(withinMs === undefined ? {} : { withinMs }),
  })
  const access = grantTenantAccess(TenantId.parse(wasteful.id))
  return cspDecode.decode(access, signal ?? new AbortController().signal)
}
