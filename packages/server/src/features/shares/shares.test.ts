import { ShareId } from '@tenantscope/contract/ids'
import { setLicenseVisibility } from '@tenantscope/contract/licenses'
import {
  createShare,
  deactivateShare,
  listMyShares,
  listShareViews,
} from '@tenantscope/contract/shares'
import { saveTenantSettings } from '@tenantscope/contract/tenant-settings'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import {
  E3,
  OWN,
  PEOPLE_IDS,
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

const tenantId = guidOf(72)
const elsewhere = guidOf(73)
const BY = { actor: OPERATOR, source: NO_SOURCE } as const

let app: TestApp
let creator: TestBrowser
let other: TestBrowser
let admin: TestBrowser

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await storeShared(app, tenantId)
  await storeShared(app, elsewhere)
  creator = await app.signIn('technician', { tenants: [tenantId] })
  other = await app.signIn('technician', { tenants: 'all' })
  admin = await app.signIn('admin')
})
afterAll(() => app.close())

const body = (over: object = {}) => ({
  tenantId,
  reportType: 'user-license',
  reportData: selectionOf(),
  ...over,
})
const refusal = (over: object, by = creator) => by.refusal(createShare, { body: body(over) })
const listed = async (
  by: TestBrowser,
  query: { scope?: 'everyone'; tenantId?: typeof tenant } = {},
) => (await by.call(listMyShares, { query })).shares
const tenant = listMyShares.query.shape.tenantId.unwrap().parse(tenantId)
const named = (role: string): unknown => expect.stringMatching(`^${role}-\\d+@`)
const audited = () =>
  app.database.handle.db
    .selectFrom('securityAuditLog')
    .select(['action', 'changedBy', 'targetUser', 'newValue', 'details', 'tenantId', 'ipAddress'])
    .where('action', 'like', 'share %')
    .orderBy('id')
    .execute()
const stored = () => app.database.handle.db.selectFrom('sharedReports').selectAll().execute()

