import { expect, test } from 'vitest'

import { storedJson, storedText } from './stored-text.ts'

test('text loses only what PostgreSQL refuses', () => {
  expect(storedText('Ada\0 Łukasz 李 👩‍💻 \u202Eevil')).toBe('Ada Łukasz 李 👩‍💻 \u202Eevil')
  expect(storedText('half \uD83D of a pair')).toBe('half \uFFFD of a pair')
})

test('JSON keeps everything but the same, however deep the text stands', () => {
  const value = { names: ['a\0b', { deep: '\uDC00' }], count: 1, none: null, quote: '\\u0000 "' }
  expect(JSON.parse(storedJson(value))).toEqual({
    names: ['ab', { deep: '\uFFFD' }],
    count: 1,
    none: null,
    quote: '\\u0000 "',
  })
})
