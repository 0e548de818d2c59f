import { listTenantUsers } from '@tenantscope/contract/licenses'
import { getTenantDetails } from '@tenantscope/contract/tenants'
import type { TenantDetails } from '@tenantscope/contract/tenants'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../testing/dialogs.ts'
import { FakeEventSource } from '../../testing/fake-event-source.ts'
import { administrator, technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeRun } from '../../testing/sync-runs.ts'
import { makeDetails } from '../../testing/tenant-details.ts'
import { pageOf } from '../../testing/tenant-users.ts'
import { makeFailure, makeTenant } from '../../testing/tenants.ts'

/** The headline has the same words for the access level. */
const ALERT = { selector: '.fui-MessageBarTitle' }
const limited = makeTenant({
  displayName: 'Our nickname',
  directoryName: 'Contoso & <b>Sons</b>',
  defaultDomainName: 'contoso.com',
  accessLevel: 'limited',
  missingPermissions: ['Directory.Read.All', 'Policy.Read.All'],
})
const limitedDetails = makeDetails(limited, {
  fullAccess: false,
  limitedAccess: true,
  message: 'Directory.Read.All is not granted in this tenant.',
})

async function open(details: TenantDetails, person = technician) {
  const app = await renderApp({
    person,
    at: `/tenant/${details.tenant.id}`,
    prepare: (server) => {
      server.answer(getTenantDetails, details)
      server.answer(listTenantUsers, pageOf([]))
    },
  })
  await screen.findByRole('heading', { level: 1, name: details.tenant.displayName })
  return app
}

function endRun() {
  act(() =>
    FakeEventSource.current?.send({
      type: 'sync-run',
      run: makeRun({ state: 'succeeded', finishedAt: '2026-11-20T10:01:00.000Z' }),
    }),
  )
}

test('with limited access a technician gets a letter to the customer that names what is missing', async () => {
  const { user } = await open(limitedDetails)
  const alert = screen.getByText('Limited Access', ALERT).closest('.fui-MessageBar')
  expect(alert).toHaveTextContent('Directory.Read.All is not granted in this tenant.')
  const button = screen.getByRole('button', { name: 'Request Access' })
  await user.click(button)
  const dialog = await findDialog('Request Access')
  expect(
    within(dialog)
      .getAllByRole('listitem', { hidden: true })
      .map((item) => item.textContent?.split(' – ')[0]),
  ).toEqual(['Directory.Read.All', 'Policy.Read.All'])
  expect(within(dialog).getByText(/^Enterprise applications/)).toHaveAttribute(
    'href',
    expect.stringMatching(/^https:\/\/entra\.microsoft\.com\//),
  )
  await user.click(within(dialog).getByText('Copy message'))
  const letter = await navigator.clipboard.readText()
  expect(letter).toContain('Contoso & <b>Sons</b> (contoso.com)')
  expect(letter).toContain('- Policy.Read.All: Conditional Access and other security policies')
  expect(letter).not.toContain('User.Read.All')
  // What staff call a customer among themselves stays among them.
  expect(letter).not.toContain('nickname')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(button).toHaveFocus())
})

test('a viewer learns of the limited access and whom to ask', async () => {
  await open(limitedDetails, viewer)
  const alert = screen.getByText('Limited Access', ALERT).closest('.fui-MessageBar')
  expect(alert).toHaveTextContent('A technician can request')
  expect(screen.queryByRole('button', { name: 'Request Access' })).not.toBeInTheDocument()
})

