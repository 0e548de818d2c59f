import { expect, test } from 'vitest'

import { detailsText } from './audit-words.ts'

const nothing = { oldValue: null, newValue: null, details: null }

test.each([
  [nothing, null],
  [{ ...nothing, oldValue: 'viewer', newValue: 'technician' }, 'viewer → technician'],
  [{ ...nothing, newValue: '1 link', details: 'alias' }, '1 link; alias'],
  [
    { ...nothing, details: '{"shareId":"1f0c","expirationDays":7,"isKept":true,"limit":null}' },
    'share id: 1f0c; expiration days: 7; is kept: true',
  ],
  [
    { ...nothing, details: '{"shares":[{"shareId":"1"},{"shareId":"2"}]}' },
    'shares: share id: 1, share id: 2',
  ],
  [{ ...nothing, details: '{not JSON' }, '{not JSON'],
])('%o reads %s', (entry, text) => {
  expect(detailsText(entry)).toBe(text)
})
