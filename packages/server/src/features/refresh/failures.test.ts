import type { TenantFailureCode } from '@tenantscope/contract/errors'
import { TenantId } from '@tenantscope/contract/ids'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

type Faults = RefreshWorld['simulator']['faults']
type Fault = Parameters<Faults['add']>

let world: RefreshWorld
let admin: TestBrowser
/** Tenants that can be read completely. */
let readable: TenantId[]

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 16, users: 4 })
  admin = await world.signIn('admin')
  await world.refresh(admin)
  const { tenants } = await admin.call(listTenants, {})
  readable = tenants
    .filter((tenant) => tenant.failure === null && tenant.accessMethod === 'csp')
    .filter((tenant) => tenant.accessLevel === 'full')
    .map(({ id }) => id)
})
afterAll(() => world.close())
afterEach(() => {
  world.simulator.faults.clear()
})

const hitBy = (name: string) => readable[FAILING.findIndex((fault) => fault.name === name)]

async function listed(tenantId: TenantId | undefined): Promise<TenantListItem | undefined> {
  const { tenants } = await admin.call(listTenants, {})
  return tenants.find(({ id }) => id === tenantId)
}

const details = (tenantId: TenantId) => admin.call(getTenantDetails, { params: { tenantId } })

interface Failing {
  readonly name: Fault[0]
  readonly roles?: readonly string[]
  /** The number of 'refused-by-code'. */
  readonly number?: number
  readonly code: TenantFailureCode
  readonly microsoftCode: RegExp
}

const FAILING: readonly Failing[] = [
  { name: 'throttle', code: 'THROTTLED', microsoftCode: /^TooManyRequests$/u },
  { name: 'throttle-silent', code: 'THROTTLED', microsoftCode: /^TooManyRequests$/u },
  { name: 'unavailable', code: 'UNAVAILABLE', microsoftCode: /^\w+$/u },
  { name: 'html-error', code: 'UNAVAILABLE', microsoftCode: /^null$/u },
  { name: 'reset', code: 'UNAVAILABLE', microsoftCode: /^(?:ECONN|UND_ERR)/u },
  { name: 'truncated', code: 'MALFORMED_ANSWER', microsoftCode: /^null$/u },
  { name: 'consent-withdrawn', code: 'CONSENT_REQUIRED', microsoftCode: /^AADSTS7000229$/u },
  { name: 'roles-removed', code: 'CONSENT_REQUIRED', microsoftCode: /^null$/u },
  {
    name: 'roles-removed',
    roles: ['Directory.Read.All', 'Organization.Read.All', 'User.Read.All'],
    code: 'PERMISSION_MISSING',
    microsoftCode: /^Authorization_RequestDenied$/u,
  },
  { name: 'wrong-secret', code: 'INVALID_CLIENT_SECRET', microsoftCode: /^AADSTS7000215$/u },
  { name: 'secret-expired', code: 'INVALID_CLIENT_SECRET', microsoftCode: /^AADSTS7000222$/u },
  {
    name: 'refused-by-code',
    number: 5_000_225,
    code: 'INTERNAL',
    microsoftCode: /^AADSTS5000225$/u,
  },
  { name: 'app-disabled', code: 'APP_DISABLED', microsoftCode: /^AADSTS7000112$/u },
]

describe('tenants that Microsoft does not let us read', () => {
  const before = new Map<TenantId | undefined, TenantListItem | undefined>()

  let failed = 0
  /** The list after the refresh that met the failures. */
  let after: readonly TenantListItem[] = []
  const shown = (tenantId: TenantId | undefined) => after.find(({ id }) => id === tenantId)
  beforeAll(async () => {
    await world.refresh(admin)
    for (const [index, { name, roles, number }] of FAILING.entries()) {
      const tenantId = readable[index]
      if (tenantId === undefined) throw new Error('The simulated world has too few tenants')
      before.set(tenantId, await listed(tenantId))
      world.simulator.faults.add(name, { roles, tenantId, code: number })
    }
    const run = await world.refresh(admin)
    failed = run.tenants.failed
    after = (await admin.call(listTenants, {})).tenants
    world.simulator.faults.clear()
  })

  test('each of them is counted as failed, and no other', () => {
    // Two tenants of the world refuse every request.
    expect(failed).toBe(FAILING.length + 2)
  })

  test.each(FAILING.map((fault, index) => ({ ...fault, index })))(
    '$name is reported as $code with diagnostics, and the last good data is kept',
    ({ code, microsoftCode, index }) => {
      const tenantId = readable[index]
      const tenant = shown(tenantId)
      expect(tenant?.failure?.code).toBe(code)
      expect(String(tenant?.failure?.microsoftCode)).toMatch(microsoftCode)
      expect(tenant?.failure?.message).not.toMatch(/AADSTS|undefined|Graph/u)
      const { dataAsOf, figures } = before.get(tenantId) ?? {}
      expect({ dataAsOf: tenant?.dataAsOf, figures: tenant?.figures }).toEqual({
        dataAsOf,
        figures,
      })
    },
  )

  test('a directory that Microsoft has blocked has its own cause, actor and step', () => {
    expect(shown(hitBy('refused-by-code'))?.failure?.advice).toEqual({
      actor: 'customerAdministrator',
      cause:
        'Microsoft blocked this directory because it was not used, and deletes it after 20 days.',
      step: 'Ask a Global Administrator of this tenant to call Microsoft support within 20 days of the block and have the directory reactivated.',
    })
  })

  test('the others are complete', () => {
    const others = after.filter(({ id }) => readable.indexOf(id) >= FAILING.length)
    expect(others.length).toBeGreaterThan(0)
    for (const tenant of others)
      expect([tenant.displayName, tenant.failure]).toEqual([tenant.displayName, null])
  })

  test('who withdrew consent is Pending and limited; who is only out of reach stays Active', () => {
    expect(shown(hitBy('consent-withdrawn'))).toMatchObject({
      status: 'Pending',
      accessLevel: 'limited',
    })
    expect(shown(hitBy('unavailable'))).toMatchObject({
      status: 'Active',
      accessLevel: 'full',
    })
  })

  test('the next refresh that succeeds forgets the failure', async () => {
    await world.refresh(admin)
    for (const tenantId of readable.slice(0, FAILING.length))
      expect(await listed(tenantId)).toMatchObject({ status: 'Active', failure: null })
  })
})

