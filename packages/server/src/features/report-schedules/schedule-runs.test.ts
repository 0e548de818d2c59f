import tls from 'node:tls'

import { getCurrentUser } from '@tenantscope/contract/auth'
import { RunId, TenantId } from '@tenantscope/contract/ids'
import type { ReportScheduleId, UserId } from '@tenantscope/contract/ids'
import { saveMailSettings } from '@tenantscope/contract/mail'
import { LicenseReport } from '@tenantscope/contract/report-document'
import type { ReportSchedule, ReportScheduleRun } from '@tenantscope/contract/report-schedules'
import {
  createReportSchedule,
  listReportScheduleRuns,
  listReportSchedules,
  runReportSchedule,
  saveReportSchedule,
} from '@tenantscope/contract/report-schedules'
import { downloadReportSnapshot, listReportSnapshots } from '@tenantscope/contract/reports'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import type { MailServer, ReceivedMail } from '../../testing/mail-server.ts'
import { READING, storeFor } from '../../testing/report-world.ts'
import { PUBLIC_URL, createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { addressOf } from '../../testing/test-browser.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { tlsPair } from '../../testing/tls-pair.ts'
import {
  mailScheduledReports,
  makeScheduledReport,
  startScheduledReports,
} from './report-schedules.jobs.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const [A, B, EMPTY] = [guidOf(91), guidOf(92), guidOf(93)]
const trusted = tls.getCACertificates('default')

let app: TestApp
let server: MailServer
let admin: TestBrowser
let technician: TestBrowser
let technicianId: UserId
let name: string

beforeAll(async () => {
  app = await createTestApp()
  server = await startMailServer()
  tls.setDefaultCACertificates([...trusted, tlsPair.cert])
})
beforeEach(async () => {
  await app.reset()
  await storeFor(app, A, READING)
  await storeFor(app, B, READING)
  await app.database.handle.db
    .updateTable('tenants')
    .set({ displayName: 'Beta\r\nBcc: x@y.example' })
    .where('id', '=', TenantId.parse(B))
    .execute()
  admin = await app.signIn('admin')
  technician = await app.signIn('technician', { tenants: [A, B] })
  const { user } = await technician.call(getCurrentUser, {})
  technicianId = user.id
  name = user.displayName ?? ''
})
afterEach(() => {
  server.received.length = 0
  server.refuse = null
})
afterAll(async () => {
  tls.setDefaultCACertificates(trusted)
  await app.close()
  await server.close()
})

const WEEKLY = {
  tenantId: null,
  format: 'csv',
  recurrence: { frequency: 'weekly', weekday: 1 },
  time: '06:00',
  timeZone: 'Europe/Berlin',
} as const

const create = (person: TestBrowser, changes: object = {}) =>
  person.call(createReportSchedule, { body: { ...WEEKLY, ...changes } })
const runNow = (person: TestBrowser, scheduleId: ReportScheduleId) =>
  person.call(runReportSchedule, { params: { scheduleId } })
const runsOf = async (person: TestBrowser, scheduleId: ReportScheduleId) =>
  (await person.call(listReportScheduleRuns, { params: { scheduleId } })).runs
const scheduleOf = async (person: TestBrowser, id: ReportScheduleId): Promise<ReportSchedule> => {
  const { schedules } = await person.call(listReportSchedules, {})
  const found = schedules.find((each) => each.id === id)
  if (!found) throw new Error('The schedule is not listed')
  return found
}
const snapshotsOf = async (tenantId: string) =>
  (await admin.call(listReportSnapshots, { params: { tenantId } })).snapshots
const setMail = () =>
  admin.call(saveMailSettings, {
    body: {
      settings: {
        host: 'localhost',
        port: server.port,
        security: 'starttls',
        username: null,
        password: null,
        from: 'reports@partner.example',
        fromName: null,
      },
    },
  })

/** Returns the newest run, once this number of runs exists and it and its mails are finished. */
function ended(person: TestBrowser, id: ReportScheduleId, count = 1): Promise<ReportScheduleRun> {
  return vi.waitFor(
    async () => {
      const runs = await runsOf(person, id)
      const [newest] = runs
      if (newest === undefined || runs.length < count) throw new Error(`${runs.length} runs`)
      if (newest.finishedAt === null || newest.mail.state === 'pending')
        throw new Error(JSON.stringify(newest))
      return newest
    },
    { timeout: 30_000, interval: 100 },
  )
}

/** Days later people have signed in again. */
async function later(by: { hours: number }): Promise<void> {
  app.clock.advance(by)
  admin = await app.signIn('admin')
  const user = await app.people.users.find(technicianId)
  if (user?.isDisabled !== false) return
  const source = { ipAddress: '127.0.0.1', userAgent: 'tests' }
  const { cookie } = await app.people.sessions.start(technicianId, {
    source,
    replaced: null,
    authenticatedAt: app.clock.now(),
  })
  technician.cookies.set('tenantscope_session', cookie)
}

/** What the minute does. */
const lookForDue = () => app.jobs.send(startScheduledReports, {})

describe('when its time comes', () => {
  test('a schedule makes the report of every granted tenant, and is due a week later', async () => {
    const { id, nextRunAt } = await create(technician)
    await lookForDue()
    await later({ hours: 7 * 24 })
    await lookForDue()
    const run = await ended(technician, id)
    expect(run).toMatchObject({
      state: 'succeeded',
      made: 2,
      failures: [],
      mail: { state: 'no-recipients', message: null },
    })
    for (const tenantId of [A, B])
      expect(await snapshotsOf(tenantId)).toMatchObject([
        { format: 'csv', isScheduled: true, createdBy: name, userCount: 5 },
      ])
    const after = await scheduleOf(technician, id)
    expect(Date.parse(after.nextRunAt ?? '')).toBeGreaterThan(Date.parse(nextRunAt ?? ''))
    expect(after.version).toBe(1)
    expect(after.lastRun).toEqual(run)
  })

  test('it starts once, however many processes check at one moment and however long none did', async () => {
    const { id } = await create(technician, { tenantId: A })
    await later({ hours: 40 * 24 })
    await Promise.all([lookForDue(), lookForDue(), lookForDue()])
    await ended(technician, id)
    await lookForDue()
    expect(await runsOf(technician, id)).toHaveLength(1)
    expect(await snapshotsOf(A)).toHaveLength(1)
    expect(await snapshotsOf(B)).toEqual([])
  })

  test('a disabled one rests', async () => {
    const { id } = await create(technician, { isEnabled: false })
    const other = await create(technician, { tenantId: A })
    await later({ hours: 8 * 24 })
    await lookForDue()
    await ended(technician, other.id)
    expect(await runsOf(technician, id)).toEqual([])
  })
})

const granted = (tenantIds: string[]) =>
  app.people.grants.setAccess(
    technicianId,
    { mode: 'list', tenantIds: tenantIds.map((id) => TenantId.parse(id)), groupIds: [] },
    BY,
  )

describe('what its creator may do then decides', () => {
  test('a tenant that was taken away is left out', async () => {
    const { id } = await create(technician)
    await granted([B])
    await runNow(technician, id)
    expect(await ended(technician, id)).toMatchObject({ state: 'succeeded', made: 1, failures: [] })
    expect(await snapshotsOf(A)).toEqual([])
  })

  test('a schedule of a tenant that was taken away fails, without a word about it', async () => {
    const { id } = await create(technician, { tenantId: A })
    await granted([B])
    await runNow(technician, id)
    const run = await ended(technician, id)
    expect(run).toMatchObject({
      state: 'failed',
      message: 'Tenant not found',
      made: 0,
      failures: [],
    })
    expect(JSON.stringify(run)).not.toContain('Contoso')
    expect(await snapshotsOf(A)).toEqual([])
    expect((await scheduleOf(technician, id)).isEnabled).toBe(true)
  })

  test.each([
    [
      'disabled',
      (creator: string) => `The account of ${creator}, the creator of this schedule, is disabled.`,
    ],
    [
      'demoted',
      (creator: string) =>
        `${creator}, the creator of this schedule, may no longer create schedules.`,
    ],
  ] as const)(
    'of a %s creator nothing is made, and the schedule rests',
    async (what, messageFor) => {
      const { id } = await create(technician, { tenantId: A })
      if (what === 'disabled') await app.people.users.setDisabled(technicianId, true, BY)
      else await app.people.users.setRole(technicianId, 'viewer', BY)
      await later({ hours: 7 * 24 })
      await lookForDue()
      expect(await ended(admin, id)).toMatchObject({
        state: 'failed',
        message: messageFor(name),
        made: 0,
      })
      expect(await scheduleOf(admin, id)).toMatchObject({ isEnabled: false, nextRunAt: null })
      expect(await snapshotsOf(A)).toEqual([])
      const entry = await app.database.handle.db
        .selectFrom('securityAuditLog')
        .select(['changedBy', 'newValue'])
        .where('action', '=', 'report schedule disabled')
        .executeTakeFirst()
      expect(entry).toEqual({ changedBy: 'Tenantscope', newValue: 'disabled' })
    },
  )

  test('with no tenant that has been read, it says so', async () => {
    await granted([await app.addTenant(EMPTY, 'Empty')])
    const { id } = await create(technician)
    await runNow(technician, id)
    expect(await ended(technician, id)).toMatchObject({
      state: 'failed',
      message: 'No tenant has been read yet',
    })
  })
})

test('a tenant without a report is named with the reason, to those who may see it', async () => {
  await storeFor(app, EMPTY, { skus: [], people: [] })
  const { id } = await create(admin)
  await runNow(admin, id)
  const run = await ended(admin, id)
  expect(run).toMatchObject({ state: 'partial', made: 2, failures: [{ tenantId: EMPTY }] })
  expect(run.failures[0]?.message).toMatch(/\S/)
})

test('it runs once at a time when asked for, and 409 meanwhile', async () => {
  const { id } = await create(technician)
  const tries = await Promise.allSettled([1, 2, 3].map(() => runNow(technician, id)))
  const isRefused = tries.filter(({ status }) => status === 'rejected')
  await ended(technician, id)
  const runs = await runsOf(technician, id)
  expect(runs.length + isRefused.length).toBe(3)
  const { db } = app.database.handle
  await db.updateTable('reportScheduleRuns').set({ state: 'running', finishedAt: null }).execute()
  const refused = await technician.refusal(runReportSchedule, { params: { scheduleId: id } })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The reports of this schedule are already being created',
  ])
})

