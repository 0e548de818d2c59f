import { savePreferences } from '@tenantscope/contract/account'
import { countAudit, exportAudit, listAudit, listLoginAudit } from '@tenantscope/contract/audit'
import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import { endpoints } from '@tenantscope/contract/endpoints'
import { recordExport } from '@tenantscope/contract/exports'
import { TenantId } from '@tenantscope/contract/ids'
import {
  listReportSnapshots,
  downloadReportSnapshot,
  generateReport,
} from '@tenantscope/contract/reports'
import { searchEstate } from '@tenantscope/contract/search'
import { saveTenantSettings } from '@tenantscope/contract/tenant-settings'
import { getOwnTenantDetails, getTenantDetails } from '@tenantscope/contract/tenants'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { E3, makeShare, PEOPLE_IDS, storeShared } from '../../testing/share-world.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { addressOf } from '../../testing/test-browser.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const tenantId = TenantId.parse(guidOf(71))
const elsewhere = TenantId.parse(guidOf(72))
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const SOURCE = { ipAddress: '203.0.113.9', userAgent: 'tests' }

let app: TestApp
let admin: TestBrowser
let viewer: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await storeShared(app, tenantId)
  await storeShared(app, elsewhere)
  admin = await app.signIn('admin')
  viewer = await app.signIn('technician', { tenants: [tenantId] })
})
afterAll(() => app.close())

const opened = (by: TestBrowser, headers = {}) =>
  by.call(getTenantDetails, { params: { tenantId } }, headers)
const listed = async (query = {}) => (await admin.call(listAudit, { query })).entries
const found = async (query: object) => (await listed(query)).map(({ details }) => details)
async function emails(query: object): Promise<string[]> {
  const { logs, total } = await admin.call(listLoginAudit, { query })
  expect(total).toBe(logs.length)
  return logs.map(({ email }) => email.slice(0, 3))
}
const search = (q: string) => admin.call(searchEstate, { query: { q } })
const byText = (one: string, other: string) => one.localeCompare(other)
const accesses = async () =>
  (await listed({ type: 'data' })).map(({ action, tenantId: id }) => [action, id])

function change(part: { action?: string; details?: string; tenantId?: string } = {}) {
  return app.people.auditLog.change({
    type: 'settings',
    action: 'something changed',
    changedBy: { name: 'ada', userId: 1 },
    target: null,
    oldValue: null,
    newValue: null,
    source: SOURCE,
    ...part,
  })
}

const signIn = (email: string, isSuccess: boolean) =>
  app.people.auditLog.signIn({
    method: 'local',
    isSuccess,
    email,
    userId: null,
    errorMessage: isSuccess ? null : 'Wrong password',
    sessionId: null,
    source: SOURCE,
  })