describe('parts of a tenant', () => {
  test('a permission that is missing leaves out its part and nothing else', async () => {
    const [tenantId] = readable
    if (tenantId === undefined) throw new Error('The simulated world has too few tenants')
    world.simulator.faults.add('roles-removed', { tenantId, roles: ['Policy.Read.All'] })
    await world.refresh(admin)
    const { tenant, policies, partFailures, userCount } = await details(tenantId)
    expect(tenant).toMatchObject({ status: 'Active', failure: null })
    expect(tenant.figures?.mfa).toBe('notKnown')
    expect({ policies, userCount }).toEqual({ policies: null, userCount: 4 })
    const parts = partFailures.map(({ part }) => part)
    expect(parts).toEqual(['authenticationMethods', 'namedLocations', 'policies', 'settings'])
    expect(partFailures[2]?.code).toBe('PERMISSION_MISSING')
    expect(partFailures[2]?.message).toContain('Policy.Read.All is not granted')
  })

  test('people who may not be read are unknown and never zero', async () => {
    const [, tenantId] = readable
    if (tenantId === undefined) throw new Error('The simulated world has too few tenants')
    const roles = ['Directory.Read.All', 'User.Read.All']
    world.simulator.faults.add('roles-removed', { tenantId, roles })
    await world.refresh(admin)
    const { tenant, userCount, partFailures, licenses } = await details(tenantId)
    expect({ userCount, figures: tenant.figures }).toEqual({ userCount: null, figures: null })
    expect(partFailures).toContainEqual(
      expect.objectContaining({ part: 'users', code: 'PERMISSION_MISSING' }),
    )
    expect(licenses.length).toBeGreaterThan(0)
    expect(tenant).toMatchObject({ accessLevel: 'limited', failure: null })
  })

  test('an empty list of policies from a tenant without Entra ID P1 is no list of policies', async () => {
    const withoutP1 = world.simulator.world.tenants.find(
      ({ id, subscriptions, policies }) =>
        readable.some((each) => each === id) &&
        policies.length === 0 &&
        !subscriptions.some(({ sku }) =>
          sku.servicePlans.some((plan) => plan.name.startsWith('AAD_PREMIUM')),
        ),
    )
    if (!withoutP1) throw new Error('The simulated world has no tenant without Entra ID P1')
    expect(await details(TenantId.parse(withoutP1.id))).toMatchObject({
      policies: null,
      partFailures: [
        { part: 'namedLocations', code: 'NOT_LICENSED' },
        { part: 'policies', code: 'NOT_LICENSED' },
      ],
      tenant: {
        failure: null,
        figures: {
          mfa:
            withoutP1.settings.securityDefaults['isEnabled'] === true
              ? 'requiredBySecurityDefaults'
              : 'none',
        },
      },
    })
  })
})

test('a storm of refusals for being too fast only delays', async () => {
  for (const name of ['throttle', 'throttle-date', 'throttle-silent'] as const)
    world.simulator.faults.add(name, { times: 30, seconds: 1, paths: ['/users', '/groups'] })
  const run = await world.refresh(admin)
  expect(run.failures.map(({ code }) => code)).toEqual(['CONSENT_REQUIRED', 'CONSENT_REQUIRED'])
})

test('a fault that passes while customers are listed only delays', async () => {
  world.simulator.faults.add('unavailable', { times: 9, paths: ['/contracts'] })
  const run = await world.refresh(admin)
  expect(run.failures.map(({ code }) => code)).toEqual(['CONSENT_REQUIRED', 'CONSENT_REQUIRED'])
})

test('when the partner directory cannot be read it is named, and known tenants are read all the same', async () => {
  const { partner } = world.simulator.world
  world.simulator.faults.add('roles-removed', { tenantId: partner.id })
  const run = await world.refresh(admin)
  expect(run).toMatchObject({ state: 'partial', tenants: { total: 17, done: 17, failed: 3 } })
  expect(run.failures).toContainEqual(
    expect.objectContaining({ tenantId: partner.id, code: 'CONSENT_REQUIRED' }),
  )
  const { tenants } = await admin.call(listTenants, {})
  expect(tenants.every(({ status }) => status !== 'Inactive')).toBe(true)
})
