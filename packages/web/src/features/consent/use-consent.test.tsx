import { useQuery } from '@tanstack/react-query'
import { getConsent, startConsent } from '@tenantscope/contract/consent'
import type { Consent } from '@tenantscope/contract/consent'
import { ConsentId } from '@tenantscope/contract/ids'
import type { TenantId } from '@tenantscope/contract/ids'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { tenantListQuery } from '../../lib/tenant-list.ts'
import {
  catchPopups,
  CONSENT_ID,
  CONSENT_URL,
  makeConsent,
  messageOf,
  tellOpener,
} from '../../testing/consents.ts'
import { renderPart } from '../../testing/render-part.tsx'
import { listOf } from '../../testing/tenant-lists.ts'
import { makeTenant } from '../../testing/tenants.ts'
import type { ConsentPopupKind } from './consent-popup.ts'
import { ConsentProgress } from './consent-progress.tsx'
import { useConsent } from './use-consents.ts'

const contoso = makeTenant({ displayName: 'Contoso' })
const other = makeTenant({}).id
const OTHER_CONSENT = ConsentId.parse('20000000-0000-4000-8000-000000000009')

interface SceneProps {
  tenantId: TenantId | null
  popup: ConsentPopupKind
  onSettled: (consent: Consent) => void
}

function Scene(props: SceneProps) {
  const { start, phase, consent, link } = useConsent(props)
  const { data } = useQuery(tenantListQuery({ isQuiet: true }))
  return (
    <>
      <button onClick={start}>Grant</button>
      <p>Phase: {phase}</p>
      <p>Tenants: {data?.total}</p>
      <ConsentProgress consent={consent} phase={phase} link={link} />
    </>
  )
}

async function open(popup: ConsentPopupKind, tenantId: TenantId | null = contoso.id) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const settled: string[] = []
  const scene = (
    <Scene popup={popup} tenantId={tenantId} onSettled={({ state }) => settled.push(state)} />
  )
  const { server } = await renderPart(scene, {
    prepare: (fake) => {
      fake.answer(listTenants, listOf([contoso]))
      fake.answer(startConsent, {
        url: CONSENT_URL,
        id: CONSENT_ID,
        expiresAt: '2026-11-20T10:15:00.000Z',
      })
      fake.answer(getConsent, makeConsent({ tenantId }))
    },
  })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const grant = async () => {
    await user.click(screen.getByRole('button', { name: 'Grant' }))
  }
  return { server, user, grant, settled }
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const phase = () => screen.getByText(/^Phase: /).textContent

test.for([
  { kind: 'dashboard', size: 'width=600,height=700' },
  { kind: 'page', size: 'width=600,height=600' },
] as const)('on the $kind the window opens within the click: $size', async ({ kind, size }) => {
  const { popups } = catchPopups()
  const { server, grant } = await open(kind)
  const release = server.hold(startConsent)
  await grant()
  expect(popups[0]?.location.href).toBe('about:blank')
  expect(popups[0]?.features).toContain(size)
  expect(phase()).toBe('Phase: opening')
  release()
  expect(await screen.findByText('Consent Started')).toBeInTheDocument()
  expect(popups[0]?.location.href).toBe(CONSENT_URL)
  expect(phase()).toBe('Phase: waiting')
  expect(server.requestsTo(startConsent)[0]?.body).toEqual({
    kind: 'interactive',
    tenantId: contoso.id,
  })
})

test('a blocked popup is said, and the same page opens in a tab instead', async () => {
  const { tabs } = catchPopups({ isBlocked: true })
  const { server, user, grant } = await open('dashboard')
  await grant()
  expect(await screen.findByText('Popup Blocked')).toBeInTheDocument()
  expect(screen.getByText(/Please allow popups/)).toBeInTheDocument()
  const link = screen.getByRole('link', { name: 'Open the consent page in a tab' })
  expect(link).toHaveAttribute('href', CONSENT_URL)
  await user.click(screen.getByRole('button', { name: 'Open in a tab' }))
  expect(tabs).toEqual([CONSENT_URL])

  // The tab has no window to speak to: its word comes to all of Tenantscope's windows.
  server.answer(getConsent, makeConsent({ tenantId: contoso.id, state: 'succeeded' }))
  const channel = new BroadcastChannel('tenantscope-consent')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes none
  channel.postMessage(messageOf({ tenantId: contoso.id }))
  expect(await screen.findByText('Dashboard Updated')).toBeInTheDocument()
  channel.close()
})

test('success updates what is on screen and ends the wait', async () => {
  const { popups } = catchPopups()
  const { server, grant, settled } = await open('dashboard')
  await grant()
  await screen.findByText('Phase: waiting')
  server.answer(getConsent, makeConsent({ tenantId: contoso.id, state: 'succeeded' }))
  server.answer(listTenants, listOf([contoso, makeTenant({})]))
  tellOpener({ tenantId: contoso.id })
  expect(await screen.findByText('Dashboard Updated')).toBeInTheDocument()
  expect(screen.getByText('Tenants: 2')).toBeInTheDocument()
  expect(phase()).toBe('Phase: idle')
  expect(popups[0]?.closed).toBe(true)
  expect(settled).toEqual(['succeeded'])
  const count = server.requestsTo(getConsent).length
  await pass(30_000)
  expect(server.requestsTo(getConsent)).toHaveLength(count)
})