describe('access to a tenant’s data', () => {
  test.each([{ 'x-background': '1' }, { 'sec-purpose': 'prefetch' }])(
    'opening is recorded whatever the request says of itself: %j',
    async (headers) => {
      await opened(viewer, headers)
      expect(await accesses()).toEqual([['tenant opened', tenantId]])
    },
  )

  test('opening is recorded once in fifteen minutes', async () => {
    await opened(viewer)
    app.clock.advance({ minutes: 14, seconds: 59 })
    await opened(viewer)
    await opened(admin)
    expect(await accesses()).toEqual([
      ['tenant opened', tenantId],
      ['tenant opened', tenantId],
    ])
    app.clock.advance({ seconds: 1 })
    await opened(viewer)
    expect(await accesses()).toHaveLength(3)
  })

  const reading = endpoints.filter(({ opensTenant, method }) => opensTenant && method === 'GET')
  const inputs: Readonly<Record<string, object>> = {
    listLicenseHolders: { skuId: E3 },
    getTenantPostureChanges: { since: '2026-01-01T00:00:00Z' },
    compareTenantPolicies: { compareWith: tenantId },
    compareReportSnapshots: { one: UNKNOWN, other: UNKNOWN.replace('8', '9') },
  }
  const asked = async (call: AnyEndpoint, id: string) => {
    const month = '2026-10'
    const params = { tenantId: id, checkId: 'ca.mfa-all-users', policyId: UNKNOWN, month }
    const named = { params, query: inputs[call.name] ?? {} }
    return (await viewer.request({ url: addressOf(call, named) })).statusCode
  }

  test.each(reading.map((call) => [call.name, call] as const))(
    '%s is recorded as an opening of the tenant exactly when it returns data, for every role',
    async (name, call) => {
      expect(await asked(call, elsewhere)).toBe(404)
      expect(await accesses()).toEqual([])
      const status = await asked(call, tenantId)
      // A request for a missing report or policy reveals nothing about the tenant.
      const isMissing = ['compareReportSnapshots', 'getTenantPolicy', 'getBillingMonth'].includes(
        name,
      )
      expect(status).toBe(isMissing ? 404 : 200)
      expect(await accesses()).toEqual(status === 200 ? [['tenant opened', tenantId]] : [])
    },
  )

  test('My Organization is an opening of one’s own directory', async () => {
    const { db } = app.database.handle
    const own = db.updateTable('tenants').set({ isPartnerTenant: true })
    await own.where('id', '=', tenantId).execute()
    await viewer.call(getOwnTenantDetails, {})
    expect(await accesses()).toEqual([['tenant opened', tenantId]])
  })

  test('these calls of a tenant alone are no opening: they change something, or hand it out and say so', () => {
    const others = endpoints.filter(({ tenantScoped, opensTenant }) => tenantScoped && !opensTenant)
    expect(others.map(({ name }) => name).toSorted(byText)).toEqual([
      'correctBillingMonth',
      'createShare',
      'decideRenewal',
      'decideTenantApproval',
      'downloadReportSnapshot',
      'eraseTenant',
      'generateReport',
      'markAccount',
      'refreshTenant',
      'removeRenewalDecision',
      'saveTenantSettings',
      'setBillingTimeZone',
      'setEmergencyAccounts',
      'setTenantReading',
      'unmarkAccount',
    ])
  })

  test('what a screen asks for at once is one opening', async () => {
    await Promise.all(Array.from({ length: 6 }, () => opened(viewer)))
    expect(await accesses()).toEqual([['tenant opened', tenantId]])
  })

  test('a search is recorded as access to each tenant in its results, once in fifteen minutes', async () => {
    await search('unknown name')
    await search('Acme')
    expect(await accesses()).toEqual([])
    const { people } = await search('anna')
    expect(new Set(people.items.map((item) => item.tenantId))).toEqual(
      new Set([tenantId, elsewhere]),
    )
    await search('ann')
    expect(new Map((await accesses()).map(([action, id]) => [id, action]))).toEqual(
      new Map([tenantId, elsewhere].map((id) => [id, 'tenant searched'])),
    )
    expect(await accesses()).toHaveLength(2)
    expect(await found({ type: 'data' })).toEqual([null, null])
    app.clock.advance({ minutes: 15 })
    await search('anna')
    expect(await accesses()).toHaveLength(4)
  })

  test('a report, its files, a link, its visits and saved tables are recorded with their tenant, and without names', async () => {
    await viewer.request({
      method: 'POST',
      url: generateReport.path,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({
        tenantId,
        reportType: 'user-license',
        format: 'csv',
        licenseIds: [E3],
        userIds: PEOPLE_IDS.slice(0, 1),
      }),
    })
    const { snapshots } = await viewer.call(listReportSnapshots, { params: { tenantId } })
    const named = { tenantId, snapshotId: snapshots[0]?.id }
    const file = addressOf(downloadReportSnapshot, { params: named, query: { format: 'json' } })
    expect((await viewer.request({ url: file })).statusCode).toBe(200)
    const { token } = await makeShare(viewer, tenantId)
    const visitor = app.browser({ ipAddress: '198.51.100.4' })
    const link = `/api/reports/shared/${token}`
    for (const url of [link, link, `${link}/download?format=csv`]) await visitor.request({ url })
    const saved = { table: 'license-matrix', rows: 4, tenantId } as const
    expect(await viewer.call(recordExport, { body: saved })).toEqual({ isRecorded: true })
    await viewer.call(saveTenantSettings, {
      params: { tenantId },
      body: { settings: { alias: 'Golden Goose', tags: ['vip'], spareSeats: [] } },
    })
    expect((await accesses()).toReversed()).toEqual(
      [
        'report made',
        'tenant opened',
        'report downloaded',
        'share made',
        'share viewed',
        'shared report downloaded',
        'table exported',
      ].map((action) => [action, tenantId]),
    )
    const visit = (await listed({ q: 'visitor' }))[0]
    expect(visit).toMatchObject({ changedBy: 'visitor of a share link', ipAddress: '198.51.100.4' })
    const rows = await app.database.handle.db.selectFrom('securityAuditLog').selectAll().execute()
    const stored = JSON.stringify(rows)
    for (const name of ['Acme', 'fabrikam', 'Golden Goose', 'vip', 'Anna', 'Berg'])
      expect(stored).not.toContain(name)
  })

  test('a table of a tenant that one may not see is not recorded', async () => {
    const of = (id: string) =>
      viewer.call(recordExport, {
        body: { table: 'tenant-users', rows: 1, tenantId: TenantId.parse(id) },
      })
    expect(await of(elsewhere)).toEqual({ isRecorded: false })
    expect(await of(guidOf(99))).toEqual({ isRecorded: false })
    expect(await accesses()).toEqual([])
    const all = { body: { table: 'tenants', rows: 2 } } as const
    expect(await viewer.call(recordExport, all)).toEqual({ isRecorded: true })
    expect(await listed({ type: 'data' })).toMatchObject([
      { tenantId: null, details: 'tenants: 2 rows' },
    ])
  })
})

