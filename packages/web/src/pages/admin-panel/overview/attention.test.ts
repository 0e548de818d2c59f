import { expect, test } from 'vitest'

import { backupConcern, passwordConcern } from './attention.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

test.each([
  [null, 'No backup has ever been made.'],
  ['2026-11-12T11:59:00.000Z', 'The last backup is 8 days old.'],
  ['2026-11-12T12:01:00.000Z', null],
  ['2026-11-20T11:00:00.000Z', null],
])('a last backup of %s reads: %s', (lastBackup, expected) => {
  expect(backupConcern({ lastBackup }, NOW)).toBe(expected)
})

test('administrators who must choose a password are counted, disabled ones are not', () => {
  const waiting = { mustResetPassword: true, isDisabled: false }
  expect(passwordConcern([])).toBeNull()
  expect(passwordConcern([{ mustResetPassword: false, isDisabled: false }])).toBeNull()
  expect(passwordConcern([{ ...waiting, isDisabled: true }])).toBeNull()
  expect(passwordConcern([waiting])).toBe(
    '1 administrator must still choose a password of their own.',
  )
  expect(passwordConcern([waiting, waiting])).toMatch(/^2 administrators/)
})
