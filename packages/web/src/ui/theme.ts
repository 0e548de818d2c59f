import { createDarkTheme, createLightTheme } from '@fluentui/react-components'
import type { BrandVariants, Theme } from '@fluentui/react-components'

import { chartVariables } from './charts/palette.ts'

/** Tenantscope's own ramp: a deep teal, even steps of lightness. 80 on white has a contrast of 5.8. */
const BRAND: BrandVariants = {
  10: '#000f12',
  20: '#011e22',
  30: '#022c32',
  40: '#023a41',
  50: '#04474f',
  60: '#04555d',
  70: '#03636b',
  80: '#02717a',
  90: '#208089',
  100: '#369099',
  110: '#49a2a9',
  120: '#5bb3ba',
  130: '#78c3c9',
  140: '#97d2d6',
  150: '#bae2e4',
  160: '#dbf0f1',
}

const FONTS = {
  fontFamilyBase: "'Segoe UI Variable Text', 'Segoe UI', system-ui, -apple-system, sans-serif",
  fontFamilyNumeric: "'Segoe UI Variable Text', 'Segoe UI', system-ui, -apple-system, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', Consolas, 'SF Mono', Menlo, monospace",
}

export const lightTheme: Theme = {
  ...createLightTheme(BRAND),
  ...FONTS,
  ...chartVariables('light'),
}

/** Fluent's dark theme takes text from step 100 of the ramp, which is too dark to read in ours: 3.9 on a card. */
export const darkTheme: Theme = {
  ...createDarkTheme(BRAND),
  ...FONTS,
  ...chartVariables('dark'),
  colorBrandForeground1: BRAND[130],
  colorBrandForeground2: BRAND[140],
  colorBrandForegroundLink: BRAND[130],
  colorBrandForegroundLinkHover: BRAND[140],
  colorBrandForegroundLinkPressed: BRAND[120],
  colorBrandForegroundLinkSelected: BRAND[130],
  colorCompoundBrandForeground1: BRAND[130],
  colorCompoundBrandForeground1Hover: BRAND[140],
  colorCompoundBrandForeground1Pressed: BRAND[120],
  colorNeutralForeground2BrandHover: BRAND[130],
  colorNeutralForeground2BrandPressed: BRAND[120],
  colorNeutralForeground2BrandSelected: BRAND[130],
  colorNeutralForeground3BrandHover: BRAND[130],
  colorNeutralForeground3BrandPressed: BRAND[120],
  colorNeutralForeground3BrandSelected: BRAND[130],
  colorBrandStroke1: BRAND[120],
  colorCompoundBrandStroke: BRAND[120],
  colorCompoundBrandStrokeHover: BRAND[130],
  colorCompoundBrandStrokePressed: BRAND[110],
}

/** Paper: black on white, whatever the screen shows. */
export const printTheme: Theme = {
  ...lightTheme,
  colorNeutralBackground2: '#ffffff',
  colorNeutralBackground3: '#ffffff',
  colorNeutralForeground1: '#000000',
  colorNeutralForeground2: '#000000',
  colorNeutralForeground3: '#000000',
  colorNeutralForeground4: '#000000',
  colorBrandForegroundLink: '#000000',
}
