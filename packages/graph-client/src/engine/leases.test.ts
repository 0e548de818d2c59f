import { expect, test } from 'vitest'

import { createJumpingTime } from '../testing/time.ts'
import { createLocalLeases } from './leases.ts'
import type { LeaseRequest } from './leases.ts'

const rate = (units = 1): LeaseRequest => ({
  key: 'k',
  quota: { kind: 'rate', capacity: 4, perMs: 8_000 },
  units,
  holder: 'h',
  holdMs: 60_000,
})
const spaced = (holder = 'h'): LeaseRequest => ({
  ...rate(),
  key: 's',
  quota: { kind: 'spacing', ms: 1_100 },
  holder,
})

function setUp() {
  const time = createJumpingTime()
  return { time, leases: createLocalLeases(time.clock) }
}

test('a rate lets its capacity through at once, then as it fills', async () => {
  const { time, leases } = setUp()
  for (let i = 0; i < 4; i += 1) expect(await leases.ask(rate())).toEqual({ waitMs: 0 })
  expect(await leases.ask(rate())).toEqual({ waitMs: 2_000 })
  expect(await leases.ask(rate(2))).toEqual({ waitMs: 4_000 })
  time.pass(2_000)
  expect(await leases.ask(rate())).toEqual({ waitMs: 0 })
  expect(await leases.ask(rate())).toEqual({ waitMs: 2_000 })
  time.pass(1_000_000)
  expect(await leases.ask(rate(4))).toEqual({ waitMs: 0 })
  expect(await leases.ask(rate())).toEqual({ waitMs: 2_000 })
})

test('more than the complete capacity is to be had when the bucket is full', async () => {
  const { leases } = setUp()
  expect(await leases.ask(rate(400))).toEqual({ waitMs: 0 })
  expect(await leases.ask(rate())).toEqual({ waitMs: 2_000 })
})

test('a spaced place is held by one, and free so long after its end', async () => {
  const { time, leases } = setUp()
  expect(await leases.ask(spaced('a'))).toEqual({ waitMs: 0 })
  time.pass(5_000)
  expect((await leases.ask(spaced('b'))).waitMs).toBeGreaterThan(0)
  await leases.end(spaced('b'))
  expect((await leases.ask(spaced('b'))).waitMs).toBeGreaterThan(0)
  await leases.end(spaced('a'))
  expect(await leases.ask(spaced('b'))).toEqual({ waitMs: 1_100 })
  time.pass(1_100)
  expect(await leases.ask(spaced('b'))).toEqual({ waitMs: 0 })
})

test('a place whose holder died is free after a minute', async () => {
  const { time, leases } = setUp()
  await leases.ask(spaced('dead'))
  time.pass(60_000)
  expect(await leases.ask(spaced('b'))).toEqual({ waitMs: 0 })
})

test('a pause stops a key for so long and no other', async () => {
  const { time, leases } = setUp()
  await leases.pause('k', 9_000)
  await leases.pause('k', 1_000)
  expect(await leases.ask(rate())).toEqual({ waitMs: 9_000 })
  expect(await leases.ask(spaced())).toEqual({ waitMs: 0 })
  time.pass(9_000)
  expect(await leases.ask(rate())).toEqual({ waitMs: 0 })
})
