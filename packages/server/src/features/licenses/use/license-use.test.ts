import { TenantId } from '@tenantscope/contract/ids'
import { getLicenseUse, markAccount, unmarkAccount } from '@tenantscope/contract/license-use'
import type { UseChoice } from '@tenantscope/contract/license-use'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { E3 } from '../../../testing/figures-world.ts'
import { storeReading } from '../../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'

const tenantId = TenantId.parse(guidOf(91))
const elsewhere = TenantId.parse(guidOf(92))
const FREE = 'f30db892-07e9-47e9-837c-80727f46fd3d'
const EXCHANGE = 'efb87545-963c-4e0d-99df-69c6916d9eb0'
const TEAMS = '57ff2da0-773e-42df-b2af-ffb7a2317929'
const DAY_MS = 86_400_000

let app: TestApp
let technician: TestBrowser

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await app.addTenant(elsewhere, 'Elsewhere')
  await storeReading(
    app.database.handle.db,
    { id: tenantId, displayName: 'Contoso', at: app.clock.now() },
    {
      skus: [
        {
          skuId: E3,
          skuPartNumber: 'SPE_E3',
          servicePlans: [EXCHANGE, TEAMS].map((servicePlanId) => ({
            servicePlanId,
            servicePlanName: '',
          })),
        },
        { skuId: FREE, skuPartNumber: 'FLOW_FREE' },
      ],
      people: [
        person('active'),
        person('quiet'),
        person('gone'),
        person('never', { accountEnabled: false }),
        person('young', { createdDateTime: daysAgo(3) }),
        person('no-teams', {
          holds: [{ skuId: E3, disabledPlans: [TEAMS] }],
        }),
        { ...person('free'), holds: [{ skuId: FREE }] },
        { ...person('failed'), holds: [{ skuId: E3, state: 'Error' }] },
      ],
    },
  )
  technician = await app.signIn('technician', { tenants: [tenantId] })
})
afterAll(() => app.close())

const daysAgo = (days: number): Date => new Date(app.clock.now().getTime() - days * DAY_MS)
const dayOf = (days: number): string => daysAgo(days).toISOString().slice(0, 10)

const person = (id: string, rest: object = {}) => ({
  id,
  displayName: `Person ${id}`,
  userPrincipalName: `${id}@contoso.example`,
  createdDateTime: new Date('2020-01-01'),
  holds: [{ skuId: E3 }],
  ...rest,
})

async function storeActivity(part: 'signIns' | 'usage', reading: { isConcealed?: boolean } = {}) {
  const { db } = app.database.handle
  const { id } = await db
    .insertInto('activityReadings')
    .values({ tenantId, part, completedAt: app.clock.now(), reportDate: dayOf(2), ...reading })
    .returning('id')
    .executeTakeFirstOrThrow()
  const dates = { asOf: app.clock.now(), triedAt: app.clock.now() }
  await db
    .insertInto('tenantActivity')
    .values({ tenantId, part, currentReadingId: id, ...dates })
    .execute()
  return id
}

async function storeSignIns(): Promise<void> {
  const readingId = await storeActivity('signIns')
  const signedIn = Object.entries({
    active: daysAgo(1),
    quiet: daysAgo(2),
    'no-teams': daysAgo(2),
    gone: daysAgo(45),
    never: null,
    young: null,
  })
  await app.database.handle.db
    .insertInto('activitySignIns')
    .values(signedIn.map(([userId, lastSignInAt]) => ({ readingId, userId, lastSignInAt })))
    .execute()
}

async function storeUsage(): Promise<void> {
  const readingId = await storeActivity('usage')
  await app.database.handle.db
    .insertInto('activityUsage')
    .values([
      // Reports spell names as they like.
      usageRow(readingId, 'Active@Contoso.example', { exchangeLastUsedOn: dayOf(3) }),
      usageRow(readingId, 'quiet@contoso.example', { exchangeLastUsedOn: dayOf(70) }),
      usageRow(readingId, 'no-teams@contoso.example', { teamsLastUsedOn: dayOf(3) }),
    ])
    .execute()
}

const usageRow = (readingId: number, userPrincipalName: string, dates: object) => ({
  readingId,
  userPrincipalName,
  isDeleted: false,
  ...dates,
})

const ask = (choice: UseChoice = 'unused', days = 30) =>
  technician.call(getLicenseUse, { params: { tenantId }, query: { choice, days: String(days) } })
const idsOf = async (choice: UseChoice, days = 30) =>
  (await ask(choice, days)).people.map(({ userId }) => userId).toSorted()

