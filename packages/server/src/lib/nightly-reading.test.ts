import { expect, test } from 'vitest'

import { isReadingUsable } from './nightly-reading.ts'

const asOf = new Date('2026-11-01T02:00:00Z')
const triedAfterDays = (days: number) => new Date(asOf.getTime() + days * 86_400_000)

test.each([
  ['that never succeeded', null, triedAfterDays(0), null, false],
  ['of the last attempt', asOf, asOf, null, true],
  ['before a failure', asOf, triedAfterDays(7), 'UNAVAILABLE', true],
  ['before more than seven days of failures', asOf, triedAfterDays(8), 'UNAVAILABLE', false],
  ['of a part that is not needed since', asOf, triedAfterDays(1), 'NOT_NEEDED', false],
])('a reading %s is used: %#', (_name, read, triedAt, failureCode, expected) => {
  expect(isReadingUsable({ asOf: read, triedAt, failureCode })).toBe(expected)
})
