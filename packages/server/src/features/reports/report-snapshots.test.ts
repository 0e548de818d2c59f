import { saveReportSettings } from '@tenantscope/contract/branding'
import { TenantId } from '@tenantscope/contract/ids'
import { LicenseReport, ReportFormat } from '@tenantscope/contract/report-document'
import {
  compareReportSnapshots,
  downloadReportSnapshot,
  listReportSnapshots,
} from '@tenantscope/contract/reports'
import type { ReportSnapshot } from '@tenantscope/contract/reports'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { grantTenantAccess } from '../../lib/tenant-access.ts'
import { endNextThread } from '../../testing/ending-threads.ts'
import {
  E3,
  FLOW,
  READING,
  generate,
  generatedDocument,
  reportsOf,
  storeFor,
} from '../../testing/report-world.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { addressOf } from '../../testing/test-browser.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { documentText } from './document-text.ts'

let tenantId: string
let number = 100
let app: TestApp
let admin: TestBrowser
let viewer: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  tenantId = await newTenant()
  await daysPass(0)
})
afterAll(() => app.close())

async function newTenant(): Promise<string> {
  number += 1
  const id = guidOf(number)
  await storeFor(app, id, READING)
  return id
}

/** Sessions do not last that long. */
async function daysPass(days: number): Promise<void> {
  app.clock.advance({ hours: 24 * days })
  admin = await app.signIn('admin')
  viewer = await app.signIn('viewer', { tenants: [tenantId] })
}

const listed = async (id = tenantId, by = admin) =>
  (await by.call(listReportSnapshots, { params: { tenantId: id } })).snapshots

async function made(wanted: Partial<Parameters<typeof generate>[1]> = {}) {
  app.clock.advance({ minutes: 1 })
  const of = wanted.tenantId ?? tenantId
  const response = await generate(admin, { ...wanted, tenantId: of })
  const [snapshot] = await listed(of)
  if (!snapshot) throw new Error('nothing was kept')
  return { snapshot, bytes: response.rawPayload }
}

const addressFor = (id: string, format: string, of = tenantId) =>
  addressOf(downloadReportSnapshot, { params: { tenantId: of, snapshotId: id }, query: { format } })
const downloaded = (id: string, format: string, of = tenantId) =>
  admin.request({ url: addressFor(id, format, of) })

const LOOK = {
  name: 'Partner',
  accentColor: '#123456',
  footer: 'Confidential',
  logo: null,
  retentionMonths: 12,
} as const

test('a report is downloaded as it was, byte by byte, after a refresh, new names and a new look', async () => {
  const before = new Map<string, Buffer>()
  const { snapshot, bytes } = await made()
  for (const format of ReportFormat.options)
    before.set(format, (await downloaded(snapshot.id, format)).rawPayload)
  expect(before.get('json')).toEqual(bytes)
  await app.database.handle.db
    .updateTable('tenants')
    .set({ displayName: 'Renamed' })
    .where('id', '=', TenantId.parse(tenantId))
    .execute()
  await storeFor(app, tenantId, { skus: READING.skus ?? [], people: [] })
  await admin.call(saveReportSettings, { body: LOOK })
  await daysPass(2)
  for (const format of ReportFormat.options) {
    const again = await downloaded(snapshot.id, format)
    expect([format, again.rawPayload.equals(before.get(format) ?? Buffer.alloc(0))]).toEqual([
      format,
      true,
    ])
    expect(again.headers['content-disposition']).toContain('report-contoso-s%C3%BCd-')
  }
  await storeFor(app, tenantId, READING)
}, 60_000)

test('a report made after the look was changed has the new one', async () => {
  await admin.call(saveReportSettings, { body: LOOK })
  const { snapshot } = await made()
  await admin.call(saveReportSettings, { body: { ...LOOK, accentColor: '#654321' } })
  const look = await app.database.handle.db
    .selectFrom('reportSnapshots')
    .innerJoin('reportLooks', 'reportLooks.id', 'reportSnapshots.lookId')
    .select('accentColor')
    .where('reportSnapshots.id', '=', snapshot.id)
    .executeTakeFirstOrThrow()
  expect(look.accentColor).toBe('#123456')
})

const key = ({ createdAt, id }: ReportSnapshot) => [-Date.parse(createdAt), id] as const

