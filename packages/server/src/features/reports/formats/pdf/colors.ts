import { contrastOf } from '@tenantscope/analysis/color-contrast'

/** Colors of a file: '#rrggbb'. */
export const COLORS = {
  text: '#1b1f23',
  quiet: '#57606a',
  rule: '#d0d7de',
  shade: '#f3f5f7',
  track: '#e4e8ec',
  paper: '#ffffff',
  /** The product's own. */
  brand: '#02717a',
} as const

/** Minimum contrast between a bar and its track. */
const DISTINCT = 1.9

/** Returns the color of bars; one too similar to the track is replaced by the text's quiet color. */
export function barColor(color: string): string {
  return contrastOf(color, COLORS.track) >= DISTINCT ? color : COLORS.quiet
}

/** The color of what goes beyond a bar of this color. */
export function overColor(bar: string): string {
  return contrastOf(bar, COLORS.text) >= DISTINCT ? COLORS.text : '#9aa4ae'
}
