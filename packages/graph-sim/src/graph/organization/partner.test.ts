import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { CloudName } from '../../clouds.ts'
import { startSimulator, type Simulator } from '../../simulator.ts'
import { rowsOf, tenantOf, type Answer } from '../../testing/calls.ts'
import { askWith, graphRefusalOf } from '../../testing/permissions.ts'
import { ticking } from '../../testing/ticking.ts'
import type { DelegatedRelationship, Tenant } from '../../world/types.ts'

const NOW = Date.UTC(2026, 10, 20, 9, 30)
const CUSTOMERS = '/tenantRelationships/delegatedAdminCustomers'
const RELATIONSHIPS = '/tenantRelationships/delegatedAdminRelationships'
const DELEGATED = ['DelegatedAdminRelationship.Read.All']
const ACTIVE: DelegatedRelationship = {
  id: '5d027261-d21f-4aa9-b7db-7fa1f56fb163-8777b240-c6f0-4469-9e98-a3205431b836',
  displayName: 'Administration by Harbor Lane IT',
  status: 'active',
  createdDateTime: '2025-03-01T08:00:00Z',
  endsInDays: 100,
  duration: 'P730D',
  autoExtendDuration: 'P180D',
  roleTemplateIds: ['729827e3-9c14-49f7-bb1b-9608f156bbb8'],
}

// Matchers are of any type; as unknown they can be part of an expected value.
const GUID: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe('a partner', () => {
  let simulator: Simulator
  let partner: Tenant
  let one: Tenant
  let other: Tenant

  beforeAll(async () => {
    simulator = await startSimulator({
      tenants: 8,
      speed: 100_000,
      cloud: 'any',
      now: ticking(NOW),
    })
    ;({ partner } = simulator.world)
    for (const tenant of simulator.world.tenants) tenant.delegatedRelationships = []
    one = tenantOf(simulator, 'seats-wasted')
    other = tenantOf(simulator, 'no-mfa-policy')
    one.delegatedRelationships = [
      ACTIVE,
      { ...ACTIVE, id: 'ended', status: 'terminated', endsInDays: -40, autoExtendDuration: 'PT0S' },
    ]
    other.delegatedRelationships = [{ ...ACTIVE, id: 'asked', status: 'approvalPending' }]
  })
  afterAll(() => simulator.close())

  function ask(path: string, tenant = partner, roles: readonly string[] = DELEGATED) {
    return askWith(simulator, { tenant, path: encodeURI(path), roles })
  }

  test('sees the customers that it may administer', async () => {
    const answer: Answer = await ask(CUSTOMERS)
    expect(answer.body['@odata.context']).toBe(
      'https://graph.microsoft.com/v1.0/$metadata#tenantRelationships/delegatedAdminCustomers',
    )
    expect(rowsOf(answer)).toEqual([
      {
        '@odata.type': '#microsoft.graph.delegatedAdminCustomer',
        id: one.id,
        tenantId: one.id,
        displayName: one.displayName,
      },
    ])
  })

  test('sees every relationship with what it allows and when it ends', async () => {
    const rows = rowsOf(await ask(RELATIONSHIPS))
    expect(rows.map((row) => [row['id'], row['status'], row['endDateTime']])).toEqual([
      [ACTIVE.id, 'active', '2027-02-28T00:00:00Z'],
      ['ended', 'terminated', '2026-10-11T00:00:00Z'],
      ['asked', 'approvalPending', null],
    ])
    expect(rows[0]).toEqual({
      '@odata.type': '#microsoft.graph.delegatedAdminRelationship',
      id: ACTIVE.id,
      displayName: ACTIVE.displayName,
      duration: 'P730D',
      customer: { tenantId: one.id, displayName: one.displayName },
      accessDetails: {
        unifiedRoles: [{ roleDefinitionId: '729827e3-9c14-49f7-bb1b-9608f156bbb8' }],
      },
      status: 'active',
      autoExtendDuration: 'P180D',
      createdDateTime: '2025-03-01T08:00:00Z',
      activatedDateTime: '2025-03-01T08:00:00Z',
      endDateTime: '2027-02-28T00:00:00Z',
    })
    expect(rows[2]).toMatchObject({ activatedDateTime: null })
  })

  test('finds relationships by their state, in pages of at most 300', async () => {
    const active = await ask(`${RELATIONSHIPS}?$filter=status eq 'active'`)
    expect(rowsOf(active).map((row) => row['id'])).toEqual([ACTIVE.id])
    const first = await ask(`${RELATIONSHIPS}?$top=2`)
    expect(rowsOf(first)).toHaveLength(2)
    const next = new URL(String(first.body['@odata.nextLink']))
    expect(rowsOf(await ask(decodeURI(next.pathname.slice(5) + next.search)))).toHaveLength(1)
    expect(graphRefusalOf(await ask(`${RELATIONSHIPS}?$top=301`))).toEqual([
      400,
      'Request_UnsupportedQuery',
    ])
  })

  test.each([CUSTOMERS, RELATIONSHIPS])(
    '%s is empty for a directory that is none',
    async (path) => {
      expect(rowsOf(await ask(path, one))).toEqual([])
    },
  )

  test.each([CUSTOMERS, RELATIONSHIPS])('%s needs its own permission', async (path) => {
    expect(graphRefusalOf(await ask(path, partner, ['Directory.ReadWrite.All']))).toEqual([
      403,
      'Authorization_RequestDenied',
    ])
  })

  test.each([CUSTOMERS, RELATIONSHIPS])('%s is not in China', async (path) => {
    const inCloud = (cloud: CloudName) =>
      askWith(simulator, { tenant: partner, path, roles: DELEGATED, cloud })
    expect(graphRefusalOf(await inCloud('china'))).toEqual([400, 'BadRequest'])
    expect((await inCloud('usgov')).status).toBe(200)
  })
})