test('reports are listed newest first, 50 a page, those of one moment in one order', async () => {
  const of = await newTenant()
  const document = await generatedDocument(admin, { tenantId: of })
  const text = await documentText(document)
  await app.database.handle.db
    .insertInto('reportSnapshots')
    .values(
      Array.from({ length: 120 }, (_, at) => ({
        id: guidOf(5_000 + at),
        tenantId: of,
        reportType: 'user-license' as const,
        snapshotData: text,
        createdAt: new Date(app.clock.now().getTime() - Math.floor(at / 40) * 1_000 - 1_000),
        createdBy: 'Another User',
        format: 'pdf' as const,
        dataAsOf: app.clock.now(),
      })),
    )
    .execute()
  const page = (cursor?: string) =>
    admin.call(listReportSnapshots, {
      params: { tenantId: of },
      query: cursor === undefined ? {} : { cursor },
    })
  const first = await page()
  const second = await page(first.nextCursor ?? '')
  const third = await page(second.nextCursor ?? '')
  expect([first, second, third].map(({ snapshots }) => snapshots.length)).toEqual([50, 50, 21])
  expect([third.nextCursor, third.retentionMonths]).toEqual([null, 12])
  const all = [first, second, third].flatMap(({ snapshots }) => snapshots)
  expect(new Set(all.map(({ id }) => id)).size).toBe(121)
  const inOrder = all.toSorted((a, b) => key(a)[0] - key(b)[0] || (key(a)[1] < key(b)[1] ? -1 : 1))
  expect(all).toEqual(inOrder)
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a cursor that no page ended with is refused', async () => {
  for (const cursor of [
    '',
    'x',
    encoded({ createdAt: 1 }),
    encoded({ createdAt: 9e15, id: guidOf(1) }),
    encoded({ createdAt: 1, id: "'" }),
  ]) {
    const { status, body } = await viewer.refusal(listReportSnapshots, {
      params: { tenantId },
      query: { cursor },
    })
    expect([cursor, status, body.fields]).toEqual([
      cursor,
      400,
      [{ field: 'query.cursor', message: 'Not a valid page cursor' }],
    ])
  }
})

test('a report of another tenant is not found by any user', async () => {
  const elsewhere = await newTenant()
  const { snapshot } = await made({ tenantId: elsewhere })
  const { snapshot: own } = await made()
  const asked = { params: { tenantId, snapshotId: snapshot.id }, query: { format: 'json' } }
  for (const person of [admin, viewer]) {
    const { status, body } = await person.refusal(downloadReportSnapshot, asked)
    expect([status, body.message]).toEqual([404, 'Report not found'])
    for (const [one, other] of [
      [own.id, snapshot.id],
      [snapshot.id, own.id],
    ]) {
      const query = { one, other }
      const refused = await person.refusal(compareReportSnapshots, { params: { tenantId }, query })
      expect(refused.status).toBe(404)
    }
  }
  for (const call of [listReportSnapshots, downloadReportSnapshot, compareReportSnapshots]) {
    const params = { tenantId: elsewhere, snapshotId: snapshot.id }
    expect((await viewer.refusal(call, { params })).body.message).toBe('Tenant not found')
  }
})

test('two reports are compared from the earlier to the later, in whichever order they are named', async () => {
  const { snapshot: before } = await made({ licenseIds: [E3], userIds: ['twice', 'bare'] })
  await storeFor(app, tenantId, {
    ...READING,
    people: [
      { id: 'twice', displayName: 'Zoë New', holds: [{ skuId: E3 }, { skuId: FLOW }] },
      { id: 'hebrew', displayName: 'שלום', holds: [{ skuId: FLOW }] },
    ],
  })
  const { snapshot: after } = await made({ userIds: ['twice', 'hebrew'] })
  await storeFor(app, tenantId, READING)
  const compare = (one: ReportSnapshot, other: ReportSnapshot) =>
    viewer.call(compareReportSnapshots, {
      params: { tenantId },
      query: { one: one.id, other: other.id },
    })
  const compared = await compare(before, after)
  expect(await compare(after, before)).toEqual(compared)
  expect(compared).toMatchObject({
    before: { id: before.id, licenseCount: 1 },
    after: { id: after.id, licenseCount: 2 },
    summary: { totalUsers: { before: 2, after: 2 }, totalAssignments: { before: 2, after: 3 } },
    licenses: {
      added: [{ skuPartNumber: 'FLOW_FREE' }],
      removed: [],
      changed: [{ skuPartNumber: 'SPE_E3', reportedUsers: { before: 2, after: 1 } }],
    },
    users: {
      added: [{ displayName: 'שלום', licenses: ['Microsoft Power Automate Free'] }],
      removed: [{ displayName: 'bare' }],
      changed: [
        {
          displayName: 'Zoë New',
          previousName: 'Zoë <b>Both</b>',
          gained: ['Microsoft Power Automate Free'],
          lost: [],
        },
      ],
      unchanged: 0,
    },
  })
  const query = { one: after.id, other: after.id }
  const { status, body } = await viewer.refusal(compareReportSnapshots, {
    params: { tenantId },
    query,
  })
  expect([status, body.fields]).toEqual([
    400,
    [{ field: 'query.other', message: 'Choose two different reports' }],
  ])
})

test('a comparison whose thread ends is reported as a failure of the server, and the next one succeeds', async () => {
  const { snapshot: one } = await made()
  const { snapshot: other } = await made()
  const call = { params: { tenantId }, query: { one: one.id, other: other.id } }
  endNextThread()
  expect(await viewer.refusal(compareReportSnapshots, call)).toMatchObject({
    status: 500,
    body: { message: 'The reports could not be compared. Please try again.' },
  })
  expect(await viewer.call(compareReportSnapshots, call)).toMatchObject({
    before: { id: one.id },
    after: { id: other.id },
  })
})

