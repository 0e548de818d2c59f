import { listInvitations, revokeInvitation, startConsent } from '@tenantscope/contract/consent'
import { ConsentId } from '@tenantscope/contract/ids'
import type { TenantId } from '@tenantscope/contract/ids'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { CONSENT_ID, CONSENT_URL, makeConsent } from '../../testing/consents.ts'
import { findDialog } from '../../testing/dialogs.ts'
import { holdReading } from '../../testing/hold-reading.ts'
import { renderPart } from '../../testing/render-part.tsx'
import { makeTenant } from '../../testing/tenants.ts'
import { InvitationLinks } from './invitation-links.tsx'
import type { Invitation } from './invitation-links.tsx'

const contoso = makeTenant({ displayName: 'Contoso' })
const fabrikam = makeTenant({ displayName: 'Fabrikam' })

let made = 0

/** A link that can be used, unless the test says otherwise. */
function makeInvitation(changes: Partial<Invitation> = {}): Invitation {
  made += 1
  return {
    ...makeConsent({ id: ConsentId.parse(`20000000-0000-4000-8000-0000000001${made + 10}`) }),
    kind: 'invitation',
    createdAt: '2026-11-20T10:00:00.000Z',
    expiresAt: '2026-11-27T10:00:00.000Z',
    url: `${CONSENT_URL}?state=${made}`,
    label: null,
    ...changes,
  }
}

async function open(invitations: Invitation[], tenantId: TenantId | null = null) {
  return renderPart(<InvitationLinks tenantId={tenantId} />, {
    prepare: (server) => server.answer(listInvitations, { invitations }),
  })
}

test('without links it says so', async () => {
  await open([])
  expect(await screen.findByText('No invitation links yet.')).toBeInTheDocument()
})

test('while they are loaded it says so', async () => {
  await renderPart(<InvitationLinks tenantId={null} />, {
    prepare: (server) => {
      server.answer(listInvitations, { invitations: [] })
      server.hold(listInvitations)
    },
  })
  expect(screen.getByText('Loading invitation links...')).toBeInTheDocument()
})

