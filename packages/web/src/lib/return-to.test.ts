import { expect, test } from 'vitest'

import { askedForAddress } from './return-to.ts'

test.each([
  ['/', null],
  ['/login', null],
  ['/login?error=expired&returnTo=%2Foverview', '/overview'],
  ['/login?returnTo=%2F%2Fevil.example', null],
  ['/login?returnTo=%2F.%2F%2Fevil.example', null],
  ['/dashboard?status=Active', '/dashboard?status=Active'],
  ['/dashboard?search=mün chen#top', '/dashboard?search=m%C3%BCn%20chen#top'],
])('at %s the address asked for is %s', (at, address) => {
  history.replaceState(null, '', at)
  expect(askedForAddress()).toBe(address)
})