test('success that cannot be read again is a refresh error, not a failed consent', async () => {
  catchPopups()
  const { server, grant } = await open('page')
  await grant()
  await screen.findByText('Phase: waiting')
  server.answer(getConsent, makeConsent({ state: 'succeeded' }))
  server.refuse(listTenants, { status: 503, code: 'UNAVAILABLE', message: 'It is starting.' })
  tellOpener({ tenantId: contoso.id })
  expect(await screen.findByText('Refresh Error')).toBeInTheDocument()
})

test.for([
  { what: 'another tenant', message: { tenantId: other } },
  { what: 'another consent', message: { tenantId: contoso.id, consentId: OTHER_CONSENT } },
  { what: 'another origin', message: { tenantId: contoso.id }, origin: 'https://evil.example' },
  { what: 'another form', message: { tenantId: contoso.id, problem: 'no such problem' } },
])('a message of $what is ignored', async ({ message, origin }) => {
  catchPopups()
  const { server, grant } = await open('page')
  await grant()
  await screen.findByText('Phase: waiting')
  const count = server.requestsTo(getConsent).length
  tellOpener(message, { origin })
  tellOpener({ ...message, type: 'ADMIN_CONSENT_PENDING' }, { origin })
  await pass(500)
  expect(server.requestsTo(getConsent)).toHaveLength(count)
  expect(phase()).toBe('Phase: waiting')
})

test('a failure of another consent or origin is ignored', async () => {
  catchPopups()
  const { grant } = await open('page')
  await grant()
  await screen.findByText('Phase: waiting')
  tellOpener({ type: 'ADMIN_CONSENT_FAILED', consentId: OTHER_CONSENT })
  tellOpener({ type: 'ADMIN_CONSENT_FAILED' }, { origin: 'https://evil.example' })
  tellOpener({ type: 'ADMIN_CONSENT_FAILED', consentId: null }, { source: window })
  await pass(500)
  expect(screen.queryByText('Admin Consent Failed')).not.toBeInTheDocument()
  expect(phase()).toBe('Phase: waiting')
})

test.for([
  { said: 'The administrator declined.', shown: 'The administrator declined.' },
  { said: null, shown: 'Admin consent was denied or failed.' },
])('a refusal is shown as $shown', async ({ said, shown }) => {
  const { popups } = catchPopups()
  const { server, grant, settled } = await open('page')
  await grant()
  await screen.findByText('Phase: waiting')
  server.answer(getConsent, makeConsent({ state: 'cancelled', problem: 'cancelled' }))
  tellOpener({ type: 'ADMIN_CONSENT_FAILED', problem: 'cancelled', message: said })
  expect(await screen.findByText('Admin Consent Failed')).toBeInTheDocument()
  expect(screen.getByText(shown)).toBeInTheDocument()
  expect(phase()).toBe('Phase: idle')
  // Its page says why; the person closes it.
  expect(popups[0]?.closed).toBe(false)
  await waitFor(() => expect(settled).toEqual(['cancelled']))
})

test('a refused state, which names no consent, is reported by the window itself', async () => {
  const { popups } = catchPopups()
  const { grant } = await open('page')
  await grant()
  await screen.findByText('Phase: waiting')
  tellOpener(
    { type: 'ADMIN_CONSENT_FAILED', consentId: null, message: 'This link cannot be used.' },
    { source: popups[0] },
  )
  expect(await screen.findByText('Admin Consent Failed')).toBeInTheDocument()
  expect(screen.getByText('This link cannot be used.')).toBeInTheDocument()
})

test('a dashboard window that comes back with an error is closed', async () => {
  const { popups } = catchPopups()
  const { server, grant } = await open('dashboard')
  await grant()
  await screen.findByText('Phase: waiting')
  const message = 'The administrator declined.'
  server.answer(getConsent, makeConsent({ state: 'cancelled', problem: 'cancelled', message }))
  if (popups[0]) popups[0].location.href = '/api/admin-consent-callback?error=access_denied'
  await pass(1_000)
  expect(await screen.findByText('Consent Failed')).toBeInTheDocument()
  expect(screen.getByText(message)).toBeInTheDocument()
  expect(popups[0]?.closed).toBe(true)
})

test('a window that the person closes ends the wait; the dashboard reads again after a second', async () => {
  const { popups } = catchPopups()
  const { server, grant } = await open('dashboard')
  await grant()
  await screen.findByText('Phase: waiting')
  server.answer(listTenants, listOf([contoso, makeTenant({})]))
  popups[0]?.close()
  await pass(1_000)
  await screen.findByText('Phase: idle')
  expect(screen.getByText('Tenants: 1')).toBeInTheDocument()
  await pass(1_000)
  expect(await screen.findByText('Tenants: 2')).toBeInTheDocument()
  const count = server.requestsTo(getConsent).length
  await pass(30_000)
  expect(server.requestsTo(getConsent)).toHaveLength(count)
})

