import { getCurrentUser } from '@tenantscope/contract/auth'
import { listBillingMonths, listTenantBillingMonths } from '@tenantscope/contract/billing-months'
import { countDueRenewals, decideRenewal, listRenewals } from '@tenantscope/contract/renewals'
import { getTenantSavingsHistory } from '@tenantscope/contract/savings-history'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { composeSavingsHistory } from '../../app/savings-history.ts'
import { composeLicenses } from '../../app/tenants.ts'
import { ALPINE, createBillingWorld, readingOf } from '../../testing/billing-world.ts'
import type { BillingWorld } from '../../testing/billing-world.ts'
import { E3, VISIO } from '../../testing/figures-world.ts'
import { createTenantSeatsRepo } from './tenant-seats.repo.ts'
import { createTenantSeatsService } from './tenant-seats.service.ts'

const DAY_MS = 86_400_000
const E3_RENEWS = '2027-05-10T00:00:00.000Z'
const VISIO_ENDS = '2027-09-15T00:00:00.000Z'
/** Refreshes that fail, so that July rests on the reading of the 25th. */
const FAILED = new Set(['2027-07-29', '2027-08-02'])
/** Who holds a license in each month. */
const PEOPLE_OF_MONTH = [7, 8, 9, 7, 8, 9, 7, 8, 9, 7, 8, 9]

let world: BillingWorld
let recordSavings: () => Promise<void>

beforeAll(async () => {
  world = await createBillingWorld('2027-01-01T05:00:00Z')
  await world.setTimeZone('Europe/Berlin')
  const { db, clock } = world
  const licenses = composeLicenses({ db, clock })
  const tenantSeats = createTenantSeatsService({ repo: createTenantSeatsRepo(db), licenses, clock })
  const { savingsHistory } = composeSavingsHistory({
    foundation: {
      db,
      clock,
      jobs: { work: () => Promise.resolve(), schedule: () => Promise.resolve() },
    },
    refreshing: { licenses, tenantSeats },
  })
  recordSavings = () => savingsHistory.record(new AbortController().signal)
})
afterAll(() => world.app.close())

const signIn = () => world.app.signIn('technician', { tenants: [ALPINE] })

/** What Microsoft reports on a day: the customer follows what was decided. */
function reading(day: string) {
  const month = Number(day.slice(5, 7))
  const people = Array.from(
    { length: PEOPLE_OF_MONTH[month - 1] ?? 0 },
    (_, index) => `${month}-${index}`,
  )
  const seats = day < E3_RENEWS.slice(0, 10) ? 30 : 20
  const hasVisio = day < VISIO_ENDS.slice(0, 10)
  const nextYear = day < E3_RENEWS.slice(0, 10) ? E3_RENEWS : '2028-05-10T00:00:00.000Z'
  return readingOf(people, {
    skus: [
      { skuId: E3, skuPartNumber: 'SPE_E3', enabledUnits: seats, consumedUnits: people.length },
      ...(hasVisio
        ? [{ skuId: VISIO, skuPartNumber: 'VISIOCLIENT', enabledUnits: 4, consumedUnits: 0 }]
        : []),
    ],
    subscriptions: [
      { id: 'e3', skuId: E3, totalLicenses: seats, nextLifecycleDateTime: new Date(nextYear) },
      ...(hasVisio
        ? [
            {
              id: 'visio',
              skuId: VISIO,
              totalLicenses: 4,
              nextLifecycleDateTime: new Date(VISIO_ENDS),
            },
          ]
        : []),
    ],
  })
}

/** Decides the renewal as a technician does, and returns the price of a seat that the screen shows. */
async function decide(subscriptionId: string, kind: 'reduce' | 'cancel', reduceTo: number | null) {
  const technician = await signIn()
  const { user } = await technician.call(getCurrentUser, {})
  const { renewals } = await technician.call(listRenewals, { query: {} })
  const renewal = renewals.find((row) => row.subscriptionId === subscriptionId)
  await technician.call(decideRenewal, {
    params: { tenantId: ALPINE, subscriptionId },
    body: {
      renewsAt: renewal?.renewsAt ?? '',
      kind,
      reduceTo,
      note: '',
      ownerId: user.id,
      version: null,
    },
  })
  return renewal?.price?.monthly ?? 0
}

