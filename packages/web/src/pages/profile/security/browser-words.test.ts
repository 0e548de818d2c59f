import { expect, test } from 'vitest'

import { browserWords } from './browser-words.ts'

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'

test.each([
  [`${WINDOWS} ${CHROME} Edg/141.0.0.0`, 'Microsoft Edge on Windows'],
  [`${WINDOWS} ${CHROME}`, 'Chrome on Windows'],
  [`${WINDOWS} ${CHROME} OPR/120.0`, 'Opera on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18 Safari/605.1.15', 'Safari on macOS'],
  [`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${IPHONE} CriOS/141.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [`Mozilla/5.0 (Linux; Android 16; Pixel) ${CHROME}`, 'Chrome on Android'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541) ${CHROME}`, 'Chrome on ChromeOS'],
  ['curl/8.5.0', 'Unknown browser'],
  ['Something (Windows NT 10.0)', 'Browser on Windows'],
  ['Firefox/140.0', 'Firefox'],
  ['', 'Unknown browser'],
  [null, 'Unknown browser'],
])('%s is %s', (userAgent, words) => {
  expect(browserWords(userAgent)).toBe(words)
})