describe('the list', () => {
  test('names tenants as they are called now, and by id alone once they are gone', async () => {
    await change({ tenantId })
    expect((await listed())[0]).toMatchObject({ tenantId, tenantName: 'Acme (it@fabrikam.com)' })
    for (const q of ['acme (IT@', tenantId])
      expect((await listed({ type: 'settings', q })).map((each) => each.tenantId)).toEqual([
        tenantId,
      ])
    expect(await listed({ q: 'Acme Ltd' })).toEqual([])
    await change({ tenantId: guidOf(99) })
    expect((await listed())[0]).toMatchObject({ tenantId: guidOf(99), tenantName: null })
  })

  test('comes in pages that neither repeat nor leave out', async () => {
    for (let count = 0; count < 7; count += 1) await change({ details: `no ${count}` })
    const query = { q: 'something changed', limit: 3 }
    const first = await admin.call(listAudit, { query })
    expect(first.total).toBe(7)
    await change({ details: 'later' })
    const second = await admin.call(listAudit, {
      query: { ...query, cursor: first.nextCursor ?? '' },
    })
    const third = await admin.call(listAudit, {
      query: { ...query, cursor: second.nextCursor ?? '' },
    })
    expect(third.nextCursor).toBeNull()
    const all = [first, second, third].flatMap(({ entries }) =>
      entries.map(({ details }) => details),
    )
    expect(all).toEqual(['no 6', 'no 5', 'no 4', 'no 3', 'no 2', 'no 1', 'no 0'])
    for (const cursor of ['x', '99999999999', '-1'])
      expect(await admin.refusal(listAudit, { query: { cursor } })).toMatchObject({
        status: 400,
        body: { fields: [{ field: 'query.cursor' }] },
      })
  })

  test('is filtered by type, tenant, time and text, in which no sign means anything', async () => {
    const before = app.clock.now().toISOString()
    await change({ details: '100% done', tenantId })
    app.clock.advance({ hours: 1 })
    await change({ details: '100 done' })
    expect(await found({ q: '100%' })).toEqual(['100% done'])
    expect(await found({ q: '0_d' })).toEqual([])
    expect(await found({ q: 'ADA', tenantId })).toEqual(['100% done'])
    expect(await found({ type: 'settings' })).toEqual(['100 done', '100% done'])
    expect(await found({ type: 'settings', from: app.clock.now().toISOString() })).toEqual([
      '100 done',
    ])
    expect(
      await found({ type: 'settings', from: before, to: app.clock.now().toISOString() }),
    ).toEqual(['100% done'])
  })

  test.each([
    ['from', '0000-01-01T00:00:00Z'],
    ['to', '9999-12-31T23:59:59-23:59'],
    ['from', 'yesterday'],
  ])('is refused for a time that no record can have: %s %s', async (name, time) => {
    expect(await admin.refusal(listAudit, { query: { [name]: time } })).toMatchObject({
      status: 400,
      body: { fields: [{ field: `query.${name}` }] },
    })
  })

  test('takes any offset of a time, and text that no database keeps', async () => {
    await change({ details: 'no 1' })
    const now = app.clock.now().getTime()
    const from = new Date(now + 23 * 3_600_000).toISOString().replace('Z', '+23:00')
    expect(await found({ type: 'settings', from })).toEqual(['no 1'])
    expect(await found({ q: 'no\0 1' })).toEqual(['no 1'])
    expect(await emails({ email: '\0nobody' })).toEqual([])
  })

  test('of sign-ins is filtered by address, in which no sign means anything', async () => {
    await signIn('ada@partner.example', true)
    await signIn('bob@partner.example', false)
    expect(await emails({})).toEqual(['bob', 'ada'])
    expect(await emails({ email: 'ADA' })).toEqual(['ada'])
    expect(await emails({ email: 'a%' })).toEqual([])
  })
})