describe('what a directory bought', () => {
  let simulator: Simulator
  let customer: Tenant

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 8, speed: 100_000, now: ticking(NOW) })
    customer = tenantOf(simulator, 'seats-wasted')
    customer.subscriptions = customer.subscriptions.map((subscription, index) => ({
      ...subscription,
      isTrial: index === 1,
      renewsInDays: index === 0 ? 12 : null,
    }))
  })
  afterAll(() => simulator.close())

  test('returns renewal dates, trials and the reseller', async () => {
    const asked = { tenant: customer, path: '/directory/subscriptions' }
    const rows = rowsOf(await askWith(simulator, { ...asked, roles: ['Organization.Read.All'] }))
    const [subscription] = customer.subscriptions
    expect(rows).toHaveLength(customer.subscriptions.length)
    expect(rows[0]).toEqual({
      createdDateTime: subscription?.createdDateTime,
      commerceSubscriptionId: GUID,
      id: subscription?.subscriptionId,
      isTrial: false,
      nextLifecycleDateTime: '2026-12-02T00:00:00Z',
      skuId: subscription?.sku.skuId,
      skuPartNumber: subscription?.sku.skuPartNumber,
      status: 'Enabled',
      totalLicenses: subscription?.enabled,
      ownerTenantId: simulator.world.partner.id,
    })
    expect(rows[1]).toMatchObject({ isTrial: true, nextLifecycleDateTime: null })
  })

  test('names no seller for its own purchases', async () => {
    const { partner } = simulator.world
    const asked = { tenant: partner, path: '/directory/subscriptions' }
    const rows = rowsOf(await askWith(simulator, { ...asked, roles: ['Directory.Read.All'] }))
    expect(rows[0]).toMatchObject({ ownerTenantId: null })
  })

  test('is returned only to callers that can read licenses', async () => {
    const asked = { tenant: customer, path: '/directory/subscriptions' }
    for (const role of [
      'Organization.Read.All',
      'Directory.Read.All',
      'LicenseAssignment.Read.All',
    ]) {
      expect((await askWith(simulator, { ...asked, roles: [role] })).status).toBe(200)
    }
    expect(
      graphRefusalOf(await askWith(simulator, { ...asked, roles: ['User.Read.All'] })),
    ).toEqual([403, 'Authorization_RequestDenied'])
  })
})