test('after a withdrawn consent the reason is shown once and all required permissions can be requested', async () => {
  const refused = makeTenant({ failure: makeFailure() })
  const { user } = await open(makeDetails(refused, { message: refused.failure!.message }))
  expect(screen.getAllByText(/Admin consent is missing for this application/)).toHaveLength(1)
  // One notice has every way to get the consent.
  expect(screen.queryByText('Limited Access', ALERT)).not.toBeInTheDocument()
  const notice = within(screen.getByText('Consent is missing').closest('.fui-MessageBar')!)
  for (const name of ['Grant consent', 'Request Access'])
    expect(notice.getByRole('button', { name })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Request Access' }))
  const dialog = await findDialog('Request Access')
  expect(within(dialog).getAllByRole('listitem', { hidden: true })).toHaveLength(4)
})

test('full access that a refresh brings replaces the limited alert, until access is lost again', async () => {
  const { server } = await open(limitedDetails)
  expect(screen.queryByText('Permissions Updated')).not.toBeInTheDocument()
  server.answer(
    getTenantDetails,
    makeDetails({ ...limited, accessLevel: 'full', missingPermissions: [] }),
  )
  endRun()
  expect(await screen.findByText('Permissions Updated')).toBeInTheDocument()
  expect(screen.queryByText('Limited Access', ALERT)).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeInTheDocument()
  server.answer(getTenantDetails, limitedDetails)
  endRun()
  expect(await screen.findByText('Limited Access', ALERT)).toBeInTheDocument()
  expect(screen.queryByText('Permissions Updated')).not.toBeInTheDocument()
})

test('full access from the beginning is no news', async () => {
  await open(makeDetails(makeTenant()))
  expect(screen.queryByText('Permissions Updated')).not.toBeInTheDocument()
  expect(screen.queryByText('Limited Access', ALERT)).not.toBeInTheDocument()
})

test.each([
  ['an administrator', administrator, /settings of this tenant, on All Tenants/],
  ['other users', technician, /An administrator of Tenantscope can start it again/],
])('of a stopped reading %s learns who may start it', async (_, person, text) => {
  await open(makeDetails(makeTenant({ isReadingStopped: true })), person)
  const notice = screen.getByText('Reading is stopped').closest('.fui-MessageBar')
  expect(notice).toHaveTextContent(text)
  expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument()
})

test('nothing is said to stay of a tenant that was never read, or whose data were erased', async () => {
  await open(makeDetails(makeTenant({ isReadingStopped: true, dataAsOf: null })))
  expect(screen.getByText('Reading is stopped').closest('.fui-MessageBar')).not.toHaveTextContent(
    'stays',
  )
})

test('a tenant whose contract has ended says that it is no longer read', async () => {
  const ended = makeTenant({ status: 'Inactive' })
  await open(makeDetails(ended, { message: 'The relationship with this tenant has ended.' }))
  expect(screen.getByText('No longer read').closest('.fui-MessageBar')).toHaveTextContent(
    'The relationship with this tenant has ended.',
  )
})

test('a page that is opened during a refresh shows its progress, also to a viewer', async () => {
  await open(makeDetails(makeTenant(), { currentRun: makeRun() }), viewer)
  expect(await screen.findByText('Reading tenants: 12 of 40')).toBeInTheDocument()
})

test('every part that could not be read is named once: in its card, or by its reason', async () => {
  await open(
    makeDetails(makeTenant(), {
      policies: null,
      partFailures: [
        { part: 'policies', code: 'NOT_LICENSED', message: 'x' },
        { part: 'namedLocations', code: 'NOT_LICENSED', message: 'x' },
        { part: 'settings', code: 'PERMISSION_MISSING', message: 'x' },
        { part: 'authenticationMethods', code: 'PERMISSION_MISSING', message: 'x' },
        { part: 'roles', code: 'THROTTLED', message: 'Too many requests.' },
        { part: 'grants', code: 'NOT_IN_CLOUD', message: 'x' },
      ],
    }),
  )
  const card = screen.getByRole('region', { name: 'What else could not be read' })
  expect(within(card).getAllByRole('heading', { level: 3 }).map(textOf)).toEqual([
    'Not licensed',
    'Permission Policy.Read.All missing',
    'Could not be read',
    'Not in this cloud',
  ])
  expect(within(card).getAllByRole('listitem').map(textOf)).toEqual([
    'Named locations (the locations that policies trust or block)',
    'Directory settings (what users and guests are allowed to do in this directory)',
    'Authentication methods (how users can authenticate)',
    'Role assignments (the administrators of this directory)',
    'Consents given to apps (what apps are allowed to do in this directory)',
  ])
  expect(card).toHaveTextContent('(Entra ID P1)')
  expect(card).toHaveTextContent('Too many requests. The next refresh tries again.')
  expect(card).not.toHaveTextContent('Conditional Access policies')
})

test('the note at the end says where the data come from and how old they are', async () => {
  await open(makeDetails(makeTenant()))
  expect(screen.getByText(/read from Microsoft Graph/)).toHaveTextContent(
    /read-only .* Data as of Nov 20, 2026 at 1:00:00 AM PST\. It is read again on a schedule, every 6 hours/,
  )
})

function textOf({ textContent }: HTMLElement) {
  return textContent
}