test('a run whose work was lost is closed, with the reason', async () => {
  const { id } = await create(technician, { tenantId: A })
  const runId = crypto.randomUUID()
  const { db } = app.database.handle
  const run = { id: runId, scheduleId: id, startedAt: app.clock.now() }
  await db.insertInto('reportScheduleRuns').values(run).execute()
  await db.insertInto('reportScheduleRunTenants').values({ runId, tenantId: A }).execute()
  await lookForDue()
  app.clock.advance({ minutes: 6 })
  await lookForDue()
  expect(await ended(technician, id)).toMatchObject({
    state: 'failed',
    failures: [{ tenantId: A, message: expect.stringContaining('process stopped') as unknown }],
  })
})

const recipients = (...people: UserId[]) => ({ recipientIds: people })
const idOf = async (person: TestBrowser) => (await person.call(getCurrentUser, {})).user.id
/** The only mail to the user with this role. */
function mailTo(role: string): ReceivedMail {
  const [mail, ...more] = server.received.filter(({ to }) => to[0]?.startsWith(`${role}-`))
  if (!mail || more.length > 0) throw new Error(`${role} got ${more.length} mails more`)
  return mail
}

/** The recipients of each tenant's report and its form, from the audit. */
async function mailed() {
  const rows = await app.database.handle.db
    .selectFrom('securityAuditLog')
    .select(['targetUserId', 'tenantId', 'details'])
    .where('action', '=', 'report mailed')
    .where('changedBy', '=', 'Tenantscope')
    .orderBy('targetUserId')
    .orderBy('tenantId')
    .execute()
  return rows.map((row) => [row.targetUserId, row.tenantId, row.details?.split('; report ')[0]])
}