test('links that cannot be loaded say why and can be tried again', async () => {
  const { server, user } = await renderPart(<InvitationLinks tenantId={null} />, {
    prepare: (fake) =>
      fake.refuse(listInvitations, {
        status: 503,
        code: 'UNAVAILABLE',
        message: 'It is starting.',
      }),
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('It is starting.')
  server.answer(listInvitations, { invitations: [] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No invitation links yet.')).toBeInTheDocument()
})

test('a link is made for the tenant, shown with its end, and copied', async () => {
  const { server, user } = await open([], contoso.id)
  await screen.findByText('No invitation links yet.')
  server.answer(startConsent, {
    url: CONSENT_URL,
    id: CONSENT_ID,
    expiresAt: '2026-11-27T10:00:00.000Z',
  })
  server.answer(listInvitations, {
    invitations: [makeInvitation({ tenantId: contoso.id, url: CONSENT_URL })],
  })
  await user.click(screen.getByRole('button', { name: 'Create invitation link' }))
  expect(await screen.findByText('Invitation link created')).toBeInTheDocument()
  expect(server.requestsTo(startConsent)[0]?.body).toEqual({
    kind: 'invitation',
    tenantId: contoso.id,
  })
  expect(screen.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(CONSENT_URL)
  expect(screen.getByText(/Made by Megan Bowen/)).toHaveTextContent(
    'Can be used until Nov 27, 2026 at 10:00:00 AM UTC',
  )
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(CONSENT_URL)
  expect(await screen.findByText('Copied to Clipboard')).toBeInTheDocument()
})

test('a link that is used shows it by itself, and polling does not keep the session alive', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const link = makeInvitation()
  const { server } = await open([link])
  await screen.findByText('Not used yet')
  server.answer(listInvitations, { invitations: [{ ...link, state: 'succeeded', url: null }] })
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(await screen.findByText('Used')).toBeInTheDocument()
  const requests = server.requestsTo(listInvitations)
  for (const { headers } of requests) expect(headers.get('X-Background')).toBe('1')
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(server.requestsTo(listInvitations)).toHaveLength(requests.length)
})

test('a link gets the label that was entered, and the list shows it', async () => {
  const { server, user } = await open([])
  const field = screen.getByRole('textbox', { name: 'Label (optional)' })
  await user.type(field, ' Ticket 4711')
  server.answer(startConsent, {
    url: CONSENT_URL,
    id: CONSENT_ID,
    expiresAt: '2026-11-27T10:00:00.000Z',
  })
  server.answer(listInvitations, { invitations: [makeInvitation({ label: 'Ticket 4711' })] })
  await user.click(screen.getByRole('button', { name: 'Create invitation link' }))
  expect(await screen.findByText('Ticket 4711')).toBeInTheDocument()
  expect(server.requestsTo(startConsent)[0]?.body).toEqual({
    kind: 'invitation',
    label: 'Ticket 4711',
  })
  expect(field).toHaveValue('')
})

test('a link for a new customer names no tenant', async () => {
  const { server, user } = await open([])
  server.answer(startConsent, {
    url: CONSENT_URL,
    id: CONSENT_ID,
    expiresAt: '2026-11-27T10:00:00.000Z',
  })
  await user.click(await screen.findByRole('button', { name: 'Create invitation link' }))
  await waitFor(() =>
    expect(server.requestsTo(startConsent)[0]?.body).toEqual({ kind: 'invitation' }),
  )
})

test('without a Microsoft connection no link is made', async () => {
  const { server, user } = await open([])
  server.refuse(startConsent, { status: 409, code: 'CONFLICT', message: 'No.' })
  await user.click(await screen.findByRole('button', { name: 'Create invitation link' }))
  expect(await screen.findByText('Configuration Error')).toBeInTheDocument()
  expect(screen.getByText(/Azure configuration not found/)).toBeInTheDocument()
})

test('of a tenant only its own links are shown; for all, each with its tenant', async () => {
  const invitations = [
    makeInvitation({ tenantId: contoso.id, displayName: 'Contoso' }),
    makeInvitation({ tenantId: fabrikam.id, displayName: 'Fabrikam' }),
    makeInvitation({ tenantId: null, displayName: null }),
  ]
  const { unmount } = await open(invitations, contoso.id)
  expect(await screen.findAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByText('Fabrikam')).not.toBeInTheDocument()
  unmount()
  await open(invitations)
  expect(await screen.findByText('Fabrikam')).toBeInTheDocument()
  expect(screen.getByText('Contoso')).toBeInTheDocument()
  expect(screen.getByText('For the first tenant that consents')).toBeInTheDocument()
})

test('a link is revoked only after a question, and then cannot be copied', async () => {
  const link = makeInvitation()
  const { server, user } = await open([link])
  await user.click(await screen.findByRole('button', { name: 'Revoke' }))
  const question = await findDialog('Revoke this invitation link?')
  await user.click(within(question).getByRole('button', { name: 'Cancel', hidden: true }))
  expect(server.requestsTo(revokeInvitation)).toHaveLength(0)

  const revoked: Invitation = { ...link, state: 'revoked', problem: 'revoked', url: null }
  server.answer(revokeInvitation, revoked)
  server.answer(listInvitations, { invitations: [revoked] })
  await user.click(await screen.findByRole('button', { name: 'Revoke' }))
  const letRead = holdReading(server, listInvitations)
  await user.click(
    within(await findDialog('Revoke this invitation link?')).getByRole('button', {
      name: 'Revoke',
      hidden: true,
    }),
  )
  await letRead()
  expect(await screen.findByText('Invitation link revoked')).toBeInTheDocument()
  expect(server.requestsTo(revokeInvitation)[0]?.params).toEqual({ consentId: link.id })
  expect(screen.getByText('Revoked')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Copy link' })).not.toBeInTheDocument()
})

test('a link that was used meanwhile is not revoked, and its state is shown', async () => {
  const link = makeInvitation()
  const { server, user } = await open([link])
  await user.click(await screen.findByRole('button', { name: 'Revoke' }))
  server.refuse(revokeInvitation, { status: 409, code: 'CONFLICT', message: 'It was used.' })
  server.answer(listInvitations, {
    invitations: [{ ...link, state: 'succeeded', displayName: 'Contoso', url: null }],
  })
  await user.click(
    within(await findDialog('Revoke this invitation link?')).getByRole('button', {
      name: 'Revoke',
      hidden: true,
    }),
  )
  expect(await screen.findByText('Failed to revoke')).toBeInTheDocument()
  expect(screen.getByText('It was used.')).toBeInTheDocument()
  expect(await screen.findByText('Used')).toBeInTheDocument()
})

test('links that can be used come first, and many are folded', async () => {
  const used = Array.from({ length: 6 }, () =>
    makeInvitation({ state: 'expired', url: null, createdAt: '2026-11-21T10:00:00.000Z' }),
  )
  const { user } = await open([...used, makeInvitation()])
  const items = await screen.findAllByRole('listitem')
  expect(items).toHaveLength(5)
  expect(items[0]).toHaveTextContent('Not used yet')
  await user.click(screen.getByRole('button', { name: 'Show 2 more' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(7)
})
