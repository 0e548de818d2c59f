import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import {
  createCalls,
  isBody,
  rowsOf,
  tenantOf,
  type Answer,
  type Body,
  type Calls,
} from '../testing/calls.ts'
import type { Tenant } from '../world/types.ts'

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

  test('carries the whole query in an absolute link with an opaque token', async () => {
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

  test('counts on the first page only, and only for clients that accept a late count', async () => {
    const headers = { ConsistencyLevel: 'eventual' }
    const first = await calls.graph(tenant, '/users?$count=true&$top=999', { headers })
    expect(first.body['@odata.count']).toBe(PEOPLE)
    const second = await calls.graph(tenant, linkOf(first) ?? '', { headers })
    expect(second.body).not.toHaveProperty('@odata.count')
    // The header must be sent again with every page.
    expect((await calls.graph(tenant, linkOf(first) ?? '')).status).toBe(400)
  })

  test('gives 500 people a page at most when sign-in dates are asked for', async () => {
    const { consent } = tenant
    if (consent && !consent.roles.includes('AuditLog.Read.All')) {
      consent.roles.push('AuditLog.Read.All')
    }
    const { pages } = await readAll('/users?$select=id,signInActivity&$top=999')
    expect(pages.map((page) => rowsOf(page).length)).toEqual([500, 500, 203])
  })

  test('tells the default properties without $select, and just the chosen ones with it', async () => {
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

  test('tells the licenses of a person by every property that has them alike', async () => {
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