test('reports go when they were past the retention period, and looks that are left without one', async () => {
  const { db } = app.database.handle
  const of = await newTenant()
  await admin.call(saveReportSettings, {
    body: { ...LOOK, name: 'First', retentionMonths: 1 },
  })
  const { snapshot: old } = await made({ tenantId: of })
  await admin.call(saveReportSettings, {
    body: { ...LOOK, name: 'Second', retentionMonths: 1 },
  })
  const looks = async () =>
    (await db.selectFrom('reportLooks').select('name').execute()).map(({ name }) => name)
  const { reports } = reportsOf(app)
  await daysPass(27)
  await reports.sweepReports()
  expect([(await listed(of)).map(({ id }) => id), await looks()]).toEqual([
    [old.id],
    expect.arrayContaining(['First', 'Second']),
  ])
  const { snapshot: young } = await made({ tenantId: of })
  await daysPass(5)
  await reports.sweepReports()
  expect((await listed(of)).map(({ id }) => id)).toEqual([young.id])
  expect(await looks()).toEqual(['Second'])
})

test('the reports of a tenant go with it', async () => {
  const { db } = app.database.handle
  const of = await newTenant()
  const { snapshot } = await made({ tenantId: of })
  await db.deleteFrom('tenants').where('id', '=', TenantId.parse(of)).execute()
  const left = await db
    .selectFrom('reportSnapshots')
    .select('id')
    .where('id', '=', snapshot.id)
    .execute()
  expect(left).toEqual([])
})

/** A schedule that is under way, and whose it is. */
async function scheduleRun() {
  const { db } = app.database.handle
  const [user] = await app.people.users.list()
  const { id: scheduleId } = await db
    .insertInto('reportSchedules')
    .values({
      reportType: 'user-license',
      format: 'pdf',
      frequency: 'weekly',
      weekday: 1,
      timeOfDay: '06:00',
      timeZone: 'UTC',
      createdBy: 'Anna',
      createdByUserId: user!.id,
      updatedBy: 'Anna',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const scheduleRunId = guidOf(7_000 + scheduleId)
  await db
    .insertInto('reportScheduleRuns')
    .values({ id: scheduleRunId, scheduleId, startedAt: app.clock.now() })
    .execute()
  return { userId: user!.id, scheduleRunId, scheduleId }
}

test('a schedule’s report holds every visible license that is held and everybody who holds one', async () => {
  const of = TenantId.parse(await newTenant())
  const { reports } = reportsOf(app)
  const run = await scheduleRun()
  const creator = {
    ...run,
    createdBy: 'Anna Long',
    timeZone: 'Asia/Tokyo',
    reportType: 'user-license',
    format: 'xlsx',
  } as const
  const done = await reports.makeScheduled(grantTenantAccess(of), creator)
  const [snapshot] = await listed(of)
  expect(done).toEqual({ snapshotId: snapshot?.id })
  expect(snapshot).toMatchObject({
    createdBy: 'Anna Long',
    format: 'xlsx',
    isScheduled: true,
    userCount: 5,
    licenseCount: 2,
    assignmentCount: 6,
  })
  const document = LicenseReport.parse((await downloaded(snapshot!.id, 'json', of)).json())
  expect(document.timeZone).toBe('Asia/Tokyo')
  expect(document.users.map(({ id }) => id)).not.toContain('failed')
  await app.database.handle.db
    .deleteFrom('reportSchedules')
    .where('id', '=', run.scheduleId)
    .execute()
  expect((await listed(of))[0]).toMatchObject({ id: snapshot?.id, isScheduled: true })
})

const nothing = (problem: string) => ({ problem })

const failure = (part: 'users' | 'licenses') =>
  [{ part, code: 'PERMISSION_MISSING', message: 'No' }] as const

test('a schedule hears why there is nothing to report', async () => {
  const { reports } = reportsOf(app)
  const creator = {
    ...(await scheduleRun()),
    createdBy: 'Anna',
    timeZone: 'UTC',
    reportType: 'user-license',
    format: 'pdf',
  } as const
  const reasonFor = (id: string) =>
    reports.makeScheduled(grantTenantAccess(TenantId.parse(id)), creator)
  const id = await app.addTenant(guidOf(900))
  expect(await reasonFor(id)).toEqual(
    nothing('This tenant has not been read yet. Refresh it before creating a report.'),
  )
  const people = [{ id: 'failed', holds: [{ skuId: E3, state: 'Error' }] }]
  await storeFor(app, id, { skus: READING.skus!, people })
  expect(await reasonFor(id)).toEqual(nothing('No user of this tenant has a visible license.'))
  await storeFor(app, id, { skus: READING.skus!, partFailures: failure('users') })
  expect(await reasonFor(id)).toEqual(nothing('The users of this tenant could not be read.'))
  await storeFor(app, id, { people, partFailures: failure('licenses') })
  expect(await reasonFor(id)).toEqual(nothing('The licenses of this tenant could not be read.'))
  expect(await listed(id)).toEqual([])
})
