import { getAzureConfig } from '@tenantscope/contract/azure'
import type { AzureConfig } from '@tenantscope/contract/azure'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

import { makeAzureConfig, noConnection } from '../../testing/azure-config.ts'
import { administrator, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'

const DAY_MS = 86_400_000

async function open(config: AzureConfig, person = administrator) {
  const app = await renderApp({
    person,
    at: '/azure-config',
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(getAzureConfig, config)
    },
  })
  await screen.findByRole('region', { name: 'Redirect URIs' })
  return app
}

const expiringIn = (ms: number, changes: Partial<AzureConfig> = {}) =>
  makeAzureConfig({
    // A minute on top: time passes while the page is opened.
    credentialExpiresAt: new Date(Date.now() + ms + 60_000).toISOString(),
    ...changes,
  })

test.each([
  ['30 days before the end', 30 * DAY_MS, 'secret', 'The client secret expires in 30 days'],
  ['a day before', DAY_MS, 'secret', 'The client secret expires in 1 day'],
  ['on the last day', 3_600_000, 'secret', 'The client secret expires within a day'],
  ['after the end', -DAY_MS, 'secret', 'The client secret has expired'],
  ['of a certificate', 5 * DAY_MS, 'certificate', 'The certificate expires in 5 days'],
] as const)('the end of the credential is warned of: %s', async (_, ms, credentialKind, title) => {
  await open(expiringIn(ms, { credentialKind }))
  const bar = screen.getByRole('group', { name: new RegExp(title) })
  expect(bar).toHaveTextContent('Certificates & secrets')
  expect(within(bar).getByRole('link', { name: 'Open Azure Portal' })).toHaveAttribute(
    'href',
    'https://portal.azure.com/',
  )
})

test('an expiry more than 30 days away is shown without a warning', async () => {
  await open(expiringIn(31 * DAY_MS))
  expect(screen.queryByText(/expires in/)).not.toBeInTheDocument()
  expect(screen.getByText('Credential expires')).toBeInTheDocument()
})

test('who may not change the connection is warned too', async () => {
  await open(expiringIn(3 * DAY_MS), viewer)
  const bar = screen.getByRole('group', { name: /The client secret expires in 3 days/ })
  expect(bar).toHaveTextContent('Ask an administrator of Tenantscope to renew it.')
})

test('the last change is shown in the reader’s zone, and the last token only once on the page', async () => {
  await open(makeAzureConfig())
  const status = within(screen.getByRole('region', { name: 'Connection status' }))
  expect(status.queryByText('Last successful token')).not.toBeInTheDocument()
  expect(status.getByText(/Nov 01, 2026 at 1:00:00 AM PDT by/)).toHaveTextContent('by admin')
  expect(status.getByText('Not known: not returned by the directory yet')).toBeInTheDocument()
})

test('before there is a connection there is no status, only the way to one', async () => {
  await open(noConnection)
  expect(screen.queryByRole('region', { name: 'Connection status' })).not.toBeInTheDocument()
  expect(
    screen.getByRole('link', { name: 'Every step in detail, with a manifest to paste' }),
  ).toHaveAttribute('href', '/azure-redirect-setup')
})

function fakeClipboard(writeText: (text: string) => Promise<void>) {
  const spy = vi.fn(writeText)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: spy }, configurable: true })
  onTestFinished(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  })
  return spy
}

test('both redirect URIs are copied letter by letter, and the button says so for 2 seconds', async () => {
  const { user } = await open(noConnection)
  const writeText = fakeClipboard(() => Promise.resolve())
  const admin = screen.getByLabelText('Admin Consent Redirect URI')
  expect(admin).toHaveValue('https://scope.msp.example/api/admin-consent-callback')
  expect(admin).toHaveAttribute('readonly')
  const button = screen.getByRole('button', { name: 'Copy Admin Consent Redirect URI' })
  const before = button.innerHTML
  vi.useFakeTimers()
  fireEvent.click(button)
  // The copying itself takes a moment.
  await act(() => vi.advanceTimersByTimeAsync(10))
  await act(() => vi.advanceTimersByTimeAsync(1_980))
  expect(button.innerHTML).not.toBe(before)
  await act(() => vi.advanceTimersByTimeAsync(20))
  expect(button.innerHTML).toBe(before)
  vi.useRealTimers()
  expect(await screen.findByText('Copied to clipboard')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Copy Sign-in redirect URI' }))
  expect(writeText.mock.calls).toEqual([
    ['https://scope.msp.example/api/admin-consent-callback'],
    ['https://scope.msp.example/api/auth/microsoft/callback'],
  ])
})

test('a clipboard that refuses is said', async () => {
  const { user } = await open(noConnection)
  fakeClipboard(() => Promise.reject(new Error('no')))
  await user.click(screen.getByRole('button', { name: 'Copy Sign-in redirect URI' }))
  expect(await screen.findByText('Copy failed')).toBeInTheDocument()
  await act(async () => undefined)
})

test.each(['/admin-config', '/azure-config'])('%s is the same screen', async (at) => {
  await renderApp({
    person: viewer,
    at,
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(getAzureConfig, noConnection)
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Azure Configuration' })
  expect(location.pathname).toBe('/azure-config')
  await waitFor(() => expect(document.title).toBe('Azure Configuration – Tenantscope'))
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent(
    'DashboardAzure Configuration',
  )
})