test('people without sign-in or use are listed with evidence and cost; free and failed licenses do not count', async () => {
  await storeSignIns()
  await storeUsage()
  const { people, totals, currency, signIns, usage } = await ask()
  expect(Object.fromEntries(people.map(({ userId, verdict }) => [userId, verdict]))).toEqual({
    gone: 'noSignIn',
    never: 'neverSignedIn',
    'no-teams': 'noUse',
    quiet: 'noUse',
  })
  expect(people.find(({ userId }) => userId === 'quiet')).toMatchObject({
    name: 'Person quiet',
    licenses: ['Microsoft 365 E3'],
    lastSignInAt: daysAgo(2).toISOString(),
    services: [
      { service: 'exchange', lastUsedOn: dayOf(70) },
      { service: 'teams', lastUsedOn: null },
    ],
  })
  expect(people.find(({ userId }) => userId === 'no-teams')?.services).toEqual([
    { service: 'exchange', lastUsedOn: null },
  ])
  const cost = people[0]?.monthlyCost ?? 0
  expect(cost).toBeGreaterThan(0)
  expect(totals).toContainEqual({
    verdict: 'noUse',
    people: 2,
    monthlyCost: 2 * cost,
    unpricedLicenses: 0,
  })
  expect([currency, signIns.gap, usage.gap, usage.reportDate]).toEqual([
    'USD',
    null,
    null,
    dayOf(2),
  ])
  expect(await idsOf('active')).toEqual(['active'])
  expect(await idsOf('new')).toEqual(['young'])
})

test('within 90 days fewer people are unused', async () => {
  await storeSignIns()
  await storeUsage()
  expect(await idsOf('unused', 90)).toEqual(['never', 'no-teams'])
})

test('without data no person is called unused, and each gap has its reason', async () => {
  expect(await ask()).toMatchObject({
    people: [],
    signIns: { gap: 'notRead' },
    usage: { gap: 'notRead' },
  })
  expect(await idsOf('notKnown')).toContain('quiet')
  await storeActivity('usage', { isConcealed: true })
  await app.database.handle.db
    .insertInto('tenantActivity')
    .values({
      tenantId,
      part: 'signIns',
      currentReadingId: null,
      asOf: null,
      triedAt: app.clock.now(),
      failureCode: 'NOT_LICENSED',
    })
    .execute()
  expect(await ask()).toMatchObject({
    people: [],
    signIns: { gap: 'NOT_LICENSED' },
    usage: { gap: 'concealed' },
  })
})

test('a marked account is listed apart, and again after the mark is removed', async () => {
  await storeSignIns()
  const params = { tenantId, userId: 'gone' }
  const given = { kind: 'sharedMailbox', reason: ' Info mailbox ', version: null } as const
  const mark = await technician.call(markAccount, { params, body: given })
  expect(mark).toMatchObject({ kind: 'sharedMailbox', reason: 'Info mailbox', version: 1 })
  expect(await idsOf('unused')).not.toContain('gone')
  expect(await ask('marked')).toMatchObject({
    markedAccounts: 1,
    people: [{ userId: 'gone', mark }],
  })
  const again = await technician.refusal(markAccount, { params, body: given })
  expect(again.status).toBe(409)
  await technician.call(unmarkAccount, { params, query: { version: '1' } })
  expect(await idsOf('unused')).toContain('gone')
})

test('viewers read and cannot mark; an unknown account, reason and period are refused; another tenant is not found', async () => {
  const viewer = await app.signIn('viewer', { tenants: [tenantId] })
  await viewer.call(getLicenseUse, { params: { tenantId }, query: {} })
  const body = { kind: 'room', reason: 'Meeting room', version: null } as const
  const given = { params: { tenantId, userId: 'gone' }, body }
  expect((await viewer.refusal(markAccount, given)).status).toBe(403)
  const unknown = await technician.refusal(markAccount, {
    ...given,
    params: { tenantId, userId: 'unknown' },
  })
  expect(unknown.status).toBe(404)
  const long = await technician.refusal(markAccount, {
    ...given,
    body: { ...body, reason: 'x'.repeat(501) },
  })
  expect(long.status).toBe(400)
  const none = await technician.refusal(markAccount, { ...given, body: { ...body, reason: ' ' } })
  expect(none.status).toBe(400)
  const period = { params: { tenantId }, query: { days: '31' } }
  expect((await technician.refusal(getLicenseUse, period)).status).toBe(400)
  const other = await technician.refusal(getLicenseUse, {
    params: { tenantId: elsewhere },
    query: {},
  })
  expect(other.status).toBe(404)
})
