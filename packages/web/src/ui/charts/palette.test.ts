import { expect, test } from 'vitest'

import { darkTheme, lightTheme } from '../theme.ts'
import { CHART_COLORS, chartColor } from './palette.ts'

type Color = readonly [red: number, green: number, blue: number]

const THEMES = { light: lightTheme, dark: darkTheme } as const
const THEME_NAMES = ['light', 'dark'] as const

/** Linear light, 0 to 1 (WCAG 2.2, relative luminance). */
function linear(hex: string): Color {
  const of = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [of(1), of(3), of(5)]
}

function contrast(one: string, other: string): number {
  const [low, high] = [one, other]
    .map((hex) => {
      const [red, green, blue] = linear(hex)
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    .toSorted((a, b) => a - b)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

/** What is left of a color for readers of each kind (Machado, Oliveira and Fernandes 2009, severity 1). */
const SIGHTS: Record<string, readonly Color[]> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function seen(hex: string, sight: readonly Color[]): Color {
  const light = linear(hex)
  const [x, y, z] = sight.map((row) =>
    Math.min(1, Math.max(0, row[0] * light[0] + row[1] * light[1] + row[2] * light[2])),
  )
  return lab([x ?? 0, y ?? 0, z ?? 0])
}

/** CIE L*a*b* of linear sRGB, white D65. */
function lab([red, green, blue]: Color): Color {
  const x = root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
  const y = root(0.2126729 * red + 0.7151522 * green + 0.072175 * blue)
  const z = root((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function root(value: number): number {
  return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116
}

test.each(THEME_NAMES)('every color of the %s theme has contrast with the card', (name) => {
  const card = THEMES[name].colorNeutralBackground1
  for (const color of CHART_COLORS[name]) expect(contrast(color, card)).toBeGreaterThanOrEqual(3)
})

test.each(THEME_NAMES)('no two colors of the %s theme look alike to any reader', (name) => {
  for (const sight of Object.values(SIGHTS)) {
    const colors = CHART_COLORS[name].map((color) => seen(color, sight))
    for (const [index, one] of colors.entries())
      for (const other of colors.slice(index + 1))
        expect(Math.hypot(...one.map((part, axis) => part - other[axis]!))).toBeGreaterThan(20)
  }
})

test('both themes carry the palette as variables, and a seventh series takes the first color', () => {
  for (const name of THEME_NAMES)
    expect(THEMES[name]).toMatchObject({ chartColor1: CHART_COLORS[name][0] })
  expect([chartColor(0), chartColor(5), chartColor(6)]).toEqual([
    'var(--chartColor1)',
    'var(--chartColor6)',
    'var(--chartColor1)',
  ])
})
