import type { LeaseRequest, Leases } from '@tenantscope/graph-client/leases'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createGraphLeases } from './graph-leases.repo.ts'

const SECOND: LeaseRequest = {
  key: 'conditional-access/tenant',
  quota: { kind: 'spacing', ms: 1_000 },
  units: 1,
  holder: 'one',
  holdMs: 30_000,
}
const TEN_A_MINUTE: LeaseRequest = {
  key: 'sign-in-activity/app',
  quota: { kind: 'rate', capacity: 10, perMs: 60_000 },
  units: 1,
  holder: 'one',
  holdMs: 0,
}

const clock = createFakeClock()
let database: TestDatabase
let leases: Leases
/** Another process on the same database. */
let others: Leases

beforeAll(async () => {
  database = await createTestDatabase()
  leases = createGraphLeases(database.handle.db, clock)
  others = createGraphLeases(database.handle.db, clock)
})
beforeEach(() => database.truncate())
afterAll(() => database.close())

const later = (ms: number) => clock.advance({ seconds: ms / 1_000 })

describe('one at a time, with a space between', () => {
  test('another process waits until the first has ended, and the space after it', async () => {
    expect(await leases.ask(SECOND)).toEqual({ waitMs: 0 })
    expect((await others.ask({ ...SECOND, holder: 'two' })).waitMs).toBeGreaterThan(0)

    later(400)
    await leases.end(SECOND)
    expect(await others.ask({ ...SECOND, holder: 'two' })).toEqual({ waitMs: 1_000 })
    later(999)
    expect(await others.ask({ ...SECOND, holder: 'two' })).toEqual({ waitMs: 1 })
    later(1)
    expect(await others.ask({ ...SECOND, holder: 'two' })).toEqual({ waitMs: 0 })
  })

  test('a holder that died gives its place back by time', async () => {
    await leases.ask(SECOND)
    later(29_999)
    expect((await others.ask({ ...SECOND, holder: 'two' })).waitMs).toBeGreaterThan(0)
    later(1)
    expect(await others.ask({ ...SECOND, holder: 'two' })).toEqual({ waitMs: 0 })
  })

  test('who lost the place by time does not end what the next holder has', async () => {
    await leases.ask(SECOND)
    later(30_000)
    await others.ask({ ...SECOND, holder: 'two' })
    await leases.end(SECOND)
    later(5_000)
    expect((await leases.ask(SECOND)).waitMs).toBeGreaterThan(0)
  })

  test('tenants do not wait for each other', async () => {
    await leases.ask(SECOND)
    expect(await leases.ask({ ...SECOND, key: 'conditional-access/other' })).toEqual({ waitMs: 0 })
  })

  test('a pause that Microsoft named holds for every process', async () => {
    await leases.ask(SECOND)
    await leases.end(SECOND)
    await leases.pause(SECOND.key, 5_000)
    expect(await others.ask({ ...SECOND, holder: 'two' })).toEqual({ waitMs: 5_000 })
    later(5_000)
    expect(await others.ask({ ...SECOND, holder: 'two' })).toEqual({ waitMs: 0 })
  })
})

describe('a number of requests per period', () => {
  test('a full bucket serves its capacity at once, then one by one', async () => {
    for (let asked = 0; asked < 10; asked += 1)
      expect(await (asked % 2 === 0 ? leases : others).ask(TEN_A_MINUTE)).toEqual({ waitMs: 0 })
    expect(await others.ask(TEN_A_MINUTE)).toEqual({ waitMs: 6_000 })
    later(6_000)
    expect(await leases.ask(TEN_A_MINUTE)).toEqual({ waitMs: 0 })
    expect(await others.ask(TEN_A_MINUTE)).toEqual({ waitMs: 6_000 })
  })

  test('an idle hour fills the bucket once, not sixty times', async () => {
    await leases.ask({ ...TEN_A_MINUTE, units: 10 })
    clock.advance({ hours: 1 })
    expect(await leases.ask({ ...TEN_A_MINUTE, units: 10 })).toEqual({ waitMs: 0 })
    expect(await leases.ask(TEN_A_MINUTE)).toEqual({ waitMs: 6_000 })
  })

  test('more than the capacity counts as the capacity, or it would wait for ever', async () => {
    expect(await leases.ask({ ...TEN_A_MINUTE, units: 50 })).toEqual({ waitMs: 0 })
    expect(await leases.ask({ ...TEN_A_MINUTE, units: 50 })).toEqual({ waitMs: 60_000 })
  })

  test('a pause on a key that was not requested yet applies too', async () => {
    await leases.pause(TEN_A_MINUTE.key, 2_000)
    expect(await others.ask(TEN_A_MINUTE)).toEqual({ waitMs: 2_000 })
  })

  test('of many askers at one moment no more are served than there is room for', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 === 0 ? leases : others).ask(TEN_A_MINUTE),
      ),
    )
    expect(answers.filter(({ waitMs }) => waitMs === 0)).toHaveLength(10)
  })

  test('in any window of a minute at most the capacity and what flowed back was served', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ units: fc.integer({ min: 1, max: 4 }), after: fc.nat(9_000) })),
        async (asked) => {
          await database.truncate()
          const served: { at: number; units: number }[] = []
          for (const { units, after } of asked) {
            later(after)
            const { waitMs } = await leases.ask({ ...TEN_A_MINUTE, units })
            if (waitMs === 0) served.push({ at: clock.now().getTime(), units })
          }
          for (const { at } of served) {
            const within = served.filter((each) => each.at >= at && each.at < at + 60_000)
            const units = within.reduce((sum, each) => sum + each.units, 0)
            expect(units).toBeLessThanOrEqual(20)
          }
        },
      ),
      { numRuns: 15 },
    )
  })
})

test('without a clock of its own it goes by the time of the database', async () => {
  const real = createGraphLeases(database.handle.db)
  expect(await real.ask(SECOND)).toEqual({ waitMs: 0 })
  await real.end(SECOND)
  const { waitMs } = await real.ask(SECOND)
  expect(waitMs).toBeGreaterThan(0)
  expect(waitMs).toBeLessThanOrEqual(1_000)
})
