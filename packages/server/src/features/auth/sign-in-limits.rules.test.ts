import { expect, test } from 'vitest'

import { addressKey, delaySeconds, retryAfterSeconds } from './sign-in-limits.rules.ts'

test('an account answers late after two failures, doubling up to half a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 1_000_000].map(delaySeconds)).toEqual([
    0, 0, 1, 2, 4, 8, 16, 30, 30, 30,
  ])
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('failures from %s count for %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test('Retry-After counts to when the oldest failure leaves the window', () => {
  const failure = new Date('2026-11-20T12:00:00Z')
  expect(retryAfterSeconds(failure, new Date('2026-11-20T12:05:00Z'))).toBe(600)
  expect(retryAfterSeconds(failure, new Date('2026-11-20T12:15:00Z'))).toBe(1)
})
