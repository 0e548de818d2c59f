import { SHARES } from '@tenantscope/contract/limits'
import { LicenseReport } from '@tenantscope/contract/report-document'
import {
  SHARE_REFUSED,
  createShare,
  deactivateShare,
  downloadSharedReport,
  readSharedReport,
  unlockSharedReport,
} from '@tenantscope/contract/shares'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  PEOPLE_IDS,
  SECRETS,
  countsOf,
  get,
  makeShare,
  open,
  selectionOf,
  sharedPath,
  storeShared,
} from '../../testing/share-world.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const tenantId = guidOf(71)
const NOWHERE = 'A'.repeat(43)
const RIGHT = 'correct horse'

let app: TestApp
let creator: TestBrowser
let visitor: TestBrowser

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await storeShared(app, tenantId)
  creator = await app.signIn('technician', { tenants: [tenantId] })
  visitor = app.browser({ ipAddress: '203.0.113.7' })
})
afterAll(() => app.close())

const file = (by: TestBrowser, token: string, format = 'json') =>
  get(by, sharedPath(token, `/download?format=${format}`))
const status = async (by: TestBrowser, token: string) =>
  (await get(by, sharedPath(token))).statusCode
const unlock = (by: TestBrowser, token: string, passphrase = RIGHT) =>
  by.call(unlockSharedReport, { params: { token }, body: { passphrase } })
const wrongly = (by: TestBrowser, token: string, passphrase = 'wrong') =>
  by.refusal(unlockSharedReport, { params: { token }, body: { passphrase } })

test('a link opens a redacted report for a visitor without an account', async () => {
  const share = await makeShare(creator, tenantId)
  const response = await get(visitor, sharedPath(share.token))
  const { report, ...rest } = readSharedReport.reply.parse(response.json())
  expect(rest).toEqual({ success: true, message: 'The shared report was loaded.' })
  expect(report).toMatchObject({
    reportType: 'user-license',
    createdAt: share.createdAt,
    expiresAt: share.expiresAt,
    isActive: true,
    accessCount: 1,
    branding: { name: null, logo: null },
  })
  const document = LicenseReport.parse(JSON.parse(report.reportData))
  expect(document).toMatchObject({
    isRedacted: true,
    tenant: { displayName: 'Acme (i•••@f•••.com)' },
  })
  expect(
    document.users.map(({ displayName, userPrincipalName }) => [displayName, userPrincipalName]),
  ).toEqual(
    expect.arrayContaining([
      ['Anna Berg', 'a•••@f•••.com'],
      ['a•••@f•••.com', 'a•••@f•••.com'],
      ['Unnamed user', null],
      ['Юлия (•••)', 'ю•••@f•••.com'],
    ]),
  )
  for (const secret of [...SECRETS, tenantId]) expect(response.body).not.toContain(secret)
  expect(response.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
})

test('what is stored is redacted already, and the token is in no table, log or trail', async () => {
  const share = await makeShare(creator, tenantId, { passphrase: RIGHT, maskNames: true })
  await unlock(visitor, share.token)
  await wrongly(visitor, NOWHERE)
  await file(visitor, share.token)
  const { db } = app.database.handle
  const tables = ['sharedReports', 'sharedReportAccess', 'shareMisses', 'securityAuditLog'] as const
  const rows = JSON.stringify(
    await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())),
  )
  for (const text of [rows, app.log.join('')])
    for (const secret of [share.token, NOWHERE, RIGHT]) expect(text).not.toContain(secret)
  expect(app.log.join('')).toContain('/api/reports/shared/:token/download')
  const [row] = await db.selectFrom('sharedReports').selectAll().execute()
  for (const secret of SECRETS) expect(row?.reportData).not.toContain(secret)
  expect(row?.reportData).toContain('A••• B•••')
  expect(row?.reportData).not.toContain('Anna')
})

