import { beforeEach, describe, expect, test } from 'vitest'

import { createCounters, type Counters } from './counters.ts'
import { createLimits, type Charge, type Limits } from './limits.ts'

const SMALL: Charge = {
  appId: 'app',
  tenantId: 'small',
  tenantPeople: 49,
  service: 'directory',
  units: 1,
  readsSignInActivity: false,
}

describe('the limits', () => {
  let now: number
  let counters: Counters
  let limits: Limits

  beforeEach(() => {
    now = 1_000_000
    counters = createCounters()
    limits = create(1)
  })

  function create(speed: number): Limits {
    return createLimits({ now: () => now, speed, counters, graceMs: 250 })
  }

  /** How many of these go through before the first refusal. */
  function burst(charge: Charge): number {
    let passed = 0
    while (!limits.charge(charge)) passed += 1
    return passed
  }

  test.each([
    [1, 3_500],
    [49, 3_500],
    [50, 5_000],
    [500, 5_000],
    [501, 8_000],
  ])('give a tenant of %i people %i units', (tenantPeople, units) => {
    expect(burst({ ...SMALL, tenantPeople })).toBe(units)
    expect(counters.read().throttled).toBe(1)
  })

  test('count units, not requests', () => {
    expect(burst({ ...SMALL, units: 3 })).toBe(1166)
  })

  test('refill evenly within ten seconds', () => {
    burst(SMALL)
    now += 1_000
    expect(burst(SMALL)).toBe(350)
    now += 60_000
    expect(burst(SMALL)).toBe(3_500)
  })

  test('count refused requests too: who hammers waits longer', () => {
    burst(SMALL)
    now += 500
    for (let request = 0; request < 175; request += 1) limits.charge(SMALL)
    expect(limits.charge(SMALL)).toBeDefined()
  })

  test('say how long to wait and what was reached', () => {
    burst({ ...SMALL, units: 3_500 })
    expect(limits.charge({ ...SMALL, units: 3_500 })).toEqual({
      retryAfterSeconds: 10,
      headers: {
        'x-ms-throttle-scope': 'Tenant_Application/ReadWrite/app/small',
        'x-ms-throttle-information': 'ResourceUnitLimitExceeded',
      },
    })
    now += 10_000
    expect(limits.charge({ ...SMALL, units: 3_500 })).toBeUndefined()
  })

  test('keep tenants apart, and apps', () => {
    burst(SMALL)
    expect(limits.charge({ ...SMALL, tenantId: 'other' })).toBeUndefined()
    expect(limits.charge({ ...SMALL, appId: 'other' })).toBeUndefined()
  })

  test('hold one app over all tenants to 150,000 units', () => {
    let passed = 0
    for (let tenant = 0; tenant < 60; tenant += 1) {
      const charge = { ...SMALL, tenantId: String(tenant), units: 3_500 }
      if (!limits.charge(charge)) passed += 3_500
    }
    expect(passed).toBe(Math.floor(150_000 / 3_500) * 3_500)
  })

  test('allow one Conditional Access request a second for all apps, and say nothing more', () => {
    const charge = { ...SMALL, service: 'conditional-access' } as const
    expect(limits.charge(charge)).toBeUndefined()
    const refusal = { retryAfterSeconds: null, headers: {} }
    expect(limits.charge({ ...charge, appId: 'another' })).toEqual(refusal)
    now += 1_000
    expect(limits.charge(charge)).toBeUndefined()
    expect(limits.charge({ ...charge, tenantId: 'other' })).toBeUndefined()
  })

  test('allow ten readings of sign-in dates a minute, over all tenants', () => {
    let tenant = 0
    const readings = () => {
      tenant += 1
      return limits.charge({ ...SMALL, tenantId: `t${tenant}`, readsSignInActivity: true })
    }
    for (let reading = 0; reading < 10; reading += 1) expect(readings()).toBeUndefined()
    expect(readings()).toMatchObject({ retryAfterSeconds: 6 })
  })

  test('run faster with a faster clock, in what they allow and in what they announce', () => {
    limits = create(10)
    burst({ ...SMALL, units: 3_500 })
    expect(limits.charge({ ...SMALL, units: 3_500 })?.retryAfterSeconds).toBe(1)
    now += 1_000
    expect(limits.charge({ ...SMALL, units: 3_500 })).toBeUndefined()
  })

  test('tell how full they are', () => {
    expect(limits.usedShare(SMALL)).toBe(0)
    limits.charge({ ...SMALL, units: 2_800 })
    expect(limits.usedShare(SMALL)).toBeCloseTo(0.8)
  })

  test('count a violation for each request inside an announced wait', () => {
    limits.announceWait('small', 5)
    now += 4_000
    limits.noteArrival('small')
    limits.noteArrival('other')
    expect(counters.read().violations).toBe(1)
    now += 1_000
    limits.noteArrival('small')
    expect(counters.read().violations).toBe(1)
  })

  test('count no violation for requests that were on their way', () => {
    limits.announceWait('small', 5)
    now += 250
    limits.noteArrival('small')
    expect(counters.read().violations).toBe(0)
  })
})
