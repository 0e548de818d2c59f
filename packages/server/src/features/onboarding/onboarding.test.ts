import { nextStepOf } from '@tenantscope/analysis/next-step'
import { TenantId } from '@tenantscope/contract/ids'
import { addTenant } from '@tenantscope/contract/onboarding'
import { setTenantReading } from '@tenantscope/contract/tenant-settings'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

let world: RefreshWorld
let admin: TestBrowser
/** Customers that have consented and that the partner does not list; each test takes another. */
let unlistedTenants: SimulatedTenant[]

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 12, users: 3 })
  admin = await world.signIn('admin')
  const { tenants } = world.simulator.world
  unlistedTenants = tenants.filter(({ kind, consent }) => kind === 'csp' && consent !== null)
  for (const tenant of unlistedTenants) tenant.isListedAsContract = false
})
afterEach(() => world.simulator.faults.clear())
afterAll(() => world.close())

type SimulatedTenant = RefreshWorld['simulator']['world']['tenants'][number]

function unlisted(): SimulatedTenant {
  const tenant = unlistedTenants.shift()
  if (tenant === undefined) throw new Error('The simulated world has no further customer')
  return tenant
}
const stranger = () => {
  const tenant = world.simulator.world.tenants.find(({ kind }) => kind === 'foreign')
  if (tenant === undefined) throw new Error('The simulated world has no stranger')
  return tenant
}

const add = (domainOrId: string) => admin.call(addTenant, { body: { domainOrId } })
const refusal = (domainOrId: string) => admin.refusal(addTenant, { body: { domainOrId } })
const details = async ({ id }: Pick<SimulatedTenant, 'id'>) =>
  (await admin.call(getTenantDetails, { params: { tenantId: TenantId.parse(id) } })).tenant
const isRead = (tenant: SimulatedTenant) =>
  vi.waitFor(async () => expect((await details(tenant)).status).toBe('Active'), {
    timeout: 30_000,
    interval: 100,
  })
const audited = ({ id }: Pick<SimulatedTenant, 'id'>) =>
  world.database.handle.db
    .selectFrom('securityAuditLog')
    .select(['action', 'newValue', 'changedBy', 'ipAddress'])
    .where('tenantId', '=', id)
    .where('type', '=', 'tenant')
    .orderBy('id')
    .execute()
const known = async () => (await admin.call(listTenants, {})).tenants.map(({ id }) => id)
const stepOf = (tenant: Parameters<typeof nextStepOf>[0]) =>
  nextStepOf(tenant, { isConnected: true }).step

test('a tenant that has consented is added by what people paste, and read at once', async () => {
  const tenant = unlisted()
  const domain = tenant.defaultDomainName
  const added = await add(`  HTTPS://www.${domain.toUpperCase()}/contact `)
  expect(added).toMatchObject({
    isNew: true,
    isConsented: true,
    tenant: {
      id: tenant.id,
      displayName: domain,
      status: 'Pending',
      accessMethod: 'direct',
      accessLevel: 'full',
      consent: { state: 'granted' },
      failure: null,
    },
  })
  await isRead(tenant)
  expect(await details(tenant)).toMatchObject({ displayName: tenant.displayName })
  const changedBy: unknown = expect.stringMatching(/^admin-/u)
  expect(await audited(tenant)).toEqual([
    {
      action: 'tenant added',
      newValue: 'consented',
      changedBy,
      ipAddress: '127.0.0.1',
    },
  ])

  for (const name of [domain, tenant.initialDomainName, tenant.id.toUpperCase(), `a@${domain}`])
    expect(await add(name)).toMatchObject({
      isNew: false,
      isConsented: true,
      tenant: { id: tenant.id, displayName: tenant.displayName },
    })
  expect(await audited(tenant)).toHaveLength(1)
})

test('two people add one tenant at one moment: it is new for one of them', async () => {
  const tenant = unlisted()
  const both = await Promise.all([add(tenant.id), add(tenant.defaultDomainName)])
  expect(new Set(both.map(({ isNew }) => isNew))).toEqual(new Set([true, false]))
  await isRead(tenant)
})

