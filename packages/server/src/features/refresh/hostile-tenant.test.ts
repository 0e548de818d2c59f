import { TenantId } from '@tenantscope/contract/ids'
import { listTenantLicenses, listTenantUsers } from '@tenantscope/contract/licenses'
import type { MalformedPart } from '@tenantscope/contract/parts'
import { searchEstate } from '@tenantscope/contract/search'
import { createShare } from '@tenantscope/contract/shares'
import { getTenantDetails, getTenantHistory, listTenants } from '@tenantscope/contract/tenants'
import { HOSTILE_MALFORMED } from '@tenantscope/graph-sim/world/hostile-directory'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import { generate } from '../../testing/report-world.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { readSignIns, readUsage } from '../activity/activity.jobs.ts'

/** The short tier reads a small one, since a large one takes a minute on a loaded machine. */
const SIZE =
  process.env['TENANTSCOPE_TESTS'] === 'all'
    ? { tenants: 40, hostileUsers: 5_000 }
    : { tenants: 3, hostileUsers: 120 }

let world: RefreshWorld
let admin: TestBrowser
let outcome: Awaited<ReturnType<RefreshWorld['refresh']>>
let hostileId: TenantId

beforeAll(async () => {
  world = await createRefreshWorld({ ...SIZE, users: 8 })
  admin = await world.signIn('admin', { tenants: 'all' })
  const hostile = world.simulator.world.tenants.find(({ story }) => story === 'hostile')
  hostile?.consent?.roles.push('AuditLog.Read.All')
  hostileId = TenantId.parse(hostile?.id)
  outcome = await world.refresh(admin)
})
afterAll(() => world.close())

/** Parts that are read at night. */
const NIGHTLY: readonly MalformedPart[] = ['signIns', 'registrations']
const READABLE = SIZE.hostileUsers - HOSTILE_MALFORMED.users

async function allUsers() {
  const users = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: { cursor?: string } = cursor === '' ? {} : { cursor }
    const page = await admin.call(listTenantUsers, { params: { tenantId: hostileId }, query })
    users.push(...page.users)
    cursor = page.nextCursor
  }
  return users
}

async function selection() {
  const { licenses } = await admin.call(listTenantLicenses, { params: { tenantId: hostileId } })
  const users = (await allUsers()).filter(({ licenseSkuIds }) => licenseSkuIds.length > 0)
  const held = new Set(users.flatMap(({ licenseSkuIds }) => licenseSkuIds))
  return {
    licenseIds: licenses.map(({ skuId }) => skuId).filter((skuId) => held.has(skuId)),
    userIds: users.map(({ id }) => id),
  }
}

test('hostile data never fail the tenant: malformed rows are counted and named, the others are there', async () => {
  const details = await admin.call(getTenantDetails, { params: { tenantId: hostileId } })
  expect(details.tenant).toMatchObject({ status: 'Active', failure: null })
  expect(details.userCount).toBe(READABLE)
  const malformedRows = details.malformedRows.filter(({ part }) => !NIGHTLY.includes(part))
  expect(malformedRows.map(({ part, malformed }) => [part, malformed])).toEqual([
    ['licenses', HOSTILE_MALFORMED.skus],
    ['subscriptions', HOSTILE_MALFORMED.subscriptions],
    ['users', HOSTILE_MALFORMED.users],
  ])
  const named = malformedRows.at(-1)?.named.map(({ field }) => field)
  expect(named?.toSorted()).toEqual([
    'createdDateTime',
    'createdDateTime',
    'mail',
    'userPrincipalName',
  ])
  expect(details.policies?.conditionalAccess).toHaveLength(8)
})

test('every page of the hostile tenant has its data, and names are cut at 1,024 characters', async () => {
  const users = await allUsers()
  expect(users).toHaveLength(READABLE)
  expect(Math.max(...users.map(({ name }) => name.length))).toBeLessThanOrEqual(1_024)
  const { licenses } = await admin.call(listTenantLicenses, { params: { tenantId: hostileId } })
  for (const { consumedUnits, enabledUnits } of licenses) {
    expect(consumedUnits).toBeGreaterThanOrEqual(0)
    expect(enabledUnits).toBeGreaterThanOrEqual(0)
  }
  const { days } = await admin.call(getTenantHistory, { params: { tenantId: hostileId } })
  expect(days.at(-1)?.people).toBe(READABLE)
  const result = await admin.call(searchEstate, { query: { q: 'Anna Berg Anna' } })
  expect(result.people.items.some(({ tenantId }) => tenantId === hostileId)).toBe(true)
})

test('the hostile tenant is reported in every format and shared', async () => {
  const wanted = { tenantId: hostileId, ...(await selection()) }
  for (const format of ['json', 'csv', 'xlsx', 'pdf']) {
    const { statusCode, rawPayload } = await generate(admin, { ...wanted, format })
    expect(statusCode).toBe(200)
    expect(rawPayload.length).toBeGreaterThan(1_000)
  }
  const share = await admin.call(createShare, {
    body: {
      tenantId: hostileId,
      reportType: 'user-license',
      reportData: JSON.stringify(wanted),
      expirationDays: 7,
      maskNames: false,
    },
  })
  expect(share.share.summary?.totalUsers).toBe(wanted.userIds.length)
})

test('the nightly readings keep all rows but the malformed ones, which are counted', async () => {
  for (const job of [readSignIns, readUsage]) await world.jobs.send(job, { tenantId: hostileId })
  const nightly = await vi.waitFor(
    async () => {
      const details = await admin.call(getTenantDetails, { params: { tenantId: hostileId } })
      const found = details.malformedRows.filter(({ part }) => NIGHTLY.includes(part))
      if (found.length < 2) throw new Error('The nightly readings are not complete')
      return found
    },
    { timeout: 30_000, interval: 100 },
  )
  expect(nightly.map(({ part, malformed }) => [part, malformed])).toEqual([
    ['registrations', HOSTILE_MALFORMED.registrations],
    ['signIns', HOSTILE_MALFORMED.signIns],
  ])
  const { signIns } = await world.database.handle.db
    .selectFrom('activitySignIns')
    .select((eb) => eb.fn.countAll<string>().as('signIns'))
    .executeTakeFirstOrThrow()
  expect(Number(signIns)).toBe(SIZE.hostileUsers - HOSTILE_MALFORMED.signIns)
})

test('the other tenants are complete beside it', async () => {
  expect(outcome.tenants.failed).toBe(
    world.simulator.world.tenants.filter(({ kind, consent }) => kind === 'csp' && !consent).length,
  )
  const { tenants } = await admin.call(listTenants, {})
  for (const { id, dataAsOf } of tenants) {
    if (id === hostileId || dataAsOf === null) continue
    const details = await admin.call(getTenantDetails, { params: { tenantId: id } })
    const simulated = world.simulator.world.tenants.find((tenant) => tenant.id === id)
    expect(details.malformedRows).toEqual([])
    expect(details.userCount).toBe(simulated?.people.length)
  }
})
