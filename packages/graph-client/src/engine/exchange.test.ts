import { gzipSync } from 'node:zlib'

import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

import { startFakeMicrosoft } from '../testing/fake-microsoft.ts'
import type { Reply } from '../testing/fake-microsoft.ts'
import { exchange } from './exchange.ts'
import { READ_LIMITS } from './read-limits.ts'
import { createTransport } from './transport.ts'

const HUGE = '漢'.repeat(1_000_000)
const Answer = z.object({ value: z.array(z.object({ id: z.string(), displayName: z.string() })) })
const USERS = {
  value: [
    { id: 'a', displayName: HUGE },
    { id: 'b', displayName: 'Anna' },
  ],
}
const GZIP = { 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'gzip' }

async function bodyOf(reply: Reply): Promise<string> {
  const microsoft = await startFakeMicrosoft(() => reply)
  const transport = createTransport({ microsoftEndpoint: microsoft.endpoint })
  onTestFinished(async () => {
    await transport.close()
    await microsoft.close()
  })
  const url = 'https://graph.microsoft.com/v1.0/users'
  const { body } = await exchange(transport.dispatcher, { method: 'GET', url, headers: {} })
  return body
}

test.each<[string, Reply]>([
  ['plain', { body: USERS }],
  ['compressed', { headers: GZIP, body: gzipSync(JSON.stringify(USERS)) }],
  [
    'that is an error',
    { status: 400, headers: GZIP, body: gzipSync(JSON.stringify({ ...USERS, error: {} })) },
  ],
])('a JSON answer %s loses what no text of Microsoft is long enough for', async (_, reply) => {
  const body = await bodyOf(reply)
  expect(body.length).toBeLessThan(2 * READ_LIMITS.words)
  const [huge, other] = Answer.parse(JSON.parse(body)).value
  expect(huge?.displayName.length).toBeGreaterThan(READ_LIMITS.words)
  expect(HUGE.startsWith(huge?.displayName ?? '-')).toBe(true)
  expect(other).toEqual({ id: 'b', displayName: 'Anna' })
})

test('an answer that is no JSON is complete', async () => {
  const text = `"${HUGE}"`
  expect(await bodyOf({ headers: { 'content-type': 'text/plain' }, body: text })).toBe(text)
})
