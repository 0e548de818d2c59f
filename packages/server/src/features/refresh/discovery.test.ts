import { TenantId } from '@tenantscope/contract/ids'
import { refreshTenant, refreshTenants } from '@tenantscope/contract/sync'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

let world: RefreshWorld
let admin: TestBrowser
let tenantId: TenantId

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 5, users: 4 })
  world.simulator.world.partner.consent?.roles.push('DelegatedAdminRelationship.Read.All')
  admin = await world.signIn('admin')
  await world.refresh(admin)
  const { tenants } = await admin.call(listTenants, {})
  const customer = tenants.find((each) => each.accessMethod === 'csp' && each.status === 'Active')
  if (!customer) throw new Error('The simulated world has no customer')
  tenantId = customer.id
})
afterAll(() => world.close())
beforeEach(() => {
  world.simulator.faults.clear()
  for (const tenant of world.simulator.world.tenants) tenant.delegatedRelationships.length = 0
  simulated().isListedAsContract = true
})

const details = (id: TenantId) => admin.call(getTenantDetails, { params: { tenantId: id } })

function simulated() {
  const tenant = world.simulator.world.tenants.find(({ id }) => id === tenantId)
  if (!tenant) throw new Error('The simulated world has lost its customer')
  return tenant
}

test('without a Microsoft connection there is nothing to refresh, and the answer says so', async () => {
  const app = await createTestApp()
  const administrator = await app.signIn('admin')
  await app.addTenant(tenantId)
  for (const [endpoint, input] of [
    [refreshTenants, {}],
    [refreshTenant, { params: { tenantId } }],
  ] as const) {
    const refusal = await administrator.refusal(endpoint, input)
    expect(refusal).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(refusal.body.message).toContain('No Microsoft connection is configured')
  }
  expect(await administrator.call(listTenants, {})).toMatchObject({ isConnected: false, total: 1 })
  await app.close()
})

test('a customer whose contract ended is Inactive and no longer read; nothing of it is lost', async () => {
  const before = await standing()
  const { userCount } = await details(tenantId)
  const run = await refreshWithoutContract()
  expect(run.tenants).toMatchObject({ total: 6, done: 6 })
  const after = await details(tenantId)
  expect(after.tenant).toMatchObject({ status: 'Inactive', dataAsOf: before.dataAsOf })
  expect(after.userCount).toBe(userCount)
  expect(after.message).toContain('has ended')
  const refusal = await admin.refusal(refreshTenant, { params: { tenantId } })
  expect(refusal).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
})

test('a customer that an administrator adds again is read as direct, and with a new contract as csp', async () => {
  await refreshWithoutContract()
  await world.recordDirectConsent(tenantId, 'Back again')
  expect(await standing()).toMatchObject({
    status: 'Active',
    accessMethod: 'direct',
    displayName: simulated().displayName,
    failure: null,
  })
  simulated().isListedAsContract = true
  expect(await standing()).toMatchObject({ status: 'Active', accessMethod: 'csp' })
})

function refreshWithoutContract() {
  simulated().isListedAsContract = false
  return world.refresh(admin)
}

const relate = (status: 'active' | 'expiring' | 'expired') =>
  simulated().delegatedRelationships.splice(0, Infinity, {
    id: 'a-relationship',
    displayName: 'Service desk',
    status,
    createdDateTime: '2026-01-01T00:00:00Z',
    endsInDays: 30,
    duration: 'P365D',
    autoExtendDuration: 'PT0S',
    roleTemplateIds: ['f2ef992c-3afb-46b9-b7cf-a126ee74c451'],
  })
const standing = async () => {
  await world.refresh(admin)
  return (await details(tenantId)).tenant
}

describe('delegated administration', () => {
  test('is not asked for while its permission is not granted', async () => {
    const without = await createRefreshWorld({ tenants: 2, users: 2 })
    await without.refresh(await without.signIn('admin'))
    const { requestsByPath } = without.simulator.counters.readByName()
    await without.close()
    expect(Object.keys(requestsByPath).filter((path) => path.includes('delegatedAdmin'))).toEqual(
      [],
    )
  })

  test('keeps a customer that has no contract any more, until it ends too', async () => {
    simulated().isListedAsContract = false
    relate('expiring')
    expect(await standing()).toMatchObject({ status: 'Active', accessMethod: 'csp' })
    relate('expired')
    expect(await standing()).toMatchObject({ status: 'Inactive' })
  })

  test('that cannot be read leaves its customers as they are, and contracts are taken over', async () => {
    simulated().isListedAsContract = false
    relate('active')
    const { partner, tenants } = world.simulator.world
    const other = tenants.find(({ id, kind }) => kind === 'csp' && id !== tenantId)
    if (!other) throw new Error('The simulated world has no further customer')
    await world.refresh(admin)
    other.isListedAsContract = false
    world.simulator.faults.add('not-provisioned', {
      tenantId: partner.id,
      paths: ['/tenantRelationships/delegatedAdminRelationships'],
    })
    const run = await world.refresh(admin)
    expect(run.failures.map((failure) => failure.tenantId)).not.toContain(partner.id)
    expect((await details(tenantId)).tenant).toMatchObject({
      status: 'Active',
      accessMethod: 'csp',
    })
    expect((await details(TenantId.parse(other.id))).tenant.status).toBe('Inactive')
    other.isListedAsContract = true
  })

  test('brings a customer back', async () => {
    await refreshWithoutContract()
    expect((await details(tenantId)).tenant.status).toBe('Inactive')
    relate('active')
    expect(await standing()).toMatchObject({ status: 'Active', accessMethod: 'csp' })
    simulated().delegatedRelationships.length = 0
    simulated().isListedAsContract = true
    expect(await standing()).toMatchObject({ status: 'Active', accessMethod: 'csp' })
  })
})

