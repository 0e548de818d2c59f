import { beforeEach, describe, expect, test } from 'vitest'

import { createCounters, type Counters } from './counters.ts'
import { createLimits, type Charge, type Limits } from './limits.ts'

const DIRECTORY: Charge = {
  appId: 'app',
  tenantId: 'small',
  tenantPeople: 49,
  service: 'directory',
  units: 1,
  readsSignInActivity: false,
  report: null,
}
const REPORTS: Charge = { ...DIRECTORY, service: 'identity-reports' }
const USAGE: Charge = { ...DIRECTORY, service: 'usage-reports', report: 'first' }
const DATES: Charge = { ...DIRECTORY, readsSignInActivity: true }

describe('a request during a Retry-After period', () => {
  let now: number
  let counters: Counters
  let limits: Limits

  beforeEach(() => {
    now = 1_000_000
    counters = createCounters()
    limits = createLimits({
      now: () => now,
      speed: 1,
      counters,
      graceMs: 250,
      onceHeard: (then) => then(0),
    })
  })

  /** How many violations these requests are. */
  function violationsOf(...charges: readonly Charge[]): number {
    counters.reset()
    for (const charge of charges) limits.noteArrival(charge)
    return counters.read().violations
  }

  test('is a violation until the time has passed', () => {
    limits.announceWait(DIRECTORY, 5)
    now += 4_000
    expect(violationsOf(DIRECTORY, DIRECTORY)).toBe(2)
    now += 1_000
    expect(violationsOf(DIRECTORY)).toBe(0)
  })

  test('is none when it was on its way already', () => {
    limits.announceWait(DIRECTORY, 5)
    now += 250
    expect(violationsOf(DIRECTORY)).toBe(0)
  })

  test('is none in another tenant, nor of another app', () => {
    limits.announceWait(DIRECTORY, 5)
    now += 1_000
    expect(violationsOf({ ...DIRECTORY, tenantId: 'other' }, { ...DIRECTORY, appId: 'b' })).toBe(0)
  })

  test('counts only for the throttled service: reports do not delay the directory', () => {
    limits.announceWait(REPORTS, 5)
    now += 1_000
    expect(violationsOf(DIRECTORY, DATES, USAGE)).toBe(0)
    expect(violationsOf(REPORTS)).toBe(1)
  })

  test('is one for each usage report by itself', () => {
    limits.announceWait(USAGE, 5)
    now += 1_000
    expect(violationsOf({ ...USAGE, report: 'second' })).toBe(0)
    expect(violationsOf(USAGE)).toBe(1)
  })

  test('is one for sign-in dates when the directory waits, not the other way round', () => {
    limits.announceWait(DATES, 5)
    now += 1_000
    expect(violationsOf(DIRECTORY)).toBe(0)
    expect(violationsOf(DATES)).toBe(1)
    now += 10_000
    limits.announceWait(DIRECTORY, 5)
    now += 1_000
    expect(violationsOf(DATES)).toBe(1)
  })

  test('is one in every tenant after a limit of the complete app was reached', () => {
    for (let tenant = 0; tenant < 10; tenant += 1) {
      limits.charge({ ...DATES, tenantId: `t${tenant}` })
    }
    expect(limits.charge({ ...DATES, tenantId: 't10' })).toMatchObject({ retryAfterSeconds: 6 })
    now += 1_000
    expect(violationsOf({ ...DATES, tenantId: 't11' })).toBe(1)
    expect(violationsOf({ ...DIRECTORY, tenantId: 't10' })).toBe(0)
    now += 5_000
    expect(violationsOf({ ...DATES, tenantId: 't11' })).toBe(0)
  })

  test('does not count after a refusal without Retry-After', () => {
    const policies = { ...DIRECTORY, service: 'conditional-access' } as const
    limits.charge(policies)
    expect(limits.charge(policies)).toEqual({ retryAfterSeconds: null, headers: {} })
    now += 500
    expect(violationsOf(policies)).toBe(0)
  })
})
