/**
 * Black or white, whichever is the easier to read on the MSP's own color (#rrggbb). The better of the
 * two always has a contrast of 4.5 or more.
 */
export function textOn(accent: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => linear(accent, start))
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) ? '#000000' : '#ffffff'
}

/** Linear light, 0 to 1 (WCAG 2.2, relative luminance). */
function linear(hex: string, start: number): number {
  const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
