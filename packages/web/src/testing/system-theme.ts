type Listener = (event: { matches: boolean }) => void

const listeners = new Map<Listener, string>()
let isDark = false

/** The theme of a pretended operating system. Of all media queries only this one can match. */
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
