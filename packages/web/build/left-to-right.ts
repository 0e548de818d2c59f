import type { Plugin } from 'vite'

const LIBRARY = 'rtl-css-js/core'
const MODULE = '\0left-to-right'

/**
 * Griffel mirrors every rule for pages that read from right to left. All screens are English, so no page
 * does: the library that mirrors is replaced by functions that return what they are given.
 */
export function leftToRight(): Plugin {
  return {
    name: 'left-to-right',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === LIBRARY ? MODULE : undefined),
    load: (id) =>
      id === MODULE
        ? 'export const convert = (rules) => rules\nexport const convertProperty = (key, value) => ({ key, value })'
        : undefined,
  }
}
