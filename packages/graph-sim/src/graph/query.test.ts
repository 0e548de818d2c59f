import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { createCalls, isBody, rowsOf, tenantOf, type Answer, type Calls } from '../testing/calls.ts'
import type { Person, Tenant } from '../world/types.ts'

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
      "department in ('Sales','Finance')",
      (person) => /^(Sales|Finance)$/.test(person.department ?? ''),
    ],
    [
      "accountEnabled eq true and (department eq 'Sales' or department eq 'Finance')",
      (person) => person.accountEnabled && /^(Sales|Finance)$/.test(person.department ?? ''),
    ],
    ['createdDateTime ge 2022-01-01T00:00:00Z', ({ createdDateTime }) => createdDateTime >= '2022'],
    [
      "userPrincipalName ge 'f' and userPrincipalName lt 'n'",
      ({ userPrincipalName }) => /^[f-m]/i.test(userPrincipalName),
    ],
    ["userPrincipalName le 'k'", ({ userPrincipalName }) => userPrincipalName.toLowerCase() <= 'k'],
  ])('filter people without any header: %s', async (filter, isMeant) => {
    const ids = await idsOf(`/users?$select=id&$top=999&$filter=${filter}`)
    expect(ids).toEqual(peopleIds(isMeant))
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.length).toBeLessThan(tenant.people.length)
  })

  test('filter people by a license that they hold', async () => {
    const skuId = tenant.people.flatMap(({ licenses }) => licenses)[0]?.skuId
    const holders = peopleIds(({ licenses }) => licenses.some((each) => each.skuId === skuId))
    const filter = `assignedLicenses/any(x:x/skuId eq ${skuId})`
    expect(await idsOf(`/users?$select=id&$top=999&$filter=${filter}`)).toEqual(holders)
  })

  test.each<[string, (person: Person) => boolean]>([
    ['accountEnabled ne true', (person) => !person.accountEnabled],
    ['not (accountEnabled eq true)', (person) => !person.accountEnabled],
    ["NOT startsWith(displayName,'a')", (person) => !/^a/i.test(person.displayName)],
    [
      `endsWith(userPrincipalName,'.example')`,
      (person) => person.userPrincipalName.endsWith('.example'),
    ],
    ['jobTitle eq null', (person) => person.jobTitle === null],
    ['jobTitle ne null', (person) => person.jobTitle !== null],
    ["companyName eq 'nobody'", () => false],
    ['assignedLicenses/$count eq 0', (person) => person.licenses.length === 0],
    ["startsWith(mobilePhone,'+')", (person) => person.mobilePhone?.startsWith('+') ?? false],
  ])('need the header and the count: %s', async (filter, isMeant) => {
    const path = `/users?$select=id&$top=999&$filter=${filter}`
    expect(refusalOf(await get(path))).toEqual([400, 'Request_UnsupportedQuery'])
    expect(refusalOf(await get(path, EVENTUAL))).toEqual([400, 'Request_UnsupportedQuery'])
    const answer = await get(`${path}&$count=true`, EVENTUAL)
    expect(rowsOf(answer).map((row) => row['id'])).toEqual(peopleIds(isMeant))
    expect(answer.body['@odata.count']).toBe(peopleIds(isMeant).length)
  })

  test.each([
    ["/users?$filter=startsWith(displayName,'a'", 'Request_BadRequest', 'Invalid filter clause'],
    [
      "/users?$filter=nonsense eq 'x'",
      'Request_BadRequest',
      "property named 'nonsense' on type 'microsoft.graph.user'",
    ],
    ["/users?$filter=accountEnabled eq 'true'", 'Request_BadRequest', 'Invalid filter clause'],
    [
      "/users?$filter=createdDateTime ge '2022-01-01'",
      'Request_BadRequest',
      'Invalid filter clause',
    ],
    [
      "/users?$filter=displayName ge 'a'",
      'Request_UnsupportedQuery',
      "property 'displayName' of resource 'User'",
    ],
    [
      '/groups?$filter=createdDateTime ge 2021-11-01',
      'Request_UnsupportedQuery',
      "property 'createdDateTime' of resource 'Group'",
    ],
    [
      "/users?$filter=endsWith(mail,'x')",
      'Request_UnsupportedQuery',
      "Operator 'endsWith' is not supported",
    ],
    ['/users?$filter=accountEnabled ne true', 'Request_UnsupportedQuery', 'NotEqualsMatch'],
    [
      `/users?$filter=id in (${Array.from({ length: 16 }, () => "'x'").join(',')})`,
      'Request_UnsupportedQuery',
      'Max allowed: 15',
    ],
    [
      `/users?$filter=${Array.from({ length: 16 }, () => "id eq 'x'").join(' or ')}`,
      'Request_UnsupportedQuery',
      'Max allowed: 15',
    ],
    [
      '/users?$filter=signInActivity/lastSignInDateTime le 2026-01-01T00:00:00Z and accountEnabled eq true',
      'Request_UnsupportedQuery',
      'signInActivity',
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
    ['/users?$search="displayName:a"', 'Request_UnsupportedQuery', 'ConsistencyLevel: eventual'],
    ['/users?$expand=nonsense', 'Request_BadRequest', "named 'nonsense'"],
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

  test.each([
    ['/users?$search=displayName:a', 'Request_BadRequest'],
    ['/users?$search="displayName:a" "mail:b"', 'Request_BadRequest'],
    ['/users?$search=""', 'Request_BadRequest'],
    ['/users?$search="department:a"', 'Request_UnsupportedQuery'],
    ['/users?$search="nonsense:a"', 'Request_UnsupportedQuery'],
  ])('are refused although the header is there: %s', async (path, code) => {
    expect(refusalOf(await get(path, EVENTUAL))).toEqual([400, code])
  })

  test('may ask for ranges of addresses, unless Microsoft refuses them', async () => {
    const path = "/users?$filter=userPrincipalName ge 'a' and userPrincipalName lt 'c'"
    expect((await get(path)).status).toBe(200)
    simulator.faults.add('ranges-refused', { tenantId: tenant.id })
    expect(refusalOf(await get(path))).toEqual([400, 'Request_UnsupportedQuery'])
    expect((await get("/users?$filter=startsWith(userPrincipalName,'a')")).status).toBe(200)
  })

  test('ranges of addresses that touch meet everybody exactly once', async () => {
    const bounds = ['', 'c', 'f', 'j', 'm', 'q', 't', '']
    const ids: unknown[] = []
    for (const [index, from] of bounds.slice(0, -1).entries()) {
      const to = bounds[index + 1]
      const parts = [
        from ? `userPrincipalName ge '${from}'` : '',
        to ? `userPrincipalName lt '${to}'` : '',
      ].filter((part) => part !== '')
      ids.push(...(await idsOf(`/users?$select=id&$top=999&$filter=${parts.join(' and ')}`)))
    }
    expect(ids.map(String).toSorted()).toEqual(tenant.people.map(({ id }) => id).toSorted())
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
    expect((await get('/users?$orderby=createdDateTime&$count=true', EVENTUAL)).status).toBe(200)
  })

  test('sort what they filter, as an advanced query', async () => {
    const path =
      '/users?$select=displayName&$filter=accountEnabled eq true&$orderby=displayName&$count=true'
    const names = rowsOf(await get(path, EVENTUAL)).map((row) =>
      String(row['displayName']).toLowerCase(),
    )
    expect(names.length).toBeGreaterThan(10)
    expect(names).toEqual(names.toSorted())
  })

  test('search words of a name and beginnings of an address', async () => {
    const [first] = tenant.people
    const surname = first?.surname?.toLowerCase() ?? ''
    const found = await idsOf(
      `/users?$select=id&$top=999&$search="displayName:${surname}"`,
      EVENTUAL,
    )
    expect(found).toContain(first?.id)
    expect(found).toEqual(
      peopleIds(({ displayName }) =>
        displayName
          .toLowerCase()
          .split(/[^\p{L}\p{N}]+/u)
          .some((word) => word.startsWith(surname)),
      ),
    )
    const either = '"mail:a" OR "mail:b"'
    expect(await idsOf(`/users?$select=id&$top=999&$search=${either}`, EVENTUAL)).toEqual(
      peopleIds(({ mail }) => /^[ab]/i.test(mail ?? '')),
    )
    const both = `"mail:a" AND "displayName:${surname}"`
    expect(await idsOf(`/users?$select=id&$top=999&$search=${both}`, EVENTUAL)).toEqual(
      peopleIds(({ id, mail }) => /^a/i.test(mail ?? '') && found.includes(id)),
    )
  })

  test('count what they filter, as plain text', async () => {
    const people = await get('/users/$count?$filter=accountEnabled ne true', EVENTUAL)
    expect(people.text).toBe(String(peopleIds((person) => !person.accountEnabled).length))
    const groups = await get("/groups/$count?$filter=startsWith(displayName,'a')", EVENTUAL)
    const expected = tenant.groups.filter(({ displayName }) => /^a/i.test(displayName)).length
    expect(groups.text).toBe(String(expected))
    expect(refusalOf(await get('/groups/$count'))).toEqual([400, 'Request_UnsupportedQuery'])
  })

  test('find groups by the licenses that they give', async () => {
    const giving = tenantOf(simulator, 'group-licensing')
    const skuId = giving.groups.flatMap((group) => group.assignedSkuIds)[0]
    const path = `/groups?$select=id&$filter=assignedLicenses/any(x:x/skuId eq ${skuId})`
    const answer = await calls.graph(giving, encodeURI(path))
    expect(rowsOf(answer).map((row) => row['id'])).toEqual(
      giving.groups
        .filter((group) => group.assignedSkuIds.some((id) => id === skuId))
        .map(({ id }) => id),
    )
    expect(rowsOf(answer).length).toBeGreaterThan(0)
  })

  test('find groups whose members got no license', async () => {
    const giving = tenantOf(simulator, 'group-licensing')
    const path = encodeURI('/groups?$select=id&$filter=hasMembersWithLicenseErrors eq true')
    const [group] = giving.groups.filter(({ assignedSkuIds }) => assignedSkuIds.length > 0)
    const member = giving.people.find(({ licenses }) =>
      licenses.some((license) => license.assignedByGroup === group?.id),
    )
    if (!group || !member) throw new Error('No licenses by groups')
    const idsBefore = rowsOf(await calls.graph(giving, path)).map((row) => row['id'])
    expect(idsBefore).not.toContain(group.id)
    member.licenses = member.licenses.map((license) => ({
      ...license,
      state: 'Error',
      error: 'CountViolation',
    }))
    const idsAfter = rowsOf(await calls.graph(giving, path)).map((row) => row['id'])
    expect(idsAfter).toContain(group.id)
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

  test('filter sign-in dates alone, with the permission for them', async () => {
    const path = `/users?$select=id&$top=500&$filter=signInActivity/lastSignInDateTime le ${new Date().toISOString()}`
    expect(await idsOf(path)).toEqual(
      peopleIds(({ hoursSinceSignIn }) => hoursSinceSignIn !== null),
    )
    const { consent } = tenant
    const roles = consent?.roles ?? []
    if (consent) consent.roles = ['User.Read.All']
    const token = await calls.appToken(tenant)
    if (consent) consent.roles = roles
    const refused = await get(path, { authorization: `Bearer ${token}` })
    expect(refusalOf(refused)).toEqual([403, 'Authentication_MSGraphPermissionMissing'])
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

  test('expand one relation, with a choice of its properties', async () => {
    const group = tenant.groups.find(({ memberIds }) => memberIds.length > 20)
    const path = '/groups?$select=id&$top=999&$expand=members($select=id,mail)'
    const row = rowsOf(await get(path)).find((each) => each['id'] === group?.id)
    expect(Object.keys(row ?? {})).toEqual(['id', 'members'])
    const members = Array.isArray(row?.['members']) ? row['members'].filter(isBody) : []
    expect(members.map((member) => member['id'])).toEqual(group?.memberIds.slice(0, 20))
    expect(Object.keys(members[0] ?? {}).toSorted()).toEqual(['@odata.type', 'id', 'mail'])
    const [person] = tenant.people
    const { body } = await get(`/users/${person?.id}?$select=id&$expand=memberOf`)
    const groups = Array.isArray(body['memberOf']) ? body['memberOf'].filter(isBody) : []
    expect(groups.map((each) => each['id'])).toEqual(
      tenant.groups
        .filter(({ memberIds }) => memberIds.some((id) => id === person?.id))
        .map(({ id }) => id),
    )
    expect(groups.length).toBeGreaterThan(0)
    expect((await get('/users?$select=id&$expand=manager')).status).toBe(200)
  })

  test('expand no second relation, and none in an advanced query', async () => {
    expect(refusalOf(await get('/groups?$expand=members,owners'))).toEqual([
      400,
      'Request_BadRequest',
    ])
    const advanced = await get('/groups?$expand=members&$count=true', EVENTUAL)
    expect(refusalOf(advanced)).toEqual([400, 'Request_UnsupportedQuery'])
  })

  test('count policies without any header, which is for objects of the directory', async () => {
    const { status, body } = await get('/identity/conditionalAccess/policies?$count=true')
    expect([status, body['@odata.count']]).toEqual([200, tenant.policies.length])
  })
})

function refusalOf({ status, body }: Answer): unknown[] {
  const error = isBody(body['error']) ? body['error'] : {}
  return [status, error['code']]
}
