import { getAzurePermissions } from '@tenantscope/contract/azure'
import {
  decideTenantApproval,
  getConsent,
  listInvitations,
  startConsent,
} from '@tenantscope/contract/consent'
import { refreshTenant } from '@tenantscope/contract/sync'
import { listTenants } from '@tenantscope/contract/tenants'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import {
  catchPopups,
  CONSENT_ID,
  CONSENT_URL,
  makeConsent,
  tellOpener,
} from '../../testing/consents.ts'
import { findDialog } from '../../testing/dialogs.ts'
import { administrator, technician, viewer } from '../../testing/people.ts'
import { makePermissions, nothingVerified } from '../../testing/permissions.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { RUN_ID } from '../../testing/sync-runs.ts'
import { listOf } from '../../testing/tenant-lists.ts'
import { makeFailure, makeTenant } from '../../testing/tenants.ts'
import { setWindowWidth } from '../../testing/window-width.ts'

const limited = makeTenant({
  displayName: 'Contoso',
  accessLevel: 'limited',
  missingPermissions: ['Directory.Read.All'],
})
const GRANT = 'Limited Access: grant consent for Contoso'

async function open(
  tenants: readonly TenantListItem[] = [limited, makeTenant({ displayName: 'Fabrikam' })],
  person = technician,
  permissions = nothingVerified,
) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  setWindowWidth(1_600)
  const { server } = await renderApp({
    person,
    at: '/dashboard',
    prepare: (fake) => {
      fake.answer(listTenants, listOf(tenants))
      fake.answer(getAzurePermissions, permissions)
      fake.answer(startConsent, {
        url: CONSENT_URL,
        id: CONSENT_ID,
        expiresAt: '2026-11-20T10:15:00.000Z',
      })
      fake.answer(getConsent, makeConsent({ tenantId: limited.id }))
    },
  })
  await screen.findByRole('grid')
  return { server, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) }
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const rowOf = (name: string) => {
  const link = within(screen.getByRole('grid')).getByRole('link', { name })
  const row = link.closest('[role=row]')
  if (!(row instanceof HTMLElement)) throw new Error(`No row of ${name}`)
  return within(row)
}

test('limited access starts consent, and its success updates the table', async () => {
  const { popups } = catchPopups()
  const { server, user } = await open()
  await user.click(screen.getByRole('button', { name: GRANT }))
  expect(await screen.findByText('Consent Started')).toBeInTheDocument()
  expect(popups[0]?.location.href).toBe(CONSENT_URL)
  expect(server.requestsTo(startConsent)[0]?.body).toMatchObject({ tenantId: limited.id })

  server.answer(getConsent, makeConsent({ tenantId: limited.id, state: 'succeeded' }))
  server.answer(
    listTenants,
    listOf([
      { ...limited, accessLevel: 'full', verification: 'full', missingPermissions: [] },
      makeTenant(),
    ]),
  )
  tellOpener({ tenantId: limited.id })
  expect(await screen.findByText('Dashboard Updated')).toBeInTheDocument()
  expect(rowOf('Contoso').getByText('Full Access')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: GRANT })).not.toBeInTheDocument()
})

test('while Microsoft does not show the consent the row says so, and results are polled quietly', async () => {
  catchPopups()
  const { server, user } = await open()
  await pass(20_000)
  const count = server.requestsTo(getAzurePermissions).length
  await user.click(screen.getByRole('button', { name: GRANT }))
  await screen.findByText('Consent Started')
  server.answer(getConsent, makeConsent({ tenantId: limited.id, state: 'propagating' }))
  tellOpener({ type: 'ADMIN_CONSENT_PENDING', tenantId: limited.id })
  expect(await screen.findByText('Verifying...')).toBeInTheDocument()
  expect(rowOf('Contoso').getByText('Verifying...')).toBeInTheDocument()
  expect(await screen.findByText(/Waiting until Microsoft shows the consent/)).toHaveTextContent(
    'Contoso:',
  )
  await pass(10_000)
  const polled = server.requestsTo(getAzurePermissions).slice(count)
  expect(polled.length).toBeGreaterThanOrEqual(2)
  for (const { headers } of polled) expect(headers.get('X-Background')).toBe('1')

  server.answer(getConsent, makeConsent({ tenantId: limited.id, state: 'succeeded' }))
  await pass(5_000)
  expect(await screen.findByText('Dashboard Updated')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('Verifying...')).not.toBeInTheDocument())
  const afterwards = server.requestsTo(getAzurePermissions).length
  await pass(20_000)
  expect(server.requestsTo(getAzurePermissions)).toHaveLength(afterwards)
})

test('results are polled only while the server verifies, and a new scan reads the tenants again', async () => {
  const { server } = await open([limited], technician, { ...nothingVerified, verifying: 1 })
  await pass(10_000)
  expect(server.requestsTo(getAzurePermissions).length).toBeGreaterThanOrEqual(3)
  expect(server.requestsTo(listTenants)).toHaveLength(1)
  server.answer(getAzurePermissions, makePermissions({ evaluatedTenants: 1 }))
  await pass(5_000)
  await waitFor(() => expect(server.requestsTo(listTenants)).toHaveLength(2))
  const count = server.requestsTo(getAzurePermissions).length
  await pass(20_000)
  expect(server.requestsTo(getAzurePermissions)).toHaveLength(count)
})

