import {
  BatchRequestContent,
  BatchResponseContent,
  Client,
  GraphError,
  PageIterator,
  ResponseType,
  type BatchResponseBody,
  type PageCollection,
} from '@microsoft/microsoft-graph-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { createCalls, isBody, tenantOf, type Calls } from '../testing/calls.ts'
import { reroute } from '../testing/reroute.ts'
import { changeAtRandom } from '../world/changes.ts'
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

  /** Follows the pages to their end: all rows, and where the changes after them are to be had. */
  async function readAll(first: PageCollection) {
    const rows: unknown[] = []
    const iterator = new PageIterator(clientOf(tenant), first, (row: unknown) => rows.push(row) > 0)
    await iterator.iterate()
    expect(iterator.isComplete()).toBe(true)
    return { rows, deltaLink: String(iterator.getDeltaLink()) }
  }

  test('reads one organization', async () => {
    const page = toPage(await clientOf(tenant).api('/organization').get())
    expect(idsOf(page.value)).toEqual([tenant.id])
  })

  test('meets every person exactly once with its PageIterator', async () => {
    const first = toPage(await clientOf(tenant).api('/users').top(40).select('id').get())
    expect(first['@odata.nextLink']).toMatch(/^https:\/\/graph\.microsoft\.com\/v1\.0\/users\?/)
    const { rows } = await readAll(first)
    expect(idsOf(rows)).toEqual(tenant.people.map((person) => person.id))
  })

  test('counts people, who need a ConsistencyLevel', async () => {
    const client = clientOf(tenant)
    const eventual = (path: string) => client.api(path).header('ConsistencyLevel', 'eventual')
    expect(Number(await eventual('/users/$count').get())).toBe(tenant.people.length)
    await expect(client.api('/users/$count').get()).rejects.toMatchObject({
      statusCode: 400,
      code: 'Request_UnsupportedQuery',
    })
  })

  test('reads all people by delta, then what changed after them', async () => {
    const start: unknown = await clientOf(tenant).api('/users/delta').select('id').get()
    const { rows, deltaLink } = await readAll(toPage(start))
    expect(new Set(idsOf(rows))).toEqual(new Set(tenant.people.map((person) => person.id)))
    expect(deltaLink).toMatch(/^https:\/\/graph\.microsoft\.com\/v1\.0\/users\/delta\?/)

    const before = new Set(tenant.people.map((person) => person.id))
    const kinds = ['person-joins'] as const
    changeAtRandom(simulator.world, {
      tenantId: tenant.id,
      random: simulator.random,
      count: 2,
      kinds,
    })
    const joined = tenant.people.map((person) => person.id).filter((id) => !before.has(id))
    const changes = await readAll(toPage(await clientOf(tenant).api(deltaLink).get()))
    expect(new Set(idsOf(changes.rows))).toEqual(new Set(joined))

    const quiet = await readAll(toPage(await clientOf(tenant).api(changes.deltaLink).get()))
    expect(quiet.rows).toEqual([])
  })

  test('hears that a delta link is too old, and where to begin again', async () => {
    const start: unknown = await clientOf(tenant).api('/users/delta').select('id').get()
    const { deltaLink } = await readAll(toPage(start))
    simulator.faults.add('expired-delta', { tenantId: tenant.id, times: 1 })
    const refusal: unknown = await clientOf(tenant)
      .api(deltaLink)
      .get()
      .catch((error: unknown) => error)
    if (!(refusal instanceof GraphError)) throw new Error('Not refused')
    expect(refusal.statusCode).toBe(410)
    const again: unknown = await clientOf(tenant)
      .api(refusal.headers?.get('location') ?? '')
      .get()
    const { rows } = await readAll(toPage(again))
    expect(new Set(idsOf(rows))).toEqual(new Set(tenant.people.map((person) => person.id)))
  })

  test('downloads a usage report from where it is sent to, without its token', async () => {
    const path = "/reports/getOffice365ActiveUserDetail(period='D30')"
    const request = clientOf(tenant).api(path).responseType(ResponseType.TEXT)
    const csv = String(await request.get())
    const [header = '', ...rows] = csv.trim().split(/\r?\n/)
    expect(header).toContain('Report Refresh Date,User Principal Name')
    expect(rows.length).toBeGreaterThan(0)
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

  test.each(['throttle', 'throttle-date', 'unavailable'] as const)(
    'retries by itself after %s and the time that it names',
    async (name) => {
      simulator.faults.add(name, { tenantId: tenant.id, times: 1, seconds: 1 })
      const page = toPage(await clientOf(tenant).api('/domains').get())
      expect(idsOf(page.value)).toEqual([tenant.defaultDomainName, tenant.initialDomainName])
      expect(simulator.faults.list()).toEqual([])
    },
  )

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