describe('a view', () => {
  test('is counted once in fifteen minutes, reloads and files within', async () => {
    const share = await makeShare(creator, tenantId)
    expect((await open(visitor, share.token)).accessCount).toBe(1)
    app.clock.advance({ minutes: 14, seconds: 59 })
    expect((await open(visitor, share.token)).accessCount).toBe(1)
    expect((await file(visitor, share.token, 'csv')).statusCode).toBe(200)
    app.clock.advance({ seconds: 1 })
    expect((await open(visitor, share.token)).accessCount).toBe(2)
    const { accessCount, log } = await countsOf(app, share.id)
    expect([accessCount, log]).toEqual([
      2,
      [
        { accessType: 'view', format: null, ipAddress: '203.0.113.7', userAgent: 'lightMyRequest' },
        {
          accessType: 'download',
          format: 'csv',
          ipAddress: '203.0.113.7',
          userAgent: 'lightMyRequest',
        },
        { accessType: 'view', format: null, ipAddress: '203.0.113.7', userAgent: 'lightMyRequest' },
      ],
    ])
  })

  test('a file without a pass is one too, and gives a pass', async () => {
    const share = await makeShare(creator, tenantId)
    expect((await file(visitor, share.token)).statusCode).toBe(200)
    expect((await open(visitor, share.token)).accessCount).toBe(1)
    const { log } = await countsOf(app, share.id)
    expect(log).toMatchObject([{ accessType: 'download', format: 'json' }])
  })

  test('the pass is a cookie of that link alone, out of reach of scripts', async () => {
    const share = await makeShare(creator, tenantId)
    const { cookies } = await get(visitor, sharedPath(share.token))
    expect(cookies).toMatchObject([
      {
        name: 'tenantscope_visitor',
        path: `/api/reports/shared/${share.token}`,
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: SHARES.passMinutes * 60,
      },
    ])
  })

  test('the pass of another link and a made-up one are none', async () => {
    const [one, other] = [await makeShare(creator, tenantId), await makeShare(creator, tenantId)]
    await open(visitor, one.token)
    const pass = visitor.cookies.get('tenantscope_visitor') ?? ''
    for (const given of [pass, `${pass}x`, 'v1.0.0', '', '%00', 'x'.repeat(4_000)]) {
      const stranger = app.browser()
      stranger.cookies.set('tenantscope_visitor', given)
      await open(stranger, other.token)
    }
    expect((await countsOf(app, other.id)).accessCount).toBe(6)
  })

  test('of fifty at the same moment a limit of five lets in five', async () => {
    const share = await makeShare(creator, tenantId, { maxAccess: 5 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        at % 2 === 0 ? status(app.browser(), share.token) : file(app.browser(), share.token),
      ),
    )
    const codes = answers.map((each) => (typeof each === 'number' ? each : each.statusCode))
    expect([200, 404].map((code) => codes.filter((each) => each === code).length)).toEqual([5, 45])
    const { accessCount, log } = await countsOf(app, share.id)
    expect([accessCount, log.length]).toEqual([5, 5])
  })

  test('a used-up link still serves those who are in', async () => {
    const share = await makeShare(creator, tenantId, { maxAccess: 1 })
    await open(visitor, share.token)
    expect(await status(app.browser(), share.token)).toBe(404)
    expect((await open(visitor, share.token)).accessCount).toBe(1)
    expect((await file(visitor, share.token)).statusCode).toBe(200)
  })

  test('looking ahead, asking for the head and other methods are none', async () => {
    const share = await makeShare(creator, tenantId)
    const ahead = await get(visitor, sharedPath(share.token), {
      'sec-purpose': 'prefetch;prerender',
    })
    expect([ahead.statusCode, ahead.json()]).toMatchObject([
      409,
      { success: false, code: 'CONFLICT' },
    ])
    const download = sharedPath(share.token, '/download?format=json')
    expect((await get(visitor, download, { purpose: 'prefetch' })).statusCode).toBe(409)
    for (const method of ['HEAD', 'PATCH', 'PUT', 'POST'] as const) {
      const answer = await visitor.request({ method, url: sharedPath(share.token) })
      expect([method, answer.statusCode, answer.headers['allow']]).toEqual([
        method,
        405,
        'DELETE, GET',
      ])
    }
    expect(visitor.cookies.size).toBe(0)
    expect(await countsOf(app, share.id)).toMatchObject({ accessCount: 0, log: [] })
  })

  test('another site cannot cause one', async () => {
    const share = await makeShare(creator, tenantId)
    for (const url of [sharedPath(share.token), sharedPath(share.token, '/download?format=json')]) {
      const answer = await get(visitor, url, { 'sec-fetch-site': 'cross-site' })
      expect([answer.statusCode, answer.json()]).toMatchObject([
        403,
        { success: false, code: 'CROSS_SITE' },
      ])
    }
    expect((await countsOf(app, share.id)).accessCount).toBe(0)
  })
})