test('a wait for consent outlives a visit to another page', async () => {
  catchPopups()
  const { server, user } = await open()
  await user.click(screen.getByRole('button', { name: GRANT }))
  await screen.findByText('Consent Started')
  server.answer(getConsent, makeConsent({ tenantId: limited.id, state: 'propagating' }))
  tellOpener({ type: 'ADMIN_CONSENT_PENDING', tenantId: limited.id })
  await screen.findByText('Verifying...')
  await user.click(screen.getByRole('button', { name: /^Account: / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Overview' }))
  await screen.findByRole('heading', { level: 1, name: 'Overview' })
  await user.click(screen.getByRole('link', { name: 'All Tenants' }))
  expect(await screen.findByText('Verifying...')).toBeInTheDocument()
})

test.for([
  { who: 'a viewer', person: viewer, tenant: limited },
  {
    who: 'any user, for a tenant that is no longer read,',
    person: administrator,
    tenant: { ...limited, status: 'Inactive' as const },
  },
])('$who has no control that starts consent', async ({ person, tenant }) => {
  await open([tenant], person)
  expect(screen.getByText('Limited Access', { selector: '[role=row] *' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: GRANT })).not.toBeInTheDocument()
})

test('a viewer is offered no invitation and no approval', async () => {
  await open([makeInvited()], viewer)
  expect(screen.queryByRole('button', { name: 'Invite tenant' })).not.toBeInTheDocument()
  expect(screen.queryByText(/for your approval/)).not.toBeInTheDocument()
})

function makeInvited() {
  return makeTenant({
    displayName: 'Adatum',
    status: 'Pending',
    consent: { state: 'awaitingApproval', since: '2026-11-20T09:00:00.000Z' },
    dataAsOf: null,
    figures: null,
  })
}

test('a tenant that came by invitation waits in the table, and an administrator accepts it', async () => {
  const invited = makeInvited()
  const { server, user } = await open([invited], administrator)
  expect(rowOf('Adatum').getByText('consented, waiting for approval')).toBeInTheDocument()
  expect(rowOf('Adatum').getByText('Pending')).toBeInTheDocument()
  expect(await screen.findByText('1 tenant is waiting for your approval')).toBeInTheDocument()
  server.answer(decideTenantApproval, { isAccepted: true })
  server.answer(listTenants, listOf([{ ...invited, consent: limited.consent }]))
  await user.click(screen.getByRole('button', { name: 'Accept Adatum' }))
  expect(await screen.findByText('Tenant accepted')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText(/for your approval/)).not.toBeInTheDocument())
})

test('a technician sees that a tenant waits, but does not decide', async () => {
  await open([makeInvited()])
  expect(rowOf('Adatum').getByText('consented, waiting for approval')).toBeInTheDocument()
  expect(screen.queryByText(/for your approval/)).not.toBeInTheDocument()
})

test('a technician invites a customer who is not listed', async () => {
  const { server, user } = await open()
  server.answer(listInvitations, { invitations: [] })
  const button = screen.getByRole('button', { name: 'Invite tenant' })
  await user.click(button)
  const dialog = await findDialog('Invite tenant')
  expect(dialog).toHaveTextContent(/Pending and waits for approval/)
  expect(await within(dialog).findByText('No invitation links yet.')).toBeInTheDocument()
  expect(
    within(dialog).getByRole('button', { name: 'Create invitation link', hidden: true }),
  ).toBeEnabled()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(button).toHaveFocus())
})

async function openDetails(tenant: TenantListItem, person = technician) {
  const scene = await open([tenant], person)
  await scene.user.click(screen.getByRole('button', { name: /^View details of/ }))
  const dialog = await screen.findByRole('dialog', { hidden: true })
  return { ...scene, dialog: within(dialog) }
}

test('the details name a withdrawn consent with its date, and start the next one', async () => {
  catchPopups()
  const { server, user, dialog } = await openDetails({
    ...limited,
    consent: { state: 'lost', since: '2026-11-19T18:00:00.000Z' },
    failure: makeFailure(),
  })
  expect(
    dialog.getByText('Withdrawn, detected Nov 19, 2026 at 10:00:00 AM PST'),
  ).toBeInTheDocument()
  const step = within(dialog.getByRole('region', { name: 'Next step', hidden: true }))
  expect(step.getByText(/withdrawn its consent/)).toBeInTheDocument()
  await user.click(step.getByRole('button', { name: 'Grant consent', hidden: true }))
  await waitFor(() => expect(server.requestsTo(startConsent)).toHaveLength(1))
})

test('the details of a tenant that was never read offer to refresh it', async () => {
  const { server, user, dialog } = await openDetails(
    makeTenant({ displayName: 'Adatum', dataAsOf: null, figures: null }),
  )
  server.answer(refreshTenant, { runId: RUN_ID })
  await user.click(dialog.getByRole('button', { name: 'Refresh', hidden: true }))
  await waitFor(() => expect(server.requestsTo(refreshTenant)).toHaveLength(1))
})

test('a failing connection is an administrator’s step; a technician learns of it without a link', async () => {
  const tenant = makeTenant({ failure: makeFailure({ code: 'INVALID_CLIENT_SECRET' }) })
  const { dialog } = await openDetails(tenant)
  expect(dialog.getByText(/Check the Microsoft connection/)).toBeInTheDocument()
  expect(
    dialog.queryByRole('link', { name: 'Open Azure Config', hidden: true }),
  ).not.toBeInTheDocument()
})

test('a failing connection leads an administrator to its configuration', async () => {
  const tenant = makeTenant({ failure: makeFailure({ code: 'INVALID_CLIENT_SECRET' }) })
  const { dialog } = await openDetails(tenant, administrator)
  expect(dialog.getByRole('link', { name: 'Open Azure Config', hidden: true })).toHaveAttribute(
    'href',
    '/azure-config',
  )
})

test('a tenant that lacks nothing has no next step', async () => {
  const { dialog } = await openDetails(makeTenant())
  expect(dialog.queryByRole('region', { name: 'Next step', hidden: true })).not.toBeInTheDocument()
})