describe('making a link', () => {
  test('answers with its address, and the trail says what was shared', async () => {
    const { shareUrl, share } = await creator.call(createShare, {
      body: { ...body(), reportType: 'user-license', maxAccess: 3, maskNames: true },
    })
    expect(share).toMatchObject({
      tenantId,
      tenantName: 'Acme (it@fabrikam.com)',
      reportType: 'user-license',
      createdBy: named('technician'),
      isMine: true,
      isActive: true,
      isExpired: false,
      isAccessLimitReached: false,
      accessCount: 0,
      maxAccess: 3,
      lastViewedAt: null,
      masksNames: true,
      hasPassphrase: false,
      summary: { totalUsers: 4, totalLicenses: 2, totalAssignments: 5 },
      endedAt: null,
      endReason: null,
    })
    expect(Date.parse(share.expiresAt) - Date.parse(share.createdAt)).toBe(7 * 24 * 3_600_000)
    expect(share.shareToken).toMatch(/^[\w-]{43}$/u)
    expect(shareUrl).toBe(`http://localhost:3000/shared/${share.shareToken}`)
    const [entry, ...more] = await audited()
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      action: 'share made',
      changedBy: share.createdBy,
      tenantId,
      ipAddress: '127.0.0.1',
    })
    expect(JSON.parse(entry?.details ?? '')).toEqual({
      shareId: share.id,
      until: share.expiresAt,
      totalUsers: 4,
      totalLicenses: 2,
      totalAssignments: 5,
      maxAccess: 3,
      masksNames: true,
      hasPassphrase: false,
    })
  })

  test('the row holds a hash, and what is sealed opens for its own row only', async () => {
    const [one, two] = [await makeShare(creator, tenantId), await makeShare(creator, tenantId)]
    expect(one.token).not.toBe(two.token)
    const rows = await stored()
    for (const row of rows) expect(row.shareToken).toMatch(/^[0-9a-f]{64}$/u)
    const [first, second] = rows
    await app.database.handle.db
      .updateTable('sharedReports')
      .set({ sealedToken: second?.sealedToken ?? '' })
      .where('id', '=', ShareId.parse(first?.id ?? ''))
      .execute()
    const answer = await get(creator, '/api/reports/my-shares')
    expect(answer.statusCode).toBe(500)
  })

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['unreadable', '{"licenseIds":'],
    ['no object', '[]'],
    ['null', 'null'],
    ['a text', '"licenseIds"'],
    ['without people', JSON.stringify({ licenseIds: [E3] })],
    ['with no people', JSON.stringify({ licenseIds: [E3], userIds: [] })],
    ['with no licenses', JSON.stringify({ licenseIds: [], userIds: PEOPLE_IDS })],
    ['no list', JSON.stringify({ licenseIds: E3, userIds: PEOPLE_IDS })],
    ['of numbers', JSON.stringify({ licenseIds: [1], userIds: [2] })],
    ['an object instead of its text', { licenseIds: [E3], userIds: PEOPLE_IDS }],
  ])('reportData that is %s is refused', async (_, reportData) => {
    const { status, body: refused } = await refusal({ reportData })
    expect([status, refused]).toMatchObject([
      400,
      {
        success: false,
        message: 'Report data is required',
        fields: [{ field: 'body.reportData', message: 'Report data is required' }],
      },
    ])
    expect(await stored()).toEqual([])
    expect(await audited()).toEqual([])
  })

  test('other fields of reportData are ignored', async () => {
    const reportData = JSON.stringify({
      ...JSON.parse(selectionOf(PEOPLE_IDS.slice(0, 1))),
      isRedacted: false,
      tenant: { displayName: 'Another User' },
      users: [{ displayName: 'Mallory', userPrincipalName: 'mallory@evil.example' }],
      summary: { totalUsers: 1_000 },
      __proto__: { licenseIds: [] },
    })
    const share = await makeShare(creator, tenantId, { reportData })
    expect(share.summary).toEqual({ totalUsers: 1, totalLicenses: 1, totalAssignments: 1 })
    const { reportData: shown } = await open(app.browser(), share.token)
    expect(shown).toContain('Anna Berg')
    expect(shown).not.toMatch(/Mallory|Another User|evil/u)
  })

  test('ids of another tenant and hidden licenses are refused, and nothing is written', async () => {
    const unknown = JSON.stringify({ licenseIds: [guidOf(1)], userIds: PEOPLE_IDS })
    expect((await refusal({ reportData: unknown })).status).toBe(400)
    const strangers = JSON.stringify({ licenseIds: [E3], userIds: [guidOf(1)] })
    expect((await refusal({ reportData: strangers })).status).toBe(400)
    const params = { skuId: OWN }
    await admin.call(setLicenseVisibility, { params, body: { isVisible: false } })
    const { status, body: refused } = await refusal({})
    expect([status, refused.message]).toEqual([400, 'Hidden licenses cannot be in reports'])
    expect(await stored()).toEqual([])
  })

  test.each([
    [{ expirationDays: 0 }, 'body.expirationDays'],
    [{ expirationDays: 31 }, 'body.expirationDays'],
    [{ maxAccess: 0 }, 'body.maxAccess'],
    [{ maxAccess: 1_001 }, 'body.maxAccess'],
    [{ passphrase: 'seven77' }, 'body.passphrase'],
    [{ passphrase: 'ü'.repeat(37) }, 'body.passphrase'],
    [{ reportType: 'everything' }, 'body.reportType'],
  ])('%j is refused by its field', async (over, field) => {
    const { status, body: refused } = await refusal(over)
    expect([status, refused.fields?.map((each) => each.field)]).toEqual([400, [field]])
  })

  test('is for those who may: no viewer, no stranger, no tenant that is not granted', async () => {
    const viewer = await app.signIn('viewer', { tenants: [tenantId] })
    expect((await refusal({}, viewer)).status).toBe(403)
    expect((await refusal({}, app.browser())).status).toBe(401)
    const [hidden, absent] = [
      await refusal({ tenantId: elsewhere }),
      await refusal({ tenantId: guidOf(404) }),
    ]
    expect([hidden.status, hidden.body.message]).toEqual([404, 'Tenant not found'])
    expect(absent.body.message).toBe(hidden.body.message)
    const { message } = (await refusal({ tenantId: undefined })).body
    expect(message).toBe('Tenant ID is required')
  })

  test.each([undefined, '', 'everything'])('the report type %j is refused', async (reportType) => {
    const { status, body: refused } = await refusal({ reportType })
    expect([status, refused]).toMatchObject([
      400,
      {
        success: false,
        message: 'Report type is required',
        fields: [{ field: 'body.reportType', message: 'Report type is required' }],
      },
    ])
    expect(await stored()).toEqual([])
  })

  test('a tenant that was never read has nothing to share', async () => {
    const unread = await app.addTenant(guidOf(74))
    const { status, body: refused } = await refusal({ tenantId: unread }, admin)
    expect([status, refused.code]).toEqual([409, 'CONFLICT'])
  })

  test('the alias of the tenant is not shared', async () => {
    await admin.call(saveTenantSettings, {
      params: { tenantId: tenant },
      body: { settings: { alias: 'Late payer', tags: [], spareSeats: [] } },
    })
    const share = await makeShare(creator, tenantId)
    expect(share.tenantName).toBe('Late payer')
    expect((await open(app.browser(), share.token)).reportData).not.toContain('Late payer')
  })
})

