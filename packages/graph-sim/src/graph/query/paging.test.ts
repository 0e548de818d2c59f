import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../../simulator.ts'
import {
  createCalls,
  isBody,
  rowsOf,
  tenantOf,
  type Answer,
  type Body,
  type Calls,
} from '../../testing/calls.ts'
import { changePerson, removePeople, restorePerson } from '../../world/change-people.ts'
import type { Tenant } from '../../world/types.ts'

const PREFIX = 'https://graph.microsoft.com/v1.0'
const PEOPLE = 1203

describe('paging', () => {
  let simulator: Simulator
  let calls: Calls
  let tenant: Tenant

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 2, users: PEOPLE, speed: 100_000 })
    calls = createCalls(simulator)
    tenant = tenantOf(simulator, 'seats-wasted')
  })
  afterAll(() => simulator.close())

  /** Follows every nextLink as it is. */
  async function readAll(first: string): Promise<{ pages: Answer[]; rows: Body[] }> {
    const pages: Answer[] = []
    let path: string | undefined = first
    while (path !== undefined) {
      const page: Answer = await calls.graph(tenant, path)
      pages.push(page)
      path = linkOf(page)
    }
    return { pages, rows: pages.flatMap(rowsOf) }
  }

  test.each([undefined, 7, 99, 100, 500, 998, 999])(
    'meets every person exactly once with $top=%s',
    async (top) => {
      const { pages, rows } = await readAll(`/users?$select=id${top ? `&$top=${top}` : ''}`)
      expect(rows.map((row) => row['id'])).toEqual(tenant.people.map(({ id }) => id))
      expect(pages).toHaveLength(Math.ceil(PEOPLE / (top ?? 100)))
    },
  )

  test.each([1, 2])('meets every group exactly once with $top=%i', async (top) => {
    const { pages, rows } = await readAll(`/groups?$select=id&$top=${top}`)
    expect(rows.map((row) => row['id'])).toEqual(tenant.groups.map(({ id }) => id))
    expect(pages).toHaveLength(Math.ceil(tenant.groups.length / top))
  })

  test('ends without a nextLink when the last page is exactly full', async () => {
    const { pages } = await readAll(`/users?$select=id&$top=${PEOPLE / 3}`)
    expect(pages).toHaveLength(3)
    expect(pages.map((page) => rowsOf(page).length)).toEqual([401, 401, 401])
  })

  test('carries the complete query in an absolute link with an opaque token', async () => {
    const { body } = await calls.graph(tenant, '/users?$select=id,mail&$top=10&custom=a%20b')
    const link = String(body['@odata.nextLink'])
    expect(
      link.startsWith(`${PREFIX}/users?$select=id,mail&$top=10&custom=a%20b&$skiptoken=`),
    ).toBe(true)
    expect(link.match(/skiptoken/g)).toHaveLength(1)
  })

  test('refuses a token that was changed, or made for another collection', async () => {
    const { body } = await calls.graph(tenant, '/users?$top=10')
    const token = String(body['@odata.nextLink']).split('$skiptoken=')[1] ?? ''
    for (const path of [
      `/users?$skiptoken=${token.slice(0, -2)}AA`,
      `/groups?$skiptoken=${token}`,
    ]) {
      const { status, text } = await calls.graph(tenant, path)
      expect(status).toBe(400)
      expect(text).toContain('Skip token is null or invalid.')
    }
  })

  test('refuses a token of another tenant', async () => {
    const { body } = await calls.graph(tenant, '/users?$top=10')
    const token = String(body['@odata.nextLink']).split('$skiptoken=')[1] ?? ''
    const other = tenantOf(simulator, 'no-mfa-policy')
    expect((await calls.graph(other, `/users?$skiptoken=${token}`)).status).toBe(400)
  })

  test('refuses more than 500 people a page when sign-in dates are asked for', async () => {
    const { consent } = tenant
    if (consent && !consent.roles.includes('AuditLog.Read.All')) {
      consent.roles.push('AuditLog.Read.All')
    }
    const refused = await calls.graph(tenant, '/users?$select=id,signInActivity&$top=501')
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('Must be between 1 and 500 inclusive'),
    ])
    const { pages } = await readAll('/users?$select=id,signInActivity&$top=500')
    expect(pages.map((page) => rowsOf(page).length)).toEqual([500, 500, 203])
  })

  test('refuses more than 120 rows a page while pages are smaller, and goes on with older links', async () => {
    const { body } = await calls.graph(tenant, '/users?$top=200')
    simulator.faults.add('smaller-pages', { tenantId: tenant.id })
    expect((await calls.graph(tenant, '/users?$top=200')).status).toBe(400)
    expect((await calls.graph(tenant, '/users?$top=120')).status).toBe(200)
    const next = String(body['@odata.nextLink']).split('/v1.0')[1] ?? ''
    expect((await calls.graph(tenant, next)).status).toBe(200)
    simulator.faults.clear()
  })

  test('refuses a token with another query than it was given for, however it is encoded', async () => {
    const link = linkOf(await calls.graph(tenant, '/users?$select=id,mail&$top=10')) ?? ''
    for (const changed of [
      link.replace('id,mail', 'id'),
      link.replace('$top=10', '$top=11'),
      `${link}&$filter=accountEnabled%20eq%20true`,
    ]) {
      expect((await calls.graph(tenant, changed)).status).toBe(400)
    }
    const encoded = link.replaceAll('$', '%24').replaceAll(',', '%2C')
    expect((await calls.graph(tenant, encoded)).status).toBe(200)
  })

  test('may give fewer rows than asked for, and still meets everybody once', async () => {
    simulator.faults.add('short-pages', { tenantId: tenant.id })
    const { pages, rows } = await readAll('/users?$select=id&$top=300')
    simulator.faults.clear()
    expect(pages).toHaveLength(Math.ceil(PEOPLE / 100))
    expect(rows.map((row) => row['id'])).toEqual(tenant.people.map(({ id }) => id))
  })

  test('gives all rows at once where there are no pages, whatever the faults', async () => {
    for (const name of ['short-pages', 'empty-page'] as const) {
      simulator.faults.add(name, { tenantId: tenant.id })
    }
    const { body } = await calls.graph(tenant, '/subscribedSkus')
    simulator.faults.clear()
    expect(rowsOf({ body })).toHaveLength(tenant.subscriptions.length)
    expect(body).not.toHaveProperty('@odata.nextLink')
  })

  test('takes its options in any case, as the links of others write them', async () => {
    const [row] = rowsOf(await calls.graph(tenant, '/users?$SELECT=id&$Top=1'))
    expect(Object.keys(row ?? {})).toEqual(['id'])
    const { body } = await calls.graph(tenant, '/users/delta?$deltaToken=latest')
    expect(rowsOf({ body })).toEqual([])
  })

  test('may give an empty page that goes on, and a page that is too old', async () => {
    simulator.faults.add('empty-page', { tenantId: tenant.id, times: 1 })
    const empty = await calls.graph(tenant, '/users?$select=id&$top=999')
    expect(rowsOf(empty)).toEqual([])
    const first = await calls.graph(tenant, linkOf(empty) ?? '')
    expect(rowsOf(first)[0]?.['id']).toBe(tenant.people[0]?.id)
    simulator.faults.add('expired-page', { tenantId: tenant.id, times: 1 })
    const expired = await calls.graph(tenant, linkOf(first) ?? '')
    expect([expired.status, expired.text]).toEqual([
      400,
      expect.stringContaining('"Directory_ExpiredPageToken"'),
    ])
    expect((await calls.graph(tenant, linkOf(first) ?? '')).status).toBe(200)
  })

  test('goes on when people come and go between two pages', async () => {
    const first = await calls.graph(tenant, '/users?$select=id&$top=999')
    const gone = tenant.people.slice(0, 100).map(({ id }) => id)
    removePeople(tenant, gone)
    const second = await calls.graph(tenant, linkOf(first) ?? '')
    expect(second.status).toBe(200)
    expect(linkOf(second)).toBeUndefined()
    for (const id of gone) restorePerson(tenant, id)
  })

  test('misses no remaining row when others are removed between two pages', async () => {
    const met: Body[] = []
    const gone: string[] = []
    let path: string | undefined = '/users?$select=id&$top=400'
    while (path !== undefined) {
      const page: Answer = await calls.graph(tenant, path)
      met.push(...rowsOf(page))
      path = linkOf(page)
      // From the positions before the token, and from its own position.
      const leaving = [met.at(3), met.at(-1), met.at(-2)].flatMap((row) => String(row?.['id']))
      removePeople(tenant, path === undefined ? [] : leaving)
      gone.push(...(path === undefined ? [] : leaving))
    }
    const ids = met.map((row) => row['id'])
    expect(ids).toEqual([...new Set(ids)])
    expect(tenant.people.filter(({ id }) => !ids.includes(id))).toEqual([])
    for (const id of new Set(gone)) restorePerson(tenant, id)
  })

  test.each(['/users?$select=id&$top=999', '/users/delta?$select=id'])(
    'gives no link of %s twice, though one page after another is empty',
    async (first) => {
      simulator.faults.add('empty-page', { tenantId: tenant.id, times: 4 })
      const { pages, rows } = await readAll(first)
      const links = pages.flatMap((page) => linkOf(page) ?? [])
      expect(new Set(links).size).toBe(links.length)
      expect(rows).toHaveLength(PEOPLE)
    },
  )

  test('filters by what is true now, also when it was asked before', async () => {
    const path = '/users?$select=id&$top=999&$filter=accountEnabled%20eq%20false'
    const idsOf = async () => (await readAll(path)).rows.map((row) => row['id'])
    const blocked = () => tenant.people.filter((each) => !each.accountEnabled).map(({ id }) => id)
    expect(await idsOf()).toEqual(blocked())
    const person = tenant.people.find(({ accountEnabled }) => accountEnabled)
    if (!person) throw new Error('No person')
    changePerson(tenant, person.id, { accountEnabled: false })
    expect(blocked()).toContain(person.id)
    expect(await idsOf()).toEqual(blocked())
    changePerson(tenant, person.id, { accountEnabled: true })
    expect(await idsOf()).toEqual(blocked())
  })

  test('returns the current state of a user, also when it was returned before', async () => {
    const path = '/users?$select=id,displayName,assignedLicenses&$top=1'
    const [person] = tenant.people
    if (!person) throw new Error('No person')
    await calls.graph(tenant, path)
    person.displayName = 'Changed since'
    person.licenses = []
    expect(rowsOf(await calls.graph(tenant, path))[0]).toEqual({
      id: person.id,
      displayName: 'Changed since',
      assignedLicenses: [],
    })
  })

  test('returns the default properties without $select, and only the selected ones with it', async () => {
    const [plain] = rowsOf(await calls.graph(tenant, '/users?$top=1'))
    expect(Object.keys(plain ?? {}).toSorted()).toEqual([
      'businessPhones',
      'displayName',
      'givenName',
      'id',
      'jobTitle',
      'mail',
      'mobilePhone',
      'officeLocation',
      'preferredLanguage',
      'surname',
      'userPrincipalName',
    ])
    const chosen = await calls.graph(tenant, '/users?$top=1&$select=ID,%20accountEnabled,userType')
    expect(Object.keys(rowsOf(chosen)[0] ?? {})).toEqual(['id', 'accountEnabled', 'userType'])
    expect(chosen.body['@odata.context']).toBe(
      `${PREFIX}/$metadata#users(id,accountEnabled,userType)`,
    )
  })

  test('returns the same licenses of a user in every property that contains them', async () => {
    const { rows } = await readAll(
      '/users?$top=999&$select=assignedLicenses,assignedPlans,licenseAssignmentStates',
    )
    for (const row of rows) {
      const licenses = listOf(row, 'assignedLicenses').map((each) => each['skuId'])
      const states = listOf(row, 'licenseAssignmentStates').map((each) => each['skuId'])
      expect(new Set(states)).toEqual(new Set(licenses))
      expect(new Set(licenses).size).toBe(licenses.length)
      expect(listOf(row, 'assignedPlans').length > 0).toBe(licenses.length > 0)
    }
  })
})

function linkOf({ body }: Answer): string | undefined {
  const link = body['@odata.nextLink']
  return typeof link === 'string' ? link.slice(PREFIX.length) : undefined
}

function listOf(row: Body, property: string): Body[] {
  const value = row[property]
  return Array.isArray(value) ? value.filter(isBody) : []
}
