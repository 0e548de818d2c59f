import { expect, test } from 'vitest'

import { landingOf, localSignInOf, tenantIn } from './auth.rules.ts'

const tenant = '11111111-2222-3333-4444-555555555555'
const baseUser = {
  askedFor: null,
  hasAnyTenant: true,
  defaultView: 'dashboard',
  isAdmin: false,
  tenant: 'unknown',
} as const

test.each([
  ['nothing else said', {}, '/dashboard'],
  ['the tenants view preferred', { defaultView: 'tenants' }, '/overview'],
  ['the licenses view preferred', { defaultView: 'licenses' }, '/enhanced-dashboard'],
  [
    'the licenses view preferred by an administrator',
    { defaultView: 'licenses', isAdmin: true },
    '/admin-licenses',
  ],
  [
    'the tenants view preferred by an administrator',
    { defaultView: 'tenants', isAdmin: true },
    '/overview',
  ],
  ['an address asked for', { askedFor: '/profile?tab=security' }, '/profile?tab=security'],
  [
    'an address asked for beats the preferred view',
    { askedFor: '/profile', defaultView: 'tenants' },
    '/profile',
  ],
  ['no tenant granted', { hasAnyTenant: false }, '/overview?warning=no_roles'],
  [
    'no tenant granted, whatever was asked for',
    { hasAnyTenant: false, askedFor: '/profile' },
    '/overview?warning=no_roles',
  ],
  [
    'a readable tenant asked for',
    { askedFor: `/tenant/${tenant}`, tenant: 'readable' },
    `/tenant/${tenant}`,
  ],
  [
    'an inactive tenant asked for',
    { askedFor: `/tenant/${tenant}`, tenant: 'inactive' },
    `/overview?warning=tenant_suspended&tenant=${tenant}`,
  ],
  [
    'a tenant asked for that cannot be read',
    { askedFor: `/tenant/${tenant}?tab=licenses`, tenant: 'unreadable' },
    `/overview?warning=tenant_context_failed&tenant=${tenant}`,
  ],
  [
    'a tenant asked for that the person may not see',
    { askedFor: `/tenant/${tenant}`, tenant: 'unknown' },
    `/tenant/${tenant}`,
  ],
] as const)('after sign-in with %s the browser goes on as decided', (_, given, expected) => {
  expect(landingOf({ ...baseUser, ...given })).toBe(expected)
})

test('only a well-formed tenant id in its own place names a tenant', () => {
  expect(tenantIn(`/tenant/${tenant.toUpperCase()}?tab=x`)).toBe(tenant)
  expect(tenantIn(`/tenant/${tenant}/x`)).toBe(tenant)
  expect(tenantIn('/tenant/nonsense')).toBeNull()
  expect(tenantIn(`/profile?x=/tenant/${tenant}`)).toBeNull()
})

const now = new Date('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

test.each([
  ['switched on', true, { lastSignInAt: hoursAgo(1) }, 'open'],
  ['off, a user signed in an hour ago', false, { lastSignInAt: hoursAgo(1) }, 'closed'],
  ['off, a user signed in just under a day ago', false, { lastSignInAt: hoursAgo(23.9) }, 'closed'],
  ['off, no sign-in for a day', false, { lastSignInAt: hoursAgo(24) }, 'opened by itself'],
  ['off, no sign-in ever', false, { lastSignInAt: null }, 'opened by itself'],
  ['off, no connection', false, null, 'opened by itself'],
] as const)('local sign-in that is %s', (_, localAuthFallback, connection, expected) => {
  expect(localSignInOf({ localAuthFallback, connection, now })).toBe(expected)
})
