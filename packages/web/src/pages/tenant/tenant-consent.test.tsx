import { checkTenantPermissions } from '@tenantscope/contract/azure'
import type { CheckedPermission, TenantPermissionCheck } from '@tenantscope/contract/azure'
import {
  decideTenantApproval,
  getConsent,
  listInvitations,
  startConsent,
} from '@tenantscope/contract/consent'
import { listTenantUsers } from '@tenantscope/contract/licenses'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import type { TenantDetails } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { callsAfter } from '../../testing/calls-after.ts'
import {
  catchPopups,
  CONSENT_ID,
  CONSENT_URL,
  makeConsent,
  tellOpener,
} from '../../testing/consents.ts'
import { findDialog } from '../../testing/dialogs.ts'
import { installFakeServer } from '../../testing/fake-server.ts'
import { administrator, technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeDetails, makeUnreadDetails } from '../../testing/tenant-details.ts'
import { noTenants } from '../../testing/tenant-lists.ts'
import { pageOf } from '../../testing/tenant-users.ts'
import { makeFailure, makeTenant } from '../../testing/tenants.ts'
import { tenantCheckQuery } from './check-permissions-dialog.tsx'

const ALERT = { selector: '.fui-MessageBarTitle' }
const limited = makeTenant({
  displayName: 'Contoso',
  accessLevel: 'limited',
  missingPermissions: ['Directory.Read.All'],
})
const limitedDetails = makeDetails(limited, { fullAccess: false, limitedAccess: true })
const fullDetails = makeDetails({ ...limited, accessLevel: 'full', missingPermissions: [] })

async function open(details: TenantDetails, person = technician) {
  const app = await renderApp({
    person,
    at: `/tenant/${details.tenant.id}`,
    prepare: (server) => {
      server.answer(getTenantDetails, details)
      server.answer(listTenantUsers, pageOf([]))
      server.answer(listInvitations, { invitations: [] })
      server.answer(startConsent, {
        url: CONSENT_URL,
        id: CONSENT_ID,
        expiresAt: '2026-11-20T10:15:00.000Z',
      })
      server.answer(getConsent, makeConsent({ tenantId: details.tenant.id }))
    },
  })
  await screen.findByRole('heading', { level: 1, name: details.tenant.displayName })
  return app
}

async function grantInDialog(details = limitedDetails) {
  const caught = catchPopups()
  const app = await open(details)
  await app.user.click(screen.getByRole('button', { name: 'Request Access' }))
  const dialog = await findDialog('Request Access')
  await app.user.click(within(dialog).getByRole('button', { name: 'Grant consent', hidden: true }))
  expect(await screen.findByText('Consent Started')).toBeInTheDocument()
  return { ...app, ...caught, dialog }
}

test('granted consent is shown in a dialog, and the alert about limited access disappears', async () => {
  const { server, user, popups } = await grantInDialog()
  expect(popups[0]?.features).toContain('width=600,height=600')
  server.answer(getConsent, makeConsent({ tenantId: limited.id, state: 'succeeded' }))
  server.answer(getTenantDetails, fullDetails)
  tellOpener({ tenantId: limited.id })
  const success = await findDialog('Admin Consent Successful')
  expect(success).toHaveTextContent('Contoso has granted the permissions.')
  expect(await screen.findByText('Permission Status Refreshed')).toBeInTheDocument()
  await user.click(within(success).getByText('Close'))
  await waitFor(() =>
    expect(screen.queryByText('Admin Consent Successful')).not.toBeInTheDocument(),
  )
  expect(
    screen.queryByRole('dialog', { name: 'Request Access', hidden: true }),
  ).not.toBeInTheDocument()
  expect(await screen.findByText('Permissions Updated')).toBeInTheDocument()
  expect(screen.queryByText('Limited Access', ALERT)).not.toBeInTheDocument()
})

test('success of another tenant changes nothing', async () => {
  const { server } = await grantInDialog()
  server.answer(getTenantDetails, fullDetails)
  const count = server.requestsTo(getTenantDetails).length
  tellOpener({ tenantId: makeTenant().id })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.requestsTo(getTenantDetails)).toHaveLength(count)
  expect(screen.queryByText('Admin Consent Successful')).not.toBeInTheDocument()
})

