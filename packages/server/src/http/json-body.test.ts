import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { jsonBody } from './json-body.ts'

const bodyOf = async (value: unknown): Promise<string> => {
  const body = jsonBody(value)
  return typeof body === 'string' ? body : text(body)
}

const REPLY = { success: true, list: ['a', null], none: null, absent: undefined, nested: { n: 1 } }

test('a usual reply is one text', () => {
  expect(jsonBody(REPLY)).toBe(JSON.stringify(REPLY))
})

test.each([
  ['quotes and controls', '"\\\u0000\u2028é'.repeat(300_000)],
  ['pairs of surrogates', `a${'😀'.repeat(600_000)}`],
  ['halves of pairs', '\uD83D'.repeat(1_200_000)],
])('one with a long text of %s is the same in pieces', async (_, long) => {
  const value = { ...REPLY, report: { before: 1, long, after: [long.slice(0, 5)] } }
  expect(typeof jsonBody(value)).toBe('object')
  expect((await bodyOf(value)) === JSON.stringify(value)).toBe(true)
})
