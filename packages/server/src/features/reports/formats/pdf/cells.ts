import { COLORS } from './colors.ts'
import type { CellText } from './table.ts'
import type { TextStyle } from './text-lines.ts'

export const STRONG: TextStyle = { size: 8.5, weight: 'bold', color: COLORS.text }
export const PLAIN: TextStyle = { size: 8.5, weight: 'regular', color: COLORS.text }
export const QUIET: TextStyle = { size: 7.5, weight: 'regular', color: COLORS.quiet }

/** A cell of one text. */
export const cell = (text: string, style: TextStyle = PLAIN): CellText[] => [{ text, style }]