describe('a link that opens nothing', () => {
  test('answers alike, whatever the reason, to every call', async () => {
    const [ended, usedUp, old] = [
      await makeShare(creator, tenantId),
      await makeShare(creator, tenantId, { maxAccess: 1, passphrase: RIGHT }),
      await makeShare(creator, tenantId, { expirationDays: 1 }),
    ]
    await creator.call(deactivateShare, { params: { share: ended.id } })
    await unlock(app.browser(), usedUp.token)
    app.clock.advance({ hours: 24 })
    const tokens = [ended, usedUp, old].map(({ token }) => token)
    const never = [NOWHERE, ended.id, '', ' ', 'é', '../..', '\0', 'x'.repeat(9_000)]
    const answers = []
    for (const token of [...tokens, ...never])
      for (const answer of [
        await get(visitor, sharedPath(token)),
        await file(visitor, token),
        await visitor.request({
          method: 'POST',
          url: sharedPath(token, '/unlock'),
          payload: { passphrase: RIGHT },
        }),
      ]) {
        const { 'x-request-id': _id, date: _date, ...headers } = answer.headers
        const { requestId: _requestId, ...body } = answer.json<{ requestId: string }>()
        answers.push([answer.statusCode, headers, body])
      }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.[2]).toEqual({
      success: false,
      error: SHARE_REFUSED,
      message: SHARE_REFUSED,
      code: 'NOT_FOUND',
    })
  })

  test('opens until the very second at which it expires, with a pass no longer', async () => {
    const share = await makeShare(creator, tenantId, { expirationDays: 1 })
    app.clock.advance({ hours: 23, minutes: 59, seconds: 59 })
    await open(visitor, share.token)
    app.clock.advance({ seconds: 1 })
    for (const by of [visitor, app.browser()]) expect(await status(by, share.token)).toBe(404)
    expect((await file(visitor, share.token)).statusCode).toBe(404)
  })

  test('is refused at once to who is in when it is deactivated', async () => {
    const share = await makeShare(creator, tenantId)
    await open(visitor, share.token)
    await creator.call(deactivateShare, { params: { share: share.token } })
    expect(await status(visitor, share.token)).toBe(404)
    expect((await file(visitor, share.token)).statusCode).toBe(404)
  })

  test('is looked for a hundred times per address and window, while one that exists opens', async () => {
    const [share, ended] = [await makeShare(creator, tenantId), await makeShare(creator, tenantId)]
    await creator.call(deactivateShare, { params: { share: ended.id } })
    for (let tries = 0; tries < 3; tries += 1) expect(await status(visitor, ended.token)).toBe(404)
    const tries = await Promise.all(
      Array.from({ length: SHARES.missesPerAddress + 5 }, (_, at) =>
        status(visitor, `${NOWHERE}${at}`),
      ),
    )
    expect([404, 429].map((code) => tries.filter((each) => each === code).length)).toEqual([100, 5])
    app.clock.advance({ minutes: 5 })
    const refused = await visitor.refusal(readSharedReport, { params: { token: NOWHERE } })
    expect([refused.status, refused.body, refused.headers['retry-after']]).toMatchObject([
      429,
      { success: false, code: 'TOO_MANY_ATTEMPTS' },
      '600',
    ])
    expect((await wrongly(visitor, NOWHERE)).status).toBe(429)
    expect((await file(visitor, NOWHERE)).statusCode).toBe(429)
    expect(await status(visitor, ended.token)).toBe(404)
    expect((await open(visitor, share.token)).accessCount).toBe(1)
    expect(await status(app.browser({ ipAddress: '198.51.100.1' }), NOWHERE)).toBe(404)
    app.clock.advance({ minutes: 10 })
    expect(await status(visitor, NOWHERE)).toBe(404)
  })
})

/** Guesses at the same moment, from as many networks; how many were checked and how many refused. */
const guess = async (token: string, count: number, networks: number) => {
  const guesses = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      wrongly(app.browser({ ipAddress: `203.0.${at % networks}.7` }), token),
    ),
  )
  return [401, 429].map((code) => guesses.filter(({ status }) => status === code).length)
}

