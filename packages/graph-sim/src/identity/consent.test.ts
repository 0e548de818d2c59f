import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { claimsOf, createCalls, tenantOf, type Calls } from '../testing/calls.ts'
import { refusalOf } from '../testing/sign-in.ts'
import type { Tenant } from '../world/types.ts'

const SECOND_MS = 1000

describe('a consent', () => {
  let simulator: Simulator
  let calls: Calls
  let tenant: Tenant
  let now = Date.UTC(2026, 10, 20)

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 8, now: () => now })
    calls = createCalls(simulator)
    tenant = tenantOf(simulator, 'never-consented')
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    simulator.faults.clear()
    tenant.consent = null
  })

  function consent() {
    const { clientId, redirectUris } = simulator.world.registration
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUris[1] ?? '',
      scope: 'https://graph.microsoft.com/.default',
    })
    return calls.identity(`/${tenant.id}/v2.0/adminconsent?${query.toString()}`, {
      form: { person: tenant.people[0]?.id ?? '', accept: 'true' },
    })
  }

  async function claims() {
    const { body } = await calls.requestToken(tenant.id)
    return claimsOf(body['access_token'])
  }

  const required = () => simulator.world.registration.requiredPermissions

  test('is in tokens at once', async () => {
    await consent()
    expect((await claims())['roles']).toEqual(required())
  })

  test('may take time, during which the consent does not show', async () => {
    simulator.faults.add('consent-propagating', { tenantId: tenant.id, seconds: 60 })
    await consent()
    now += 59 * SECOND_MS
    const refused = [401, 'invalid_client', [7000229], '7000229']
    expect(refusalOf(await calls.requestToken(tenant.id))).toEqual(refused)
    now += SECOND_MS
    expect((await claims())['roles']).toEqual(required())
  })

  test('takes a minute and a half unless the fault says otherwise', async () => {
    simulator.faults.add('consent-propagating')
    await consent()
    now += 89 * SECOND_MS
    expect((await calls.requestToken(tenant.id)).status).toBe(401)
    now += SECOND_MS
    expect((await calls.requestToken(tenant.id)).status).toBe(200)
  })

  test('may show its service principal before its roles', async () => {
    simulator.faults.add('roles-propagating', { seconds: 60 })
    await consent()
    const early = await claims()
    expect(early).not.toHaveProperty('roles')
    expect(early['oid']).toBe(tenant.consent?.servicePrincipalId)
    now += 60 * SECOND_MS
    expect((await claims())['roles']).toEqual(required())
  })

  test('may give tokens without an identity at first, which Graph refuses', async () => {
    simulator.faults.add('principal-propagating', { seconds: 60 })
    await consent()
    const { body } = await calls.requestToken(tenant.id)
    const early = claimsOf(body['access_token'])
    for (const name of ['oid', 'sub', 'roles']) expect(early).not.toHaveProperty(name)
    expect(early['tid']).toBe(tenant.id)
    const refused = await calls.graph(tenant, '/organization', {
      headers: { authorization: `Bearer ${String(body['access_token'])}` },
    })
    expect(refused.status).toBe(401)
    expect(refused.body['error']).toMatchObject({ code: 'Authorization_IdentityNotFound' })
    now += 60 * SECOND_MS
    expect((await claims())['sub']).toBe(tenant.consent?.servicePrincipalId)
  })

  test.each(['consent-propagating', 'roles-propagating', 'principal-propagating'] as const)(
    'that adds to an earlier one leaves the earlier roles meanwhile, under %s',
    async (fault) => {
      tenant.consent = { servicePrincipalId: 'sp-1', roles: ['User.Read.All'] }
      simulator.faults.add(fault, { seconds: 60 })
      await consent()
      expect(await claims()).toMatchObject({ oid: 'sp-1', roles: ['User.Read.All'] })
      now += 60 * SECOND_MS
      expect((await claims())['roles']).toContain('Directory.Read.All')
    },
  )

  test('that was never given may show as a token without an identity', async () => {
    simulator.faults.add('principal-propagating')
    expect(await claims()).not.toHaveProperty('oid')
  })

  test('that was never given may answer that the app is not found', async () => {
    simulator.faults.add('app-not-found')
    expect(refusalOf(await calls.requestToken(tenant.id))).toEqual([
      400,
      'unauthorized_client',
      [700016],
      '700016',
    ])
  })

  test('is withdrawn at once, whole or a role at a time', async () => {
    await consent()
    tenant.consent?.roles.splice(0, 1)
    expect((await claims())['roles']).toEqual(required().slice(1))
    tenant.consent = null
    expect((await calls.requestToken(tenant.id)).status).toBe(401)
  })
})
