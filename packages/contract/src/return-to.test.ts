import { expect, test } from 'vitest'

import { checkedReturnTo } from './return-to.ts'

test.each([
  '/dashboard',
  '/dashboard?status=Active&search=a%5Cb%0A//x',
  '/tenant/11111111-2222-3333-4444-555555555555?tab=licenses#top',
  '/overview#/../login',
  '/loginactivity',
  '/x//y',
  '/.well-known',
])('the page %s is accepted unchanged', (address) => {
  expect(checkedReturnTo(address)).toBe(address)
})

test.each([
  undefined,
  null,
  '',
  '/',
  '/?status=Active',
  '/#top',
  'dashboard',
  ' /dashboard',
  '/dash board',
  '/mün',
  '/%',
  '/%ff',
  'https://evil.example',
  'javascript:alert(1)',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/x\\..\\\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/.%2E//evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '/\r/evil.example',
  '/\0dashboard',
  '/dashboard\u007F',
  '/dashboard?x=\n',
  '/%09/evil.example',
  '/api',
  '/api/auth/logout',
  '/api?x=1',
  '/%61pi/auth/microsoft/login',
  '/tenant/../api/auth/logout',
  '/login',
  '/login/',
  '/login?returnTo=/login',
  '/LOGIN#x',
])('%j is not a page of this product and is refused', (address) => {
  expect(checkedReturnTo(address)).toBeNull()
})
