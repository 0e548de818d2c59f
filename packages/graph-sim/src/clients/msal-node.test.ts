import { ConfidentialClientApplication, ServerError } from '@azure/msal-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { claimsOf, tenantOf } from '../testing/calls.ts'
import { reroute } from '../testing/reroute.ts'
import type { Tenant } from '../world/types.ts'

const SCOPES = ['https://graph.microsoft.com/.default']

describe('unmodified @azure/msal-node', () => {
  let simulator: Simulator

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 6 })
    reroute(simulator)
  })
  afterAll(() => simulator.close())

  function clientOf(tenant: Tenant, clientSecret = simulator.world.registration.clientSecret) {
    return new ConfidentialClientApplication({
      auth: {
        clientId: simulator.world.registration.clientId,
        clientSecret,
        authority: `https://login.microsoftonline.com/${tenant.id}`,
      },
    })
  }

  async function refusalOf(tenant: Tenant, clientSecret?: string): Promise<ServerError> {
    try {
      await clientOf(tenant, clientSecret).acquireTokenByClientCredential({ scopes: SCOPES })
    } catch (error) {
      if (error instanceof ServerError) return error
    }
    throw new Error('No refusal')
  }

  test('gets a token of its own in every tenant that consented', async () => {
    for (const tenant of simulator.world.tenants.filter((each) => each.consent)) {
      const result = await clientOf(tenant).acquireTokenByClientCredential({ scopes: SCOPES })
      expect(claimsOf(result?.accessToken)).toMatchObject({
        aud: 'https://graph.microsoft.com',
        iss: `https://sts.windows.net/${tenant.id}/`,
        tid: tenant.id,
        oid: tenant.consent?.servicePrincipalId,
        app_displayname: 'Tenantscope',
        appidacr: '1',
        idtyp: 'app',
        ver: '1.0',
        roles: tenant.consent?.roles,
      })
    }
  })

  test('keeps its token until it expires', async () => {
    const client = clientOf(simulator.world.partner)
    const first = await client.acquireTokenByClientCredential({ scopes: SCOPES })
    const before = simulator.counters.read().tokenRequests
    const second = await client.acquireTokenByClientCredential({ scopes: SCOPES })
    expect(second?.accessToken).toBe(first?.accessToken)
    expect(simulator.counters.read().tokenRequests).toBe(before)
  })

  test('reads AADSTS7000215 from a wrong secret', async () => {
    const error = await refusalOf(simulator.world.partner, 'not-the-secret')
    expect(error.errorCode).toBe('invalid_client')
    expect(String(error.errorNo)).toBe('7000215')
    expect(error.errorMessage).toContain('AADSTS7000215')
    expect(error.correlationId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('reads AADSTS7000229 from a tenant that withdrew its consent', async () => {
    const error = await refusalOf(tenantOf(simulator, 'consent-withdrawn'))
    expect(String(error.errorNo)).toBe('7000229')
  })

  test('reads AADSTS7000222 and AADSTS7000112 from an expired secret and a disabled app', async () => {
    const { partner } = simulator.world
    simulator.faults.add('secret-expired', { tenantId: partner.id, times: 1 })
    expect(String((await refusalOf(partner)).errorNo)).toBe('7000222')
    simulator.faults.add('app-disabled', { tenantId: partner.id, times: 1 })
    expect(String((await refusalOf(partner)).errorNo)).toBe('7000112')
  })
})
