import { getCurrentUser } from '@tenantscope/contract/auth'
import { getAzurePermissions } from '@tenantscope/contract/azure'
import { UserId } from '@tenantscope/contract/ids'
import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import { searchEstate } from '@tenantscope/contract/search'
import { getSyncRun, refreshTenant, refreshTenants } from '@tenantscope/contract/sync'
import {
  createTenantGroup,
  deleteTenantGroup,
  saveTenantGroup,
  setUserAccess,
} from '@tenantscope/contract/tenant-groups'
import { getOwnTenantDetails, getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

let world: RefreshWorld
let admin: TestBrowser
let viewer: TestBrowser
let technician: TestBrowser
let failed: TenantId
let whole: TenantId
let own: TenantId
let hidden: TenantId[]
let groupId: TenantGroupId

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 6, users: 5 })
  admin = await world.signIn('admin')
  await world.refresh(admin)
  const { tenants } = await admin.call(listTenants, {})
  const partner = tenants.find(({ isPartnerTenant }) => isPartnerTenant)
  const [broken] = tenants.filter(({ failure }) => failure !== null)
  const [first, ...others] = tenants.filter((each) => each.failure === null && each !== partner)
  if (!partner || !broken || !first) throw new Error('The simulated world lacks a tenant')
  failed = broken.id
  whole = first.id
  own = partner.id
  hidden = others.map(({ id }) => id)
  viewer = await world.signIn('viewer')
  technician = await world.signIn('technician')
})
beforeEach(async () => {
  await world.database.handle.db.deleteFrom('tenantGroups').execute()
  const body = { name: 'North', tenantIds: [failed, whole] }
  groupId = (await admin.call(createTenantGroup, { body })).id
  await grant(viewer, [groupId])
  await grant(technician, [groupId])
})
afterAll(() => world.close())

async function grant(person: TestBrowser, groupIds: TenantGroupId[]) {
  const { user } = await person.call(getCurrentUser, {})
  const params = { userId: UserId.parse(user.id) }
  await admin.call(setUserAccess, { params, body: { mode: 'groups', groupIds } })
}
const inGroup = (...tenantIds: TenantId[]) =>
  admin.call(saveTenantGroup, { params: { groupId }, body: { name: 'North', tenantIds } })
const seen = async (person: TestBrowser) =>
  (await person.call(listTenants, {})).tenants.map(({ id }) => id).toSorted()
const both = () => [failed, whole].toSorted()
const statusOf = (person: TestBrowser, tenantId: TenantId) =>
  person.call(getTenantDetails, { params: { tenantId } }).then(
    () => 200,
    async () => (await person.refusal(getTenantDetails, { params: { tenantId } })).status,
  )

describe('a person with a tenant group sees exactly its tenants', () => {
  test('in the list and its counts', async () => {
    const { tenants, total, stats } = await viewer.call(listTenants, {})
    expect(tenants.map(({ id }) => id).toSorted()).toEqual(both())
    expect([total, stats.totalTenants, stats.pendingTenants]).toEqual([2, 2, 1])
  })

  test('by address, and every other one as if it were not there', async () => {
    expect(await statusOf(viewer, whole)).toBe(200)
    for (const id of [own, ...hidden]) expect(await statusOf(viewer, id)).toBe(404)
    expect((await viewer.refusal(getOwnTenantDetails)).status).toBe(404)
    await inGroup(own)
    expect((await viewer.call(getOwnTenantDetails, {})).tenant.id).toBe(own)
  })

  test('in the search', async () => {
    const everything = await admin.call(searchEstate, { query: { q: 'example' } })
    const found = await viewer.call(searchEstate, { query: { q: 'example' } })
    const tenantsIn = ({ people, tenants }: typeof found) =>
      new Set([...people.items, ...tenants.items].map(({ tenantId }) => tenantId))
    expect(tenantsIn(everything).size).toBeGreaterThan(2)
    expect(tenantsIn(found).isSubsetOf(new Set(both()))).toBe(true)
    expect(found.people.items.length).toBeGreaterThan(0)
  })

  test('in permissions and failures', async () => {
    const { tenantPermissions, evaluationMetrics } = await viewer.call(getAzurePermissions, {})
    expect(tenantPermissions.map(({ tenantId }) => tenantId).toSorted()).toEqual(both())
    expect(evaluationMetrics).toMatchObject({ evaluatedTenants: 1, failedTenants: 1 })
  })

  test('in runs, those of others too', async () => {
    const { runId } = await admin.call(refreshTenants, {})
    await world.finished(admin, runId)
    expect(await viewer.call(getSyncRun, { params: { runId } })).toMatchObject({
      state: 'partial',
      tenants: { total: 2, done: 2, failed: 1 },
      failures: [{ tenantId: failed }],
    })
  })

  test('when refreshing', async () => {
    const run = await world.refresh(technician)
    expect(run.tenants).toEqual({ total: 2, done: 2, failed: 1 })
    const params = { tenantId: hidden[0] }
    expect((await technician.refusal(refreshTenant, { params })).status).toBe(404)
  })

  test('once, however many of their groups hold it', async () => {
    const body = { name: 'South', tenantIds: [whole, own] }
    const { id } = await admin.call(createTenantGroup, { body })
    await grant(viewer, [groupId, id])
    expect(await seen(viewer)).toEqual([failed, whole, own].toSorted())
    const { runId } = await admin.call(refreshTenants, {})
    await world.finished(admin, runId)
    expect((await viewer.call(getSyncRun, { params: { runId } })).tenants.total).toBe(3)
  })
})

describe('what changes counts at the next request', () => {
  test('a tenant that leaves or joins the group', async () => {
    await inGroup(whole)
    expect(await seen(viewer)).toEqual([whole])
    expect(await statusOf(viewer, failed)).toBe(404)
    await inGroup(whole, own)
    expect(await seen(viewer)).toEqual([whole, own].toSorted())
  })

  test('a deleted group leaves no grant, and the user sees No Roles Assigned', async () => {
    await admin.call(deleteTenantGroup, { params: { groupId } })
    expect(await seen(viewer)).toEqual([])
    expect(await statusOf(viewer, whole)).toBe(404)
    expect((await technician.refusal(refreshTenants)).status).toBe(409)
    const { user } = await viewer.call(getCurrentUser, {})
    const found = await world.people.users.find(UserId.parse(user.id))
    expect(found && (await world.people.users.hasAnyTenant(found))).toBe(false)
  })

  test('another kind of grant', async () => {
    const { user } = await viewer.call(getCurrentUser, {})
    const params = { userId: UserId.parse(user.id) }
    const [other = own] = hidden
    await admin.call(setUserAccess, { params, body: { mode: 'list', tenantIds: [other] } })
    expect(await seen(viewer)).toEqual([other])
    await admin.call(setUserAccess, { params, body: { mode: 'all' } })
    expect(await seen(viewer)).toEqual(await seen(admin))
    await grant(viewer, [groupId])
    expect(await seen(viewer)).toEqual(both())
  })

  test('a group grants its tenants to users with access to it', async () => {
    const { user } = await viewer.call(getCurrentUser, {})
    const found = await world.people.users.find(UserId.parse(user.id))
    expect(found && (await world.people.users.hasAnyTenant(found))).toBe(true)
  })
})
