import { getAzureConfig } from '@tenantscope/contract/azure'
import { listInvitations } from '@tenantscope/contract/consent'
import { addTenant, getSetup } from '@tenantscope/contract/onboarding'
import { listTenantGroups } from '@tenantscope/contract/tenant-groups'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { makeAzureConfig } from '../../testing/azure-config.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { administrator, technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { setupDone, setupWith } from '../../testing/setup-steps.ts'
import { makeGroup } from '../../testing/tenant-groups.ts'
import { listOf, noTenants } from '../../testing/tenant-lists.ts'
import { makeFailure, makeTenant } from '../../testing/tenants.ts'
import { setWindowWidth } from '../../testing/window-width.ts'

beforeEach(() => setWindowWidth(1_440))

const gold = makeGroup({ name: 'Gold' })
const south = makeGroup({ name: 'South' })
const contoso = makeTenant({ displayName: 'Contoso', groupIds: [gold.id] })
const fabrikam = makeTenant({
  displayName: 'fabrikam.com',
  status: 'Pending',
  consent: { state: 'none', since: null },
  dataAsOf: null,
  figures: null,
  failure: makeFailure(),
})

async function open(
  prepare: (server: FakeServer) => void,
  person = administrator,
  at = '/dashboard',
) {
  const app = await renderApp({ person, at, prepare })
  await screen.findByRole('heading', { name: 'All Tenants' })
  return app
}

function shownNames() {
  return within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent)
}

const group = () => screen.findByRole('combobox', { name: 'Group' })

test('an empty installation shows an administrator the way, in place of a table', async () => {
  await open((server) => {
    server.answer(listTenants, { ...noTenants, isConnected: false })
    server.answer(getSetup, setupWith([]))
  })
  expect(await screen.findByRole('heading', { name: 'Setup: 0 of 5 done' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Connect Microsoft' })).toHaveAttribute(
    'href',
    '/azure-config',
  )
  expect(screen.queryByRole('grid')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument()
})

test.for([
  { who: 'a technician', person: technician },
  { who: 'a viewer', person: viewer },
])('$who is not asked to set anything up', async ({ person }) => {
  const { server } = await open((fake) => {
    fake.answer(listTenants, listOf([contoso]))
    fake.answer(getSetup, setupWith([], { credentialDaysLeft: 3 }))
  }, person)
  await screen.findByRole('grid')
  expect(screen.queryByText(/Setup|expires in/)).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Add tenant' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Manage groups' })).not.toBeInTheDocument()
  expect(server.requestsTo(getSetup)).toHaveLength(0)
})

test('beside tenants that were read the setup is a line, and a secret that ends is warned of', async () => {
  await open((server) => {
    server.answer(listTenants, listOf([contoso]))
    server.answer(getAzureConfig, makeAzureConfig({ credentialKind: 'certificate' }))
    server.answer(getSetup, setupWith(['connect', 'firstTenant'], { credentialDaysLeft: 12 }))
  })
  expect(await screen.findByText('Setup: 2 of 5 done')).toBeInTheDocument()
  expect(
    await screen.findByText('The certificate of the Microsoft connection expires in 12 days'),
  ).toBeInTheDocument()
  expect(shownNames()).toEqual(['Contoso'])
})

test('the first tenant is added from the checklist; its consent is the next step', async () => {
  const { user, server } = await open((fake) => {
    fake.answer(listTenants, noTenants)
    fake.answer(getSetup, setupWith(['connect', 'redirectUris', 'permissions']))
    fake.answer(addTenant, { tenant: fabrikam, isNew: true, isConsented: false })
    fake.answer(listInvitations, { invitations: [] })
  })
  await user.click(await screen.findByRole('button', { name: 'Add tenant' }))
  const field = await screen.findByLabelText('Domain or tenant ID')
  server.answer(listTenants, listOf([fabrikam]))
  await user.type(field, 'fabrikam.com{Enter}')
  expect(await screen.findByText('Tenant added, consent is missing')).toBeInTheDocument()
  expect(await screen.findByText('Grant consent')).toBeInTheDocument()
  expect(screen.getByText('Create invitation link')).toBeInTheDocument()
  // Beneath the dialog the table has it already.
  expect(screen.getByText('Showing 1 of 1 tenants')).toBeInTheDocument()
})

test('a row says in words why a tenant is not read, and what to do', async () => {
  await open((server) => server.answer(listTenants, listOf([fabrikam, contoso])))
  const status = await screen.findByText('Pending', { selector: '[role="gridcell"] *' })
  expect(status.closest('[title]')).toHaveAttribute(
    'title',
    'This tenant has not consented to this application. Ask an administrator of this tenant to grant consent.',
  )
  const good = screen.getByText('Active', { selector: '[role="gridcell"] *' })
  expect(good.closest('[title]')).toBeNull()
})

test('a group filters, is kept in the URL, and the back button undoes it', async () => {
  const { user } = await open((server) => {
    server.answer(listTenants, listOf([contoso, fabrikam]))
    server.answer(listTenantGroups, { groups: [south, gold] })
  }, viewer)
  const select = await group()
  expect(
    within(select)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All Groups', 'Gold', 'South'])
  await user.selectOptions(select, 'Gold')
  await waitFor(() => expect(location.search).toBe(`?group=${gold.id}`))
  await waitFor(() => expect(shownNames()).toEqual(['Contoso']))
  history.back()
  await waitFor(() => expect(location.search).toBe(''))
  await waitFor(() => expect(shownNames()).toHaveLength(2))
  expect(await group()).toHaveValue('')
})

test('a link with a group opens it; one that is gone can be taken away', async () => {
  const { user } = await open(
    (server) => {
      server.answer(listTenants, listOf([contoso, fabrikam]))
      server.answer(listTenantGroups, { groups: [gold] })
    },
    viewer,
    `/dashboard?group=${south.id}`,
  )
  expect(await screen.findByText('Unknown group')).toBeInTheDocument()
  expect(screen.getByText('No tenants found')).toBeInTheDocument()
  await user.selectOptions(await group(), 'All Groups')
  await waitFor(() => expect(shownNames()).toHaveLength(2))
  expect(screen.queryByText('Unknown group')).not.toBeInTheDocument()
})

test('without tenant groups no filter is shown and none is requested', async () => {
  const { server } = await open((fake) => {
    fake.answer(listTenants, listOf([fabrikam]))
    fake.answer(getSetup, setupDone)
  })
  await screen.findByRole('grid')
  expect(screen.queryByRole('combobox', { name: 'Group' })).not.toBeInTheDocument()
  expect(server.requestsTo(listTenantGroups)).toHaveLength(0)
})
