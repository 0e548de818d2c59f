type Listener = (event: { matches: boolean }) => void

const listeners = new Map<Listener, string>()
let isDark = false

/** The theme of a fake operating system. It matches no other media query. */
export const systemTheme = {
  setDark: (value: boolean) => {
    isDark = value
    for (const [listener, query] of listeners) listener({ matches: doesMatch(query) })
  },
  matchMedia: (query: string) => ({
    get matches() {
      return doesMatch(query)
    },
    media: query,
    addEventListener: (_type: 'change', listener: Listener) => listeners.set(listener, query),
    removeEventListener: (_type: 'change', listener: Listener) => listeners.delete(listener),
  }),
}

function doesMatch(query: string): boolean {
  return isDark && query.includes('prefers-color-scheme: dark')
}