test('a refused consent is shown, and the alert about limited access stays', async () => {
  await grantInDialog()
  tellOpener({ type: 'ADMIN_CONSENT_FAILED', problem: 'cancelled', message: 'It was declined.' })
  expect(await screen.findByText('Admin Consent Failed')).toBeInTheDocument()
  expect(screen.getByText('It was declined.')).toBeInTheDocument()
  expect(screen.getByText('Limited Access', ALERT)).toBeInTheDocument()
})

test('consent after a failed reading counts at once, though the last attempt still failed', async () => {
  const failed = makeTenant({ ...limited, failure: makeFailure() })
  const { server } = await grantInDialog(makeDetails(failed, { limitedAccess: true }))
  server.answer(getConsent, makeConsent({ tenantId: failed.id, state: 'succeeded' }))
  server.answer(getTenantDetails, makeDetails({ ...failed, accessLevel: 'full' }))
  tellOpener({ tenantId: failed.id })
  await screen.findByText('Permission Status Refreshed')
  expect(await screen.findByText('Permissions Updated')).toBeInTheDocument()
})

test('the letter carries an invitation link of this tenant once there is one', async () => {
  const { server, user } = await open(limitedDetails)
  await user.click(screen.getByRole('button', { name: 'Request Access' }))
  const dialog = within(await findDialog('Request Access'))
  const letter = () =>
    dialog.getByRole('textbox', { name: 'Message to the customer', hidden: true })
  expect(letter()).toHaveTextContent('open Enterprise applications')
  const made = {
    ...makeConsent(),
    kind: 'invitation',
    url: CONSENT_URL,
    label: null,
  } as const
  server.answer(listInvitations, {
    invitations: [
      { ...made, tenantId: makeTenant().id, url: 'https://login.example/other' },
      { ...made, tenantId: limited.id },
    ],
  })
  await user.click(dialog.getByRole('button', { name: 'Create invitation link', hidden: true }))
  await waitFor(() => expect(letter()).toHaveTextContent(CONSENT_URL))
  expect(letter()).not.toHaveTextContent('login.example')
  expect(letter()).not.toHaveTextContent('open Enterprise applications')
  expect(dialog.getByRole('textbox', { name: 'Invitation link', hidden: true })).toHaveValue(
    CONSENT_URL,
  )
})

test('a withdrawn consent is shown with the date of detection', async () => {
  const lost = makeTenant({
    displayName: 'Contoso',
    consent: { state: 'lost', since: '2026-11-19T18:00:00.000Z' },
  })
  await open(makeDetails(lost))
  expect(screen.getByText('Limited Access', ALERT).closest('.fui-MessageBar')).toHaveTextContent(
    'The consent of this tenant was withdrawn; detected Nov 19, 2026 at 10:00:00 AM PST.',
  )
})

const neverRead = { dataAsOf: null, figures: null }

