import { expect, test } from 'vitest'

import { browserName } from './browser-name.ts'

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.for([
  [`${WINDOWS} Chrome/131.0.0.0 Safari/537.36`, 'Chrome 131 on Windows'],
  [`${WINDOWS} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.51`, 'Edge 131 on Windows'],
  [`${WINDOWS} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`, 'Opera 115 on Windows'],
  [`${MAC} Version/18.1 Safari/605.1.15`, 'Safari 18 on macOS'],
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari 18 on iPhone'],
  [`${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome 131 on iPhone'],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    'Firefox 132 on Linux',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung Internet 27 on Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel) Chrome/141.0.0.0 Safari/537.36',
    'Chrome 141 on Android',
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541) Chrome/141.0.0.0', 'Chrome 141 on ChromeOS'],
  ['Mozilla/5.0 (Fuchsia) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0', 'Chrome 131'],
] as const)('%s is %s', ([userAgent, name]) => {
  expect(browserName(userAgent)).toBe(name)
})

test.for([
  'curl/8.5.0',
  '',
  'Something (Windows NT 10.0)',
  '=HYPERLINK("http://x")',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/131.0.0.0',
  'Mozilla/5.0 (Windows NT 10.0) SkypeUriPreview Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko',
])('%s is no browser that is known', (userAgent) => {
  expect(browserName(userAgent)).toBeNull()
})
