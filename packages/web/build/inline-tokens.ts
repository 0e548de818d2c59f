import { tokens } from '@fluentui/react-components'
import type { Plugin } from 'vite'

const VALUES = new Map(Object.entries(tokens))
const NAMED = /\btokens\.(\w+)/gu

/**
 * Writes what a theme token is, `var(--name)`, where it is used. Otherwise the list of all of them,
 * (a screen needs a tenth of them) would be part of the first load of every visitor.
 */
export function inlineTokens(): Plugin {
  return {
    name: 'inline-tokens',
    apply: 'build',
    transform: {
      filter: { code: NAMED, id: /(?:packages[\\/]web[\\/]src|@fluentui)[\\/].*\.[jt]sx?$/u },
      handler: (code) => ({ code: code.replaceAll(NAMED, written), map: null }),
    },
  }
}

function written(use: string, name: string): string {
  const value = VALUES.get(name)
  return value === undefined ? use : JSON.stringify(value)
}
