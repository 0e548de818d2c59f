import { listTenantUsers } from '@tenantscope/contract/licenses'
import { getTenantPolicy } from '@tenantscope/contract/policy-page'
import { refreshTenant, getSyncRun } from '@tenantscope/contract/sync'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import type { TenantDetails } from '@tenantscope/contract/tenants'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { FakeEventSource } from '../../testing/fake-event-source.ts'
import { technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { findButton } from '../../testing/submits/submit.tsx'
import { makeRun, RUN_ID } from '../../testing/sync-runs.ts'
import {
  makeDetails,
  makeMfaCoverage,
  makeOrganization,
  makePolicy,
  makeUnreadDetails,
} from '../../testing/tenant-details.ts'
import { listOf } from '../../testing/tenant-lists.ts'
import { makePolicyPage } from '../../testing/tenant-posture.ts'
import { makeUser, pageOf } from '../../testing/tenant-users.ts'
import { makeFailure, makeTenant } from '../../testing/tenants.ts'

const contoso = makeTenant({ displayName: 'Contoso', defaultDomainName: 'contoso.com' })

async function open(details: TenantDetails, { person = viewer, search = '' } = {}) {
  return renderApp({
    person,
    at: `/tenant/${details.tenant.id}${search}`,
    prepare: (server) => {
      server.answer(getTenantDetails, details)
      server.answer(listTenantUsers, pageOf([makeUser()]))
      server.answer(listTenants, listOf([details.tenant]))
      server.answer(getTenantPolicy, makePolicyPage({ id: 'policy-12' }))
    },
  })
}

async function openWhole(changes: Partial<TenantDetails> = {}) {
  const app = await open(makeDetails(contoso, changes))
  await screen.findByRole('heading', { level: 1, name: 'Contoso' })
  return app
}

function valueOf(label: string): string | null | undefined {
  return screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
}

test('the page says which tenant it shows, how it is reached and how old the data are', async () => {
  const { user } = await openWhole()
  const header = screen.getByRole('heading', { level: 1 }).closest('header')
  for (const text of ['contoso.com', 'Active', 'Full Access', 'CSP', 'Data as of'])
    expect(header).toHaveTextContent(text)
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent(
    'DashboardTenant Details',
  )
  await user.click(screen.getByRole('link', { name: 'Back to All Tenants' }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
})

test.each([
  ['the button', 'Back to All Tenants'],
  ['the breadcrumb', 'Dashboard'],
])('%s leads back to the list with the filters that it had', async (_, name) => {
  const { user } = await renderApp({
    person: viewer,
    at: '/dashboard?q=cont&status=Active&order=desc',
    prepare: (server) => {
      server.answer(getTenantDetails, makeDetails(contoso))
      server.answer(listTenantUsers, pageOf([makeUser()]))
      server.answer(listTenants, listOf([contoso]))
    },
  })
  await user.click(await screen.findByRole('link', { name: 'Contoso' }))
  await user.click(await screen.findByRole('link', { name }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  expect(location.search).toBe('?status=Active&q=cont&order=desc')
})

test('the organization is shown with everything that was read', async () => {
  await openWhole()
  expect(valueOf('Organization name')).toBe('Contoso')
  expect(valueOf('Organization ID')).toBe(contoso.id)
  expect(valueOf('Primary domain')).toBe('contoso.com')
  expect(valueOf('Total users')).toBe('12')
  expect(valueOf('Phone')).toBe('+1 425 555 0100')
  expect(valueOf('Address')).toBe('Seattle, WA, United States')
  expect(valueOf('Technical contacts')).toBe('it@contoso.com')
  // In the reader's zone: midnight in UTC is still May in Los Angeles.
  expect(valueOf('Created')).toBe('May 31, 2015')
  expect(screen.getByText('50 of 200 objects (25%)')).toBeInTheDocument()
})

test('what Microsoft does not know is said, not guessed', async () => {
  await openWhole({
    userCount: null,
    organization: makeOrganization(contoso, {
      verifiedDomains: [],
      businessPhones: [],
      city: null,
      state: null,
      countryLetterCode: null,
      technicalNotificationMails: [],
      createdDateTime: null,
      directorySizeQuota: null,
    }),
  })
  expect(valueOf('Primary domain')).toBe('N/A')
  expect(valueOf('Total users')).toBe('Not known')
  expect(valueOf('Phone')).toBe('Not given')
  expect(valueOf('Address')).toBe('Not given')
  expect(valueOf('Created')).toBe('Not known')
  expect(screen.queryByText('Directory quota')).not.toBeInTheDocument()
  expect(screen.getByText('No verified domain')).toBeInTheDocument()
})

test('a full directory never draws a bar wider than its track', async () => {
  await openWhole({
    organization: makeOrganization(contoso, { directorySizeQuota: { used: 300, total: 200 } }),
  })
  const card = screen.getByRole('region', { name: 'Directory quota' })
  expect(card).toHaveTextContent('300 of 200 objects (150%)')
  expect(card.querySelector('[style]')).toHaveStyle({ width: '100%' })
})

test('verified domains keep their order and say which is the default and which the initial one', async () => {
  await openWhole({
    organization: makeOrganization(contoso, {
      verifiedDomains: [
        { name: 'contoso.com', isDefault: true, isInitial: false },
        { name: 'contoso.onmicrosoft.com', isDefault: false, isInitial: true },
        { name: 'a.example', isDefault: false, isInitial: false },
      ],
    }),
  })
  const card = screen.getByRole('region', { name: 'Verified domains' })
  expect(
    within(card)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['contoso.comDefault', 'contoso.onmicrosoft.comInitial', 'a.example'])
})

test('policies show their counts, states and reach, ten at first', async () => {
  const known = ['enabled', 'enabledForReportingButNotEnforced', 'disabled', 'constructor']
  const policies = known.map((state, index) =>
    makePolicy({ displayName: `P${index}`, state, appliesTo: '3 users + 2 groups' }),
  )
  const more = Array.from({ length: 9 }, () => makePolicy())
  const { user } = await openWhole({
    policies: {
      summary: { total: 13, enabled: 10, disabled: 1, reportOnly: 1 },
      conditionalAccess: [...policies, ...more],
    },
  })
  const card = screen.getByRole('region', { name: 'Conditional Access Policies' })
  const counts = await within(card).findByRole('figure', { name: /by state$/ })
  expect(counts).toHaveTextContent(/Enabled10.*Report Only1.*Disabled1.*Other1/)
  const items = () =>
    within(card)
      .getAllByRole('listitem')
      .filter((item) => !counts.contains(item))
      .map((item) => item.textContent)
  expect(items()).toHaveLength(10)
  expect(items().slice(0, 4)).toEqual([
    'P03 users + 2 groupsEnabled',
    'P13 users + 2 groupsReport Only',
    'P23 users + 2 groupsDisabled',
    'P33 users + 2 groupsconstructor',
  ])
  expect(within(card).getByText('And 3 more policies...')).toBeInTheDocument()
  await user.click(within(card).getByRole('button', { name: 'Show All' }))
  expect(items()).toHaveLength(13)
  expect(within(card).queryByText(/more policies/)).not.toBeInTheDocument()
})

test('a policy opens in a panel at an address of its own, which Back and Close leave', async () => {
  const policy = makePolicy({ displayName: 'MFA for all' })
  const { user, server } = await openWhole({
    policies: {
      summary: { total: 1, enabled: 1, disabled: 0, reportOnly: 0 },
      conditionalAccess: [policy],
    },
  })
  server.answer(getTenantPolicy, makePolicyPage({ id: policy.id }))
  await user.click(screen.getByRole('button', { name: 'MFA for all' }))
  const panel = await screen.findByRole('dialog', { hidden: true })
  await waitFor(() => expect(panel).toHaveTextContent('UsersAll users'))
  expect(panel).toHaveTextContent('AccessRequire multifactor authentication')
  expect(server.requestsTo(getTenantPolicy)).toHaveLength(1)
  expect(location.search).toBe(`?policy=${policy.id}`)
  history.back()
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument(),
  )
  expect(location.search).toBe('')
  await user.click(screen.getByRole('button', { name: 'MFA for all' }))
  await user.click(await findButton('Close'))
  await waitFor(() => expect(location.search).toBe(''))
})

test('the MFA verdict is stated with its counts and reasons, and a link to it moves the focus there', async () => {
  const mfa = makeMfaCoverage(4)
  const counts = { ...mfa.counts!, members: 12_346, membersCovered: 12_342, agents: 1_200 }
  await open(makeDetails(contoso, { mfa: { ...mfa, counts } }), { search: '#mfa' })
  const card = await screen.findByRole('region', { name: 'MFA coverage' })
  await waitFor(() => expect(card.parentElement).toHaveFocus())
  expect(card).toHaveTextContent('Partial (4 people not covered)')
  expect(valueOf('Members')).toBe('12,346 people: 12,342 covered, 4 not covered, 0 not known')
  expect(valueOf('Agent users')).toMatch(/^1,200\. They are not people/)
  expect(valueOf('Guests')).toMatch(/^2 people: 1 covered/)
  expect(valueOf('Blocked')).toMatch(/^3 people/)
  expect(card).toHaveTextContent(
    "'MFA for all'\u2069 excludes 4 people whom no other policy covers.",
  )
})

test('a link to a policy opens it over the overview, and closing leaves the overview', async () => {
  const details = makeDetails(contoso)
  const { server, user } = await open(details, { search: '?tab=organization&policy=policy-12' })
  const panel = await screen.findByRole('dialog', { hidden: true })
  await waitFor(() => expect(panel).toHaveTextContent('UsersAll users'))
  expect(server.requestsTo(getTenantPolicy)[0]?.params['policyId']).toBe('policy-12')
  await user.click(await findButton('Close'))
  await waitFor(() => expect(location.search).toBe('?tab=organization'))
  expect(await screen.findByRole('region', { name: 'Conditional Access Policies' })).toBeVisible()
})

test('a part that the tenant has no license for says what is missing and what it unlocks', async () => {
  await openWhole({
    policies: null,
    partFailures: [{ part: 'policies', code: 'NOT_LICENSED', message: 'Not licensed' }],
  })
  const card = screen.getByRole('region', { name: 'Conditional Access Policies' })
  expect(card).toHaveTextContent('Conditional Access policies: not licensed')
  expect(card).toHaveTextContent('Entra ID P1')
  expect(card).toHaveTextContent('whether they require MFA')
})

test('rows that could not be read are counted and named, up to ten of a part', async () => {
  await openWhole({
    malformedRows: [
      {
        part: 'users',
        malformed: 12,
        named: [
          { id: 'u-7', field: 'mail' },
          { id: null, field: 'id' },
        ],
      },
      { part: 'organization', malformed: 1, named: [{ id: null, field: 'createdDateTime' }] },
    ],
  })
  expect(screen.getByText('Users, 12: u-7 (mail), id, and 10 more')).toBeInTheDocument()
  expect(screen.getByText('Organization, 1: createdDateTime')).toBeInTheDocument()
})

test('a part without permission names the permission, and the rest stays complete', async () => {
  await openWhole({
    userCount: null,
    partFailures: [{ part: 'users', code: 'PERMISSION_MISSING', message: 'Missing' }],
  })
  expect(screen.getByText(/The permission User.Read.All is missing/)).toBeInTheDocument()
  expect(valueOf('Primary domain')).toBe('contoso.com')
})

test('a failed refresh names the reason and the next step while the earlier data stay', async () => {
  const failed = makeTenant({
    displayName: 'Fabrikam',
    failure: makeFailure({ code: 'INVALID_CLIENT_SECRET', message: 'It has expired. Renew it.' }),
  })
  const { user } = await open(makeDetails(failed))
  expect(await screen.findByText('The client secret is not accepted')).toBeInTheDocument()
  expect(screen.getByText('It has expired. Renew it.')).toBeInTheDocument()
  expect(screen.getByText(/The data shown was read Nov 20, 2026 at 1:00:00 AM PST/)).toBeVisible()
  expect(valueOf('Organization name')).toBe('Fabrikam')
  await user.click(screen.getByRole('button', { name: 'Copy diagnostics' }))
  expect(await navigator.clipboard.readText()).toContain('Code: INVALID_CLIENT_SECRET')
})

test('a code of Microsoft is the title of a failure, with the step of its actor', async () => {
  const advice = {
    actor: 'customerAdministrator',
    cause: 'Microsoft Graph is disabled in this directory.',
    step: 'Ask a Global Administrator of this tenant to enable Microsoft Graph.',
  } as const
  const failure = makeFailure({ code: 'INTERNAL', microsoftCode: 'AADSTS500014', advice })
  await open(makeDetails(makeTenant({ failure })))
  expect(
    await screen.findByText('Microsoft Graph is disabled in this directory'),
  ).toBeInTheDocument()
  expect(screen.getByText(advice.step)).toBeInTheDocument()
  expect(screen.queryByText(/Something went wrong/u)).not.toBeInTheDocument()
})

test('a code that is not in the table shows the words of Microsoft', async () => {
  const message = 'Microsoft says: “It is closed.” (AADSTS999999, request a-request).'
  const failure = makeFailure({ code: 'INTERNAL', microsoftCode: 'AADSTS999999', message })
  await open(makeDetails(makeTenant({ failure })))
  expect(await screen.findByText('Microsoft refused the request')).toBeInTheDocument()
  expect(screen.getByText(message)).toBeInTheDocument()
})

test.each([
  ['one that does not exist', '/tenant/00000000-0000-4000-8000-0000000000ff'],
  ['an address that is no tenant ID', '/tenant/<b>x'],
])('%s answers with the same calm 404', async (_, at) => {
  await renderApp({
    person: viewer,
    at,
    prepare: (server) =>
      server.refuse(getTenantDetails, { status: 404, code: 'NOT_FOUND', message: 'Not found' }),
  })
  expect(await screen.findByText(/^404: there is no tenant here/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to All Tenants' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Refresh/ })).not.toBeInTheDocument()
})

test('while the details load it says so, and a failure can be tried again', async () => {
  let release: (() => void) | undefined
  const { server, user } = await renderApp({
    person: viewer,
    at: `/tenant/${contoso.id}`,
    prepare: (server) => {
      server.refuse(getTenantDetails, {
        status: 503,
        code: 'UNAVAILABLE',
        message: 'The database is starting.',
      })
      release = server.hold(getTenantDetails)
    },
  })
  expect(await screen.findByText('Loading tenant details...')).toBeInTheDocument()
  release?.()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load tenant details')
  expect(alert).toHaveTextContent('The database is starting.')
  expect(alert).toHaveTextContent('insufficient permissions')
  expect(alert).toHaveTextContent('a tenant that is not accessible')
  expect(alert).toHaveTextContent('a network problem')
  server.answer(getTenantDetails, makeDetails(contoso))
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Contoso' })).toBeInTheDocument()
})

test.each([
  ['a technician may read it now', technician, 2],
  ['a viewer learns when it will be read', viewer, 0],
])('of a tenant that was never read %s', async (_, person, buttons) => {
  const unread = makeTenant({
    displayName: 'New',
    status: 'Pending',
    dataAsOf: null,
    figures: null,
  })
  await open(makeUnreadDetails(unread), { person })
  expect(await screen.findByText('This tenant has not been read yet')).toBeInTheDocument()
  expect(screen.getByText('No data yet')).toBeInTheDocument()
  expect(screen.queryAllByRole('button', { name: 'Refresh' })).toHaveLength(buttons)
})

test('the tab is kept in the URL and an unknown one shows the first', async () => {
  const { user } = await open(makeDetails(contoso), { search: '?tab=nonsense' })
  expect(await screen.findByRole('link', { name: 'Organization Overview' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await user.click(screen.getByRole('link', { name: 'License Overview' }))
  expect(await screen.findByText('Total Licenses')).toBeInTheDocument()
  expect(location.search).toBe('?tab=licenses')
})

test('refreshing a tenant shows its progress, its end and the new data', async () => {
  const { server, user } = await open(makeDetails(contoso), { person: technician })
  server.answer(refreshTenant, { runId: RUN_ID })
  const one = { total: 1, done: 0, failed: 0 }
  server.answer(getSyncRun, makeRun({ tenants: one }))
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('Reading tenants: 0 of 1')).toBeInTheDocument()
  expect(server.requestsTo(refreshTenant)[0]?.params).toEqual({ tenantId: contoso.id })

  server.answer(getTenantDetails, makeDetails({ ...contoso, displayName: 'Contoso Ltd' }))
  act(() =>
    FakeEventSource.current?.send({
      type: 'sync-run',
      run: makeRun({
        state: 'succeeded',
        finishedAt: '2026-11-20T10:01:00.000Z',
        tenants: { ...one, done: 1 },
      }),
    }),
  )
  expect(await screen.findByText('Data Updated')).toBeInTheDocument()
  expect(await screen.findByRole('heading', { level: 1, name: 'Contoso Ltd' })).toBeInTheDocument()
})

test('who loses the tenant while looking at it sees nothing of it any more', async () => {
  const { server } = await openWhole()
  server.refuse(getTenantDetails, { status: 404, code: 'NOT_FOUND', message: 'Not found' })
  act(() =>
    FakeEventSource.current?.send({
      type: 'sync-run',
      run: makeRun({ state: 'succeeded', finishedAt: '2026-11-20T10:01:00.000Z' }),
    }),
  )
  expect(await screen.findByText(/^404: there is no tenant here/)).toBeInTheDocument()
  expect(screen.queryByText('Contoso')).not.toBeInTheDocument()
})

test('from the list on, the heading that has the focus says the name and keeps it when the details arrive', async () => {
  const { server, user } = await renderApp({
    person: viewer,
    at: '/dashboard',
    prepare: (server) => {
      server.answer(listTenants, listOf([contoso]))
      server.answer(getTenantDetails, makeDetails(contoso))
    },
  })
  const release = server.hold(getTenantDetails)
  await user.click(await screen.findByRole('link', { name: 'Contoso' }))
  await screen.findByText('Loading tenant details...')
  const heading = screen.getByRole('heading', { level: 1, name: 'Contoso' })
  await waitFor(() => expect(heading).toHaveFocus())
  release()
  expect(await screen.findByText('Organization name')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Contoso' })).toBe(heading)
  expect(heading).toHaveFocus()
})

test('a tenant that turns out to be out of reach leaves the focus on the heading that says so', async () => {
  const { server, user } = await renderApp({
    person: viewer,
    at: '/dashboard',
    prepare: (server) => {
      server.answer(listTenants, listOf([contoso]))
      server.refuse(getTenantDetails, { status: 404, code: 'NOT_FOUND', message: 'Not found' })
    },
  })
  const release = server.hold(getTenantDetails)
  await user.click(await screen.findByRole('link', { name: 'Contoso' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Contoso' })
  await waitFor(() => expect(heading).toHaveFocus())
  release()
  await screen.findByText(/^404: there is no tenant here/)
  expect(screen.getByRole('heading', { level: 1, name: 'Tenant not found' })).toHaveFocus()
})

test.each([
  ['was read before', makeDetails],
  ['was never read', makeUnreadDetails],
])('a tenant whose contract has ended and that %s offers no refresh', async (_, detailsOf) => {
  const ended = makeTenant({ displayName: 'Ended', status: 'Inactive' })
  await open(detailsOf(ended), { person: technician })
  await screen.findByRole('heading', { level: 1, name: 'Ended' })
  expect(screen.queryByRole('button', { name: /Refresh/ })).not.toBeInTheDocument()
})
