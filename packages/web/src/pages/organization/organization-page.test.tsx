import { refreshTenant } from '@tenantscope/contract/sync'
import { getOwnTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import type { TenantDetails } from '@tenantscope/contract/tenants'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { callsAfter } from '../../testing/calls-after.ts'
import { FakeEventSource } from '../../testing/fake-event-source.ts'
import { installFakeServer } from '../../testing/fake-server.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { administrator, technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeRun, RUN_ID } from '../../testing/sync-runs.ts'
import {
  makeDetails,
  makeLicense,
  makeOrganization,
  makePolicy,
  makeUnreadDetails,
} from '../../testing/tenant-details.ts'
import { noTenants } from '../../testing/tenant-lists.ts'
import { makeFailure, makeTenant } from '../../testing/tenants.ts'
import { organizationQuery } from './organization-page.tsx'

const own = makeTenant({ displayName: 'Harbor Lane IT', isPartnerTenant: true })
const whole = makeDetails(own)
const notFound = { status: 404, code: 'NOT_FOUND', message: 'Not found.' } as const

async function open(prepare: (server: FakeServer) => void, person = viewer) {
  const app = await renderApp({
    person,
    at: '/enhanced-dashboard',
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      prepare(server)
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'My Organization' })
  return app
}

const openWith = (details: TenantDetails, person = viewer) =>
  open((server) => server.answer(getOwnTenantDetails, details), person)

function valueOf(label: string): string | null | undefined {
  return screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
}

test('the own organization is shown with its facts, seats, licenses and policies', async () => {
  await openWith({
    ...whole,
    organization: makeOrganization(own, {
      verifiedDomains: [
        { name: 'contoso.onmicrosoft.com', isDefault: false, isInitial: true },
        { name: 'contoso.com', isDefault: true, isInitial: false },
      ],
    }),
    userCount: 1204,
    licenseSummary: {
      totalLicenses: 1500,
      consumedLicenses: 1490,
      availableLicenses: 10,
      seatsBeyond: 0,
      totalSkus: 9,
      paidSkus: 3,
      freeSkus: 6,
      trialSkus: 0,
      selfServiceSkus: 0,
      deviceSkus: 0,
      unknownSkus: 0,
      companyWideSkus: 0,
    },
    licenses: [
      makeLicense({
        displayName: 'Microsoft 365 E5',
        skuPartNumber: 'SPE_E5',
        servicePlans: [{ servicePlanName: 'EXCHANGE' }, { servicePlanName: 'TEAMS' }],
      }),
      makeLicense({
        displayName: 'Power Automate Free',
        licenseType: 'free',
        countsAsPaid: false,
        utilizationPercent: null,
        utilization: null,
      }),
    ],
    policies: {
      summary: { total: 12, enabled: 9, disabled: 1, reportOnly: 2 },
      conditionalAccess: Array.from({ length: 12 }, () => makePolicy()),
    },
  })
  expect(await screen.findByText('Data as of')).toBeInTheDocument()
  expect(valueOf('Organization name')).toBe('Harbor Lane IT')
  expect(valueOf('Organization ID')).toBe(own.id)
  expect(screen.getByRole('button', { name: 'Copy organization ID' })).toBeInTheDocument()
  expect(valueOf('Primary domain')).toBe('contoso.com')
  expect(valueOf('Total users')).toBe('1,204')
  expect(['Total Licenses', 'Assigned', 'Available', 'License Types'].map(valueOf)).toEqual([
    '1,500',
    '1,490',
    '10',
    '9',
  ])
  expect(screen.getByText('3 paid, 6 free')).toBeInTheDocument()
  const breakdown = screen.getByRole('region', { name: 'License Breakdown' })
  for (const text of ['Microsoft 365 E5', 'SPE_E5', 'Enabled', '8 / 10 (80%)', '2 service plans'])
    expect(breakdown).toHaveTextContent(text)
  expect(within(breakdown).getAllByRole('heading', { level: 3 })).toHaveLength(2)
  // It scrolls by the keyboard too.
  expect(within(breakdown).getByRole('region', { name: 'Licenses' })).toHaveAttribute(
    'tabindex',
    '0',
  )
  const policies = screen.getByRole('region', { name: 'Conditional Access Policies' })
  expect(within(policies).getAllByText('All users')).toHaveLength(10)
  expect(policies).toHaveTextContent('And 2 more policies...')
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent(
    'DashboardMy Organization',
  )
  await waitFor(() => expect(document.title).toBe('My Organization – Tenantscope'))
})

test('what was read is fresh for 5 minutes', async () => {
  const server = installFakeServer()
  server.answer(getOwnTenantDetails, whole)
  expect(
    await callsAfter([0, 299_999, 1], {
      read: (client) => client.fetchQuery(organizationQuery({ isQuiet: false })),
      calls: () => server.requestsTo(getOwnTenantDetails).length,
    }),
  ).toEqual([1, 1, 2])
})

test('what is not known is said, never shown as zero', async () => {
  await openWith({
    ...whole,
    userCount: null,
    licenseSummary: null,
    licenses: [],
    policies: null,
    organization: makeOrganization(own, { verifiedDomains: [] }),
    partFailures: (['users', 'licenses', 'policies'] as const).map((part) => ({
      part,
      code: 'PERMISSION_MISSING',
      message: 'Missing.',
    })),
  })
  await screen.findByText('Primary domain')
  expect(valueOf('Primary domain')).toBe('N/A')
  expect(valueOf('Total users')).toBe('Not known')
  expect(screen.queryByText('Total Licenses')).not.toBeInTheDocument()
  for (const part of ['Users', 'Licenses', 'Conditional Access policies'])
    expect(screen.getByText(`${part}: no permission`)).toBeInTheDocument()
})

test('while it loads the screen says so in its own shape', async () => {
  let release: (() => void) | undefined
  await open((server) => {
    server.answer(getOwnTenantDetails, whole)
    release = server.hold(getOwnTenantDetails)
  })
  expect(await screen.findByText('Loading enhanced tenant data...')).toBeInTheDocument()
  release?.()
  expect(await screen.findByText('Organization ID')).toBeInTheDocument()
  expect(screen.queryByText('Loading enhanced tenant data...')).not.toBeInTheDocument()
})

test('what cannot be loaded is tried once more, then said, with ways out', async () => {
  const { user, server } = await open((server) =>
    server.refuse(getOwnTenantDetails, {
      status: 500,
      code: 'INTERNAL',
      message: 'Something broke.',
    }),
  )
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(
    'Failed to load enhanced dataUnable to fetch licenses and policies from Microsoft Graph API. This could be due to missing permissions or configuration issues. Something broke.',
  )
  expect(alert).toHaveTextContent('request-1')
  expect(server.requestsTo(getOwnTenantDetails)).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Check Permissions' })).toHaveAttribute(
    'href',
    '/azure-config',
  )
  expect(screen.getByRole('link', { name: 'Basic Dashboard' })).toHaveAttribute(
    'href',
    '/dashboard',
  )
  expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument()
  server.answer(getOwnTenantDetails, whole)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Organization ID')).toBeInTheDocument()
})

