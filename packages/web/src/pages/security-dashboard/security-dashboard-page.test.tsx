import { forcePasswordReset, getSecurityStatus } from '@tenantscope/contract/security-audit'
import type { SecurityStatus } from '@tenantscope/contract/security-audit'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { findDialog } from '../../testing/dialogs.ts'
import { administrator, technician } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { goodStatus } from '../../testing/security-audit.ts'
import { hoursText, timeLeft } from './status-cards.tsx'

const open = (changes: Partial<SecurityStatus> = {}, person = administrator) =>
  renderApp({
    person,
    at: '/admin/security-dashboard',
    prepare: (server) => server.answer(getSecurityStatus, { ...goodStatus, ...changes }),
  })
const region = (name: string) => screen.findByRole('region', { name })

test('the cards show what was measured', async () => {
  await open()
  expect(
    within(await region('Security Score')).getByText('Grade A+: Excellent'),
  ).toBeInTheDocument()
  expect(await region('Security Checks')).toHaveTextContent('12 / 12No critical issues')
  expect(await region('Environment')).toHaveTextContent('production')
  const authentication = await region('Authentication Security')
  for (const text of ['bcrypt', '12', 'Strong', 'None'])
    expect(within(authentication).getByText(text)).toBeInTheDocument()
  const session = await region('Session Security')
  for (const text of ['5/15min', '8 hours', 'Yes'])
    expect(within(session).getByText(text)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Security Audit' })).toHaveAttribute(
    'href',
    '/admin/security-audit',
  )
  expect(screen.queryByText('Force Password Reset')).not.toBeInTheDocument()
  expect(screen.queryByText('Not verified')).not.toBeInTheDocument()
})

test('what could not be verified is named, and only then', async () => {
  await open({ securityScore: 'A', unverified: ['Known vulnerabilities', 'Certificate'] })
  const card = await region('Not verified')
  expect(
    within(card)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual(['Known vulnerabilities', 'Certificate'])
  expect(card).toHaveTextContent('rule out the grade A+')
})

test('what is not well says so in words', async () => {
  await open({
    securityScore: 'F',
    criticalIssues: 1,
    bcryptEnabled: false,
    saltRounds: 0,
    strongPasswordPolicy: false,
    rateLimitingActive: false,
    sessionSecure: false,
    environment: 'not set',
  })
  expect(await screen.findByText('Grade F: Failing')).toBeInTheDocument()
  expect(await region('Security Checks')).toHaveTextContent('1 critical issue')
  expect(await region('Authentication Security')).toHaveTextContent('Not bcrypt everywhere')
  expect(await region('Session Security')).toHaveTextContent('Not configured correctly')
  expect(await region('Environment')).toHaveTextContent('Not set')
})

test('the session counts down each minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-22T10:00:30.000Z') })
  try {
    await open()
    const card = await region('Session Expiry')
    expect(card).toHaveTextContent('7h 59m')
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(card).toHaveTextContent('7h 57m')
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['2026-11-22T18:00:00Z', '8h 0m'],
  ['2026-11-22T10:00:59Z', '0h 0m'],
  ['2026-11-22T09:59:59Z', 'Expired'],
])('until %s it is %s', (expiry, text) => {
  expect(timeLeft(expiry, new Date('2026-11-22T10:00:00Z'))).toBe(text)
})

test.each([
  [28_800_000, '8 hours'],
  [3_600_000, '1 hour'],
  [5_400_000, '1.5 hours'],
])('%i milliseconds are %s', (ms, text) => {
  expect(hoursText(ms)).toBe(text)
})

test('Refresh Status measures again', async () => {
  const { user, server } = await open()
  await region('Environment')
  server.answer(getSecurityStatus, { ...goodStatus, passedChecks: 11, securityScore: 'B' })
  await user.click(screen.getByRole('button', { name: 'Refresh Status' }))
  await waitFor(async () => expect(await region('Security Checks')).toHaveTextContent('11 / 12'))
})

test('default credentials are named, and a reset is forced once it is confirmed', async () => {
  const { user, server } = await open({
    defaultCredentialsPresent: true,
    defaultCredentialsOf: ['admin', 'demo'],
  })
  server.answer(forcePasswordReset, { usernames: ['admin', 'demo'], message: '2 people must' })
  await user.click(await screen.findByText('Force Password Reset'))
  const dialog = await findDialog('Force a password reset?')
  expect(dialog).toHaveTextContent('admin, demo must choose a new password')
  expect(dialog).toHaveTextContent('you will be signed out')
  await user.click(within(dialog).getByText('Cancel'))
  await waitFor(() => expect(screen.queryByText('Force a password reset?')).not.toBeInTheDocument())
  expect(server.requestsTo(forcePasswordReset)).toHaveLength(0)
  server.answer(getSecurityStatus, goodStatus)
  await user.click(await screen.findByText('Force Password Reset'))
  const again = await findDialog('Force a password reset?')
  await user.click(within(again).getByText('Force Password Reset'))
  expect(await screen.findByText('2 people must')).toBeInTheDocument()
  await waitFor(() =>
    expect(screen.queryByText('Default credentials are in use')).not.toBeInTheDocument(),
  )
})

test('a reset that is refused says why', async () => {
  const { user, server } = await open({
    defaultCredentialsPresent: true,
    defaultCredentialsOf: ['demo'],
  })
  const message = 'No user has default credentials any more'
  server.refuse(forcePasswordReset, { status: 409, code: 'CONFLICT', message })
  await user.click(await screen.findByText('Force Password Reset'))
  const dialog = await findDialog('Force a password reset?')
  expect(dialog).not.toHaveTextContent('you will be signed out')
  await user.click(within(dialog).getByText('Force Password Reset'))
  expect(await screen.findByText(message)).toBeInTheDocument()
})

test('a status that cannot be loaded says so, and can be tried again', async () => {
  const { user, server } = await renderApp({
    person: administrator,
    at: '/admin/security-dashboard',
    prepare: (prepared) =>
      prepared.refuse(getSecurityStatus, { status: 500, code: 'INTERNAL', message: 'No.' }),
  })
  const failed = 'Failed to load security status. Please try again.'
  expect(await screen.findByText(failed)).toBeInTheDocument()
  server.answer(getSecurityStatus, goodStatus)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await region('Environment')).toBeInTheDocument()
})

test('others are refused, and nothing is asked of the server', async () => {
  const { server } = await open({}, technician)
  expect(await screen.findByText('Access Denied')).toBeInTheDocument()
  expect(server.requestsTo(getSecurityStatus)).toHaveLength(0)
})
