import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { CloudName } from '../clouds.ts'
import { startSimulator, type Simulator } from '../simulator.ts'
import { claimsOf, createCalls, isBody, type Calls } from '../testing/calls.ts'
import { refusalOf, signInAddress } from '../testing/sign-in.ts'

const DOCUMENT = '/v2.0/.well-known/openid-configuration'

interface Hosts {
  readonly cloud: CloudName
  readonly login: string
  readonly issuer: string
  readonly sts: string
  readonly graph: string
  readonly instance: string
}

/** Page "National clouds and Microsoft Graph". */
const HOSTS: readonly Hosts[] = [
  {
    cloud: 'global',
    login: 'login.microsoftonline.com',
    issuer: 'login.microsoftonline.com',
    sts: 'sts.windows.net',
    graph: 'graph.microsoft.com',
    instance: 'microsoftonline.com',
  },
  {
    cloud: 'usgov',
    login: 'login.microsoftonline.us',
    issuer: 'login.microsoftonline.us',
    sts: 'sts.windows.net',
    graph: 'graph.microsoft.us',
    instance: 'microsoftonline.us',
  },
  {
    cloud: 'usgovdod',
    login: 'login.microsoftonline.us',
    issuer: 'login.microsoftonline.us',
    sts: 'sts.windows.net',
    graph: 'dod-graph.microsoft.us',
    instance: 'microsoftonline.us',
  },
  {
    cloud: 'china',
    login: 'login.chinacloudapi.cn',
    issuer: 'login.partner.microsoftonline.cn',
    sts: 'sts.chinacloudapi.cn',
    graph: 'microsoftgraph.chinacloudapi.cn',
    instance: 'partner.microsoftonline.cn',
  },
]

describe.each(HOSTS)('the cloud $cloud', (hosts) => {
  let simulator: Simulator
  let calls: Calls

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 1, cloud: hosts.cloud })
    calls = createCalls(simulator)
  })
  afterAll(() => simulator.close())

  function requestToken(host: string, scope: string, tenant = simulator.world.partner.id) {
    const { clientId, clientSecret } = simulator.world.registration
    return calls.send(host, `/${tenant}/oauth2/v2.0/token`, {
      form: {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope,
      },
    })
  }

  test('names its own hosts in its discovery document', async () => {
    const { id } = simulator.world.partner
    for (const host of new Set([hosts.login, hosts.issuer])) {
      const { body } = await calls.send(host, `/${id}${DOCUMENT}`)
      expect(body).toMatchObject({
        issuer: `https://${hosts.issuer}/${id}/v2.0`,
        token_endpoint: `https://${hosts.login}/${id}/oauth2/v2.0/token`,
        authorization_endpoint: `https://${hosts.login}/${id}/oauth2/v2.0/authorize`,
        cloud_instance_name: hosts.instance,
        msgraph_host: hosts.graph,
      })
    }
  })

  test('answers at every name that it goes by', async () => {
    const { body } = await calls.send(
      hosts.login,
      `/common/discovery/instance?authorization_endpoint=https://${hosts.login}/common/oauth2/v2.0/authorize`,
    )
    const metadata = Array.isArray(body['metadata']) ? body['metadata'].filter(isBody) : []
    const own = metadata.find(({ preferred_network: network }) => network === hosts.issuer)
    const aliases = Array.isArray(own?.['aliases']) ? own['aliases'].map(String) : []
    expect(aliases).toContain(hosts.login)
    for (const alias of aliases) {
      const document = await calls.send(alias, `/${simulator.world.partner.id}${DOCUMENT}`)
      expect(document.body['msgraph_host']).toBe(hosts.graph)
    }
  })

  test('gives tokens for its own Graph, which takes them', async () => {
    const { status, body } = await requestToken(hosts.login, `https://${hosts.graph}/.default`)
    expect(status).toBe(200)
    expect(claimsOf(body['access_token'])).toMatchObject({
      aud: `https://${hosts.graph}`,
      iss: `https://${hosts.sts}/${simulator.world.partner.id}/`,
    })
    const answer = await calls.send(hosts.graph, '/v1.0/organization', {
      headers: { authorization: `Bearer ${String(body['access_token'])}` },
    })
    expect(answer.status).toBe(200)
  })

  test('knows no other Graph', async () => {
    const other = hosts.cloud === 'usgov' ? 'dod-graph.microsoft.us' : 'graph.microsoft.us'
    const answer = await requestToken(hosts.login, `https://${other}/.default`)
    expect(refusalOf(answer)).toEqual([400, 'invalid_resource', [500011], '500011'])
  })

  test('is the only one that knows its directories and its apps', async () => {
    const { id, defaultDomainName } = simulator.world.partner
    const others = HOSTS.filter(({ login }) => login !== hosts.login)
    for (const { login, graph } of others) {
      const wrongCloud = [400, 'invalid_request', [90038], '90038']
      const token = await requestToken(login, `https://${graph}/.default`)
      expect(refusalOf(token)).toEqual(wrongCloud)
      expect(token.body['error_uri']).toBe(`https://${login}/error?code=90038`)
      const document = await calls.send(login, `/${defaultDomainName}${DOCUMENT}`)
      expect(refusalOf(document)).toEqual(wrongCloud)
      const page = await calls.send(login, signInAddress(simulator, id))
      expect(page.status).toBe(400)
      expect(page.text).toContain('AADSTS90038')
      const shared = await calls.send(login, signInAddress(simulator, 'organizations'))
      expect(shared.status).toBe(400)
      expect(shared.text).toContain('AADSTS700016')
    }
  })

  test('is meant by a browser that comes by the loopback address', async () => {
    const address = signInAddress(simulator, simulator.world.partner.id)
    const { status, text } = await calls.send(new URL(simulator.url).host, address)
    expect(status).toBe(200)
    expect(text).toContain('Pick a person')
  })

  test('may refuse a confidential client of another cloud with AADSTS900432, by a fault', async () => {
    simulator.faults.add('cross-cloud', { times: 1 })
    const answer = await requestToken(hosts.login, `https://${hosts.graph}/.default`)
    expect(refusalOf(answer)).toEqual([400, 'invalid_request', [900432], '900432'])
  })
})

test("the option 'any' lets every cloud take the directories for its own", async () => {
  const simulator = await startSimulator({ tenants: 1, cloud: 'any' })
  const calls = createCalls(simulator)
  for (const { login, graph } of HOSTS.filter(({ cloud }) => cloud !== 'usgovdod')) {
    const { body } = await calls.send(login, `/${simulator.world.partner.id}${DOCUMENT}`)
    expect(body['msgraph_host']).toBe(graph)
  }
  await simulator.close()
})
