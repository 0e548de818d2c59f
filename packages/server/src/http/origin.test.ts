import { expect, test } from 'vitest'

import { isCrossSite } from './origin.ts'

const publicUrl = new URL('https://tenantscope.example.com')

test.each([
  ['a script without either header', {}, false],
  ['the own page', { 'sec-fetch-site': 'same-origin' }, false],
  ['a typed address', { 'sec-fetch-site': 'none' }, false],
  ['the own page in a browser without Sec-Fetch-Site', { origin: publicUrl.origin }, false],
  ["another site's page", { 'sec-fetch-site': 'cross-site' }, true],
  ['a page of a sister domain', { 'sec-fetch-site': 'same-site' }, true],
  ["another site's origin", { origin: 'https://evil.example.com' }, true],
  ['an origin that hides itself', { origin: 'null' }, true],
  ['the same host on another port', { origin: 'https://tenantscope.example.com:8443' }, true],
  [
    'a cross-site page with our origin',
    { 'sec-fetch-site': 'cross-site', origin: publicUrl.origin },
    true,
  ],
  [
    'a sister domain’s page with our origin',
    { 'sec-fetch-site': 'same-site', origin: publicUrl.origin },
    true,
  ],
  [
    'a cross-site page with an origin of its own',
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.com' },
    true,
  ],
])('%s: cross-site is %o -> %s', (_, headers, expected) => {
  expect(isCrossSite(headers, publicUrl)).toBe(expected)
})
