import { expect, test } from 'vitest'

import { oneLine, storedJson, storedText, storedTime } from './stored-text.ts'

test('text loses only what PostgreSQL refuses', () => {
  expect(storedText('Ada\0 Łukasz 李 👩‍💻 \u202Eevil')).toBe('Ada Łukasz 李 👩‍💻 \u202Eevil')
  expect(storedText('half \uD83D of a pair')).toBe('half \uFFFD of a pair')
})

test('text of one line loses what controls it, and keeps every letter', () => {
  expect(oneLine(' Ada\r\nBcc: x@y.z \u202Egnp\u2028\u0007 \u3000李 👩‍💻\0 ')).toBe(
    'Ada Bcc: x@y.z gnp \u3000李 👩‍💻',
  )
})

test('JSON keeps everything else, however deep the text is nested', () => {
  const value = { names: ['a\0b', { deep: '\uDC00' }], count: 1, none: null, quote: '\\u0000 "' }
  expect(JSON.parse(storedJson(value))).toEqual({
    names: ['ab', { deep: '\uFFFD' }],
    count: 1,
    none: null,
    quote: '\\u0000 "',
  })
})

test('JSON of some properties leaves out the others, and is as clean', () => {
  const rows = [{ id: 'a\0b', name: 'x', list: [1] }]
  expect(JSON.parse(storedJson(rows, ['id', 'list']))).toEqual([{ id: 'ab', list: [1] }])
  expect(storedJson(rows, ['name'])).toBe('[{"name":"x"}]')
})

test.each([
  ['2026-11-20T03:04:05+01:00', '2026-11-20T02:04:05.000Z'],
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['the day before yesterday', null],
  // PostgreSQL does not take a year of five digits or one before Christ as JavaScript writes it.
  ['+012345-01-01T00:00:00Z', null],
  ['-000001-01-01T00:00:00Z', null],
  [null, null],
])('the moment %s is kept as %s', (text, kept) => {
  expect(storedTime(text)).toBe(kept)
})