test.each([
  [viewer, /have not been given access .* or Tenantscope has not read it yet/],
  [administrator, /has not found your organization's own directory yet/],
])('without a grant or before the first reading nothing is shown but why', async (person, text) => {
  const { server } = await open((server) => server.refuse(getOwnTenantDetails, notFound), person)
  expect(await screen.findByText('Your organization is not shown here')).toBeInTheDocument()
  expect(screen.getByText(text)).toBeInTheDocument()
  expect(server.requestsTo(getOwnTenantDetails)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument()
  // The first reading ends while the screen is open.
  server.answer(getOwnTenantDetails, whole)
  act(() => {
    FakeEventSource.current?.send({ type: 'sync-run', run: makeRun({ state: 'succeeded' }) })
  })
  expect(await screen.findByText('Organization ID')).toBeInTheDocument()
})

test('a directory that was never read names the reason', async () => {
  await openWith(makeUnreadDetails({ ...own, dataAsOf: null, failure: makeFailure() }))
  expect(await screen.findByText('Your organization has not been read yet')).toBeInTheDocument()
  expect(screen.getByText('Admin consent is missing for this application.')).toBeInTheDocument()
})

test('a technician reads it again; a viewer has no such button', async () => {
  const { user, server } = await openWith(whole, technician)
  server.answer(refreshTenant, { runId: RUN_ID })
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(server.requestsTo(refreshTenant)[0]?.params['tenantId']).toBe(own.id))
})

test('where an administrator has stopped the reading there is nothing to refresh', async () => {
  await openWith({ ...whole, tenant: { ...own, isReadingStopped: true } }, administrator)
  await screen.findByText('Organization ID')
  expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument()
})
