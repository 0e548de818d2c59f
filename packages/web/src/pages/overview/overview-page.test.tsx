import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { administrator, technician } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { listOf, noTenants } from '../../testing/tenant-lists.ts'
import { makeTenant } from '../../testing/tenants.ts'

const tenants = ['Delta', 'Alpha', 'Foxtrot', 'Bravo', 'Echo', 'Charlie'].map((displayName) =>
  makeTenant({ displayName }),
)
const alpha = tenants[1]!

function open(search: string, list = listOf(tenants), person = technician) {
  return renderApp({
    person,
    at: `/overview${search}`,
    prepare: (server) => server.answer(listTenants, list),
  })
}

test('the overview shows who is signed in, what they may see and their first five tenants by name', async () => {
  await open('')
  const profile = await screen.findByRole('region', { name: 'Your profile' })
  for (const text of ['Megan Bowen', 'megan@msp.example', 'Technician', 'Active', '6'])
    expect(within(profile).getByText(text)).toBeInTheDocument()
  const links = screen.getAllByRole('link', { name: /^View Details of/ })
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(
    ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo'].map((name) => `View Details of ${name}`),
  )
  expect(links[0]).toHaveAttribute('href', `/tenant/${alpha.id}`)
  expect(links[0]?.closest('li')).toHaveTextContent('ActiveFull Access')
  expect(screen.getByRole('link', { name: 'View All 6 Tenants' })).toHaveAttribute(
    'href',
    '/dashboard',
  )
  await waitFor(() => expect(document.title).toBe('Overview – Tenantscope'))
})

test('who sees all their tenants already gets no link to more, but the way to the dashboard', async () => {
  await open('', listOf(tenants.slice(0, 5)))
  expect(await screen.findAllByRole('link', { name: /^View Details of/ })).toHaveLength(5)
  expect(screen.queryByRole('link', { name: /^View All/ })).not.toBeInTheDocument()
  const actions = screen.getByRole('region', { name: 'Quick actions' })
  expect(
    within(actions)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/dashboard', '/enhanced-dashboard', '/profile'])
})

test('without any tenant the overview says whom to ask', async () => {
  await open('?warning=no_roles', noTenants)
  expect(await screen.findByText('No Roles Assigned')).toBeInTheDocument()
  expect(await screen.findByRole('heading', { name: 'No tenants yet' })).toBeInTheDocument()
  expect(screen.getAllByText(/Ask your Tenantscope administrator/)).toHaveLength(2)
})

test('an administrator sees all tenants', async () => {
  await open('', noTenants, administrator)
  expect(await screen.findByText('All tenants')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /^Admin Panel/ })).toHaveAttribute('href', '/admin-panel')
})

test.each([
  ['tenant_suspended', 'Inactive', 'Tenant Access Suspended'],
  ['tenant_context_failed', 'Pending', 'Tenant Context Error'],
] as const)('the warning %s names the tenant from the own list', async (code, status, title) => {
  await open(`?warning=${code}&tenant=${alpha.id}`, listOf([{ ...alpha, status }]))
  expect(await screen.findByText(title)).toBeInTheDocument()
  await waitFor(() => expect(screen.getByText(title).parentElement).toHaveTextContent('Alpha'))
})

test('a tenant that is not in the own list is never named, whatever the address says', async () => {
  await open('?warning=tenant_context_failed&tenant=Contoso%20Evil')
  const title = await screen.findByText('Tenant Context Error')
  expect(title.parentElement).toHaveTextContent('The tenant could not be opened')
  expect(screen.queryByText(/Evil/)).not.toBeInTheDocument()
})

test.each([
  ['tenant_suspended', alpha.id],
  ['tenant_suspended', 'unknown'],
  ['tenant_context_failed', alpha.id],
  ['no_roles', ''],
])('the warning %s says nothing where the own list shows otherwise', async (code, tenant) => {
  await open(`?warning=${code}&tenant=${tenant}`)
  await screen.findByRole('region', { name: 'Your profile' })
  expect(
    screen.queryByText(/Tenant Access Suspended|Tenant Context Error|No Roles Assigned/),
  ).not.toBeInTheDocument()
})

test('an unknown warning says nothing', async () => {
  await open('?warning=you_won')
  await screen.findByRole('region', { name: 'Your profile' })
  expect(screen.queryByRole('group')).not.toBeInTheDocument()
})

test('a list that cannot be read is said with its request ID and can be asked for again', async () => {
  const { user, server } = await renderApp({
    person: technician,
    at: '/overview',
    prepare: (server) =>
      server.refuse(listTenants, {
        status: 503,
        code: 'UNAVAILABLE',
        message: 'The database is not there.',
        requestId: 'request-42',
      }),
  })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Failed to load tenant data.*The database is not there.*request-42/,
  )
  server.answer(listTenants, listOf(tenants))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'View All 6 Tenants' })).toBeInTheDocument()
})

test('while the tenants load the page keeps its shape', async () => {
  let release: (() => void) | undefined
  await renderApp({
    person: technician,
    at: '/overview',
    prepare: (server) => {
      server.answer(listTenants, listOf(tenants))
      release = server.hold(listTenants)
    },
  })
  expect(await screen.findByLabelText('Loading your access...')).toBeInTheDocument()
  release?.()
  expect(await screen.findByRole('region', { name: 'Your profile' })).toBeInTheDocument()
})
