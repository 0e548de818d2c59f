import { expect, test } from 'vitest'

import { accessMethodOf, FAILURE_MESSAGES, sortDomains, statsOf } from './tenants.rules.ts'

const domain = (name: string, isDefault = false, isInitial = false) => ({
  name,
  isDefault,
  isInitial,
})

test('domains are sorted: default first, then initial, then by name', () => {
  const sorted = sortDomains([
    domain('zeta.example'),
    domain('fabrikam.onmicrosoft.com', false, true),
    domain('alpha.example'),
    domain('fabrikam.example', true),
  ])
  expect(sorted.map(({ name }) => name)).toEqual([
    'fabrikam.example',
    'fabrikam.onmicrosoft.com',
    'alpha.example',
    'zeta.example',
  ])
})

test('a contract makes a tenant csp, consent alone makes it direct', () => {
  expect(accessMethodOf({ relationship: 'active', isConsented: false })).toBe('csp')
  expect(accessMethodOf({ relationship: 'none', isConsented: true })).toBe('direct')
  expect(accessMethodOf({ relationship: 'ended', isConsented: true })).toBe('direct')
  expect(accessMethodOf({ relationship: 'none', isConsented: false })).toBe('unknown')
})

test('every failure has a plain message without internal terms', () => {
  for (const message of Object.values(FAILURE_MESSAGES)) {
    expect(message).toMatch(/^[A-Z].*\. .*\.$/u)
    expect(message).not.toMatch(/AADSTS|[A-Z]+_[A-Z]+|exception|null/u)
  }
})

test('the stat cards count every tenant once', () => {
  const tenants = (['Active', 'Active', 'Pending', 'Inactive'] as const).map((status) => ({
    status,
  }))
  expect(statsOf(tenants)).toEqual({
    totalTenants: 4,
    activeTenants: 2,
    pendingTenants: 1,
    inactiveTenants: 1,
  })
})
