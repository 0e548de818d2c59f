import { expect, test } from 'vitest'

import { adviceFor, codesRowOf, mainCodeOf, MICROSOFT_CODES, wordsOf } from './microsoft-codes.ts'

const MOST_WORDS = 25

test('each code is in one row only', () => {
  const codes = MICROSOFT_CODES.flatMap((row) => row.codes)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.length).toBeGreaterThan(270)
})

test.each(MICROSOFT_CODES)('$codes: one sentence for the cause and one step', (row) => {
  for (const place of row.places)
    for (const isOwn of [true, false]) {
      const { cause, step } = adviceFor(row, place, { isOwn })
      expect(cause).toMatch(/^[A-Z][^.]+\.$/u)
      expect(step).toMatch(/^[a-z].*[^.]$/u)
      for (const text of [cause, step]) expect(text.split(' ').length).toBeLessThan(MOST_WORDS)
    }
})

test('no customer is asked to act in the own directory or at a sign-in of staff', () => {
  for (const row of MICROSOFT_CODES)
    for (const place of row.places.filter((each) => each !== 'consent'))
      expect([row.codes, adviceFor(row, place, { isOwn: true }).actor]).not.toContain(
        'customerAdministrator',
      )
})

test('a code for a token has the reason code of a tenant, and is tried again by the server', () => {
  for (const { codes, places, failure, retry } of MICROSOFT_CODES) {
    const isForTokens = places.includes('token')
    expect([codes, failure !== undefined, retry !== 'never']).toEqual([
      codes,
      isForTokens,
      isForTokens,
    ])
  }
})

test('only AADSTS65004 is a cancellation', () => {
  const cancelled = MICROSOFT_CODES.filter(({ isCancellation }) => isCancellation)
  expect(cancelled.flatMap(({ codes }) => codes)).toEqual([65_004])
})

test.each([
  [[50_000, 7_000_222], 7_000_222],
  [[70_002, 50_012], 70_002],
  [[999_999, 7_000_222], 7_000_222],
  [[999_999], 999_999],
  [[], undefined],
])('of %j the main code is %s', (numbers, main) => {
  expect(mainCodeOf(numbers)).toBe(main)
})

test('a code that is not in the table has no row', () => {
  for (const code of ['AADSTS999999', 'AADSTS', '7000222', 'invalid_grant', null])
    expect(codesRowOf(code)).toBeUndefined()
})

const IDS =
  'Trace ID: 0c7b1f0a-27b9-4c52-9c1c-6f1d7a3b5e00 Correlation ID: 6f3c9f2e-6a53-4a0b-9d2e-0d2a6c1f7b11'

test.each([
  [`AADSTS999999: It is closed. ${IDS} Timestamp: x`, 'AADSTS999999', 'It is closed.'],
  [`AADSTS999999: It is\r\nclosed.\r\n${IDS}`, 'AADSTS999999', 'It is closed.'],
  ['AADSTS999999', 'AADSTS999999', null],
  ['It is closed.', null, 'It is closed.'],
  [`x: AADSTS50105: no`, null, 'x: AADSTS50105: no'],
  [null, null, null],
])('the words of %j', (description, microsoftCode, words) => {
  expect(wordsOf(description)).toMatchObject({ microsoftCode, words })
})

test('words are one line without control characters, cut at 300 characters', () => {
  const { words } = wordsOf(`AADSTS999999: a\u0000b\u202Ec${'d'.repeat(10_000)}`)
  expect(words).toMatch(/^a b cd+$/u)
  expect(words).toHaveLength(300)
})

test('the request ID is read for support', () => {
  expect(wordsOf(`AADSTS999999: No. ${IDS}`).requestId).toBe('0c7b1f0a-27b9-4c52-9c1c-6f1d7a3b5e00')
})
