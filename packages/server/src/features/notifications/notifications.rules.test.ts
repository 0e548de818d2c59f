import { describe, expect, test } from 'vitest'

import { expiryHappening, kindsFor, notificationMail } from './notifications.rules.ts'

const ALL = [
  'refresh-failing',
  'consent-lost',
  'secret-expiring',
  'share-opened',
  'backup-failed',
  'exception-ended',
]

describe('which kinds reach whom', () => {
  test.each([
    ['viewer', []],
    ['technician', ['refresh-failing', 'consent-lost', 'share-opened', 'exception-ended']],
    ['admin', ALL],
  ] as const)('%s', (role, kinds) => {
    expect(kindsFor(role, ALL)).toEqual(kinds)
  })

  test('a disabled kind reaches no user', () => {
    expect(kindsFor('admin', ['backup-failed'])).toEqual(['backup-failed'])
  })
})

describe('a credential that expires', () => {
  const expiresAt = new Date('2026-12-31T12:00:00Z')
  const daysBefore = (days: number) => new Date(expiresAt.getTime() - days * 86_400_000)
  const keyAt = (days: number) => expiryHappening(expiresAt, daysBefore(days))?.key

  test('is sent 30, 14, 7 days and 1 day before, and after the expiry', () => {
    expect(keyAt(31)).toBeUndefined()
    const keys = [30, 29, 15, 14, 8, 7, 2, 1, 0.5, 0, -1, -40].map(keyAt)
    expect(new Set(keys).size).toBe(5)
    expect(keyAt(30)).toBe(keyAt(15))
    expect(keyAt(14)).toBe(keyAt(8))
    expect(keyAt(7)).toBe(keyAt(2))
    expect(keyAt(1)).toBe(keyAt(0.5))
    expect(keyAt(0)).toBe(keyAt(-40))
  })

  test('says how many days are left', () => {
    expect(expiryHappening(expiresAt, daysBefore(7))?.text).toContain('expires in 7 days')
    expect(expiryHappening(expiresAt, daysBefore(0.5))?.text).toContain('expires in 1 day.')
    expect(expiryHappening(expiresAt, daysBefore(-1))?.text).toContain('has expired')
  })

  test('is not reported when its end is unknown', () => {
    expect(expiryHappening(null, expiresAt)).toBeNull()
  })
})

const notification = (text: string) => ({
  title: 'A tenant withdrew its consent',
  text,
  address: '/tenant/1',
  createdAt: new Date(0),
})

describe('the mail', () => {
  const url = new URL('https://scope.example/')

  test('names one thing by its title, and leads to it', () => {
    const { subject, text } = notificationMail([notification('Contoso withdrew its consent')], url)
    expect(subject).toBe('Tenantscope: A tenant withdrew its consent')
    expect(text).toContain('- Contoso withdrew its consent\n  https://scope.example/tenant/1\n')
    expect(text).toContain('https://scope.example/profile?tab=notifications')
  })

  test('counts several, and a name cannot break a line', () => {
    const { subject, text } = notificationMail(
      [notification('one'), notification('two\r\nBcc: a@b.c')],
      url,
    )
    expect(subject).toBe('Tenantscope: 2 events need attention')
    expect(text).not.toMatch(/^Bcc/mu)
  })
})
