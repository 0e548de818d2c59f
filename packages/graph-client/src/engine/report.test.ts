import { gzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import type { Handler, Reply } from '../testing/fake-microsoft.ts'
import { failureOf, setUpGraph } from '../testing/set-up.ts'
import { GraphFailure } from './failures.ts'

const PATH = "/reports/getOffice365ActiveUserDetail(period='D30')"
const FILE = 'https://reportsncu.office.com/data/v1.0/download?token=signed'
const refused = (status: number, code: string): Reply => ({ status, body: { error: { code } } })
const moved = (location: string): Reply => ({ status: 302, headers: { location } })

/** Graph answers in this order, the last one for ever; the report's host likewise. */
function setUp(fromGraph: Reply[], fromHost: (Reply | Handler)[] = []) {
  let asked = 0
  let fetched = 0
  return setUpGraph((request, response) => {
    if (request.host === 'graph.microsoft.com') {
      return fromGraph[Math.min(asked++, fromGraph.length - 1)]
    }
    const reply = fromHost[Math.min(fetched++, fromHost.length - 1)]
    return typeof reply === 'function' ? reply(request, response) : reply
  })
}

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

test('the report is fetched from where Graph points, without the token', async () => {
  const { graph, graphRequests } = await setUp(
    [moved(FILE)],
    [{ body: '\uFEFFName,Ä\r\n1,漢\r\n' }],
  )
  expect(await textOf(graph.report(PATH))).toBe('Name,Ä\r\n1,漢\r\n')
  const [asked, fetched] = graphRequests()
  expect(asked?.headers.authorization).toMatch(/^Bearer /u)
  expect(fetched).toMatchObject({
    host: 'reportsncu.office.com',
    path: '/data/v1.0/download?token=signed',
  })
  expect(fetched?.headers.authorization).toBeUndefined()
})

test('a packed report is unpacked as it comes', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => `person${n}@fabrikam.example,2026-11-19\n`)
  const { graph } = await setUp(
    [moved(FILE)],
    [{ headers: { 'content-encoding': 'gzip' }, body: gzipSync(rows.join('')) }],
  )
  const sizes: number[] = []
  for await (const chunk of graph.report(PATH)) sizes.push(chunk.length)
  expect(sizes.length).toBeGreaterThan(5)
  expect(sizes.reduce((a, b) => a + b, 0)).toBe(rows.join('').length)
})

test('letters that are cut in two by the network arrive whole', async () => {
  const bytes = Buffer.from('ä漢')
  const { graph } = await setUp(
    [moved(FILE)],
    [
      (_, response) => {
        response.write(bytes.subarray(0, 1), () => {
          setImmediate(() =>
            response.write(bytes.subarray(1, 3), () => response.end(bytes.subarray(3))),
          )
        })
        return undefined
      },
    ],
  )
  expect(await textOf(graph.report(PATH))).toBe('ä漢')
})

test.each([
  ['of another host', 'https://reports.example.com/x'],
  ['whose name only ends alike', 'https://evil-office.com/x'],
  ['that has the host as its user', 'https://reports.office.com@example.com/x'],
  ['with a user', 'https://ada@reports.office.com/x'],
  ['of another port', 'https://reports.office.com:8443/x'],
  ['without TLS', 'http://reports.office.com/x'],
  ['of this machine', 'https://127.0.0.1/x'],
  ['that is no address', '/data/download/x'],
])('an address %s is refused', async (_, location) => {
  const { graph, graphRequests } = await setUp([moved(location)], [{ body: 'secret' }])
  const failure = await failureOf(textOf(graph.report(PATH)))
  expect(failure).toMatchObject({ code: 'MALFORMED_ANSWER', path: PATH })
  expect(String(failure)).not.toContain('example')
  expect(graphRequests()).toHaveLength(1)
})

