import { expect, test } from 'vitest'

import { askedForAddress, checkedReturnTo } from './return-to.ts'

test.each([
  ['/tenant/1?tab=licenses#top', '/tenant/1?tab=licenses#top'],
  ['/dashboard', '/dashboard'],
  ['//evil.example/x', null],
  ['/\\evil.example', null],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  ['/login?returnTo=/x', null],
  ['/api/auth/logout', null],
  ['/tenant/../api/auth/logout', null],
  ['', null],
  [null, null],
])('%s leads back to %s', (asked, address) => {
  expect(checkedReturnTo(asked)).toBe(address)
})

test.each([
  ['/', null],
  ['/login', null],
  ['/login?error=expired&returnTo=%2Foverview', '/overview'],
  ['/login?returnTo=%2F%2Fevil.example', null],
  ['/dashboard?status=Active', '/dashboard?status=Active'],
])('at %s the address asked for is %s', (at, address) => {
  history.replaceState(null, '', at)
  expect(askedForAddress()).toBe(address)
})
