import {
  BatchRequestContent,
  BatchResponseContent,
  Client,
  GraphError,
  PageIterator,
  type BatchResponseBody,
  type PageCollection,
} from '@microsoft/microsoft-graph-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { createCalls, isBody, tenantOf, type Calls } from '../testing/calls.ts'
import { reroute } from '../testing/reroute.ts'
import type { Tenant } from '../world/types.ts'

describe('unmodified @microsoft/microsoft-graph-client', () => {
  let simulator: Simulator
  let calls: Calls
  let tenant: Tenant

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 4, users: 230 })
    calls = createCalls(simulator)
    tenant = tenantOf(simulator, 'no-mfa-policy')
    reroute(simulator)
  })
  afterAll(() => simulator.close())

  function clientOf(directory: Tenant): Client {
    return Client.initWithMiddleware({
      authProvider: { getAccessToken: async () => calls.appToken(directory) },
    })
  }

  async function readUsers(path: string): Promise<unknown[]> {
    const client = clientOf(tenant)
    const first = toPage(await client.api(path).top(40).select('id').get())
    const users: unknown[] = []
    const iterator = new PageIterator(client, first, (user: unknown) => users.push(user) > 0)
    await iterator.iterate()
    return users
  }

  test('reads one organization', async () => {
    const page = toPage(await clientOf(tenant).api('/organization').get())
    expect(idsOf(page.value)).toEqual([tenant.id])
  })

  test('meets every person exactly once with its PageIterator', async () => {
    expect(idsOf(await readUsers('/users'))).toEqual(tenant.people.map((person) => person.id))
  })

  test('reads a batch', async () => {
    const content = new BatchRequestContent([
      { id: 'who', request: new Request('https://elsewhere/organization') },
      { id: 'people', request: new Request('https://elsewhere/users?$top=3') },
    ])
    const answer: unknown = await clientOf(tenant)
      .api('/$batch')
      .post(await content.getContent())
    if (!isBatch(answer)) throw new Error('Not a batch')
    const responses = new BatchResponseContent(answer)
    expect(responses.getResponseById('who').status).toBe(200)
    const people: unknown = await responses.getResponseById('people').json()
    expect(isBody(people) && Array.isArray(people['value']) && people['value'].length).toBe(3)
  })

  test('retries by itself after Retry-After', async () => {
    simulator.faults.add('throttle', { tenantId: tenant.id, times: 1, seconds: 1 })
    const page = toPage(await clientOf(tenant).api('/domains').get())
    expect(idsOf(page.value)).toEqual([tenant.defaultDomainName, tenant.initialDomainName])
  })

  test('throws a GraphError with the code of a missing permission', async () => {
    simulator.faults.add('roles-removed', { tenantId: tenant.id, times: 1 })
    const refusal: unknown = await clientOf(tenant)
      .api('/users')
      .get()
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(GraphError)
    expect(refusal).toMatchObject({ statusCode: 403, code: 'Authorization_RequestDenied' })
  })
})

function idsOf(rows: readonly unknown[]): unknown[] {
  return rows.map((row) => (isBody(row) ? row['id'] : undefined))
}

/** The client types its answers as any; this is what they are. */
function toPage(answer: unknown): PageCollection {
  if (!isBody(answer) || !Array.isArray(answer['value'])) throw new Error('Not a collection')
  return { ...answer, value: answer['value'] }
}

function isBatch(answer: unknown): answer is BatchResponseBody {
  return isBody(answer) && Array.isArray(answer['responses'])
}
