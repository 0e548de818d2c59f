import { contrastOf } from '@tenantscope/analysis/color-contrast'
import { expect, test } from 'vitest'

import { barColor, COLORS, overColor } from './colors.ts'

const ACCENTS = ['#02717a', '#ffe600', '#ffffff', '#000000', '#c2185b', '#808080', '#7fffd4']

test('bars differ in color from their tracks, and over-allocation differs from the bar', () => {
  for (const bar of ACCENTS.map(barColor)) {
    expect(contrastOf(bar, COLORS.track)).toBeGreaterThan(1.8)
    expect(contrastOf(bar, overColor(bar))).toBeGreaterThan(1.8)
  }
  expect(barColor('#02717a')).toBe('#02717a')
})
