import { expect, test } from 'vitest'

import { tokenIn } from './visit.ts'

test.each([
  ['/shared/aToken', 'aToken'],
  ['/shared/aToken/', 'aToken'],
  ['/shared/a%2Fb', 'a/b'],
  ['/shared/a/b', null],
  ['/shared/', null],
  ['/shared', null],
  ['/shared/%E0%A4%A', null],
  ['/other/aToken', null],
])('the token in %s is %s', (pathname, token) => {
  expect(tokenIn(pathname)).toBe(token)
})