test('a tenant that was never read for want of consent offers to grant it', async () => {
  catchPopups()
  const tenant = makeTenant({ ...neverRead, failure: makeFailure(), consent: NOT_GIVEN })
  const { server, user } = await open(makeUnreadDetails(tenant))
  expect(screen.getByText(/This tenant has not consented to this application/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Grant consent' }))
  await waitFor(() =>
    expect(server.requestsTo(startConsent)[0]?.body).toMatchObject({ tenantId: tenant.id }),
  )
})

const NOT_GIVEN = { state: 'none', since: null } as const

test('a failure of a tenant that was read before carries its next step', async () => {
  const tenant = makeTenant({ failure: makeFailure({ code: 'INVALID_CLIENT_SECRET' }) })
  await open(makeDetails(tenant), administrator)
  expect(screen.getByRole('link', { name: 'Open Azure Config' })).toHaveAttribute(
    'href',
    '/azure-config',
  )
})

test('an administrator who declines a tenant is led back to the others', async () => {
  const tenant = makeTenant({
    ...neverRead,
    displayName: 'Adatum',
    status: 'Pending',
    consent: { state: 'awaitingApproval', since: '2026-11-20T09:00:00.000Z' },
  })
  const { server, user } = await open(makeUnreadDetails(tenant), administrator)
  expect(screen.getByText(/consented through an invitation/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument()
  server.answer(decideTenantApproval, { isAccepted: false })
  server.answer(listTenants, noTenants)
  await user.click(screen.getByRole('button', { name: 'Decline Adatum' }))
  await user.click(
    within(await findDialog('Decline this tenant?')).getByRole('button', {
      name: 'Decline',
      hidden: true,
    }),
  )
  expect(await screen.findByText('Tenant declined')).toBeInTheDocument()
  expect(await screen.findByRole('heading', { level: 1, name: 'All Tenants' })).toBeInTheDocument()
})

test('a viewer can grant, invite and check nothing', async () => {
  await open(makeUnreadDetails({ ...limited, failure: makeFailure() }), viewer)
  for (const name of ['Grant consent', 'Request Access', 'Check permissions'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
})

const makePermission = (changes: Partial<CheckedPermission>): CheckedPermission => ({
  id: null,
  value: 'Directory.Read.All',
  description: 'Read directory data',
  kind: 'required',
  isCritical: false,
  isGranted: true,
  proof: 'proven',
  reason: null,
  unlocks: [],
  ...changes,
})

const partial: TenantPermissionCheck = {
  status: 'partial',
  message: 'The token and Microsoft disagree.',
  lastSuccessfulToken: '2026-11-20T10:00:00.000Z',
  error: 'PERMISSION_MISSING',
  details: 'Policy.Read.All was refused.',
  diagnostics: null,
  checkedAt: '2026-11-20T10:00:00.000Z',
  permissions: [
    makePermission({ value: 'Directory.Read.All' }),
    makePermission({
      value: 'Policy.Read.All',
      proof: 'refused',
      reason: 'The token has it, and Microsoft refused the probe.',
    }),
    makePermission({ value: 'User.Read.All', isGranted: false, proof: 'notTried' }),
    makePermission({ value: 'Reports.Read.All', kind: 'optional', isGranted: false }),
  ],
}

test('a check shows each permission with its proof and the reason where they disagree', async () => {
  const { server, user } = await open(makeDetails(makeTenant()))
  server.answer(checkTenantPermissions, partial)
  await user.click(screen.getByRole('button', { name: 'Check permissions' }))
  const dialog = within(await findDialog('Permissions of this tenant'))
  expect(await dialog.findByText('The token and Microsoft disagree.')).toBeInTheDocument()
  expect(dialog.getByText('PARTIAL')).toBeInTheDocument()
  const required = within(sectionOf(dialog.getByText('Required permissions')))
  const policy = required.getByText('Policy.Read.All').closest('li')
  expect(policy).toHaveTextContent('The token has it, and Microsoft refused the probe.')
  expect(policy).toHaveTextContent('Refused by Microsoft')
  expect(required.getByText('User.Read.All').closest('li')).toHaveTextContent('Missing')
  expect(sectionOf(dialog.getByText('Optional permissions'))).toHaveTextContent('Not granted')

  // Opened again at once, the answer is still fresh; asked again, it is not.
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Check permissions' }))
  await screen.findByText('The token and Microsoft disagree.')
  expect(server.requestsTo(checkTenantPermissions)).toHaveLength(1)
  await user.click(screen.getByText('Check again'))
  await waitFor(() => expect(server.requestsTo(checkTenantPermissions)).toHaveLength(2))
})

test('the answer of a check is fresh for 30 seconds', async () => {
  const server = installFakeServer()
  server.answer(checkTenantPermissions, partial)
  expect(
    await callsAfter([0, 29_999, 1], {
      read: (client) => client.fetchQuery(tenantCheckQuery(limited.id)),
      calls: () => server.requestsTo(checkTenantPermissions).length,
    }),
  ).toEqual([1, 1, 2])
})

function sectionOf(heading: HTMLElement): HTMLElement {
  const section = heading.closest('section')
  if (section === null) throw new Error('The heading is in no section')
  return section
}

test('a check that cannot be made says why', async () => {
  const { server, user } = await open(makeDetails(makeTenant()))
  server.refuse(checkTenantPermissions, {
    status: 409,
    code: 'CONFLICT',
    message: 'Not connected.',
  })
  await user.click(screen.getByRole('button', { name: 'Check permissions' }))
  const dialog = within(await findDialog('Permissions of this tenant'))
  expect(await dialog.findByText('The permissions could not be checked')).toBeInTheDocument()
  expect(dialog.getByText('Not connected.')).toBeInTheDocument()
})
