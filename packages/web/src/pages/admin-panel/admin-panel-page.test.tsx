import { listLoginAudit } from '@tenantscope/contract/audit'
import { getSettings } from '@tenantscope/contract/settings'
import { getAdminStats } from '@tenantscope/contract/system'
import { listUsers } from '@tenantscope/contract/users'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { FakeServer } from '../../testing/fake-server.ts'
import { administrator, technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeLocalAdministrator, makeUser } from '../../testing/users.ts'

const stats = {
  totalUsers: 1_204,
  adminUsers: 3,
  microsoftUsers: 1_200,
  disabledUsers: 2,
  adminUsersToChoosePassword: 1,
  activeSessions: 7,
  totalTenants: 250,
  lastBackup: null,
}

function prepare(server: FakeServer) {
  server.answer(getAdminStats, stats)
  server.answer(listUsers, {
    users: [makeLocalAdministrator({ mustResetPassword: true }), makeUser()],
    total: 2,
    nextCursor: null,
  })
}

const open = (at: string, person = administrator) => renderApp({ person, at, prepare })
const tabs = () => screen.findByRole('navigation', { name: 'Admin Panel' })

test('the tabs are in order, and the overview opens first', async () => {
  await open('/admin-panel')
  const links = within(await tabs()).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    'Overview',
    'Users',
    'Role Mapping',
    'Settings',
    'System',
    'Audit',
  ])
  expect(links[0]).toHaveAttribute('aria-current', 'page')
  await waitFor(() => expect(document.title).toBe('Overview – Admin Panel – Tenantscope'))
})

test('a tab has an address, and the back button goes back to the one before', async () => {
  const { user } = await open('/admin-panel?tab=users')
  expect(await screen.findByRole('table', { name: 'Users' })).toBeInTheDocument()
  await user.click(within(await tabs()).getByRole('link', { name: 'Overview' }))
  expect(await screen.findByText('Total users')).toBeInTheDocument()
  expect(location.search).toBe('?tab=overview')
  history.back()
  expect(await screen.findByRole('table', { name: 'Users' })).toBeInTheDocument()
  expect(location.search).toBe('?tab=users')
})

test('in a narrower window the current tab is scrolled into sight again', async () => {
  await open('/admin-panel?tab=audit')
  const row = await tabs()
  const current = within(row).getByRole('link', { name: 'Audit' })
  vi.spyOn(row, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 40))
  vi.spyOn(current, 'getBoundingClientRect').mockReturnValue(new DOMRect(430, 0, 60, 40))
  fireEvent(window, new Event('resize'))
  expect(row.scrollLeft).toBe(90)
})

test('a tab that does not exist is the overview', async () => {
  await open('/admin-panel?tab=nothing')
  expect(await screen.findByText('Total users')).toBeInTheDocument()
})

test.each([
  ['viewer', viewer],
  ['technician', technician],
])('a %s is denied on every tab, and nothing of it is asked for', async (_, person) => {
  const { server } = await open('/admin-panel?tab=users&user=1', person)
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument()
  expect(
    screen.getByText(
      "You don't have administrator privileges. Contact your system administrator for access.",
    ),
  ).toBeInTheDocument()
  expect(screen.queryByRole('navigation', { name: 'Admin Panel' })).not.toBeInTheDocument()
  for (const call of [getAdminStats, listUsers]) expect(server.requestsTo(call)).toEqual([])
})

test('the overview has every figure with the way to where it is dealt with', async () => {
  await open('/admin-panel')
  const figures = await screen.findByRole('list', { name: 'Figures' })
  expect(
    within(figures)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Total users1,2042 disabled', '/admin-panel?tab=users'],
    ['Administrators3', '/admin-panel?tab=users&type=administrators'],
    ['Microsoft users1,200', '/admin-panel?tab=users&type=microsoft'],
    ['Active sessions7', '/admin-panel?tab=system'],
    ['Tenants250', '/dashboard'],
    ['Last backupNever', '/admin-panel?tab=system'],
  ])
  for (const name of [
    /^License Management/,
    /^Prices/,
    /^License Audit Trail/,
    /^Security Audit/,
    /^Security Dashboard/,
    /^Azure Config/,
  ])
    expect(within(screen.getByRole('main')).getByRole('link', { name })).toBeInTheDocument()
})

test('what other tabs show is not loaded before they are opened', async () => {
  const { server, user } = await renderApp({
    person: administrator,
    at: '/admin-panel',
    prepare: (fake) => {
      prepare(fake)
      for (const call of [getSettings, listLoginAudit]) fake.cut(call)
    },
  })
  expect(await screen.findByText('Total users')).toBeInTheDocument()
  for (const call of [listUsers, getSettings, listLoginAudit])
    expect(server.requestsTo(call)).toEqual([])
  await user.click(within(await tabs()).getByRole('link', { name: 'Settings' }))
  await waitFor(() => expect(server.requestsTo(getSettings)).toHaveLength(1))
  expect(server.requestsTo(listLoginAudit)).toEqual([])
})

test('what needs attention is said, from what is stored', async () => {
  await open('/admin-panel')
  expect(await screen.findByText('No backup has been created yet.')).toBeInTheDocument()
  expect(
    await screen.findByText('1 administrator must still change their initial password.'),
  ).toBeInTheDocument()
})

test('where all is well nothing is said', async () => {
  await renderApp({
    person: administrator,
    at: '/admin-panel',
    prepare: (fake) => {
      fake.answer(getAdminStats, {
        ...stats,
        adminUsersToChoosePassword: 0,
        lastBackup: new Date().toISOString(),
      })
    },
  })
  expect(await screen.findByText('just now')).toBeInTheDocument()
  expect(screen.queryByText('Needs attention')).not.toBeInTheDocument()
})

test('figures that cannot be loaded are said with a retry, and the other screens stay reachable', async () => {
  const { user, server } = await renderApp({
    person: administrator,
    at: '/admin-panel',
    prepare: (fake) => {
      prepare(fake)
      fake.refuse(getAdminStats, { status: 500, code: 'INTERNAL', message: 'Broken.' })
    },
  })
  expect(await screen.findByText('Failed to load the overview')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /^License Management/ })).toBeInTheDocument()
  server.answer(getAdminStats, stats)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Total users')).toBeInTheDocument()
})
