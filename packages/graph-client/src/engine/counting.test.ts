import { expect, test } from 'vitest'

import { failureOf, setUpGraph } from '../testing/set-up.ts'
import { Count } from './counting.ts'

test.each(['42', '\uFEFF42', ' 42\n'])('a count that comes as %j is read', async (body) => {
  const { graph, graphRequests } = await setUpGraph(() => ({
    headers: { 'content-type': 'text/plain' },
    body,
  }))
  expect(await graph.count('/users/$count')).toBe(42)
  expect(graphRequests()[0]?.headers).toMatchObject({
    consistencylevel: 'eventual',
    accept: 'text/plain',
  })
})

test.each(['', 'many', '-1', '4.5', '<html>', '{"value":1}'])(
  'a count that comes as %j is malformed',
  async (body) => {
    const { graph } = await setUpGraph(() => ({ body }))
    expect(await failureOf(graph.count('/users/$count'))).toMatchObject({
      code: 'MALFORMED_ANSWER',
    })
  },
)

test.each([7, '7', 'Nw', 'Nw==', '77u_Nw'])('a batch may carry a count as %j', (body) => {
  expect(Count.parse(body)).toBe(7)
})
