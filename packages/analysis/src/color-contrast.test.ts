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

test.each(['#02717a', '#ffe600', '#c2185b', '#808080', '#7fffd4', '#5b2a86'])(
  'text on %s is legible',
  (ground) => {
    expect(contrastOf(ground, textOn(ground))).toBeGreaterThanOrEqual(4.5)
  },
)

test('contrast goes from 1 to 21 and does not depend on the order', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastOf('#02717a', '#02717a')).toBe(1)
  expect(contrastOf('#ffffff', '#02717a')).toBe(contrastOf('#02717a', '#ffffff'))
})
