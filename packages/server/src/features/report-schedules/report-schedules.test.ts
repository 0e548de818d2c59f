import { getCurrentUser } from '@tenantscope/contract/auth'
import { ReportScheduleId } from '@tenantscope/contract/ids'
import type { TenantId, UserId } from '@tenantscope/contract/ids'
import { REPORT_SCHEDULES } from '@tenantscope/contract/limits'
import {
  createReportSchedule,
  deleteReportSchedule,
  listReportRecipients,
  listReportScheduleRuns,
  listReportSchedules,
  runReportSchedule,
  saveReportSchedule,
} from '@tenantscope/contract/report-schedules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { nextRunAfter } from './report-schedules.rules.ts'

let app: TestApp
let admin: TestBrowser
let technician: TestBrowser
let name: string
let a: TenantId
let b: TenantId

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  a = await app.addTenant(guidOf(1), 'Alpha')
  b = await app.addTenant(guidOf(2), 'Beta')
  admin = await app.signIn('admin')
  technician = await app.signIn('technician', { tenants: [a] })
  name = (await technician.call(getCurrentUser, {})).user.displayName ?? ''
})
afterAll(() => app.close())

const WEEKLY = {
  tenantId: null,
  format: 'pdf',
  recurrence: { frequency: 'weekly', weekday: 1 },
  time: '06:00',
  timeZone: 'Europe/Berlin',
} as const
const MONTHLY = { ...WEEKLY, recurrence: { frequency: 'monthly', dayOfMonth: 31 } } as const

const create = (person: TestBrowser, changes: object = {}) =>
  person.call(createReportSchedule, { body: { ...WEEKLY, ...changes } })
const refusedCreate = (person: TestBrowser, changes: object) =>
  person.refusal(createReportSchedule, { body: { ...WEEKLY, ...changes } })
const list = async (person: TestBrowser, query: { tenantId?: TenantId } = {}) =>
  (await person.call(listReportSchedules, { query })).schedules
const idOf = async (person: TestBrowser): Promise<UserId> =>
  (await person.call(getCurrentUser, {})).user.id
const audited = () =>
  app.database.handle.db
    .selectFrom('securityAuditLog')
    .select(['action', 'changedBy', 'targetUser', 'oldValue', 'newValue', 'details'])
    .where('action', 'like', 'report schedule %')
    .orderBy('id')
    .execute()

test('a schedule is made, changed and deleted, each with its entry in the trail', async () => {
  const me = await idOf(technician)
  const made = await create(technician, { tenantId: a, recipientIds: [me, me] })
  expect(made).toEqual({
    ...WEEKLY,
    id: made.id,
    tenantId: a,
    tenantName: 'Alpha',
    reportType: 'user-license',
    recipientIds: [me],
    recipients: [{ userId: me, name, email: expect.stringContaining('technician-') as unknown }],
    isEnabled: true,
    createdBy: name,
    isMine: true,
    nextRunAt: nextRunAfter(WEEKLY, app.clock.now()).toISOString(),
    lastRun: null,
    version: 1,
  })
  const params = { scheduleId: made.id }
  const body = { ...MONTHLY, isEnabled: false, version: 1 }
  const changed = await technician.call(saveReportSchedule, { params, body })
  expect(changed).toMatchObject({ ...MONTHLY, isEnabled: false, nextRunAt: null, version: 2 })
  expect(changed.recipientIds).toEqual([])
  expect(await list(technician)).toEqual([changed])
  await technician.call(deleteReportSchedule, { params })
  expect(await list(technician)).toEqual([])

  const entries = await audited()
  expect(entries.map(({ action }) => action)).toEqual([
    'report schedule created',
    'report schedule changed',
    'report schedule deleted',
  ])
  expect(entries.map(({ details }) => details)).toEqual(
    entries.map(() => JSON.stringify({ scheduleId: made.id })),
  )
  expect(JSON.parse(entries[1]?.oldValue ?? '')).toMatchObject({ tenantId: a, recipientIds: [me] })
  expect(JSON.parse(entries[1]?.newValue ?? '')).toMatchObject({ tenantId: null, isEnabled: false })
})

describe('who sees which schedules', () => {
  test('people their own, administrators everyone’s, and others’ are as if they were not there', async () => {
    const mine = await create(technician)
    const other = await app.signIn('technician')
    expect(await list(other)).toEqual([])
    expect(await list(admin)).toMatchObject([{ id: mine.id, isMine: false, createdBy: name }])
    const params = { scheduleId: mine.id }
    for (const refused of [
      await other.refusal(saveReportSchedule, { params, body: WEEKLY }),
      await other.refusal(deleteReportSchedule, { params }),
      await other.refusal(runReportSchedule, { params }),
      await other.refusal(listReportScheduleRuns, { params }),
    ])
      expect([refused.status, refused.body.message]).toEqual([404, 'Schedule not found'])
    expect(await list(technician)).toEqual([mine])
  })

  test('an administrator changes another user’s schedule, and the audit records both users', async () => {
    const { id } = await create(technician)
    const saved = await admin.call(saveReportSchedule, {
      params: { scheduleId: id },
      body: { ...WEEKLY, tenantId: b, time: '07:30' },
    })
    expect(saved).toMatchObject({ time: '07:30', tenantName: 'Beta', createdBy: name })
    expect((await audited())[1]).toMatchObject({
      changedBy: expect.stringContaining('admin-') as unknown,
      targetUser: name,
    })
    // The creator may not see that tenant, so its name stays away.
    expect(await list(technician)).toMatchObject([{ tenantId: b, tenantName: null }])
  })

  test('for one tenant: those that make reports of it', async () => {
    const ofA = await create(admin, { tenantId: a })
    const ofAll = await create(admin)
    await create(admin, { tenantId: b })
    expect((await list(admin, { tenantId: a })).map(({ id }) => id)).toEqual([ofA.id, ofAll.id])
  })

  test('viewers none', async () => {
    const viewer = await app.signIn('viewer', { tenants: 'all' })
    expect((await viewer.refusal(listReportSchedules)).status).toBe(403)
    expect((await refusedCreate(viewer, {})).status).toBe(403)
  })
})

