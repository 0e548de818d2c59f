import { inflateRawSync, inflateSync } from 'node:zlib'

import { ReportSelection } from '@tenantscope/contract/reports'
import { deactivateShare } from '@tenantscope/contract/shares'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  SECRETS,
  countsOf,
  get,
  makeShare,
  manySharedPeople,
  open,
  selectionOf,
  sharedPath,
  storeShared,
} from '../../testing/share-world.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { readPdf } from '../reports/formats/pdf/testing/read-pdf.ts'

const tenantId = guidOf(75)
const large = guidOf(76)
const LARGE_PEOPLE = 20_000

let app: TestApp
let maker: TestBrowser

beforeAll(async () => {
  app = await createTestApp()
  await app.reset()
  await storeShared(app, tenantId)
  await storeShared(app, large, manySharedPeople(LARGE_PEOPLE))
  maker = await app.signIn('technician', { tenants: [tenantId, large] })
})
afterAll(() => app.close())

const file = (token: string, format: string, by = app.browser()) =>
  get(by, sharedPath(token, `/download?format=${format}`))

/** Everything that stands in a ZIP archive, unpacked; names and comments stay as they are. */
function unzipped(bytes: Buffer): string {
  const parts: string[] = []
  for (let at = bytes.length - 22; at >= 0; at -= 1) {
    if (bytes.readUInt32LE(at) !== 0x06_05_4b_50) continue
    let entry = bytes.readUInt32LE(at + 16)
    for (let count = bytes.readUInt16LE(at + 10); count > 0; count -= 1) {
      const [packed, name, extra, comment] = [
        bytes.readUInt32LE(entry + 20),
        bytes.readUInt16LE(entry + 28),
        bytes.readUInt16LE(entry + 30),
        bytes.readUInt16LE(entry + 32),
      ]
      const local = bytes.readUInt32LE(entry + 42)
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
      const body = bytes.subarray(start, start + packed)
      parts.push((bytes.readUInt16LE(entry + 10) === 8 ? inflateRawSync(body) : body).toString())
      entry += 46 + name + extra + comment
    }
    break
  }
  return parts.join('\n')
}

/** Everything that stands in the streams of a PDF, unpacked, beside the file as it is. */
function inPdf(bytes: Buffer): string {
  const parts: string[] = [bytes.toString('latin1')]
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    if (bytes.subarray(at - 3, at).toString() === 'end') continue
    const start = bytes.indexOf('\n', at) + 1
    try {
      parts.push(inflateSync(bytes.subarray(start)).toString('latin1'))
    } catch {
      // Of another kind, such as a picture.
    }
  }
  return parts.join('\n')
}

const UNPACKED: Readonly<Record<string, (bytes: Buffer) => Promise<string>>> = {
  json: async (bytes) => bytes.toString(),
  csv: async (bytes) => bytes.toString(),
  xlsx: async (bytes) => unzipped(bytes),
  // What readers take from it, and what only stands in it.
  pdf: async (bytes) => `${JSON.stringify(await readPdf(bytes))}\n${inPdf(bytes)}`,
}

const textIn = async (format: string, { rawPayload }: LightMyRequestResponse) =>
  (await UNPACKED[format]?.(rawPayload)) ?? ''

/** What readers take from it: among packed bytes four letters may stand by chance. */
const readIn = async (format: string, response: LightMyRequestResponse) =>
  format === 'pdf' ? JSON.stringify(await readPdf(response.rawPayload)) : textIn(format, response)

/** As texts of a PDF may be written. */
const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex')

async function secretsIn(format: string, response: LightMyRequestResponse): Promise<string[]> {
  const text = (await textIn(format, response)).toLowerCase()
  return [...SECRETS, tenantId].filter((secret) =>
    [secret.toLowerCase(), utf16(secret)].some((written) => text.includes(written)),
  )
}

test.each(['json', 'csv', 'xlsx', 'pdf'])(
  'in the bytes of a %s file nothing is found that must not leave',
  async (format) => {
    const share = await makeShare(maker, tenantId)
    const response = await file(share.token, format)
    expect([response.statusCode, response.headers['content-disposition']]).toEqual([
      200,
      `attachment; filename=shared-report.${format}`,
    ])
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(response.rawPayload.length).toBeGreaterThan(500)
    expect(await secretsIn(format, response)).toEqual([])
  },
)

test.each(['json', 'csv', 'xlsx', 'pdf'])(
  'a %s file holds the people, masked as asked',
  async (format) => {
    const named = await makeShare(maker, tenantId)
    const masked = await makeShare(maker, tenantId, { maskNames: true })
    const shown = await readIn(format, await file(named.token, format))
    const closed = await readIn(format, await file(masked.token, format))
    for (const text of [shown, closed]) expect(text).toContain('a•••@f•••.com')
    expect(shown).toContain('Anna Berg')
    expect(closed).toContain('A••• B•••')
    expect(closed).not.toMatch(/Anna|Berg|Юлия/u)
  },
)

test.each(['json', 'csv', 'xlsx', 'pdf'])(
  'the same look finds them in a %s file that stays in the house',
  async (format) => {
    const { licenseIds, userIds } = ReportSelection.parse(JSON.parse(selectionOf()))
    const response = await maker.request({
      method: 'POST',
      url: '/api/reports/generate',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { tenantId, reportType: 'user-license', licenseIds, userIds, format },
    })
    expect(await secretsIn(format, response)).toEqual(
      expect.arrayContaining(['fabrikam.com', 'anna.berg', '1234567']),
    )
  },
)

test.each(['json', 'csv'])(
  'a %s file under way when the link is deactivated comes whole, the next one does not',
  async (format) => {
    const everybody = Array.from({ length: LARGE_PEOPLE }, (_, at) => guidOf(at))
    const share = await makeShare(maker, large, { reportData: selectionOf(everybody) })
    const visitor = app.browser()
    // Such a report comes in pieces to the page as well.
    const { reportData } = await open(visitor, share.token)
    expect(reportData.match(/Person \d+/gu)).toHaveLength(LARGE_PEOPLE)
    const url = sharedPath(share.token, `/download?format=${format}`)
    const response = await visitor.request({
      method: 'GET',
      url,
      headers: { 'sec-fetch-site': 'same-origin' },
      payloadAsStream: true,
    })
    const pieces: string[] = []
    for await (const piece of response.stream().setEncoding('utf8')) {
      if (pieces.length === 0) await maker.call(deactivateShare, { params: { share: share.id } })
      pieces.push(String(piece))
    }
    expect(pieces.length).toBeGreaterThan(1)
    const text = pieces.join('')
    expect(text.match(/Person \d+/gu)).toHaveLength(LARGE_PEOPLE)
    expect(visitor.cookies.has('tenantscope_visitor')).toBe(true)
    expect((await file(share.token, format, visitor)).statusCode).toBe(404)
    expect((await countsOf(app, share.id)).log).toHaveLength(2)
  },
)
