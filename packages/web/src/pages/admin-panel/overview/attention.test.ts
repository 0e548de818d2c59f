import { expect, test } from 'vitest'

import { backupConcern, passwordConcern } from './overview-tab.tsx'

const NOW = new Date('2026-11-20T12:00:00.000Z')

test.each([
  [null, 'No backup has been created yet.'],
  ['2026-11-12T11:59:00.000Z', 'The last backup is 8 days old.'],
  ['2026-11-12T12:01:00.000Z', null],
  ['2026-11-20T11:00:00.000Z', null],
])('a last backup of %s reads: %s', (lastBackup, expected) => {
  expect(backupConcern({ lastBackup }, NOW)).toBe(expected)
})

test.each([
  [0, null],
  [1, '1 administrator must still change their initial password.'],
  [230, '230 administrators must still change their initial password.'],
])('%d administrators who must choose a password read: %s', (count, expected) => {
  expect(passwordConcern({ adminUsersToChoosePassword: count })).toBe(expected)
})
