import { ReportSelection } from '@tenantscope/contract/reports'
import { deactivateShare } from '@tenantscope/contract/shares'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readPdf } from '../../testing/read-pdf.ts'
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
import { UNPACKED, utf16 } from '../../testing/unpacked-files.ts'

const tenantId = guidOf(75)
const large = guidOf(76)
const LARGE_PEOPLE = 20_000

let app: TestApp
let creator: TestBrowser

beforeAll(async () => {
  app = await createTestApp()
  await app.reset()
  await storeShared(app, tenantId)
  await storeShared(app, large, manySharedPeople(LARGE_PEOPLE))
  creator = await app.signIn('technician', { tenants: [tenantId, large] })
})
afterAll(() => app.close())

const file = (token: string, format: string, by = app.browser()) =>
  get(by, sharedPath(token, `/download?format=${format}`))

const textIn = async (format: string, { rawPayload }: LightMyRequestResponse) =>
  (await UNPACKED[format]?.(rawPayload)) ?? ''

/** The text that readers extract: four letters can occur in packed bytes by chance. */
const readIn = async (format: string, response: LightMyRequestResponse) =>
  format === 'pdf' ? JSON.stringify(await readPdf(response.rawPayload)) : textIn(format, response)

async function secretsIn(format: string, response: LightMyRequestResponse): Promise<string[]> {
  const text = (await textIn(format, response)).toLowerCase()
  return [...SECRETS, tenantId].filter((secret) =>
    [secret.toLowerCase(), utf16(secret)].some((written) => text.includes(written)),
  )
}

test.each(['json', 'csv', 'xlsx', 'pdf'])(
  'in the bytes of a %s file nothing is found that must not leave',
  async (format) => {
    const share = await makeShare(creator, tenantId)
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
    const named = await makeShare(creator, tenantId)
    const masked = await makeShare(creator, tenantId, { maskNames: true })
    const shown = await readIn(format, await file(named.token, format))
    const closed = await readIn(format, await file(masked.token, format))
    for (const text of [shown, closed]) expect(text).toContain('a•••@f•••.com')
    expect(shown).toContain('Anna Berg')
    expect(closed).toContain('A••• B•••')
    expect(closed).not.toMatch(/Anna|Berg|Юлия/u)
  },
)

test.each(['json', 'csv', 'xlsx', 'pdf'])(
  'the same search finds them in a %s file that is not shared',
  async (format) => {
    const { licenseIds, userIds } = ReportSelection.parse(JSON.parse(selectionOf()))
    const response = await creator.request({
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
  'a %s file under way when the link is deactivated is completed, the next one does not start',
  async (format) => {
    const everybody = Array.from({ length: LARGE_PEOPLE }, (_, at) => guidOf(at))
    const share = await makeShare(creator, large, { reportData: selectionOf(everybody) })
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
      if (pieces.length === 0) await creator.call(deactivateShare, { params: { share: share.id } })
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
