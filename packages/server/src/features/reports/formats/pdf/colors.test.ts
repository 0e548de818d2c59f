import { expect, test } from 'vitest'

import { barColor, COLORS, contrast, overColor, textOn } from './colors.ts'

const ACCENTS = ['#02717a', '#ffe600', '#ffffff', '#000000', '#c2185b', '#808080', '#7fffd4']

test('text is legible on every accent color', () => {
  for (const accent of ACCENTS) expect(contrast(accent, textOn(accent))).toBeGreaterThan(4.5)
  expect([textOn('#ffe600'), textOn('#101010')]).toEqual(['#000000', '#ffffff'])
})

test('bars are told from their tracks, and what goes beyond from the bar', () => {
  for (const bar of ACCENTS.map(barColor)) {
    expect(contrast(bar, COLORS.track)).toBeGreaterThan(1.8)
    expect(contrast(bar, overColor(bar))).toBeGreaterThan(1.8)
  }
  expect(barColor('#02717a')).toBe('#02717a')
})

test('contrast is what WCAG says', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