test('work that is taken up again after a crash makes no second report', async () => {
  const { id } = await create(technician, { tenantId: A })
  await runNow(technician, id)
  await ended(technician, id)
  const { db } = app.database.handle
  const run = { state: 'running', finishedAt: null } as const
  await db.updateTable('reportScheduleRuns').set(run).execute()
  const { runId } = await db
    .updateTable('reportScheduleRunTenants')
    .set({ snapshotId: null })
    .returning('runId')
    .executeTakeFirstOrThrow()
  const payload = { runId: RunId.parse(runId), tenantId: TenantId.parse(A) }
  await app.jobs.send(makeScheduledReport, payload)
  expect(await ended(technician, id)).toMatchObject({ state: 'succeeded', made: 1 })
  expect(await snapshotsOf(A)).toHaveLength(1)
})

describe('by mail', () => {
  test('each person gets the files of the tenants that they may see, as they are downloaded', async () => {
    await setMail()
    const blind = await app.signIn('technician')
    const half = await app.signIn('viewer', { tenants: [B] })
    const people = await Promise.all([admin, blind, half].map(idOf))
    const { id } = await create(admin, recipients(...people))
    await runNow(admin, id)
    expect((await ended(admin, id)).mail).toEqual({ state: 'sent', message: null })

    expect(server.received).toHaveLength(2)
    const whole = mailTo('admin')
    expect(whole.attachments).toHaveLength(2)
    expect(whole.headers['subject']).toBe('User to License Report of 2 tenants')
    const part = mailTo('viewer')
    expect(part.text).toContain(`${PUBLIC_URL}/tenant/${B}?tab=reports`)
    expect(part.text).not.toContain(A)
    expect(part.headers['subject']).toBe('User to License Report: Beta Bcc: x@y.example')
    expect(part.headers['bcc']).toBeUndefined()

    const [snapshot] = await snapshotsOf(B)
    const file = await half.request({
      method: 'GET',
      url: addressOf(downloadReportSnapshot, {
        params: { tenantId: B, snapshotId: snapshot?.id },
        query: { format: 'csv' },
      }),
    })
    expect(file.statusCode).toBe(200)
    expect(part.attachments).toMatchObject([{ mediaType: 'text/csv', content: file.rawPayload }])
    expect(await mailed()).toEqual([
      [await idOf(admin), A, 'csv'],
      [await idOf(admin), B, 'csv'],
      [await idOf(half), B, 'csv'],
    ])
  })

  test('a recipient who was disabled gets none', async () => {
    await setMail()
    const { id } = await create(admin, { ...recipients(technicianId), tenantId: A })
    await app.people.users.setDisabled(technicianId, true, BY)
    await runNow(admin, id)
    expect((await ended(admin, id)).mail).toEqual({ state: 'no-recipients', message: null })
    expect(server.received).toEqual([])
  })

  test('without a mail server the reports are made, and the run says so', async () => {
    const { id } = await create(technician, { ...recipients(technicianId), tenantId: A })
    await runNow(technician, id)
    expect(await ended(technician, id)).toMatchObject({
      state: 'succeeded',
      mail: { state: 'not-configured' },
    })
    expect(await mailed()).toEqual([])
  })

  test('what the server refuses is tried again, and sent once', async () => {
    await setMail()
    server.refuse = { code: 451 }
    const boss = await idOf(admin)
    const { id } = await create(admin, { ...recipients(technicianId, boss), tenantId: A })
    server.refuse = { code: 451, address: (await scheduleOf(admin, id)).recipients[1]?.email ?? '' }
    await runNow(admin, id)
    await vi.waitFor(
      async () => {
        const [run] = await runsOf(admin, id)
        expect(run?.mail).toEqual({
          state: 'pending',
          message:
            "The mail server refused the recipient's address (451). The next attempt follows.",
        })
        expect(server.received).toHaveLength(1)
      },
      { timeout: 30_000, interval: 100 },
    )
    // What was on its way is in the trail, whatever became of it.
    expect((await mailed()).map(([person]) => person)).toContain(technicianId)
    expect((await mailed()).map(([person]) => person)).toContain(boss)
    server.refuse = null
    // The test does not wait for the pause, which begins a moment after the failure is noted.
    await vi.waitFor(
      async () => {
        const { rows } = await app.database.handle.executeSql(
          `update pgboss.job set start_after = now()
            where name = 'mail-scheduled-reports' and state = 'retry' returning id`,
        )
        expect(rows).toHaveLength(1)
      },
      { timeout: 30_000, interval: 100 },
    )
    expect((await ended(admin, id)).mail).toEqual({ state: 'sent', message: null })
    expect(server.received.flatMap(({ to }) => to).toSorted()).toHaveLength(2)
    expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(2)
  })

  test('files that are too large together are not attached; the links lead to them', async () => {
    const { id } = await create(technician, {
      ...recipients(technicianId),
      tenantId: A,
      format: 'json',
    })
    await runNow(technician, id)
    await ended(technician, id)
    await setMail()
    const { db } = app.database.handle
    const { snapshotData } = await db
      .selectFrom('reportSnapshots')
      .select('snapshotData')
      .executeTakeFirstOrThrow()
    const document = LicenseReport.parse(JSON.parse(snapshotData))
    const users = Array.from({ length: 12_000 }, () => document.users).flat()
    await db
      .updateTable('reportSnapshots')
      .set({ snapshotData: JSON.stringify({ ...document, users }) })
      .execute()
    const { id: runId } = await db
      .updateTable('reportScheduleRuns')
      .set({ mailState: 'pending' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('reportScheduleRunMails').values({ runId, userId: technicianId }).execute()
    await app.jobs.send(mailScheduledReports, { runId: RunId.parse(runId), userId: technicianId })
    expect((await ended(technician, id)).mail.state).toBe('sent')
    const { attachments, text } = mailTo('technician')
    expect(attachments).toEqual([])
    expect(text).toContain(`${PUBLIC_URL}/tenant/${A}?tab=reports`)
    expect(text).toContain('too large to be attached')
    expect(await mailed()).toEqual([[technicianId, A, 'link']])
  })

  test('a mail that can never be sent is reported immediately', async () => {
    await setMail()
    tls.setDefaultCACertificates(trusted)
    const { id } = await create(technician, { ...recipients(technicianId), tenantId: A })
    await runNow(technician, id)
    const run = await ended(technician, id)
    tls.setDefaultCACertificates([...trusted, tlsPair.cert])
    const message = "The mail server's certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)."
    expect(run).toMatchObject({ state: 'succeeded', mail: { state: 'failed', message } })
  })
})

test('an edit counts for the next time: the new one, not the one that was due', async () => {
  const { id } = await create(technician, { tenantId: A })
  await later({ hours: 7 * 24 })
  const params = { scheduleId: id }
  const saved = await technician.call(saveReportSchedule, { params, body: WEEKLY })
  expect(Date.parse(saved.nextRunAt ?? '')).toBeGreaterThan(app.clock.now().getTime())
})
