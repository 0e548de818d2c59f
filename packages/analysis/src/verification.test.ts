import type { TenantListItem } from '@tenantscope/contract/tenants'
import { describe, expect, test } from 'vitest'

import { dataAgeOf, isOutdated } from './data-age.ts'
import { countVerifications, unreadableSentence, verificationOf } from './verification.ts'

type Tenant = Parameters<typeof verificationOf>[0]

const READ: Tenant = {
  status: 'Active',
  failure: null,
  consent: { state: 'granted', since: null },
  isReadingStopped: false,
  accessLevel: 'full',
  dataAsOf: '2026-11-20T09:00:00.000Z',
  isRefused: false,
}
const FAILURE: TenantListItem['failure'] = {
  code: 'UNAVAILABLE',
  message: '',
  advice: null,
  at: '2026-11-20T10:00:00.000Z',
  microsoftCode: null,
  requestId: null,
  correlationId: null,
}

describe('each tenant has exactly one verified access', () => {
  test.each<[string, Partial<Tenant>, string]>([
    ['full access', {}, 'full'],
    ['a missing permission', { accessLevel: 'limited' }, 'limited'],
    ['unreadable permissions of a tenant that was read', { accessLevel: 'unknown' }, 'limited'],
    ['never tried', { accessLevel: 'unknown', dataAsOf: null }, 'notReadable'],
    ['a failed reading despite full access', { failure: FAILURE }, 'notReadable'],
    ['stopped', { isReadingStopped: true }, 'notReadable'],
    ['full access while Microsoft refuses the connection', { isRefused: true }, 'notReadable'],
    ['withdrawn consent', { consent: { state: 'lost', since: null } }, 'notReadable'],
    ['inactive with full access', { status: 'Inactive' }, 'inactive'],
    ['inactive with a failure', { status: 'Inactive', failure: FAILURE }, 'inactive'],
  ])('%s', (_, changes, expected) => {
    expect(verificationOf({ ...READ, ...changes })).toBe(expected)
  })
})

test('the counts of verified access add up to all tenants', () => {
  const tenants = (['full', 'full', 'limited', 'notReadable', 'inactive'] as const).map(
    (verification) => ({ verification }),
  )
  expect(countVerifications(tenants)).toEqual({ full: 2, limited: 1, notReadable: 1, inactive: 1 })
})

const tenant = (changes: Partial<Tenant>) => {
  const facts = { ...READ, ...changes }
  return { ...facts, verification: verificationOf(facts) }
}

test('each tenant that is not readable has one reason, and the reasons add up', () => {
  const tenants = [
    tenant({}),
    tenant({ status: 'Inactive', failure: FAILURE }),
    tenant({ failure: FAILURE, isReadingStopped: true }),
    tenant({ failure: FAILURE, consent: { state: 'lost', since: null } }),
    tenant({ isReadingStopped: true }),
    tenant({ consent: { state: 'awaitingApproval', since: null } }),
    tenant({ consent: { state: 'none', since: null } }),
    tenant({ accessLevel: 'unknown', dataAsOf: null }),
    tenant({ isRefused: true }),
  ]
  expect(unreadableSentence(tenants, String)).toBe(
    '2 failed + 1 stopped + 1 waiting for approval + 1 without consent + 1 not read yet + 1 refused by Microsoft = 7 not readable',
  )
  expect(countVerifications(tenants).notReadable).toBe(7)
  expect(unreadableSentence(tenants.slice(0, 4), String)).toBeNull()
})

const [OLDER, OLD, NEW] = ['2026-11-19', '2026-11-20', '2026-11-21'].map(
  (day) => `${day}T09:00:00Z`,
)

test('the age of the data is that of the tenants that can be read', () => {
  const at = (verification: 'full' | 'limited' | 'notReadable' | 'inactive', time = OLD) => ({
    verification,
    dataAsOf: time ?? null,
  })
  const tenants = [
    at('inactive', OLDER),
    at('notReadable', OLDER),
    at('full', NEW),
    at('limited', OLD),
  ]
  expect(dataAgeOf(tenants)).toEqual({ oldest: OLD, newest: NEW })
  expect(dataAgeOf([at('notReadable')])).toEqual({ oldest: null, newest: null })
})

const age = (hours: number) => ({
  refreshHours: 6,
  now: new Date(Date.parse('2026-11-20T09:00:00Z') + hours * 3_600_000),
})

test('data is outdated after two refresh intervals', () => {
  expect(isOutdated('2026-11-20T09:00:00Z', age(12))).toBe(false)
  expect(isOutdated('2026-11-20T09:00:00Z', age(12.1))).toBe(true)
})
