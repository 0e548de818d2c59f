import { getAzureConfig } from '@tenantscope/contract/azure'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

import { makeAzureConfig, noConnection } from '../../testing/azure-config.ts'
import { findDialog } from '../../testing/dialogs.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { administrator, technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'

async function open(person = administrator, prepare?: (server: FakeServer) => void) {
  const app = await renderApp({
    person,
    at: '/azure-redirect-setup',
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(getAzureConfig, noConnection)
      prepare?.(server)
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Azure Redirect URI Setup' })
  return app
}

test.each([
  ['a viewer', viewer],
  ['a technician', technician],
  ['an administrator', administrator],
])('%s finds all steps to an app registration', async (_, person) => {
  await open(person)
  const steps = await screen.findByRole('region', { name: 'Register the application' })
  expect(
    within(steps)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Create an app registration',
    'Choose the supported account types',
    'Add both redirect URIs',
    'Create a client secret, or upload a certificate',
    'Add the application permissions',
    'Send directory roles with a sign-in',
    'Send the time of a sign-in',
    'Grant admin consent',
    'Enter the IDs here',
  ])
  expect(steps).toHaveTextContent('Accounts in any organizational directory (Multitenant)')
  expect(
    within(within(steps).getByRole('list', { name: 'Application permissions' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => /^(\S+?\.All)(Required|Optional)/.exec(textContent)?.slice(1)),
  ).toEqual([
    ['Directory.Read.All', 'Required'],
    ['Organization.Read.All', 'Required'],
    ['User.Read.All', 'Required'],
    ['Policy.Read.All', 'Required'],
    ['Reports.Read.All', 'Optional'],
    ['AuditLog.Read.All', 'Optional'],
    ['DelegatedAdminRelationship.Read.All', 'Optional'],
  ])
  expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
    'href',
    '/dashboard',
  )
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent(
    'DashboardAzure ConfigurationAzure Redirect URI Setup',
  )
})

test('the portal is the one of the connection’s cloud', async () => {
  await open(viewer, (server) => server.answer(getAzureConfig, makeAzureConfig({ cloud: 'china' })))
  expect(await screen.findByRole('link', { name: 'Open Azure Portal' })).toHaveAttribute(
    'href',
    'https://portal.azure.cn/',
  )
})

function fakeClipboard() {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  onTestFinished(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  })
  return writeText
}

test('both redirect URIs are copied letter by letter', async () => {
  const { user } = await open(viewer)
  const writeText = fakeClipboard()
  await user.click(await screen.findByRole('button', { name: 'Copy Admin Consent Redirect URI' }))
  expect(await screen.findByText('Copied to clipboard')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Copy Sign-in redirect URI' }))
  expect(writeText.mock.calls).toEqual([
    ['https://scope.msp.example/api/admin-consent-callback'],
    ['https://scope.msp.example/api/auth/microsoft/callback'],
  ])
})

test('the page has help beside its title', async () => {
  const { user } = await open(viewer)
  await user.click(screen.getByRole('button', { name: 'Help: Microsoft connection' }))
  expect(await findDialog('Help: Microsoft connection')).toBeInTheDocument()
})

test('the manifest asks for what is read and nothing that writes, and is copied completely', async () => {
  const { user } = await open()
  const writeText = fakeClipboard()
  const button = await screen.findByRole('button', { name: 'Copy manifest' })
  const shown = screen.getByLabelText('Manifest').textContent
  await user.click(button)
  expect(await screen.findByText('Copied to clipboard')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Copied' })).toBeInTheDocument()
  expect(writeText).toHaveBeenCalledWith(shown)
  expect(JSON.parse(shown)).toEqual({
    signInAudience: 'AzureADMultipleOrgs',
    groupMembershipClaims: 'DirectoryRole',
    optionalClaims: { idToken: [{ name: 'auth_time', essential: false }] },
    web: {
      redirectUris: [
        'https://scope.msp.example/api/admin-consent-callback',
        'https://scope.msp.example/api/auth/microsoft/callback',
      ],
    },
    requiredResourceAccess: [
      {
        resourceAppId: '00000003-0000-0000-c000-000000000000',
        resourceAccess: [
          // Microsoft's page "Microsoft Graph permissions reference", in the order of the list.
          '7ab1d382-f21e-4acd-a863-ba3e13f7da61',
          '498476ce-e0fe-48b0-b801-37ba7e2685c6',
          'df021288-bdef-4463-88db-98f22de89214',
          '246dd0d5-5bd0-4def-940b-0421030a5b68',
          '230c1aed-a721-4c5d-9cb4-a90514e508ef',
          'b0afded3-3588-46d8-8b3d-9842eff778da',
          'f6e9e124-4586-492f-adc0-c6f96e4823fd',
        ].map((id) => ({ id, type: 'Role' })),
      },
    ],
  })
})

test('addresses that cannot be loaded are said and tried again', async () => {
  const { user, server } = await open(viewer, (each) =>
    each.refuse(getAzureConfig, { status: 500, code: 'INTERNAL', message: 'Something broke.' }),
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('Something broke.')
  server.answer(getAzureConfig, noConnection)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Sign-in redirect URI')).toHaveValue(
      'https://scope.msp.example/api/auth/microsoft/callback',
    ),
  )
})