test('a tenant without consent waits as Pending, and consent is its next step', async () => {
  const tenant = stranger()
  // Another test may have added it.
  const { db } = world.database.handle
  await db.deleteFrom('tenants').where('id', '=', TenantId.parse(tenant.id)).execute()
  const before = (await audited(tenant)).length
  const added = await add(tenant.defaultDomainName)
  expect(added).toMatchObject({
    isNew: true,
    isConsented: false,
    tenant: {
      id: tenant.id,
      displayName: tenant.defaultDomainName,
      status: 'Pending',
      accessMethod: 'unknown',
      consent: { state: 'none' },
      failure: { code: 'CONSENT_REQUIRED', microsoftCode: 'AADSTS7000229' },
    },
  })
  expect(stepOf(added.tenant)).toBe('grantConsent')
  expect(await add(tenant.id)).toMatchObject({ isNew: false, isConsented: false })
  expect((await audited(tenant)).slice(before)).toMatchObject([
    { action: 'tenant added', newValue: 'not consented' },
  ])

  // It is tried at every refresh, as customers by contract are that never consented.
  const run = await world.refresh(admin)
  expect(run.state).toBe('partial')
  expect(run.failures).toContainEqual(
    expect.objectContaining({ tenantId: tenant.id, code: 'CONSENT_REQUIRED' }),
  )
  expect((await details(tenant)).status).toBe('Pending')

  tenant.consent = {
    servicePrincipalId: crypto.randomUUID(),
    roles: ['Directory.Read.All', 'Organization.Read.All', 'User.Read.All'],
  }
  expect(await add(tenant.id)).toMatchObject({
    isNew: false,
    isConsented: true,
    tenant: { consent: { state: 'granted' }, missingPermissions: ['Policy.Read.All'] },
  })
  await isRead(tenant)
  expect((await audited(tenant)).slice(before)).toMatchObject([
    { action: 'tenant added' },
    { action: 'tenant added again' },
  ])
})

test('the own directory is known, also before anything was read', async () => {
  const { partner } = world.simulator.world
  expect(await add(partner.defaultDomainName)).toMatchObject({
    isNew: false,
    tenant: { id: partner.id, isPartnerTenant: true },
  })
  expect(await audited(partner)).toEqual([])
})

describe('a known tenant that is not read', () => {
  test('because its relationship ended is read again, as direct', async () => {
    const tenant = unlisted()
    tenant.isListedAsContract = true
    await world.refresh(admin)
    tenant.isListedAsContract = false
    await world.refresh(admin)
    expect(await details(tenant)).toMatchObject({ status: 'Inactive', accessMethod: 'direct' })
    expect(await add(tenant.id)).toMatchObject({
      isNew: false,
      isConsented: true,
      tenant: { accessMethod: 'direct' },
    })
    await isRead(tenant)
    expect(await audited(tenant)).toMatchObject([{ action: 'tenant added again' }])
  })

  test('because consent went with the relationship stays Inactive', async () => {
    const tenant = unlisted()
    tenant.isListedAsContract = true
    await world.refresh(admin)
    tenant.isListedAsContract = false
    tenant.consent = null
    await world.refresh(admin)
    const { tenant: added, ...rest } = await add(tenant.id)
    expect(rest).toEqual({ isNew: false, isConsented: false })
    expect(added.status).toBe('Inactive')
    expect(added.consent.state).not.toBe('granted')
    expect(stepOf(added)).toBe('addAgain')
    expect(await audited(tenant)).toEqual([])
  })

  test('because it waits for approval is accepted', async () => {
    const tenant = unlisted()
    const tenantId = TenantId.parse(tenant.id)
    await world.database.handle.db
      .insertInto('tenants')
      .values({
        id: tenantId,
        displayName: tenantId,
        status: 'Pending',
        isConsented: true,
        awaitingApprovalSince: new Date(),
      })
      .execute()
    expect((await details(tenant)).consent.state).toBe('awaitingApproval')
    expect(await add(tenant.id)).toMatchObject({
      isNew: false,
      tenant: { consent: { state: 'granted' } },
    })
    await isRead(tenant)
  })

  test('because an administrator stopped it is read again', async () => {
    const tenant = unlisted()
    await add(tenant.id)
    await isRead(tenant)
    const params = { tenantId: TenantId.parse(tenant.id) }
    await admin.call(setTenantReading, { params, body: { isStopped: true } })
    expect((await add(tenant.id)).tenant.isReadingStopped).toBe(false)
  })
})