function otherCustomer() {
  const other = world.simulator.world.tenants.find(
    ({ id, kind, consent }) => kind === 'csp' && consent !== null && id !== tenantId,
  )
  if (!other) throw new Error('The simulated world has no further customer')
  return other
}
const statusOf = async (id: string) => (await details(TenantId.parse(id))).tenant.status

describe('a row of the list of customers that cannot be read', () => {
  test.each([
    ['a name that is no text', { contractDisplayName: 5 }],
    ['a domain that is too long', { defaultDomainName: 'd'.repeat(600) }],
  ])('%s fails neither discovery nor its tenant', async (_, change) => {
    expect(await standing()).toMatchObject({ status: 'Active' })
    const before = { ...simulated() }
    Object.assign(simulated(), change)
    const { failures } = await world.refresh(admin)
    Object.assign(simulated(), before)
    expect(failures.map((failure) => failure.tenantId)).not.toContain(
      world.simulator.world.partner.id,
    )
    expect(await statusOf(tenantId)).toBe('Active')
  })

  test('makes no absent customer Inactive; a later list without such a row does', async () => {
    const other = otherCustomer()
    expect(await standing()).toMatchObject({ status: 'Active' })
    const before = { ...simulated() }
    Object.assign(simulated(), { contractDisplayName: 5 })
    other.isListedAsContract = false
    await world.refresh(admin)
    expect([await statusOf(tenantId), await statusOf(other.id)]).toEqual(['Active', 'Active'])
    Object.assign(simulated(), before)
    await world.refresh(admin)
    expect([await statusOf(tenantId), await statusOf(other.id)]).toEqual(['Active', 'Inactive'])
    other.isListedAsContract = true
    await world.refresh(admin)
  })

  test('a delegation that cannot be read keeps its customer and its stored relationship', async () => {
    simulated().isListedAsContract = false
    relate('active')
    expect(await standing()).toMatchObject({ status: 'Active', accessMethod: 'csp' })
    const stored = () =>
      world.database.handle.db.selectFrom('delegatedRelationships').selectAll().execute()
    const before = await stored()
    expect(before).toHaveLength(1)
    const [relationship] = simulated().delegatedRelationships
    Object.assign(relationship!, { createdDateTime: 'yesterday' })
    const { displayName } = simulated()
    Object.assign(simulated(), { displayName: 5 })
    await world.refresh(admin)
    Object.assign(simulated(), { displayName })
    expect(await statusOf(tenantId)).toBe('Active')
    expect(await stored()).toEqual(before)
  })
})

test('a directory that Microsoft does not know is gone, while the connection itself works', async () => {
  const gone = TenantId.parse('0a0a0a0a-0000-4000-8000-000000000001')
  await world.recordDirectConsent(gone, 'Gone for good')
  const { runId } = await admin.call(refreshTenant, { params: { tenantId: gone } })
  const run = await world.finished(admin, runId)
  expect(run.failures).toMatchObject([{ tenantId: gone, code: 'APP_NOT_FOUND' }])
  expect((await details(gone)).tenant).toMatchObject({
    status: 'Inactive',
    failure: null,
    end: { reason: 'directoryGone' },
  })
})

test('a customer whose directory is gone stays Inactive and unread while its contract is still listed', async () => {
  const gone = TenantId.parse('0a0a0a0a-0000-4000-8000-000000000002')
  const customer = world.simulator.world.tenants.find(
    ({ id, kind }) => kind === 'csp' && id !== tenantId,
  )
  if (!customer) throw new Error('The simulated world has no further customer')
  const { id } = customer
  // The simulated sign-in service goes by the ids that it began with: this one it does not know.
  Object.assign(customer, { id: gone })
  const first = await world.refresh(admin)
  expect(first.failures).toContainEqual(expect.objectContaining({ tenantId: gone }))
  for (let round = 0; round < 2; round += 1) {
    const { failures } = await world.refresh(admin)
    expect(failures.map((failure) => failure.tenantId)).not.toContain(gone)
    expect((await details(gone)).tenant).toMatchObject({ status: 'Inactive', accessMethod: 'csp' })
  }
  expect((await admin.refusal(refreshTenant, { params: { tenantId: gone } })).status).toBe(409)

  await world.recordDirectConsent(gone, 'Said to be back')
  expect((await details(gone)).tenant.status).toBe('Pending')
  const again = await world.refresh(admin)
  expect(again.failures).toContainEqual(expect.objectContaining({ tenantId: gone }))
  expect((await details(gone)).tenant.status).toBe('Inactive')
  Object.assign(customer, { id })
})
