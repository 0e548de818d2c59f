import { expect, test } from 'vitest'

import { ApiError } from './api-error.ts'

const refused = (message: string, retryAfterSeconds: number | null) =>
  new ApiError({
    status: 429,
    text: '',
    body: { error: message, message, code: 'TOO_MANY_ATTEMPTS', requestId: 'r' },
    retryAfterSeconds,
  }).userMessage

test.each([
  ['Too many reports. Please try again later.', 50, 'Too many reports. Try again in 1 minute.'],
  [
    'Use a recovery code, or try again later.',
    61,
    'Use a recovery code, or try again in 2 minutes.',
  ],
  ['Too many.', 700, 'Too many. Try again in 12 minutes.'],
  ['Too many. Please try again later.', null, 'Too many. Please try again later.'],
])('%s with %s seconds to wait reads: %s', (message, seconds, shown) => {
  expect(refused(message, seconds)).toBe(shown)
})