test('counts are of thirty days of the reader’s zone, and of people', async () => {
  const { db } = app.database.handle
  const calls = (quarter: string, count: number) =>
    db
      .insertInto('apiCallCounts')
      .values({ quarter: new Date(quarter), calls: count })
      .execute()
  const before = await admin.call(countAudit, {})
  await signIn('ada', true)
  await signIn('ada', false)
  await signIn('ada', false)
  await change()
  const since = new Date(before.since)
  await calls(new Date(since.getTime() - 900_000).toISOString(), 1_000)
  await calls(since.toISOString(), 20)
  const after = await admin.call(countAudit, {})
  expect(after.userLogins - before.userLogins).toBe(1)
  expect(after.failedAttempts - before.failedAttempts).toBe(2)
  expect(after.adminActions - before.adminActions).toBe(1)
  // The quarter at which the days begin counts; the one before it does not; so does the call itself.
  expect(after.apiCalls - before.apiCalls).toBe(21)
  const hour = new Intl.DateTimeFormat('en-US', {
    // An installation with unchanged settings.
    timeZone: 'America/Los_Angeles',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  expect(hour.format(since)).toBe('00')
})

test('the export has what is filtered, in the reader’s time, without formulas, and is in the trail itself', async () => {
  await admin.call(savePreferences, {
    body: {
      theme: 'system',
      timezone: 'Asia/Kolkata',
      emailNotifications: true,
      desktopNotifications: false,
      compactView: false,
      defaultView: 'dashboard',
    },
  })
  for (let count = 0; count < 3; count += 1) await change({ details: `=${count}+1`, tenantId })
  const address = addressOf(exportAudit, { params: {}, query: { type: 'settings', tenantId } })
  const { body, headers } = await admin.request({ url: address })
  expect(headers['content-disposition']).toMatch(/audit-\d{4}-\d\d-\d\d\.csv/u)
  const rows: Record<string, string>[] = parse(body, { bom: true, columns: true })
  expect(rows.map((row) => row['Details'])).toEqual(["'=2+1", "'=1+1", "'=0+1"])
  expect(rows[0]).toMatchObject({
    By: 'ada',
    'Tenant ID': tenantId,
    Tenant: 'Acme (it@fabrikam.com)',
  })
  expect(rows[0]?.['Time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30$/u)
  expect((await listed({ type: 'system' }))[0]).toMatchObject({
    action: 'audit exported',
    tenantId,
    details: 'type settings',
  })
  expect((await admin.request({ url: `${exportAudit.path}?q=customer` })).statusCode).toBe(200)
  expect((await listed({ type: 'system' }))[0]?.details).toBe('all types, filtered by text')
})
