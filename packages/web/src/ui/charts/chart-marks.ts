import { tokens } from '@fluentui/react-components'
import type { CSSProperties } from 'react'

import { chartColor } from './palette.ts'

const CARD = tokens.colorNeutralBackground1

/** Patterns of filled areas, so that they differ without color. */
const PATTERNS = [
  'none',
  `repeating-linear-gradient(45deg, ${CARD} 0 2px, transparent 2px 7px)`,
  `repeating-linear-gradient(90deg, ${CARD} 0 2px, transparent 2px 6px)`,
  `repeating-linear-gradient(135deg, ${CARD} 0 2px, transparent 2px 5px)`,
  `radial-gradient(circle, ${CARD} 1.2px, transparent 1.7px) 0 0 / 6px 6px`,
  `repeating-linear-gradient(0deg, ${CARD} 0 1px, transparent 1px 4px)`,
] as const

/** Dashes of lines, in px, so that lines differ without their colors. */
const DASHES = ['none', '7 4', '2 4', '12 4 2 4', '4 2', '14 5'] as const

/** Keeps colors with a meaning under forced colors and on paper. */
export const KEPT_COLOR = { forcedColorAdjust: 'none', printColorAdjust: 'exact' } as const

/** Returns the color and pattern of an area by its index. */
export function areaStyle(index: number): CSSProperties {
  const pattern = PATTERNS[index % PATTERNS.length] ?? 'none'
  return { background: `${pattern}, ${chartColor(index)}`, ...KEPT_COLOR }
}

/** Returns the color and dashes of a line by its index. */
export function lineStyle(index: number): { stroke: string; strokeDasharray: string } {
  return { stroke: chartColor(index), strokeDasharray: DASHES[index % DASHES.length] ?? 'none' }
}
