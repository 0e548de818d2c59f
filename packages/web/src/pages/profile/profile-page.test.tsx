import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { administrator, technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'

async function openProfile(person: typeof administrator, total = 0) {
  const app = await renderApp({
    person,
    at: '/profile',
    prepare: (server) => server.answer(listTenants, { ...noTenants, total }),
  })
  await screen.findByRole('heading', { name: 'Profile' })
  return app
}

/** The value beside a name. */
const factOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling

test('the profile says who one is, how one signs in and what one may do', async () => {
  await openProfile({ ...technician, adminRoles: ['Helpdesk'] }, 12)
  expect(factOf('Name')).toHaveTextContent('Megan Bowen')
  expect(factOf('Username')).toHaveTextContent('megan@msp.example')
  expect(factOf('Email')).toHaveTextContent('megan@msp.example')
  expect(factOf('Authentication')).toHaveTextContent('Microsoft 365')
  expect(factOf('Role')).toHaveTextContent(/^Technician.*refresh them/u)
  expect(factOf('Administrative roles')).toHaveTextContent('Helpdesk')
  expect(factOf('Last Microsoft sign-in')).toHaveTextContent('Nov 20, 2026 at 1:12:44 AM PST')
  expect(factOf('Member since')).toHaveTextContent('Jan 05, 2026')
  const tenants = await screen.findByRole('link', { name: '12 tenants' })
  expect(tenants).toHaveAttribute('href', '/dashboard')
})

test('a local account has no sign-in of Microsoft and needs no address', async () => {
  await openProfile(administrator, 1)
  expect(factOf('Name')).toHaveTextContent('Administrator')
  expect(factOf('Email')).toHaveTextContent('None')
  expect(factOf('Authentication')).toHaveTextContent('Local')
  expect(screen.queryByText('Last Microsoft sign-in')).not.toBeInTheDocument()
  expect(await screen.findByRole('link', { name: '1 tenant' })).toBeInTheDocument()
})

test('a user without grants sees whom to ask', async () => {
  await openProfile(viewer, 0)
  expect(await screen.findByText(/An administrator can grant you access/)).toBeInTheDocument()
})

test('tenants that cannot be counted leave the way to them', async () => {
  await renderApp({
    person: viewer,
    at: '/profile',
    prepare: (server) =>
      server.refuse(listTenants, { status: 500, code: 'INTERNAL', message: 'Something broke.' }),
  })
  const tenants = await screen.findByText('Tenants', { selector: 'dt' })
  await waitFor(() => expect(tenants.nextElementSibling).toHaveTextContent('All Tenants'))
})

test('each tab has its address, and the trail leads to My Account', async () => {
  const { user } = await openProfile(viewer)
  expect(document.title).toBe('Profile – My Account – Tenantscope')
  const crumbs = screen.getByRole('navigation', { name: /breadcrumb/i })
  expect(within(crumbs).getByText('My Account')).toBeInTheDocument()
  const tabs = within(screen.getByRole('navigation', { name: 'My Account' }))
  expect(tabs.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Profile',
    'Security',
    'Preferences',
    'Notifications',
  ])
  await user.click(tabs.getByRole('link', { name: 'Preferences' }))
  expect(await screen.findByRole('heading', { name: 'Preferences' })).toBeInTheDocument()
  expect(location.search).toBe('?tab=preferences')
  expect(tabs.getByRole('link', { name: 'Preferences' })).toHaveAttribute('aria-current', 'page')
})

test('an unknown tab is the first one', async () => {
  await renderApp({
    person: viewer,
    at: '/profile?tab=nonsense',
    prepare: (server) => server.answer(listTenants, noTenants),
  })
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeInTheDocument()
})