test('a window that closed itself after consent counts as success even where its word was lost', async () => {
  const { popups } = catchPopups()
  const { server, grant } = await open('page')
  await grant()
  await screen.findByText('Phase: waiting')
  server.answer(getConsent, makeConsent({ tenantId: contoso.id, state: 'succeeded' }))
  popups[0]?.close()
  await pass(1_000)
  expect(await screen.findByText('Permission Status Refreshed')).toBeInTheDocument()
})

test('after 300 looks the wait is given up, and a late answer still counts', async () => {
  catchPopups()
  const { server, grant } = await open('dashboard')
  await grant()
  await screen.findByText('Phase: waiting')
  await pass(299_000)
  expect(phase()).toBe('Phase: waiting')
  await pass(2_000)
  expect(await screen.findByText('Consent Timeout')).toBeInTheDocument()
  expect(phase()).toBe('Phase: idle')
  server.answer(getConsent, makeConsent({ tenantId: contoso.id, state: 'succeeded' }))
  tellOpener({ tenantId: contoso.id })
  expect(await screen.findByText('Dashboard Updated')).toBeInTheDocument()
})

async function propagate() {
  catchPopups()
  const scene = await open('page')
  await scene.grant()
  await screen.findByText('Phase: waiting')
  const answeredAt = new Date().toISOString()
  scene.server.answer(
    getConsent,
    makeConsent({ tenantId: contoso.id, state: 'propagating', answeredAt }),
  )
  tellOpener({ type: 'ADMIN_CONSENT_PENDING', tenantId: contoso.id })
  await screen.findByText('Phase: verifying')
  return scene
}

test('a consent that Microsoft does not show yet is waited out with progress, in the background', async () => {
  const { server, settled } = await propagate()
  expect(screen.getByText(/It usually takes 1 to 2 minutes, at times up to 10/)).toBeInTheDocument()
  await pass(120_000)
  expect(screen.getByText(/Consent was given 2 minutes ago/)).toBeInTheDocument()
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '10')
  server.answer(getConsent, makeConsent({ tenantId: contoso.id, state: 'succeeded' }))
  await pass(5_000)
  expect(await screen.findByText('Permission Status Refreshed')).toBeInTheDocument()
  expect(phase()).toBe('Phase: idle')
  expect(settled).toEqual(['succeeded'])
  for (const { headers } of server.requestsTo(getConsent))
    expect(headers.get('X-Background')).toBe('1')
})

test('a consent that never appears in a token is shown as failed', async () => {
  const { server, settled } = await propagate()
  const message = 'No token of this tenant showed the consent within 10 minutes.'
  server.answer(getConsent, makeConsent({ state: 'unproven', problem: 'unproven', message }))
  await pass(5_000)
  expect(await screen.findByText('Admin Consent Failed')).toBeInTheDocument()
  expect(screen.getByText(message)).toBeInTheDocument()
  expect(settled).toEqual(['unproven'])
})

test.for([
  {
    kind: 'dashboard',
    status: 409,
    title: 'Configuration Error',
    text: 'Azure configuration not found. Please configure Azure settings first.',
  },
  {
    kind: 'dashboard',
    status: 500,
    title: 'Consent Error',
    text: 'Failed to initiate admin consent flow. Check Azure Config.',
  },
  {
    kind: 'page',
    status: 409,
    title: 'Configuration Error',
    text: 'Azure configuration not found. Please configure Azure settings first.',
  },
  {
    kind: 'page',
    status: 500,
    title: 'Consent Error',
    text: 'Failed to initiate admin consent flow. Please try again.',
  },
] as const)('on the $kind an answer $status is $title', async ({ kind, status, title, text }) => {
  const { popups } = catchPopups()
  const { server, grant } = await open(kind)
  server.refuse(startConsent, {
    status,
    code: status === 409 ? 'CONFLICT' : 'INTERNAL',
    message: 'No.',
  })
  await grant()
  expect(await screen.findByText(title)).toBeInTheDocument()
  expect(screen.getByText(text)).toBeInTheDocument()
  expect(popups[0]?.closed).toBe(true)
  expect(phase()).toBe('Phase: idle')
})

test('consent for the own directory names no tenant and takes the word of its window', async () => {
  catchPopups()
  const { server, grant } = await open('page', null)
  await grant()
  await screen.findByText('Phase: waiting')
  expect(server.requestsTo(startConsent)[0]?.body).toEqual({ kind: 'interactive' })
  server.answer(getConsent, makeConsent({ tenantId: other, state: 'succeeded' }))
  tellOpener({ tenantId: other })
  expect(await screen.findByText('Permission Status Refreshed')).toBeInTheDocument()
})
