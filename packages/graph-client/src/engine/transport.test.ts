import { request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'

import { startFakeMicrosoft } from '../testing/fake-microsoft.ts'
import type { Handler } from '../testing/fake-microsoft.ts'
import { CLOUDS } from './clouds.ts'
import { createTransport } from './transport.ts'

async function setUp(handle: Handler = () => ({ body: { ok: true } })) {
  const microsoft = await startFakeMicrosoft(handle)
  const transport = createTransport({ microsoftEndpoint: microsoft.endpoint })
  onTestFinished(async () => {
    await transport.close()
    await microsoft.close()
  })
  return { microsoft, transport }
}

const HOSTS = Object.values(CLOUDS).flatMap(({ loginHost, graphHost, issuerHost }) => [
  loginHost,
  graphHost,
  issuerHost,
])

test.each([...new Set(HOSTS)])(
  'a request for %s goes to the endpoint, unchanged but for where',
  async (host) => {
    const { microsoft, transport } = await setUp()
    const answer = await transport.fetch(
      `https://${host}/v1.0/users?$top=1&$filter=a%20eq%20%27b%27`,
      {
        method: 'POST',
        headers: { 'x-test': 'kept' },
        body: 'a=b',
      },
    )
    expect(await answer.json()).toEqual({ ok: true })
    expect(microsoft.seen).toMatchObject([
      { method: 'POST', host, path: '/v1.0/users?$top=1&$filter=a%20eq%20%27b%27', body: 'a=b' },
    ])
    expect(microsoft.seen[0]?.headers['x-test']).toBe('kept')
  },
)

test.each([
  ['a record', { 'x-test': 'kept', host: 'other.example' }],
  ['a flat list', ['x-test', 'kept', 'Host', 'other.example']],
  ['pairs', new Map([['x-test', 'kept']])],
])('headers given as %s arrive, and Host is the host that was asked', async (_, headers) => {
  const { microsoft, transport } = await setUp()
  const answer = await request('https://graph.microsoft.com/v1.0/me', {
    dispatcher: transport.dispatcher,
    headers,
  })
  await answer.body.dump()
  expect(microsoft.seen[0]).toMatchObject({ host: 'graph.microsoft.com' })
  expect(microsoft.seen[0]?.headers['x-test']).toBe('kept')
})

test.each([
  'https://example.com/',
  'http://127.0.0.1:40404/',
  'https://graph.microsoft.com.example.com/',
  'https://graph.microsoft.com:8443/',
])('while Microsoft is simulated nothing goes to %s', async (url) => {
  const { microsoft, transport } = await setUp()
  await expect(transport.fetch(url)).rejects.toMatchObject({
    cause: { code: 'FOREIGN_HOST_REFUSED' },
  })
  await expect(request(url, { dispatcher: transport.dispatcher })).rejects.toMatchObject({
    name: 'ForeignHostRefused',
  })
  expect(microsoft.seen).toEqual([])
})

test('a redirect from Microsoft to a storage host is followed to the endpoint', async () => {
  const report = 'https://reportsweu.example/data/v1/report.csv?sig=x'
  const { microsoft, transport } = await setUp(({ host }) =>
    host === 'graph.microsoft.com'
      ? { status: 302, headers: { location: report } }
      : { body: 'a,b' },
  )
  const answer = await transport.fetch('https://graph.microsoft.com/v1.0/reports/x')
  expect(await answer.text()).toBe('a,b')
  expect(microsoft.seen.map(({ host, path }) => [host, path])).toEqual([
    ['graph.microsoft.com', '/v1.0/reports/x'],
    ['reportsweu.example', '/data/v1/report.csv?sig=x'],
  ])
})

test("a browser's address keeps path and query and goes to the endpoint", async () => {
  const { microsoft, transport } = await setUp()
  const url = 'https://login.microsoftonline.com/t/oauth2/v2.0/authorize?client_id=1&state=a%2Bb'
  expect(transport.isSimulated).toBe(true)
  expect(transport.browserUrl(url).href).toBe(
    `${microsoft.endpoint.origin}/t/oauth2/v2.0/authorize?client_id=1&state=a%2Bb`,
  )
})

test('without an endpoint a browser goes to Microsoft itself', async () => {
  const transport = createTransport({ microsoftEndpoint: null })
  onTestFinished(() => transport.close())
  const url = 'https://login.microsoftonline.com/t/v2.0/adminconsent?scope=x'
  expect(transport.isSimulated).toBe(false)
  expect(transport.browserUrl(url).href).toBe(url)
})

test.each([
  'https://127.0.0.1:4000',
  'http://example.com:4000',
  'http://10.0.0.1:4000',
  'http://0.0.0.0:4000',
  'http://127.0.0.1.example.com',
  'http://user:secret@127.0.0.1:4000',
  'http://127.0.0.1:4000/base',
])('%s is refused as an endpoint', (endpoint) => {
  expect(() => createTransport({ microsoftEndpoint: new URL(endpoint) })).toThrow(
    'MICROSOFT_ENDPOINT must be a plain http address of this machine',
  )
})

test.each([
  'http://127.0.0.1:4000',
  'http://127.1.2.3:4000',
  'http://localhost:4000',
  'http://[::1]:4000',
])('%s is taken as an endpoint', async (endpoint) => {
  const transport = createTransport({ microsoftEndpoint: new URL(endpoint) })
  onTestFinished(() => transport.close())
  expect(transport.isSimulated).toBe(true)
})
