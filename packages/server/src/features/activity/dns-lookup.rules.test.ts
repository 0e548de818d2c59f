import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'

import { afterEach, expect, test } from 'vitest'

import { portOf } from '../../testing/port-of.ts'
import { createDnsLookup } from './dns-lookup.ts'

let server: Server | null = null
afterEach(() => {
  server?.close()
  server = null
})

/** Returns a lookup whose simulator answers so. */
async function lookupOf(answer: RequestListener) {
  const started = createServer(answer)
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return createDnsLookup(new URL(`http://127.0.0.1:${portOf(started.address())}`))
}

const json =
  (value: unknown): RequestListener =>
  (_, response) =>
    response.end(JSON.stringify(value))

test('records are returned, and an empty list says that there are none', async () => {
  const asked: string[] = []
  const lookup = await lookupOf((request, response) => {
    asked.push(request.url ?? '')
    response.end('{"records": ["v=spf1 -all"]}')
  })
  expect(await lookup('contoso.com', 'TXT')).toEqual(['v=spf1 -all'])
  expect(asked).toEqual(['/_simulator/dns?name=contoso.com&type=TXT'])
  server?.close()
  expect(await (await lookupOf(json({ records: [] })))('contoso.com', 'MX')).toEqual([])
})

test.each([
  ['no answer for the name', json({ records: null })],
  ['an error', ((_, response) => response.writeHead(500).end()) satisfies RequestListener],
  ['HTML', ((_, response) => response.end('<html>')) satisfies RequestListener],
  ['nothing', ((_, response) => response.end()) satisfies RequestListener],
  ['a connection that breaks', ((request) => request.destroy()) satisfies RequestListener],
  ['records that are no texts', json({ records: [5] })],
] as const)('%s is not known: never an absent record', async (_, answer) => {
  expect(await (await lookupOf(answer))('contoso.com', 'TXT')).toBeNull()
})

test('endless records are cut in number and length', async () => {
  const records = Array.from({ length: 10_000 }, () => 'x'.repeat(10_000)).slice(0, 200)
  const found = await (await lookupOf(json({ records })))('contoso.com', 'TXT')
  expect(found).toHaveLength(50)
  expect(found?.[0]).toHaveLength(4_096)
})
