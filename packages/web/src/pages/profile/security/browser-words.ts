type Sign = readonly [sign: RegExp, name: string]

/** In this order: most browsers also name the ones that they resemble. */
const BROWSERS: readonly Sign[] = [
  [/\bEdg(?:e|A|iOS)?\//u, 'Microsoft Edge'],
  [/\b(?:OPR|Opera)\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//u, 'Chrome'],
  [/\bSafari\//u, 'Safari'],
]

const SYSTEMS: readonly Sign[] = [
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows\b/u, 'Windows'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/u, 'macOS'],
  [/\bLinux\b/u, 'Linux'],
]

/** A browser and its system in words, from what it says of itself, which may be anything. */
export function browserWords(userAgent: string | null): string {
  const browser = nameIn(BROWSERS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  if (browser === undefined)
    return system === undefined ? 'Unknown browser' : `Browser on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}

const nameIn = (signs: readonly Sign[], userAgent: string | null): string | undefined =>
  signs.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