describe('nothing is written when', () => {
  test.each([
    [{ format: 'doc' }, 'body.format'],
    [{ time: '24:00' }, 'body.time'],
    [{ time: '6:00' }, 'body.time'],
    [{ timeZone: 'Europe/Atlantis' }, 'body.timeZone'],
    [{ recurrence: { frequency: 'weekly', weekday: 8 } }, 'body.recurrence.weekday'],
    [{ recurrence: { frequency: 'monthly', dayOfMonth: 0 } }, 'body.recurrence.dayOfMonth'],
    [{ recurrence: { frequency: 'daily' } }, 'body.recurrence.frequency'],
    [{ tenantId: 'x' }, 'body.tenantId'],
    [{ recipientIds: [0] }, 'body.recipientIds.0'],
  ])('%o is given', async (changes, field) => {
    const { status, body } = await refusedCreate(admin, changes)
    expect([status, body.fields?.[0]?.field]).toEqual([400, field])
    expect([await list(admin), await audited()]).toEqual([[], []])
  })

  test('the tenant is none, or none that the caller may see', async () => {
    const mine = await create(technician)
    for (const tenantId of [b, guidOf(404)])
      for (const refused of [
        await refusedCreate(technician, { tenantId }),
        await technician.refusal(saveReportSchedule, {
          params: { scheduleId: mine.id },
          body: { ...WEEKLY, tenantId },
        }),
      ])
        expect([refused.status, refused.body.message]).toEqual([404, 'Tenant not found'])
    expect(await list(technician)).toEqual([mine])
  })

  test('a conflict names the user of the other change', async () => {
    const { id } = await create(technician)
    const params = { scheduleId: id }
    await admin.call(saveReportSchedule, { params, body: { ...MONTHLY, version: 1 } })
    const body = { ...WEEKLY, version: 1 }
    const refused = await technician.refusal(saveReportSchedule, { params, body })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toMatch(/^changed by admin-\S+ at \d{4}-\d\d-\d\dT\S+Z$/u)
    expect(await list(technician)).toMatchObject([{ ...MONTHLY, version: 2 }])
  })

  test('the person has as many as there may be, however they are sent', async () => {
    const first = await create(technician)
    const { db } = app.database.handle
    const values = await db
      .selectFrom('reportSchedules')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    const { id: _, ...copy } = values
    const copies = Array.from({ length: REPORT_SCHEDULES.perPerson - 2 }, () => copy)
    await db.insertInto('reportSchedules').values(copies).execute()
    const tries = await Promise.allSettled([1, 2, 3].map(() => create(technician)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await list(technician)).toHaveLength(REPORT_SCHEDULES.perPerson)
    const refused = await refusedCreate(technician, {})
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT'])
    await create(admin)
  })

  test.each(['404', '0', 'abc'])('there is no schedule %s', async (scheduleId) => {
    const params = { scheduleId }
    for (const refused of [
      await admin.refusal(saveReportSchedule, { params, body: WEEKLY }),
      await admin.refusal(deleteReportSchedule, { params }),
      await admin.refusal(runReportSchedule, { params }),
      await admin.refusal(listReportScheduleRuns, { params }),
    ])
      expect(refused.status).toBe(404)
  })
})

const refusedRecipients = async (person: TestBrowser, recipientIds: number[]) => {
  const { status, body } = await refusedCreate(person, { recipientIds })
  return [status, body.fields?.[0]?.field, body.message]
}

describe('recipients', () => {
  test('are technicians themselves; administrators may choose every user who can get mail', async () => {
    const me = await idOf(technician)
    const boss = await idOf(admin)
    const unmailed = await idOf(await app.signIn('viewer'))
    const gone = await idOf(await app.signIn('viewer'))
    const { db } = app.database.handle
    await db.updateTable('users').set({ email: null }).where('id', '=', unmailed).execute()
    await db.updateTable('users').set({ isDisabled: true }).where('id', '=', gone).execute()
    const { people } = await technician.call(listReportRecipients, {})
    expect(people.map(({ userId }) => userId)).toEqual([me])
    const all = await admin.call(listReportRecipients, {})
    expect(all.people.map(({ userId }) => userId)).toEqual([boss, me])
    expect(all.isMailConfigured).toBe(false)

    expect(await refusedRecipients(technician, [boss])).toEqual([
      400,
      'body.recipientIds',
      'Only administrators can send reports to other users',
    ])
    for (const id of [unmailed, gone, 4_040])
      expect(await refusedRecipients(admin, [me, id])).toEqual([
        400,
        'body.recipientIds',
        `No user who can receive mail has these IDs: ${id}`,
      ])
    expect((await create(admin, { recipientIds: [me, boss] })).recipientIds).toEqual([boss, me])
  })

  test('whom an administrator added stay when the creator changes something else', async () => {
    const [me, boss] = [await idOf(technician), await idOf(admin)]
    const { id } = await create(technician, { recipientIds: [me] })
    const params = { scheduleId: ReportScheduleId.parse(id) }
    const recipientIds = [boss, me]
    await admin.call(saveReportSchedule, { params, body: { ...WEEKLY, recipientIds } })
    const body = { ...MONTHLY, recipientIds }
    const saved = await technician.call(saveReportSchedule, { params, body })
    expect(saved.recipientIds).toEqual([boss, me])
  })
})
