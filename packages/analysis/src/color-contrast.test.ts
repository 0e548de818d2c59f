import { expect, test } from 'vitest'

import { contrastOf, textOn } from './color-contrast.ts'

test.each([
  ['#ffffff', '#000000'],
  ['#000000', '#ffffff'],
  ['#02717a', '#ffffff'],
  ['#ffd400', '#000000'],
  ['#ff0000', '#000000'],
  // The two darkest grays that differ: above, black is the easier to read.
  ['#757575', '#ffffff'],
  ['#767676', '#000000'],
])('on %s the text is %s', (ground, text) => {
  expect(textOn(ground)).toBe(text)
})

test('contrast goes from 1 to 21 and does not depend on the order', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#02717a', '#02717a')).toBe(1)
  expect(contrastOf('#ffffff', '#02717a')).toBe(contrastOf('#02717a', '#ffffff'))
})
