import { listAudit } from '@tenantscope/contract/audit'
import { getCurrentUser } from '@tenantscope/contract/auth'
import { TenantId } from '@tenantscope/contract/ids'
import type { UserId } from '@tenantscope/contract/ids'
import { SHARES } from '@tenantscope/contract/limits'
import {
  createRenewalCalendar,
  getRenewalCalendar,
  removeRenewalCalendar,
} from '@tenantscope/contract/renewal-calendar'
import { decideRenewal } from '@tenantscope/contract/renewals'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Database } from '../../../db/tables.ts'
import { E3 } from '../../../testing/figures-world.ts'
import { storeReading } from '../../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'

const ALPINE = TenantId.parse(guidOf(41))
const BERG = TenantId.parse(guidOf(42))

let app: TestApp
let technician: TestBrowser
let technicianId: UserId

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await store(ALPINE, 'Alpine; Süd, "AG" 日本語')
  await store(BERG, 'Berg')
  technician = await app.signIn('technician', { tenants: [ALPINE] })
  technicianId = (await technician.call(getCurrentUser, {})).user.id
})
afterAll(() => app.close())

const inDays = (days: number): Date =>
  new Date(Date.parse(app.clock.now().toISOString().slice(0, 10)) + days * 86_400_000)

const store = (id: TenantId, displayName: string) =>
  storeReading(
    app.database.handle.db,
    { id, displayName, at: app.clock.now() },
    {
      skus: [{ skuId: E3, skuPartNumber: 'PART_05E9', enabledUnits: 10, consumedUnits: 4 }],
      subscriptions: [
        { id: `of ${id}`, skuId: E3, totalLicenses: 10, nextLifecycleDateTime: inDays(30) },
      ],
      people: [{ id: 'ada' }],
    },
  )

const make = async (browser = technician) =>
  new URL((await browser.call(createRenewalCalendar, {})).url)

/** As a calendar program reads it: without cookies. */
const read = ({ pathname }: { pathname: string }) =>
  app.browser().request({ method: 'GET', url: pathname })

/** The lines of the file, with folded ones joined (RFC 5545, 3.1). */
const linesOf = ({ body }: { body: string }) => body.replaceAll('\r\n ', '').split('\r\n')

const setUser = (changes: Updateable<Database['users']>) =>
  app.database.handle.db.updateTable('users').set(changes).where('id', '=', technicianId).execute()

test('a calendar reads the renewals of its owner, each as one day with its decision', async () => {
  const params = { tenantId: ALPINE, subscriptionId: `of ${ALPINE}` }
  const body = {
    renewsAt: inDays(30).toISOString(),
    kind: 'reduce',
    reduceTo: 6,
    note: 'Agreed; see ticket',
    ownerId: technicianId,
    version: null,
  } as const
  await technician.call(decideRenewal, { params, body })
  const url = await make()
  expect(await technician.call(getRenewalCalendar, {})).toMatchObject({
    calendar: { lastReadAt: null },
  })
  const response = await read(url)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(response.headers['cache-control']).toContain('no-store')
  expect(response.body).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[^]*\r\nEND:VCALENDAR\r\n$/u)
  const lines = linesOf(response)
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  const day = inDays(30).toISOString().slice(0, 10).replaceAll('-', '')
  expect(lines).toContain(`DTSTART;VALUE=DATE:${day}`)
  const summary = lines.find((line) => line.startsWith('SUMMARY:'))
  expect(summary).toMatch(
    /^SUMMARY:Alpine\\; Süd\\, "AG" 日本語: .*\\, renews or ends \(10 seats\)$/u,
  )
  const facts = lines.find((line) => line.startsWith('DESCRIPTION:'))
  expect(facts).toContain(String.raw`Decision: Reduce to 6 seats\n`)
  expect(facts).toContain(String.raw`Note: Agreed\; see ticket\n`)
  expect(facts).toContain('Removable seats: 6')
  const { calendar } = await technician.call(getRenewalCalendar, {})
  expect(calendar?.lastReadAt).toBe(app.clock.now().toISOString())
})

test('each reading is cut to what the owner may see then', async () => {
  const url = await make()
  expect((await read(url)).body).not.toContain('Berg')
  await setUser({ tenantAccess: 'all' })
  expect((await read(url)).body).toContain('Berg')
  await setUser({ tenantAccess: 'list' })
  const { db } = app.database.handle
  await db.deleteFrom('userTenantAccess').where('userId', '=', technicianId).execute()
  const none = await read(url)
  expect(none.statusCode).toBe(200)
  expect(none.body).not.toContain('BEGIN:VEVENT')
})

test('tenants whose subscriptions were not read are named, so that no event is not "none due"', async () => {
  await app.addTenant(TenantId.parse(guidOf(43)), 'Creek')
  await setUser({ tenantAccess: 'all' })
  const lines = linesOf(await read(await make()))
  expect(lines.find((line) => line.startsWith('X-WR-CALDESC:'))).toContain('not read: Creek')
})

test.each([
  ['an account that was disabled', () => setUser({ isDisabled: true })],
  ['an account that must choose a password', () => setUser({ mustResetPassword: true })],
  [
    'a local account that must set up a second factor',
    async () => {
      await setUser({ authMethod: 'traditional', role: 'admin', isAdmin: true })
      await app.database.handle.db
        .updateTable('settings')
        .set({ secondFactorRequired: true })
        .execute()
    },
  ],
  ['a local account that is no administrator', () => setUser({ authMethod: 'traditional' })],
  ['a link that was removed', () => technician.call(removeRenewalCalendar, {})],
  ['a link that was replaced', () => make()],
  [
    'an account that was deleted',
    async () => {
      await app.database.handle.db.deleteFrom('users').where('id', '=', technicianId).execute()
    },
  ],
])('%s reads nothing', async (_, end) => {
  const url = await make()
  await end()
  const response = await read(url)
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({
    error: 'This calendar link is not valid. Make a new one on the page Renewals.',
  })
})

test('only a hash of the token is stored, and the audit does not name it', async () => {
  const url = await make()
  const token = url.pathname.split('/')[3] ?? ''
  expect(token).toMatch(/^[\w-]{43}$/u)
  const { db } = app.database.handle
  const stored = await db.selectFrom('renewalCalendars').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  await technician.call(removeRenewalCalendar, {})
  const admin = await app.signIn('admin')
  const { entries } = await admin.call(listAudit, { query: { type: 'user' } })
  const actions = entries.map((entry) => ('action' in entry ? entry.action : ''))
  expect(actions).toEqual(expect.arrayContaining(['calendar link made', 'calendar link removed']))
  expect(JSON.stringify(entries)).not.toContain(token)
})

test('unknown tokens count with those of share links', async () => {
  const unknown = { pathname: `/api/renewal-calendars/${'x'.repeat(43)}/renewals.ics` }
  const statuses: number[] = []
  for (let tries = 0; tries <= SHARES.missesPerAddress; tries += 1)
    statuses.push((await read(unknown)).statusCode)
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([404]))
  expect(statuses.at(-1)).toBe(429)
  // Who holds a link is not stopped by it.
  expect((await read(await make())).statusCode).toBe(200)
})
