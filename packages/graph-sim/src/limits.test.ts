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
  report: null,
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
    return createLimits({
      now: () => now,
      speed,
      counters,
      graceMs: 250,
      onceHeard: (then) => then(0),
    })
  }

  /** How many of these go through before the first refusal. */
  function burst(charge: Charge): number {
    let passed = 0
    while (!limits.charge(charge)) passed += 1
    return passed
  }

  const readReport = (appId: string, report: string) =>
    limits.charge({ ...SMALL, appId, service: 'usage-reports', report })

  test.each([
    [1, 3_500],
    [49, 3_500],
    [50, 5_000],
    [500, 5_000],
    [501, 8_000],
  ])('give a tenant of %i people %i units', (tenantPeople, units) => {
    expect(burst({ ...SMALL, tenantPeople })).toBe(units)
    expect(counters.read().throttled).toBe(1)
    expect(counters.readByName().throttledByService).toEqual({ directory: 1 })
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
    expect(readings()).toMatchObject({
      retryAfterSeconds: 6,
      headers: { 'x-ms-throttle-scope': 'Application/ReadWrite/app/t11' },
    })
    now += 12_000
    expect(readings()).toBeUndefined()
  })

  test('spend no reading of sign-in dates on other requests', () => {
    for (let request = 0; request < 20; request += 1) limits.charge(SMALL)
    expect(burst({ ...SMALL, readsSignInActivity: true })).toBe(10)
  })

  test.each([
    ['identity-reports', 5, 2_000, 2],
    ['usage-reports', 14, 42_858, 43],
    ['security', 150, 400, 1],
  ] as const)('allow %s %i requests in a burst', (service, allowed, refillMs, waitSeconds) => {
    const charge = { ...SMALL, service, report: 'getoffice365activeuserdetail' }
    expect(burst(charge)).toBe(allowed)
    now += 60 * 60_000
    for (let request = 0; request < allowed; request += 1) limits.charge(charge)
    expect(limits.charge(charge)).toEqual({
      retryAfterSeconds: waitSeconds,
      headers: {
        'x-ms-throttle-scope': 'Tenant_Application/ReadWrite/app/small',
        'x-ms-throttle-information': 'ResourceUnitLimitExceeded',
      },
    })
    now += refillMs - 1
    expect(limits.charge(charge)).toBeDefined()
    now += refillMs
    expect(limits.charge(charge)).toBeUndefined()
    expect(counters.readByName().throttledByService).toEqual({ [service]: 3 })
    expect(limits.charge(SMALL)).toBeUndefined()
  })

  test('hold one app to 122 requests for identity reports over all tenants', () => {
    let tenant = 0
    const read = () => {
      tenant += 1
      return limits.charge({ ...SMALL, tenantId: `t${tenant}`, service: 'identity-reports' })
    }
    for (let request = 0; request < 122; request += 1) expect(read()).toBeUndefined()
    expect(read()).toMatchObject({
      headers: { 'x-ms-throttle-scope': 'Application/ReadWrite/app/t123' },
    })
    const other = { ...SMALL, appId: 'other', service: 'identity-reports' } as const
    expect(limits.charge(other)).toBeUndefined()
  })

  test('limit each usage report apart, and all of a tenant whatever app asks', () => {
    for (const report of ['first', 'second']) {
      for (let request = 0; request < 14; request += 1) {
        expect(readReport('app', report)).toBeUndefined()
      }
    }
    for (let request = 0; request < 12; request += 1) {
      expect(readReport('other', 'first')).toBeUndefined()
    }
    expect(readReport('other', 'first')).toMatchObject({
      headers: { 'x-ms-throttle-scope': 'Tenant/ReadWrite/other/small' },
    })
  })

  test('let four requests for secure scores run at a time', () => {
    const charge = { ...SMALL, service: 'security' } as const
    const entries = Array.from({ length: 4 }, () => limits.enter(charge))
    expect(entries.every((entry) => 'leave' in entry)).toBe(true)
    expect(limits.enter(charge)).toMatchObject({ throttle: { retryAfterSeconds: 1 } })
    expect(counters.readByName().throttledByService).toEqual({ security: 1 })
    expect(limits.enter({ ...charge, tenantId: 'other' })).toHaveProperty('leave')
    const [first] = entries
    if (first && 'leave' in first) first.leave()
    expect(limits.enter(charge)).toHaveProperty('leave')
    expect(limits.enter(charge)).toHaveProperty('throttle')
  })

  test('let any number of directory requests run at a time', () => {
    const entries = Array.from({ length: 100 }, () => limits.enter(SMALL))
    expect(entries.every((entry) => 'leave' in entry)).toBe(true)
  })

  test('hold one app to 130,000 requests of any kind', () => {
    let passed = 0
    const ask = () =>
      limits.charge({ ...SMALL, tenantId: String(passed), service: 'conditional-access' })
    while (!ask()) passed += 1
    expect(passed).toBe(130_000)
    expect(limits.charge(SMALL)).toMatchObject({
      headers: { 'x-ms-throttle-scope': 'Application/ReadWrite/app/small' },
    })
  })

  test('run faster with a faster clock, in what they allow and in what they announce', () => {
    limits = create(10)
    burst({ ...SMALL, units: 3_500 })
    expect(limits.charge({ ...SMALL, units: 3_500 })?.retryAfterSeconds).toBe(1)
    now += 1_000
    expect(limits.charge({ ...SMALL, units: 3_500 })).toBeUndefined()
  })

  test('report their usage', () => {
    expect(limits.usedShare(SMALL)).toBe(0)
    limits.charge({ ...SMALL, units: 2_800 })
    expect(limits.usedShare(SMALL)).toBeCloseTo(0.8)
  })
})