describe('the list', () => {
  test('holds what one made oneself, newest first, with counts and the last view', async () => {
    const first = await makeShare(creator, tenantId, { maxAccess: 1, expirationDays: 1 })
    app.clock.advance({ minutes: 1 })
    await makeShare(other, tenantId)
    const second = await makeShare(creator, tenantId)
    await open(app.browser(), first.token)
    const lastViewedAt = app.clock.now().toISOString()
    const seen = { accessCount: 1, isAccessLimitReached: true, isActive: true, lastViewedAt }
    expect(await listed(creator)).toMatchObject([
      { id: second.id, shareToken: second.token, accessCount: 0, isMine: true },
      { id: first.id, shareUrl: first.shareUrl, isExpired: false, ...seen },
    ])
    app.clock.advance({ hours: 23, minutes: 59 })
    const later = await app.signIn('admin')
    expect((await listed(later, { scope: 'everyone' })).at(-1)).toMatchObject({
      id: first.id,
      isExpired: true,
      ...seen,
    })
  })

  test("of everyone's links is for administrators", async () => {
    const share = await makeShare(creator, tenantId)
    expect(await listed(admin)).toEqual([])
    expect(await listed(admin, { scope: 'everyone' })).toMatchObject([
      { id: share.id, shareToken: share.token, isMine: false },
    ])
    const refused = await other.refusal(listMyShares, { query: { scope: 'everyone' } })
    expect([refused.status, refused.body.message]).toEqual([403, 'Your role does not allow this'])
  })

  test('can be of one tenant, and never of one that the reader no longer sees', async () => {
    const here = await makeShare(other, tenantId)
    const there = await makeShare(other, elsewhere)
    expect((await listed(other)).map(({ id }) => id).toSorted()).toEqual(
      [here.id, there.id].toSorted(),
    )
    expect((await listed(other, { tenantId: tenant })).map(({ id }) => id)).toEqual([here.id])
    const { id } = await app.database.handle.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', here.createdBy)
      .executeTakeFirstOrThrow()
    const people = await app.people.users.list()
    const person = people.find((each) => each.id === id)
    expect(person).toBeDefined()
    if (person) await app.people.grants.grantTenants(person.id, [elsewhere], BY)
    expect((await listed(other)).map((share) => share.id)).toEqual([there.id])
    const views = { params: { shareId: listShareViews.params.shape.shareId.parse(here.id) } }
    expect((await other.refusal(listShareViews, views)).status).toBe(404)
    expect((await admin.call(listShareViews, views)).total).toBe(0)
    for (const share of [here.id, here.token])
      expect((await other.refusal(deactivateShare, { params: { share } })).status).toBe(404)
  })
})

describe('a link ends', () => {
  test('by its id or its token, once, and saying so again is no mistake', async () => {
    const [one, two] = [await makeShare(creator, tenantId), await makeShare(creator, tenantId)]
    for (const share of [one.id, two.token, one.token, two.id]) {
      const { success, message } = await creator.call(deactivateShare, { params: { share } })
      expect([success, message]).toEqual([true, 'The share link was deactivated.'])
    }
    const [newest] = await listed(creator)
    expect(newest).toMatchObject({
      isActive: false,
      endReason: 'deactivated',
      endedAt: app.clock.now().toISOString(),
    })
    const ends = (await audited()).filter(({ action }) => action === 'share link deactivated')
    expect(ends.map(({ targetUser, details }) => [targetUser, details])).toEqual([
      [null, JSON.stringify({ shareId: one.id })],
      [null, JSON.stringify({ shareId: two.id })],
    ])
  })

  test('by an administrator too, and the trail names whose it was', async () => {
    const share = await makeShare(creator, tenantId)
    await admin.call(deactivateShare, { params: { share: share.id } })
    expect((await get(app.browser(), sharedPath(share.token))).statusCode).toBe(404)
    expect((await audited()).at(-1)).toMatchObject({
      changedBy: named('admin'),
      targetUser: share.createdBy,
    })
    expect(await countsOf(app, share.id)).toMatchObject({
      isActive: false,
      endedBy: named('admin'),
    })
  })

  test('by no other user: another technician’s link is reported as not found', async () => {
    const share = await makeShare(creator, tenantId)
    for (const named of [share.id, share.token, guidOf(404), 'A'.repeat(43)]) {
      const { status, body: refused } = await other.refusal(deactivateShare, {
        params: { share: named },
      })
      expect([status, refused.message, refused.success]).toEqual([
        404,
        'Share link not found',
        false,
      ])
    }
    expect((await countsOf(app, share.id)).isActive).toBe(true)
    const viewer = await app.signIn('viewer', { tenants: [tenantId] })
    expect((await viewer.refusal(deactivateShare, { params: { share: share.id } })).status).toBe(
      403,
    )
  })
})

test('the views of a link are returned to its creator and to administrators', async () => {
  const share = await makeShare(creator, tenantId)
  await open(app.browser({ ipAddress: '203.0.113.7' }), share.token)
  app.clock.advance({ minutes: 1 })
  await get(
    app.browser({ ipAddress: '2001:db8::7' }),
    sharedPath(share.token, '/download?format=csv'),
    { 'user-agent': 'Browser/1.0' },
  )
  const views = [
    {
      accessedAt: app.clock.now().toISOString(),
      accessType: 'download',
      format: 'csv',
      ipAddress: '2001:db8::7',
      userAgent: 'Browser/1.0',
    },
    {
      accessedAt: share.createdAt,
      accessType: 'view',
      format: null,
      ipAddress: '203.0.113.7',
      userAgent: 'lightMyRequest',
    },
  ]
  const of = { params: { shareId: listShareViews.params.shape.shareId.parse(share.id) } }
  for (const by of [creator, admin])
    expect(await by.call(listShareViews, of)).toEqual({ views, total: 2 })
  expect((await other.refusal(listShareViews, of)).status).toBe(404)
})
