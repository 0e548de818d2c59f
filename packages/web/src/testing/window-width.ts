import { onTestFinished, vi } from 'vitest'

/** Sets the window's width until the test ends; other media queries do not change. */
export function setWindowWidth(pixels: number): void {
  const matchMedia = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) => {
    const width = /^\(min-width: (\d+)px\)$/.exec(query)?.[1]
    const list = matchMedia(query)
    if (width === undefined) return list
    return {
      matches: pixels >= Number(width),
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }
  })
  onTestFinished(() => {
    vi.stubGlobal('matchMedia', matchMedia)
  })
}
