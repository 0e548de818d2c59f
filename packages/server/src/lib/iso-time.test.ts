import { expect, test } from 'vitest'

import { isoTime } from './iso-time.ts'

test.each([
  ['2026-11-24', '2026-11-24T00:00:00.000Z'],
  ['2026-11-24T12:00', '2026-11-24T12:00:00.000Z'],
  ['2026-11-24T12:00:00.1234567Z', '2026-11-24T12:00:00.123Z'],
  ['2026-11-24T12:00:00+02:00', '2026-11-24T10:00:00.000Z'],
])('%s', (text, moment) => {
  expect(isoTime(text)?.toJSON()).toBe(moment)
})

test.each([
  '',
  '5',
  'soon',
  'Nov 24, 2026',
  '2026-11',
  '2026-02-30',
  '2026-13-01',
  '2026-11-24T25:00Z',
])('%j is no time', (text) => {
  expect(isoTime(text)).toBeNull()
})
