import { gunzipSync } from 'node:zlib'

import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../../simulator.ts'
import { createCalls, isBody, rowsOf, tenantOf, type Calls } from '../../testing/calls.ts'
import { changePerson, removePeople } from '../../world/change-people.ts'
import type { Tenant } from '../../world/types.ts'
import { bodyText } from './query-rows.ts'

describe('the text of a body', () => {
  test.each([
    [{ '@odata.context': 'x', value: [{ id: '1', name: 'Ä"\\' }, { id: '2' }] }],
    [{ value: [] }],
    [{ value: [1, null, 'two', [3]] }],
    [{ value: 'no list', other: 1 }],
    [{ error: { code: 'x' } }],
    [{ value: [{ id: '1' }], '@odata.nextLink': 'after' }],
  ])('is the JSON of %j', (body) => {
    expect(JSON.parse(bodyText(body))).toEqual(body)
  })
})

const PATH = '/users?$top=999&$select=id,displayName,assignedLicenses'

describe('a page that was read before', () => {
  let simulator: Simulator
  let calls: Calls
  let tenant: Tenant

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 2, users: 1_100, speed: 100_000 })
    calls = createCalls(simulator)
    tenant = tenantOf(simulator, 'seats-wasted')
  })
  afterAll(() => simulator.close())

  async function readPage() {
    simulator.counters.reset()
    const { headers, body } = await request(`${simulator.url}/v1.0${PATH}`, {
      headers: {
        host: 'graph.microsoft.com',
        authorization: `Bearer ${await calls.appToken(tenant)}`,
        'accept-encoding': 'gzip',
      },
    })
    const bytes = Buffer.from(await body.arrayBuffer())
    expect(headers['content-encoding']).toBe('gzip')
    const text = gunzipSync(bytes).toString()
    const page: unknown = JSON.parse(text)
    return { bytes, text, rows: isBody(page) ? rowsOf({ body: page }) : [] }
  }

  const shown = () =>
    tenant.people.slice(0, 999).map(({ id, displayName }) => ({ id, displayName }))

  test('is the same, byte by byte, and counts in full', async () => {
    const { bytes } = await readPage()
    const once = simulator.counters.read().bytesSent
    expect((await readPage()).bytes).toEqual(bytes)
    expect(simulator.counters.read().bytesSent).toBe(once)
    expect(once).toBeGreaterThan(bytes.length)
  })

  test('returns changes immediately', async () => {
    await readPage()
    for (const place of [0, 500, 998]) {
      const { id = '' } = tenant.people[place] ?? {}
      changePerson(tenant, id, { displayName: `Renamed ${place}` })
      expect((await readPage()).rows).toMatchObject(shown())
    }
    removePeople(
      tenant,
      [0, 700].map((place) => tenant.people[place]?.id ?? ''),
    )
    expect((await readPage()).rows).toMatchObject(shown())
  })

  test('is changed, cut off and refused by faults as any other', async () => {
    const { text } = await readPage()
    simulator.faults.add('unknown-members', { tenantId: tenant.id, times: 1 })
    expect((await readPage()).text).toContain('"futureProperty"')
    simulator.faults.add('truncated', { tenantId: tenant.id, times: 1 })
    const cut = (await calls.graph(tenant, PATH)).text
    expect(text.startsWith(cut)).toBe(true)
    expect(cut.length).toBe(Math.floor(text.length / 2))
    expect((await readPage()).text).toBe(text)
  })
})
