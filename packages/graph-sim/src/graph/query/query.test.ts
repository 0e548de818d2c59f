import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../../simulator.ts'
import {
  createCalls,
  isBody,
  rowsOf,
  tenantOf,
  type Answer,
  type Calls,
} from '../../testing/calls.ts'
import type { Person, Tenant } from '../../world/types.ts'

const EVENTUAL = { ConsistencyLevel: 'eventual' }

describe('queries', () => {
  let simulator: Simulator
  let calls: Calls
  let tenant: Tenant

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 20, users: 120, speed: 100_000 })
    calls = createCalls(simulator)
    tenant = tenantOf(simulator, 'seats-wasted')
    const { consent } = tenant
    if (!consent) throw new Error('No consent')
    consent.roles = [...new Set([...consent.roles, 'AuditLog.Read.All', 'Application.Read.All'])]
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    simulator.faults.clear()
  })

  function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return calls.graph(tenant, encodeURI(path).replaceAll('+', '%2B'), { headers })
  }

  async function idsOf(path: string, headers?: Record<string, string>): Promise<unknown[]> {
    const answer = await get(path, headers)
    expect([answer.status, answer.text.slice(0, answer.status === 200 ? 0 : 300)]).toEqual([
      200,
      '',
    ])
    return rowsOf(answer).map((row) => row['id'])
  }

  const peopleIds = (isMeant: (person: Person) => boolean) =>
    tenant.people.filter(isMeant).map(({ id }) => id)

  test.each<[string, (person: Person) => boolean]>([
    ['accountEnabled eq false', (person) => !person.accountEnabled],
    ["userType eq 'Guest'", (person) => person.userType === 'Guest'],
    ["startswith(userPrincipalName,'B')", (person) => /^b/i.test(person.userPrincipalName)],
    [
      "department eq 'Sales' or department eq 'Finance'",
      (person) => /^(Sales|Finance)$/.test(person.department ?? ''),
    ],
    [
      "accountEnabled eq true and department eq 'Sales'",
      (person) => person.accountEnabled && person.department === 'Sales',
    ],
  ])('filter people without any header: %s', async (filter, isMeant) => {
    const ids = await idsOf(`/users?$select=id&$top=999&$filter=${filter}`)
    expect(ids).toEqual(peopleIds(isMeant))
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.length).toBeLessThan(tenant.people.length)
  })

  test.each([
    ["/users?$filter=startsWith(displayName,'a'", 'Request_BadRequest', 'Invalid filter clause'],
    [
      "/users?$filter=nonsense eq 'x'",
      'Request_BadRequest',
      "property named 'nonsense' on type 'microsoft.graph.user'",
    ],
    ["/users?$filter=accountEnabled eq 'true'", 'Request_BadRequest', 'Invalid filter clause'],
    ["/users?$filter=displayName ge 'a'", 'Request_BadRequest', 'Invalid filter clause'],
    [
      "/users?$filter=startsWith(id,'a')",
      'Request_UnsupportedQuery',
      "property 'id' of resource 'User'",
    ],
    [
      "/groups?$filter=visibility eq 'Public'",
      'Request_UnsupportedQuery',
      "property 'visibility' of resource 'Group'",
    ],
    [
      `/users?$filter=${Array.from({ length: 16 }, () => "id eq 'x'").join(' or ')}`,
      'Request_UnsupportedQuery',
      'Max allowed: 15',
    ],
    [
      '/users?$filter=accountEnabled eq true&$orderby=displayName',
      'Request_UnsupportedQuery',
      'Sorting not supported',
    ],
    ['/users?$orderby=createdDateTime', 'Request_UnsupportedQuery', "property 'createdDateTime'"],
    ['/users?$orderby=department', 'Request_UnsupportedQuery', "property 'department'"],
    ['/users?$orderby=nonsense', 'Request_BadRequest', "named 'nonsense'"],
    ['/users?$orderby=displayName sideways', 'Request_BadRequest', 'Syntax error'],
    ['/users?$search="displayName:a"', 'Request_UnsupportedQuery', 'not supported here'],
    ['/applications?$expand=nonsense', 'Request_BadRequest', "named 'nonsense'"],
    ['/applications?$expand=owners,api', 'Request_BadRequest', 'Only one property'],
    [
      "/subscribedSkus?$filter=skuPartNumber eq 'SPB'",
      'Request_UnsupportedQuery',
      'not supported here',
    ],
  ])('are refused: %s with %s', async (path, code, words) => {
    const answer = await get(path)
    expect(refusalOf(answer)).toEqual([400, code])
    expect(answer.text.replaceAll('\\u0027', "'")).toContain(words)
  })

  test('sort people by name and by address, in both directions', async () => {
    const rows = rowsOf(await get('/users?$select=displayName&$top=999&$orderby=displayName'))
    const names = rows.map((row) => String(row['displayName']).toLowerCase())
    expect(names).toEqual(names.toSorted())
    expect(new Set(names).size).toBeGreaterThan(10)
    const down = rowsOf(
      await get('/users?$select=userPrincipalName&$top=999&$orderby=userPrincipalName desc'),
    )
    const addresses = down.map((row) => String(row['userPrincipalName']).toLowerCase())
    expect(addresses).toEqual(addresses.toSorted().toReversed())
  })

  test('count what they filter, as plain text', async () => {
    const people = await get('/users/$count?$filter=accountEnabled eq false', EVENTUAL)
    expect(people.text).toBe(String(peopleIds((person) => !person.accountEnabled).length))
    expect(refusalOf(await get('/users/$count'))).toEqual([400, 'Request_UnsupportedQuery'])
  })

  test('mark groups whose members got no license', async () => {
    const giving = tenantOf(simulator, 'group-licensing')
    const path = '/groups?$select=id,hasMembersWithLicenseErrors&$top=999'
    const idsWithErrors = async () =>
      rowsOf(await calls.graph(giving, path))
        .filter((row) => row['hasMembersWithLicenseErrors'] === true)
        .map((row) => row['id'])
    const [group] = giving.groups.filter(({ assignedSkuIds }) => assignedSkuIds.length > 0)
    const member = giving.people.find(({ licenses }) =>
      licenses.some((license) => license.assignedByGroup === group?.id),
    )
    if (!group || !member) throw new Error('No licenses by groups')
    expect(await idsWithErrors()).not.toContain(group.id)
    member.licenses = member.licenses.map((license) => ({
      ...license,
      state: 'Error',
      error: 'CountViolation',
    }))
    expect(await idsWithErrors()).toContain(group.id)
    const { body } = await calls.graph(
      giving,
      `/users/${member.id}?$select=assignedLicenses,licenseAssignmentStates`,
    )
    expect(body).toMatchObject({
      assignedLicenses: [],
      licenseAssignmentStates: member.licenses.map(() => ({
        state: 'Error',
        error: 'CountViolation',
      })),
    })
  })

  test('apply to every page of what they found', async () => {
    const filter = encodeURI('$filter=accountEnabled eq true')
    const ids: unknown[] = []
    let path: string | undefined = `/users?$select=id&$top=7&${filter}`
    while (path !== undefined) {
      const page: Answer = await calls.graph(tenant, path)
      ids.push(...rowsOf(page).map((row) => row['id']))
      const link = page.body['@odata.nextLink']
      path =
        typeof link === 'string' ? link.slice('https://graph.microsoft.com/v1.0'.length) : undefined
    }
    expect(ids).toEqual(peopleIds((person) => person.accountEnabled))
  })
})

function refusalOf({ status, body }: Answer): unknown[] {
  const error = isBody(body['error']) ? body['error'] : {}
  return [status, error['code']]
}
