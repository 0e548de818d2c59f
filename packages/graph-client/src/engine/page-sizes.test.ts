import { expect, test } from 'vitest'
import { z } from 'zod'

import { readGroupMembers } from '../read/group-members.ts'
import { readSignInActivity } from '../read/sign-in-activity.ts'
import { readUsers } from '../read/users.ts'
import type { Handler, Reply } from '../testing/fake-microsoft.ts'
import { wholeOf } from '../testing/golden/golden.ts'
import { failureOf, setUpGraph } from '../testing/set-up.ts'
import { createPageSizes } from './page-sizes.ts'

const refused = (size: string): Reply => ({
  status: 400,
  body: {
    error: {
      code: 'Request_UnsupportedQuery',
      message: `Invalid page size specified: '${size}'. Must be between 1 and 120 inclusive.`,
    },
  },
})

const Batch = z.object({ requests: z.array(z.object({ id: z.string(), url: z.string() })) })
const sizeOf = (path: string): string => /\$top=(\d+)/u.exec(path)?.[1] ?? ''

/** A directory of one person, whose pages hold at most 120 rows; batches too. */
const smallPages: Handler = ({ path, body }) => {
  if (!path.endsWith('/$batch')) {
    return Number(sizeOf(path)) > 120 ? refused(sizeOf(path)) : { body: { value: [{ id: 'ada' }] } }
  }
  const { requests } = Batch.parse(JSON.parse(body))
  const responses = requests.map(({ id, url }) => {
    const isRefused = Number(sizeOf(url)) > 120
    const answer = isRefused ? refused(sizeOf(url)) : { body: { value: [{ id: 'ada' }] } }
    return { id, status: 200, ...answer }
  })
  return { body: { responses } }
}

test('a page size that Microsoft refuses is asked for once again with 100, and remembered (N5)', async () => {
  const { graph, graphOfAll, graphRequests } = await setUpGraph(smallPages)
  const sizes = () => graphRequests().map(({ path }) => sizeOf(path))
  expect(await wholeOf(readSignInActivity(graph))).toHaveLength(1)
  expect(sizes()).toEqual(['500', '100'])
  expect(await wholeOf(readSignInActivity(graphOfAll.forTenant('another')))).toHaveLength(1)
  expect(sizes()).toEqual(['500', '100', '100'])
  // What is selected decides: other reads of users keep their size until they are refused.
  expect(await wholeOf(readUsers(graph, { expectedPeople: 1 }))).toHaveLength(1)
  expect(sizes().slice(3)).toEqual(['999', '100'])
})

test('the same holds within a batch', async () => {
  const { graph, graphRequests } = await setUpGraph(smallPages)
  const members = await readGroupMembers(graph, ['one', 'two'])
  expect([...members.values()]).toEqual(
    [[{ id: 'ada' }], [{ id: 'ada' }]].map((each) =>
      each.map((row) => ({ ...row, kind: 'unknown' })),
    ),
  )
  expect(graphRequests()).toHaveLength(2)
})

test('another reason for the refusal is reported as it was, after one more request', async () => {
  const { graph, graphRequests } = await setUpGraph(({ path }) => ({
    status: 400,
    body: { error: { code: sizeOf(path) === '500' ? 'First' : 'Second', message: 'no' } },
  }))
  expect(await failureOf(wholeOf(readSignInActivity(graph)))).toMatchObject({
    status: 400,
    microsoftCode: 'First',
  })
  expect(graphRequests()).toHaveLength(2)
})

test.each([
  ['/users?$top=999&$select=id', '/users?$top=100&$select=id'],
  ['/users?$select=id&$top=500', '/users?$select=id&$top=100'],
  ['/users?$top=100', null],
  ['/users?$top=25', null],
  ['/users', null],
  ['/users?$top=999&$skiptoken=abc', null],
  ['/users/delta?$deltatoken=abc', null],
])('%s may be asked for again as %j', (path, smaller) => {
  expect(createPageSizes().smaller(path)).toBe(smaller)
})
