import { expect, test } from 'vitest'

import { expiryOf, isAlive, maySignIn, touchedBy } from './sessions.rules.ts'

const start = new Date('2026-11-20T08:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
const HOUR = 3_600

const session = {
  createdAt: start,
  lastSeenAt: start,
  expiresAt: after(8 * HOUR),
  closingAt: null,
  authMethod: 'microsoft',
  role: 'viewer',
  isDisabled: false,
} as const

test('a session lasts 8 hours from what a person did last, and 24 hours at most', () => {
  expect(expiryOf(start, start)).toEqual(after(8 * HOUR))
  expect(expiryOf(start, after(10 * HOUR))).toEqual(after(18 * HOUR))
  expect(expiryOf(start, after(20 * HOUR))).toEqual(after(24 * HOUR))
})

test.each([
  ['just before its end', {}, 8 * HOUR - 1, true],
  ['at its end', {}, 8 * HOUR, false],
  ['29 seconds after its last tab closed', { closingAt: start }, 29, true],
  ['30 seconds after its last tab closed', { closingAt: start }, 30, false],
  ['of a disabled person', { isDisabled: true }, 1, false],
  ['of a local account that is no administrator', { authMethod: 'traditional' }, 1, false],
] as const)('a session %s is as alive as decided', (_, changes, seconds, expected) => {
  expect(isAlive({ ...session, ...changes }, after(seconds))).toBe(expected)
})

test('a local administrator and any person of Microsoft may sign in, a disabled one may not', () => {
  const person = { authMethod: 'traditional', role: 'admin', isDisabled: false } as const
  expect(maySignIn(person)).toBe(true)
  expect(maySignIn({ ...person, authMethod: 'microsoft', role: 'viewer' })).toBe(true)
  expect(maySignIn({ ...person, role: 'technician' })).toBe(false)
  expect(maySignIn({ ...person, isDisabled: true })).toBe(false)
})

test('what a person does rolls the session; polls, streams and prefetches never do', () => {
  const now = after(2 * HOUR)
  expect(touchedBy(session, { isBackground: false, now })).toEqual({
    lastSeenAt: now,
    expiresAt: after(10 * HOUR),
  })
  expect(touchedBy(session, { isBackground: true, now })).toBeNull()
})

test('any request takes a closing back, also one in the background, which rolls nothing', () => {
  const closing = { ...session, closingAt: after(2) }
  expect(touchedBy(closing, { isBackground: true, now: after(5) })).toEqual({ closingAt: null })
})