test('what is no redirect is malformed', async () => {
  const { graph } = await setUp([{ body: { value: [] } }])
  expect(await failureOf(textOf(graph.report(PATH)))).toMatchObject({ code: 'MALFORMED_ANSWER' })
})

test('304 to a known version yields nothing', async () => {
  const { graph, graphRequests } = await setUp([{ status: 304 }])
  const headers = { 'If-None-Match': '"1"' }
  expect(await textOf(graph.report(PATH, { headers }))).toBe('')
  expect(graphRequests()[0]?.headers['if-none-match']).toBe('"1"')
})

test('Graph is asked again for an address that is no longer good, but not for ever', async () => {
  const { graph, graphRequests } = await setUp([moved(FILE)], [{ status: 403 }, { body: 'a,b' }])
  expect(await textOf(graph.report(PATH))).toBe('a,b')
  expect(graphRequests()).toHaveLength(4)
  const gone = await setUp([moved(FILE)], [{ status: 404 }])
  expect(await failureOf(textOf(gone.graph.report(PATH)))).toMatchObject({
    code: 'UNAVAILABLE',
    status: 404,
  })
  expect(gone.graphRequests()).toHaveLength(6)
})

test('a refusal of the host waits as it says, and a reset connection is tried again', async () => {
  const { graph, time } = await setUp(
    [moved(FILE)],
    [
      { status: 429, headers: { 'retry-after': '5' } },
      (_, response) => {
        response.destroy()
        return undefined
      },
      { body: 'a,b' },
    ],
  )
  expect(await textOf(graph.report(PATH))).toBe('a,b')
  expect(time.slept).toContain(5_000)
})

test("Graph's own refusals are reported as for other requests", async () => {
  const forbidden = await setUp([refused(403, 'S2SUnauthorized')])
  expect(await failureOf(textOf(forbidden.graph.report(PATH)))).toMatchObject({
    code: 'PERMISSION_MISSING',
  })
  const passing = await setUp([refused(503, 'serviceNotAvailable'), moved(FILE)], [{ body: 'a' }])
  expect(await textOf(passing.graph.report(PATH))).toBe('a')
})

test('a report that breaks off in the middle is a failure, not a short report', async () => {
  const { graph } = await setUp(
    [moved(FILE)],
    [
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('a,b\n', () => response.destroy())
        return undefined
      },
    ],
  )
  expect(await failureOf(textOf(graph.report(PATH)))).toMatchObject({ code: 'UNAVAILABLE' })
})

test('an abort in the middle ends with the reason of who aborted', async () => {
  const abort = new AbortController()
  const { graph } = await setUpGraph(
    ({ host }, response) => {
      if (host === 'graph.microsoft.com') return moved(FILE)
      response.writeHead(200)
      response.write('a,b\n', () => abort.abort(new Error('shutting down')))
      return undefined
    },
    { tenant: { signal: abort.signal } },
  )
  await expect(textOf(graph.report(PATH))).rejects.toThrow('shutting down')
})

/** The report begins, and its end never comes. */
const endless: Handler = ({ host }, response) => {
  if (host === 'graph.microsoft.com') return moved(FILE)
  response.writeHead(200)
  response.write('a,b\n')
  return undefined
}

test('who stops reading one report ends that report with the reason', async () => {
  const abort = new AbortController()
  const { graph } = await setUpGraph(endless)
  const chunks = graph.report(PATH, { signal: abort.signal })
  expect((await chunks.next()).value).toBe('a,b\n')
  abort.abort(new Error('no longer needed'))
  await expect(chunks.next()).rejects.toThrow('no longer needed')
})

test('a deadline that passes in the middle is a failure like any other', async () => {
  const { graph } = await setUpGraph(endless, { tenant: { deadlineMs: 500 } })
  const failure = await failureOf(textOf(graph.report(`${PATH}?$skiptoken=private`)))
  expect(failure).toBeInstanceOf(GraphFailure)
  expect(failure).toMatchObject({ code: 'UNAVAILABLE', path: PATH })
})
