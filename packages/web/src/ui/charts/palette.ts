/**
 * Six colors for charts that color-blind readers can distinguish, with contrast to the cards of
 * both themes; the test measures both. Color only repeats labels and patterns.
 */
export const CHART_COLORS = {
  light: ['#02717a', '#bb804b', '#231dc7', '#6b1434', '#9c5ad5', '#5a4208'],
  dark: ['#5bb3ba', '#f18e67', '#a1a0f6', '#e22a76', '#9f50f0', '#ede435'],
} as const

/** Returns the palette as variables of a theme. */
export function chartVariables(theme: keyof typeof CHART_COLORS): Record<string, string> {
  return Object.fromEntries(
    CHART_COLORS[theme].map((color, index) => [`chartColor${index + 1}`, color]),
  )
}

/** Returns the color of a series or segment by its index; after six they repeat. */
export function chartColor(index: number): string {
  return `var(--chartColor${(index % CHART_COLORS.light.length) + 1})`
}
