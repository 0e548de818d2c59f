import { describe, expect, test } from 'vitest'

import { isActivityDue, missingFor, missingForPerUserMfa } from './activity.rules.ts'

const EVERYTHING = ['AuditLog.Read.All', 'Reports.Read.All', 'SecurityEvents.Read.All']

describe('what is known to be missing', () => {
  test.each([
    ['signIns', { grantedPermissions: EVERYTHING, hasEntraP1: true }, null],
    ['signIns', { grantedPermissions: EVERYTHING, hasEntraP1: false }, 'NOT_LICENSED'],
    ['signIns', { grantedPermissions: [], hasEntraP1: false }, 'PERMISSION_MISSING'],
    ['registrations', { grantedPermissions: EVERYTHING, hasEntraP1: false }, 'NOT_LICENSED'],
    ['usage', { grantedPermissions: EVERYTHING, hasEntraP1: false }, null],
    [
      'usage',
      { grantedPermissions: ['AuditLog.Read.All'], hasEntraP1: true },
      'PERMISSION_MISSING',
    ],
    [
      'secureScore',
      { grantedPermissions: ['Reports.Read.All'], hasEntraP1: true },
      'PERMISSION_MISSING',
    ],
    ['devices', { grantedPermissions: EVERYTHING, hasEntraP1: true }, 'PERMISSION_MISSING'],
    ['owners', { grantedPermissions: ['Directory.Read.All'], hasEntraP1: false }, null],
    // Public DNS needs nothing of Microsoft.
    ['dns', { grantedPermissions: [], hasEntraP1: false }, null],
    // Unknown, so Microsoft is asked.
    ['signIns', { grantedPermissions: null, hasEntraP1: null }, null],
    ['secureScore', { grantedPermissions: null, hasEntraP1: false }, null],
  ] as const)('%s with %o: %s', (part, facts, missing) => {
    expect(missingFor(part, facts)).toBe(missing)
  })
})

test.each([
  [false, 500, null],
  [false, 501, 'TOO_MANY'],
  [true, 3, 'NOT_NEEDED'],
  // Not known: reading the states would not say whether they matter.
  [null, 3, 'NOT_NEEDED'],
] as const)(
  'per-user MFA where MFA is required: %s, of %i members: %s',
  (isRequired, members, missing) => {
    expect(missingForPerUserMfa(isRequired, members)).toBe(missing)
  },
)

const at = (text: string) => new Date(`2026-11-${text}:00Z`)

describe('whose turn it is', () => {
  test.each([
    ['never tried, at noon', null, '20T12:00', true],
    ['tried this night, still night', '20T01:00', '20T04:00', false],
    ['tried last night, night again', '19T03:00', '20T01:30', true],
    ['tried last night, noon', '19T03:00', '20T12:00', false],
    ['the nights were too short for two days', '18T03:00', '20T12:00', true],
  ] as const)('%s', (_case, triedAt, now, isDue) => {
    const lastTriedAt = triedAt === null ? null : at(triedAt)
    expect(isActivityDue(lastTriedAt, at(now), 'UTC')).toBe(isDue)
  })

  test('the night is that of the installation', () => {
    const [tried, now] = [at('19T03:00'), at('20T12:00')]
    expect(isActivityDue(tried, now, 'Pacific/Auckland')).toBe(true)
    expect(isActivityDue(tried, now, 'Europe/Berlin')).toBe(false)
  })
})
