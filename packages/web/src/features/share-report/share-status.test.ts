import { expect, test } from 'vitest'

import { createFormat } from '../../lib/format.ts'
import { makeShare } from '../../testing/shares.ts'
import {
  canBeDeactivated,
  canBeOpened,
  endText,
  expiryText,
  statusOf,
  viewsText,
} from './share-status.ts'

const now = new Date('2026-11-21T10:00:00.000Z')
const format = createFormat('UTC')
const PAST = '2026-11-21T09:59:59.000Z'

test.for([
  { share: {}, status: 'Active', opens: true, deactivates: true },
  { share: { isActive: false }, status: 'Inactive', opens: false, deactivates: false },
  { share: { isExpired: true }, status: 'Expired', opens: false, deactivates: false },
  // It expired while it was on screen.
  { share: { expiresAt: PAST }, status: 'Expired', opens: false, deactivates: false },
  { share: { expiresAt: now.toISOString() }, status: 'Expired', opens: false, deactivates: false },
  {
    share: { isAccessLimitReached: true },
    status: 'Limit Reached',
    opens: false,
    deactivates: true,
  },
  {
    share: { isAccessLimitReached: true, isActive: false },
    status: 'Limit Reached',
    opens: false,
    deactivates: false,
  },
  {
    share: { isExpired: true, isAccessLimitReached: true, isActive: false },
    status: 'Expired',
    opens: false,
    deactivates: false,
  },
])('$share is $status', ({ share: changes, status, opens, deactivates }) => {
  const share = makeShare(changes)
  expect(statusOf(share, now)).toBe(status)
  expect(canBeOpened(share, now)).toBe(opens)
  expect(canBeDeactivated(share, now)).toBe(deactivates)
})

test.for([
  [0, null, '0 views'],
  [1, null, '1 view'],
  [1_234, null, '1,234 views'],
  [0, 1, '0 of 1 views'],
  [5, 1_000, '5 of 1,000 views'],
] as const)('%j views of %j read %s', ([accessCount, maxAccess, text]) => {
  expect(viewsText(makeShare({ accessCount, maxAccess }), format)).toBe(text)
})

test.for([
  ['2026-11-28T09:59:50.000Z', 'in 7 days'],
  ['2026-11-22T09:59:50.000Z', 'tomorrow'],
  ['2026-11-21T12:59:50.000Z', 'in 3 hours'],
  ['2026-11-21T10:05:30.000Z', 'in 5 minutes'],
  ['2026-11-21T09:00:00.000Z', '1 hour ago'],
  ['2026-11-18T09:00:00.000Z', '3 days ago'],
] as const)('an end at %s is %s', ([expiresAt, text]) => {
  expect(expiryText(makeShare({ expiresAt }), format, now)).toBe(text)
})

test.for([
  ['deactivated', 'Deactivated, Nov 21, 2026 at 9:59:59 AM UTC'],
  [
    'maker-disabled',
    'Ended because the account of its creator was disabled, Nov 21, 2026 at 9:59:59 AM UTC',
  ],
  [
    'tenant-lost',
    'Ended because its creator lost access to the tenant, Nov 21, 2026 at 9:59:59 AM UTC',
  ],
  [null, null],
] as const)('that it ended by %s is said in words', ([endReason, text]) => {
  expect(endText(makeShare({ isActive: false, endReason, endedAt: PAST }), format)).toBe(text)
})
