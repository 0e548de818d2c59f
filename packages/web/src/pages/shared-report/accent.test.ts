import { expect, test } from 'vitest'

import { textOn } from './accent.ts'

test.each([
  ['#ffffff', '#000000'],
  ['#000000', '#ffffff'],
  ['#02717a', '#ffffff'],
  ['#5b2a86', '#ffffff'],
  ['#ffd400', '#000000'],
  ['#ff0000', '#000000'],
  // The two darkest grays that differ: above, black is the easier to read.
  ['#757575', '#ffffff'],
  ['#767676', '#000000'],
])('on %s the text is %s', (accent, text) => {
  expect(textOn(accent)).toBe(text)
})
