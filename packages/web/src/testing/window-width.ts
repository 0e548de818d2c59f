import { onTestFinished, vi } from 'vitest'

/** Pretends that the window is this wide until the test ends; no other media query changes. */
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
