import { ConfidentialClientApplication, ServerError, type NodeAuthOptions } from '@azure/msal-node'
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

  function tokenBy(proof: Pick<NodeAuthOptions, 'clientCertificate' | 'clientAssertion'>) {
    const { registration, partner } = simulator.world
    return new ConfidentialClientApplication({
      auth: {
        clientId: registration.clientId,
        authority: `https://login.microsoftonline.com/${partner.id}`,
        ...proof,
      },
    }).acquireTokenByClientCredential({ scopes: SCOPES })
  }

  test.each(['with', 'without'])(
    'proves itself by its certificate, %s its chain',
    async (chain) => {
      const { privateKeyPem, certificatePem, x5tS256 } = await simulator.identity.certificate()
      const result = await tokenBy({
        clientCertificate: {
          thumbprintSha256: Buffer.from(x5tS256, 'base64url').toString('hex'),
          privateKey: privateKeyPem,
          ...(chain === 'with' ? { x5c: certificatePem } : {}),
        },
      })
      expect(claimsOf(result?.accessToken)).toMatchObject({
        appidacr: '2',
        tid: simulator.world.partner.id,
      })
    },
  )

  test('reads AADSTS700027 from an unregistered certificate', async () => {
    const { privateKeyPem } = await simulator.identity.certificate()
    const asking = tokenBy({
      clientCertificate: { thumbprintSha256: 'ab'.repeat(32), privateKey: privateKeyPem },
    })
    await expect(asking).rejects.toMatchObject({ errorCode: 'invalid_client', errorNo: 700027 })
  })

  test('proves itself by the token of a federated workload', async () => {
    const result = await tokenBy({ clientAssertion: () => simulator.identity.issueAssertion() })
    expect(claimsOf(result?.accessToken)['appidacr']).toBe('2')
    const asking = tokenBy({
      clientAssertion: () => simulator.identity.issueAssertion({ subject: 'another-user' }),
    })
    await expect(asking).rejects.toMatchObject({ errorCode: 'invalid_client', errorNo: 700213 })
  })

  test('gets the token of a new consent only when its old one is let go', async () => {
    const tenant = tenantOf(simulator, 'seats-wasted')
    const client = clientOf(tenant)
    const roles = async (skipCache: boolean) => {
      const result = await client.acquireTokenByClientCredential({ scopes: SCOPES, skipCache })
      return claimsOf(result?.accessToken)['roles']
    }
    const before = await roles(false)
    const consented = tenant.consent
    if (!consented) throw new Error('Not consented')
    tenant.consent = { ...consented, roles: ['User.Read.All'] }
    expect(await roles(false)).toEqual(before)
    expect(await roles(true)).toEqual(['User.Read.All'])
  })

  test.each([
    ['usgov', 'login.microsoftonline.us', 'graph.microsoft.us'],
    ['china', 'login.chinacloudapi.cn', 'microsoftgraph.chinacloudapi.cn'],
  ] as const)('gets a token in the cloud %s', async (cloud, loginHost, graphHost) => {
    const national = await startSimulator({ tenants: 1, cloud })
    reroute(national)
    const { registration, partner } = national.world
    const result = await new ConfidentialClientApplication({
      auth: {
        clientId: registration.clientId,
        clientSecret: registration.clientSecret,
        authority: `https://${loginHost}/${partner.id}`,
      },
    }).acquireTokenByClientCredential({ scopes: [`https://${graphHost}/.default`] })
    reroute(simulator)
    await national.close()
    expect(claimsOf(result?.accessToken)['aud']).toBe(`https://${graphHost}`)
  })

  test('reads AADSTS7000222 and AADSTS7000112 from an expired secret and a disabled app', async () => {
    const { partner } = simulator.world
    simulator.faults.add('secret-expired', { tenantId: partner.id, times: 1 })
    expect(String((await refusalOf(partner)).errorNo)).toBe('7000222')
    simulator.faults.add('app-disabled', { tenantId: partner.id, times: 1 })
    expect(String((await refusalOf(partner)).errorNo)).toBe('7000112')
  })
})
