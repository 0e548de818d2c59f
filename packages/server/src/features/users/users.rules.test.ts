import { expect, test } from 'vitest'

import { adminRolesAfter, isDemotion, refusalOf, roleAfter } from './users.rules.ts'

const admin = { id: 1, authMethod: 'local', role: 'admin', isDisabled: false } as const
const LAST = 'The last enabled local administrator cannot be disabled, demoted or deleted'

test.each([
  [
    'disable',
    admin,
    { actorId: 1, otherLocalAdministrators: 3 },
    'Cannot disable your own account',
  ],
  ['demote', admin, { actorId: 1, otherLocalAdministrators: 3 }, 'Cannot change your own role'],
  ['disable', admin, { actorId: 2, otherLocalAdministrators: 0 }, LAST],
  ['demote', admin, { actorId: null, otherLocalAdministrators: 0 }, LAST],
  ['demote', admin, { actorId: 2, otherLocalAdministrators: 1 }, undefined],
  [
    'disable',
    { ...admin, isDisabled: true },
    { actorId: 2, otherLocalAdministrators: 0 },
    undefined,
  ],
  [
    'disable',
    { ...admin, authMethod: 'microsoft' },
    { actorId: 2, otherLocalAdministrators: 0 },
    undefined,
  ],
  ['disable', { ...admin, role: 'viewer' }, { actorId: 2, otherLocalAdministrators: 0 }, undefined],
] as const)('%s %o under %o answers %s', (act, target, circumstances, expected) => {
  expect(refusalOf(act, target, circumstances)).toBe(expected)
})

test.each([
  ['viewer', { isAdmin: true }, 'admin'],
  ['admin', { isAdmin: true, role: 'viewer' }, 'admin'],
  ['admin', { isAdmin: false }, 'viewer'],
  ['admin', { isAdmin: false, role: 'technician' }, 'technician'],
  ['technician', { isAdmin: false }, 'technician'],
  ['technician', { isAdmin: false, role: 'viewer' }, 'viewer'],
  ['viewer', { isAdmin: false, role: 'admin' }, 'viewer'],
] as const)('a %s after %o is %s', (current, asked, expected) => {
  expect(roleAfter(current, asked)).toBe(expected)
})

test('only a step down is a demotion', () => {
  expect(isDemotion('admin', 'technician')).toBe(true)
  expect(isDemotion('technician', 'viewer')).toBe(true)
  expect(isDemotion('viewer', 'technician')).toBe(false)
  expect(isDemotion('admin', 'admin')).toBe(false)
})

test('granting the administrator role adds the role name once, revoking it clears all names', () => {
  expect(adminRolesAfter('admin', ['Reader'])).toEqual(['Reader', 'System Administrator'])
  expect(adminRolesAfter('admin', ['System Administrator'])).toEqual(['System Administrator'])
  expect(adminRolesAfter('viewer', ['System Administrator', 'Reader'])).toEqual([])
})
