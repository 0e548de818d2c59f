import { expect, test } from 'vitest'

import { REQUIRED_PERMISSIONS } from './permission-catalog.ts'
import { accessLevelOf, missingPermissionsOf, statusOf } from './tenant-state.ts'

test.each([
  ['ended', true, true, 'Inactive'],
  ['ended', false, false, 'Inactive'],
  ['active', true, true, 'Active'],
  ['active', true, false, 'Pending'],
  ['active', false, true, 'Pending'],
  ['none', true, true, 'Active'],
  ['none', false, false, 'Pending'],
] as const)(
  'relationship %s, consented %s, read %s: %s',
  (relationship, isConsented, wasRead, status) => {
    expect(statusOf({ relationship, isConsented, wasRead })).toBe(status)
  },
)

test.each([
  [null, 'unknown'],
  [[], 'limited'],
  [['User.Read.All'], 'limited'],
  [['Directory.Read.All'], 'full'],
  [['Directory.ReadWrite.All'], 'full'],
])('permissions %j give access %s', (granted, level) => {
  expect(accessLevelOf(granted)).toBe(level)
})

test.each([
  [null, []],
  [[], [...REQUIRED_PERMISSIONS]],
  [[...REQUIRED_PERMISSIONS], []],
  [
    ['Directory.ReadWrite.All', 'User.Read.All'],
    ['Organization.Read.All', 'Policy.Read.All'],
  ],
])('of permissions %j these are missing: %j', (granted, missing) => {
  expect(missingPermissionsOf(granted)).toEqual(missing)
})
