import {
  checkConsent,
  getAzurePermissions,
  getConnectionRefusal,
} from '@tenantscope/contract/azure'
import type { ConnectionRefusalCause } from '@tenantscope/contract/azure'
import { getSetup } from '@tenantscope/contract/onboarding'
import { refreshTenant } from '@tenantscope/contract/sync'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import type { FaultName } from '@tenantscope/graph-sim/faults'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

let world: RefreshWorld
let admin: TestBrowser
let viewer: TestBrowser

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 3, users: 3 })
  admin = await world.signIn('admin')
  viewer = await world.signIn('viewer')
  await world.refresh(admin)
})
beforeEach(async () => {
  world.simulator.faults.clear()
  world.simulator.world.partner.isGone = false
  await admin.call(checkConsent, {})
})
afterAll(() => world.close())

const partnerId = () => world.simulator.world.partner.id
const refusal = async (reader = viewer) => (await reader.call(getConnectionRefusal, {})).refusal
const customer = async () => {
  const { tenants } = await admin.call(listTenants, {})
  const found = tenants.find((each) => !each.isPartnerTenant && each.status === 'Active')
  if (found === undefined) throw new Error('No customer was read')
  return found
}

test.each<[FaultName, ConnectionRefusalCause, string | null]>([
  ['wrong-secret', 'credentialWrong', 'AADSTS7000215'],
  ['secret-expired', 'credentialExpired', 'AADSTS7000222'],
  ['app-removed', 'applicationNotFound', 'AADSTS700016'],
  ['app-disabled', 'applicationDisabled', 'AADSTS7000112'],
  ['access-blocked', 'applicationBlocked', 'AADSTS53003'],
  ['consent-withdrawn', 'consentMissing', 'AADSTS7000229'],
  ['roles-removed', 'consentMissing', null],
])('%s is stored as %s, with its beginning, until a token works', async (fault, cause, code) => {
  expect(await refusal()).toBeNull()
  const before = world.clock.now()
  world.simulator.faults.add(fault, { tenantId: partnerId() })
  await admin.call(checkConsent, {})
  const first = await refusal()
  expect(first).toMatchObject({ cause, credentialKind: 'secret', microsoftCode: code })
  expect(Date.parse(first!.since)).toBeGreaterThanOrEqual(before.getTime())
  world.clock.advance({ hours: 1 })
  await admin.call(checkConsent, {})
  expect(await refusal()).toEqual(first)
  world.simulator.faults.clear()
  await admin.call(checkConsent, {})
  expect(await refusal()).toBeNull()
})

test('a directory that is gone is a cause of its own', async () => {
  world.simulator.world.partner.isGone = true
  await admin.call(checkConsent, {})
  expect(await refusal()).toMatchObject({ cause: 'directoryNotFound' })
})

test.each<FaultName>(['directory-unavailable', 'tenant-throttled'])(
  '%s is no refusal, and ends none',
  async (fault) => {
    world.simulator.faults.add(fault)
    await admin.call(checkConsent, {})
    expect(await refusal()).toBeNull()
    world.simulator.faults.clear()
    world.simulator.faults.add('wrong-secret')
    await admin.call(checkConsent, {})
    const refused = await refusal()
    world.simulator.faults.clear()
    world.simulator.faults.add(fault)
    await admin.call(checkConsent, {})
    expect(await refusal()).toEqual(refused)
  },
)

test('a refresh of one customer finds a refused secret, and the reason of one tenant is none', async () => {
  const { id } = await customer()
  world.simulator.faults.add('wrong-secret', { tenantId: id })
  const refresh = async () => {
    const { runId } = await admin.call(refreshTenant, { params: { tenantId: id } })
    return world.finished(admin, runId)
  }
  expect((await refresh()).failures.map(({ code }) => code)).toEqual(['INVALID_CLIENT_SECRET'])
  expect(await refusal()).toBeNull()
  world.simulator.faults.add('wrong-secret')
  await refresh()
  expect(await refusal()).toMatchObject({ cause: 'credentialWrong' })
})

test('while it lasts, no tenant has a known access and no permission counts as evaluated', async () => {
  const { id } = await customer()
  expect((await admin.call(listTenants, {})).tenants.map((each) => each.accessLevel)).toContain(
    'full',
  )
  world.simulator.faults.add('secret-expired')
  await admin.call(checkConsent, {})
  const { tenants } = await admin.call(listTenants, {})
  expect(new Set(tenants.map(({ accessLevel }) => accessLevel))).toEqual(new Set(['unknown']))
  expect(await admin.call(getTenantDetails, { params: { tenantId: id } })).toMatchObject({
    fullAccess: false,
    limitedAccess: false,
  })
  expect(await admin.call(getAzurePermissions, {})).toMatchObject({
    tenantPermissions: [],
    evaluationMetrics: { evaluatedTenants: 0, fullAccess: 0, limitedAccess: 0 },
  })
})

test('a refusal of the own directory alone leaves the access to customers as it was read', async () => {
  const accessOf = async () => {
    const [{ tenants }, { tenantPermissions, evaluationMetrics }] = await Promise.all([
      admin.call(listTenants, {}),
      admin.call(getAzurePermissions, {}),
    ])
    const access = tenants.map(({ id, isPartnerTenant, accessLevel, verification }) => {
      const isListed = tenantPermissions.some(({ tenantId }) => tenantId === id)
      return { isPartnerTenant, accessLevel, verification, isListed }
    })
    return { access, metrics: evaluationMetrics }
  }
  const before = await accessOf()
  world.simulator.faults.add('consent-withdrawn', { tenantId: partnerId() })
  await admin.call(checkConsent, {})
  const { access, metrics } = await accessOf()
  expect(access).toEqual(
    before.access.map((each) =>
      each.isPartnerTenant
        ? { ...each, accessLevel: 'unknown', verification: 'notReadable', isListed: false }
        : each,
    ),
  )
  const failedTenants = access.filter((each) => each.verification === 'notReadable').length
  expect(metrics).toMatchObject({ evaluatedTenants: access.length - failedTenants, failedTenants })
  expect(failedTenants).toBeLessThan(access.length)
  expect(
    await admin.call(getTenantDetails, { params: { tenantId: (await customer()).id } }),
  ).toMatchObject({ fullAccess: true })
})

test('the first step of the setup is open while Microsoft refuses the secret, and says why', async () => {
  const connect = async () =>
    (await admin.call(getSetup, {})).steps.find((step) => step.id === 'connect')
  expect(await connect()).toMatchObject({ isDone: true })
  world.simulator.faults.add('secret-expired')
  await admin.call(checkConsent, {})
  expect(await connect()).toEqual({
    id: 'connect',
    isDone: false,
    finding:
      'Microsoft refuses the connection. The client secret has expired. Create a client secret in the app registration and save its value under Azure Configuration.',
  })
})