/** A technician decides the renewal when it is due. Returns the amount of the decision by month. */
async function decideE3(): Promise<number> {
  const { due } = await (await signIn()).call(countDueRenewals, { query: {} })
  expect(due[0]).toEqual({ withinDays: 30, renewals: 1, undecided: 1 })
  const price = await decide('e3', 'reduce', 20)
  const after = await (await signIn()).call(countDueRenewals, { query: {} })
  expect(after.due[0]).toMatchObject({ renewals: 1, undecided: 0 })
  return 10 * price
}

/** Midnight in Berlin is 22:00 or 23:00 UTC. One process is stopped just before, and two start after it. */
async function endMonth(lastDay: string, nextDay: string): Promise<void> {
  world.clock.set(`${lastDay}T21:59:00Z`)
  await world.freeze()
  world.clock.set(`${nextDay}T00:30:00Z`)
  await Promise.all([world.freeze(), world.freeze(world.createProcess())])
}

/** Every fourth day, unless the refresh fails. */
async function refresh(day: string): Promise<void> {
  if (FAILED.has(day) || (Date.parse(day) / DAY_MS) % 4 !== 0) return
  world.clock.set(`${day}T05:00:00Z`)
  await world.read(ALPINE, reading(day))
  await recordSavings()
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const sum = (counts: readonly (number | undefined)[]) =>
  counts.reduce<number>((total, count) => total + (count ?? 0), 0)

test('a year: renewals come due and are decided, months freeze once, and savings are realized', async () => {
  let e3Saved = 0
  let visioSaved = 0
  for (let at = Date.parse('2027-01-01'); at <= Date.parse('2028-01-05'); at += DAY_MS) {
    const [day, nextDay] = [dayOf(at), dayOf(at + DAY_MS)]
    await refresh(day)
    if (day === '2027-04-20') e3Saved = await decideE3()
    if (day === '2027-08-20') visioSaved = 4 * (await decide('visio', 'cancel', null))
    if (nextDay.endsWith('-01')) await endMonth(day, nextDay)
  }
  const technician = await signIn()

  const { months } = await technician.call(listTenantBillingMonths, {
    params: { tenantId: ALPINE },
  })
  const ofYear = months.filter(({ month }) => month.startsWith('2027')).toReversed()
  expect(ofYear.map(({ month, number }) => [month, number])).toEqual(
    PEOPLE_OF_MONTH.map((_, index) => [`2027-${String(index + 1).padStart(2, '0')}`, 1]),
  )
  expect(ofYear.map(({ people }) => people?.billedPeople)).toEqual(PEOPLE_OF_MONTH)
  expect(ofYear.every(({ isIntact }) => isIntact)).toBe(true)
  expect(ofYear[2]?.endsAt).toBe('2027-03-31T22:00:00.000Z')
  expect(ofYear[9]?.endsAt).toBe('2027-10-31T23:00:00.000Z')
  expect(ofYear[6]?.readAt).toBe('2027-07-25T05:00:00.000Z')
  for (const [index, { startsAt }] of ofYear.slice(1).entries())
    expect(startsAt).toBe(ofYear[index]?.endsAt)
  const estate = await technician.call(listBillingMonths, { query: {} })
  expect(
    sum(
      estate.months
        .filter(({ month }) => month.startsWith('2027'))
        .map(({ billedPeople }) => billedPeople),
    ),
  ).toBe(sum(PEOPLE_OF_MONTH))

  const history = await technician.call(getTenantSavingsHistory, { params: { tenantId: ALPINE } })
  const ofMonth = (month: string) => history.months.find((row) => row.month === month)
  expect(Math.min(e3Saved, visioSaved)).toBeGreaterThan(0)
  expect(ofMonth('2027-04')).toMatchObject({ decided: e3Saved, saved: 0 })
  expect(ofMonth('2027-05')).toMatchObject({ decided: 0, saved: e3Saved })
  expect(ofMonth('2027-08')).toMatchObject({ decided: visioSaved, saved: e3Saved })
  expect(ofMonth('2027-12')).toMatchObject({ decided: 0, saved: e3Saved + visioSaved })
  // Seven complete months since May, three since September.
  expect(history.realized).toEqual({
    monthlyAmount: e3Saved + visioSaved,
    total: 7 * e3Saved + 3 * visioSaved,
    renewals: 2,
    unknown: 0,
  })
})