describe('a passphrase', () => {
  test('is asked for, and the right one counts as a view', async () => {
    const share = await makeShare(creator, tenantId, { passphrase: RIGHT, maxAccess: 2 })
    for (const asked of [
      await visitor.refusal(readSharedReport, { params: { token: share.token } }),
      await visitor.refusal(downloadSharedReport, {
        params: { token: share.token },
        query: { format: 'pdf' },
      }),
    ])
      expect([asked.status, asked.body]).toMatchObject([
        401,
        { success: false, code: 'PASSPHRASE_REQUIRED' },
      ])
    const wrong = await wrongly(visitor, share.token)
    expect([wrong.status, wrong.body]).toMatchObject([
      401,
      { success: false, code: 'WRONG_PASSPHRASE' },
    ])
    expect((await countsOf(app, share.id)).log).toEqual([])
    expect((await unlock(visitor, share.token)).report.accessCount).toBe(1)
    expect((await open(visitor, share.token)).accessCount).toBe(1)
    expect((await file(visitor, share.token)).statusCode).toBe(200)
    expect((await get(app.browser(), sharedPath(share.token))).statusCode).toBe(401)
    expect((await unlock(app.browser(), share.token)).report.accessCount).toBe(2)
    expect((await wrongly(app.browser(), share.token, RIGHT)).status).toBe(404)
  })

  test('of many guesses of one address at the same moment ten are checked; others may still open the link', async () => {
    const share = await makeShare(creator, tenantId, { passphrase: RIGHT })
    expect(await guess(share.token, 30, 1)).toEqual([10, 20])
    const guesser = app.browser({ ipAddress: '203.0.0.7' })
    expect((await wrongly(guesser, share.token, RIGHT)).status).toBe(429)
    expect((await unlock(visitor, share.token)).report.accessCount).toBe(1)
  })

  test('of guesses from many addresses a hundred are checked', async () => {
    const share = await makeShare(creator, tenantId, { passphrase: RIGHT })
    expect(await guess(share.token, 110, 22)).toEqual([100, 10])
    app.clock.advance({ minutes: 5 })
    const refused = await wrongly(visitor, share.token, RIGHT)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600'])
    app.clock.advance({ minutes: 10 })
    expect((await unlock(visitor, share.token)).report.accessCount).toBe(1)
  })

  test('right ones are not held against the link', async () => {
    const share = await makeShare(creator, tenantId, { passphrase: RIGHT })
    for (let views = 0; views < 12; views += 1) await unlock(app.browser(), share.token)
    expect((await countsOf(app, share.id)).accessCount).toBe(12)
  })

  test('a link without one opens by the same call', async () => {
    const share = await makeShare(creator, tenantId)
    expect((await unlock(visitor, share.token, 'anything')).report.accessCount).toBe(1)
  })

  test('a passphrase that is none is named', async () => {
    const share = await makeShare(creator, tenantId, { passphrase: RIGHT })
    const { status, body } = await visitor.refusal(unlockSharedReport, {
      params: { token: share.token },
      body: {},
    })
    expect([status, body]).toMatchObject([
      400,
      { success: false, fields: [{ field: 'body.passphrase', message: 'Passphrase is required' }] },
    ])
  })
})

test('a format that is none is named, and nothing is counted', async () => {
  const share = await makeShare(creator, tenantId)
  const answer = await file(visitor, share.token, 'exe')
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { success: false, fields: [{ field: 'query.format' }] },
  ])
  expect((await countsOf(app, share.id)).accessCount).toBe(0)
})

test('the report stays as it was when the link was made', async () => {
  const share = await makeShare(creator, tenantId, {
    reportData: selectionOf(PEOPLE_IDS.slice(0, 1)),
  })
  app.clock.advance({ hours: 1 })
  await storeShared(app, tenantId, { skus: [], people: [] })
  const document = LicenseReport.parse(JSON.parse((await open(visitor, share.token)).reportData))
  expect([document.users.length, document.dataAsOf]).toEqual([1, share.dataAsOf])
  const { status } = await creator.refusal(createShare, {
    body: { tenantId, reportType: 'user-license', reportData: selectionOf() },
  })
  expect(status).toBe(400)
})