describe('a token that another obstacle refuses', () => {
  test.each([
    ['wrong-secret', 'INVALID_CLIENT_SECRET', 'checkConnection'],
    ['app-disabled', 'APP_DISABLED', 'enableApplication'],
  ] as const)(
    '%s: the tenant waits with the reason and its next step',
    async (fault, code, step) => {
      const { id } = stranger()
      await world.database.handle.db
        .deleteFrom('tenants')
        .where('id', '=', TenantId.parse(id))
        .execute()
      world.simulator.faults.add(fault, { tenantId: id })
      const added = await add(id)
      expect(added).toMatchObject({
        isNew: true,
        isConsented: false,
        tenant: { failure: { code } },
      })
      expect(stepOf(added.tenant)).toBe(step)
    },
  )
})

describe('nothing is written', () => {
  test.each([
    ['contoso', 'neither a domain nor a tenant ID'],
    ['organizations', 'not a single directory'],
    ['nowhere.example', 'Microsoft knows no directory for nowhere.example'],
    ['0a0a0a0a-0000-4000-8000-000000000404', 'Microsoft knows no directory for 0a0a0a0a'],
  ])('for %s, and the field is named', async (given, message) => {
    const before = await known()
    const { status, body } = await refusal(given)
    expect([status, body.code, body.fields]).toEqual([
      400,
      'BAD_REQUEST',
      [{ field: 'body.domainOrId', message: body.message }],
    ])
    expect(body.message).toContain(message)
    expect(await known()).toEqual(before)
  })

  test('for a directory that is gone', async () => {
    const tenant = unlisted()
    tenant.isGone = true
    expect((await refusal(tenant.id)).body.message).toContain('Microsoft knows no directory')
    tenant.isGone = false
  })

  test.each([
    ['the look-up', '/openid-configuration', 'unavailable'],
    ['the look-up', '/openid-configuration', 'reset'],
    ['the token', '/token', 'unavailable'],
    ['the token', '/token', 'truncated'],
  ] as const)('while Microsoft does not answer %s (%s, %s)', async (_, path, fault) => {
    const { id } = stranger()
    await world.database.handle.db
      .deleteFrom('tenants')
      .where('id', '=', TenantId.parse(id))
      .execute()
    world.simulator.faults.add(fault, { paths: [path] })
    const refused = await refusal(id)
    expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(refused.body.message).toContain('please try again')
    expect(await known()).not.toContain(id)
  })

  test('when Microsoft does not respond; the wait is at most ten seconds', async () => {
    const { id } = stranger()
    world.simulator.faults.add('latency', { paths: ['/openid-configuration'], seconds: 60 })
    const startedAt = performance.now()
    expect((await refusal(id)).status).toBe(503)
    const seconds = (performance.now() - startedAt) / 1_000
    expect(seconds).toBeGreaterThan(9.5)
    expect(seconds).toBeLessThan(40)
  })

  test('without a connection', async () => {
    const app = await createTestApp()
    const administrator = await app.signIn('admin')
    const body = { domainOrId: 'contoso.example' }
    expect(await administrator.refusal(addTenant, { body })).toMatchObject({
      status: 409,
      body: {
        code: 'CONFLICT',
        message: 'Azure configuration not found. Please configure Azure settings first.',
      },
    })
    await app.close()
  })
})
