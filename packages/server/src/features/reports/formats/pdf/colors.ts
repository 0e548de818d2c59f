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

/** What a bar must differ by from its track. */
const DISTINCT = 1.9

/** Text on a ground of this color: black or white, whichever is more legible. */
export function textOn(ground: string): string {
  return contrast(ground, '#ffffff') >= contrast(ground, '#000000') ? '#ffffff' : '#000000'
}

/** The color of bars: one too pale to be told from its track gives way to the text's quiet color. */
export function barColor(color: string): string {
  return contrast(color, COLORS.track) >= DISTINCT ? color : COLORS.quiet
}

/** The color of what goes beyond a bar of this color. */
export function overColor(bar: string): string {
  return contrast(bar, COLORS.text) >= DISTINCT ? COLORS.text : '#9aa4ae'
}

/** The contrast of two colors as WCAG 2 measures it: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
