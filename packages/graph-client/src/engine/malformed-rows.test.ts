import { expect, test } from 'vitest'
import { z } from 'zod'

import { readContracts } from '../read/contracts.ts'
import { readPolicies } from '../read/policies.ts'
import { readTenantFacts } from '../read/tenant-facts.ts'
import { DirectoryUser, readUserChanges, readUsers } from '../read/users.ts'
import { bodiesWith, setUpAnswers } from '../testing/answering.ts'
import type { Bodies } from '../testing/answering.ts'
import { DIRECTORY_GOLDEN } from '../testing/golden/directory.ts'
import { PEOPLE_POLICIES_GOLDEN } from '../testing/golden/people-policies.ts'
import { TENANT_POLICIES_GOLDEN } from '../testing/golden/tenant-policies.ts'
import { failureOf } from '../testing/set-up.ts'
import type { MalformedRow } from './malformed-rows.ts'

const GOLDEN = [...DIRECTORY_GOLDEN, ...PEOPLE_POLICIES_GOLDEN, ...TENANT_POLICIES_GOLDEN]
const FACTS: Bodies = Object.fromEntries(
  GOLDEN.flatMap((golden) => Object.entries(bodiesWith(golden, golden.full))),
)

async function setUp(bodies: Bodies) {
  const malformed: MalformedRow[] = []
  const tenant = { onMalformedRow: (row: MalformedRow) => malformed.push(row) }
  return { malformed, ...(await setUpAnswers(bodies, { tenant })) }
}

async function rowsOf<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}

const LONG = 'x'.repeat(1_000_000)

test.each([
  ['an id', { id: LONG }, null, 'id'],
  ['a sign-in name', { userPrincipalName: `${LONG}@fabrikam.example` }, 'b', 'userPrincipalName'],
  ['an address', { mail: `${LONG}@fabrikam.example` }, 'b', 'mail'],
  ['the id of a SKU', { assignedLicenses: [{ skuId: LONG }] }, 'b', 'assignedLicenses[0].skuId'],
  ['a date', { createdDateTime: LONG }, 'b', 'createdDateTime'],
  ['a number for a name', { displayName: 7 }, 'b', 'displayName'],
])(
  '%s beyond its limit makes the row malformed: named, and the others are kept',
  async (_, bad, id, field) => {
    const value = [{ id: 'a' }, { id: 'b', ...bad }, { id: 'c' }]
    const { graph, malformed } = await setUp({ '/users': { value } })
    const users = await rowsOf(readUsers(graph, { expectedPeople: 3 }))
    expect(users.map((user) => user.id)).toEqual(['a', 'c'])
    expect(malformed).toEqual([{ path: '/users', id, field }])
  },
)

test('names and rules are cut, ids and addresses at their limit are not', async () => {
  const mail = 'm'.repeat(640)
  const { graph, malformed } = await setUp({
    '/users': { value: [{ id: 'a'.repeat(64), displayName: LONG, mail }] },
  })
  const [user] = await rowsOf(readUsers(graph, { expectedPeople: 1 }))
  expect(user).toMatchObject({ id: 'a'.repeat(64), displayName: LONG.slice(0, 1_024), mail })
  expect(malformed).toEqual([])
})

test('a domain beyond its limit makes a contract malformed', async () => {
  const row = { id: '1', customerId: 'c1' }
  const value = [{ ...row, defaultDomainName: LONG }, row]
  const { graph, malformed } = await setUp({ '/contracts': { value } })
  expect(await rowsOf(readContracts(graph))).toHaveLength(1)
  expect(malformed).toEqual([{ path: '/contracts', id: '1', field: 'defaultDomainName' }])
})

test('a change that cannot be read removes its object', async () => {
  const deltaLink = 'https://graph.microsoft.com/v1.0/users/delta?$deltatoken=t2'
  const value = [{ id: 'a', displayName: 'A' }, { id: 'B', mail: LONG }, { displayName: 'C' }]
  const { graph, malformed } = await setUp({
    '/users/delta': { value, '@odata.deltaLink': deltaLink },
  })
  const { value: page } = await readUserChanges(graph, '/users/delta?$deltatoken=t1').next()
  expect(page).toEqual({ changed: [{ id: 'a', displayName: 'A' }], removed: ['b'] })
  expect(malformed.map(({ id, field }) => [id, field])).toEqual([
    ['B', 'mail'],
    [null, 'id'],
  ])
})

const SKU = { id: 't_s', skuId: 's1', skuPartNumber: 'SPE_E3' }

test.each([
  ['a negative count', { consumedUnits: -1 }, 'consumedUnits'],
  ['an absurd count', { consumedUnits: 1e300 }, 'consumedUnits'],
  [
    'half a seat',
    { prepaidUnits: { enabled: 0.5, suspended: 0, warning: 0, lockedOut: 0 } },
    'prepaidUnits.enabled',
  ],
])('%s makes the SKU malformed and leaves the others', async (_, bad, field) => {
  const value = [
    { ...SKU, ...bad },
    { ...SKU, skuId: 's2' },
  ]
  const { graph, malformed } = await setUp({ ...FACTS, '/subscribedSkus': { value } })
  const { subscribedSkus } = await readTenantFacts(graph)
  expect(subscribedSkus).toMatchObject([{ skuId: 's2' }])
  expect(malformed).toEqual([{ path: '/subscribedSkus', id: 't_s', field }])
})

test('the malformed property of an organization is left out, and the others are kept', async () => {
  const organization = {
    id: 'o',
    displayName: 'Fabrikam',
    technicalNotificationMails: [LONG],
    createdDateTime: 'never',
  }
  const { graph, malformed } = await setUp({ ...FACTS, '/organization': { value: [organization] } })
  const facts = await readTenantFacts(graph)
  expect(facts.organization).toMatchObject({
    displayName: 'Fabrikam',
    technicalNotificationMails: [],
    createdDateTime: null,
  })
  expect(malformed.map(({ field }) => field)).toEqual([
    'createdDateTime',
    'technicalNotificationMails[0]',
  ])
})

test('a policy with 10,000 exclusions is read at once', async () => {
  const excludeUsers = Array.from({ length: 10_000 }, (_, at) => `user-${at}`)
  const policy = { id: 'p', conditions: { users: { excludeUsers } } }
  const { graph } = await setUp({ '/identity/conditionalAccess/policies': { value: [policy] } })
  expect((await readPolicies(graph))[0]?.conditions?.users?.excludeUsers).toHaveLength(10_000)
})

test('a single row that cannot be read is left out of a batch', async () => {
  const { graph, malformed } = await setUp({
    '/users/a': { id: 'a' },
    '/users/b': { id: 'b', mail: LONG },
  })
  const rows = { schema: z.array(DirectoryUser), isRow: true }
  const answers = await graph.batch(['a', 'b'].map((id) => ({ id, ...rows, path: `/users/${id}` })))
  expect([answers.get('a'), answers.get('b')]).toMatchObject([[{ id: 'a' }], []])
  expect(malformed).toEqual([{ path: '/users/b', id: 'b', field: 'mail' }])
})

test('without a receiver a malformed row is a failure, since a part would look complete', async () => {
  const { graph } = await setUpAnswers({ '/users': { value: [{ id: 'a' }, { id: LONG }] } })
  expect(await failureOf(rowsOf(readUsers(graph, { expectedPeople: 2 })))).toMatchObject({
    code: 'MALFORMED_ANSWER',
    detail: 'value[1].id',
  })
})
