import { getCurrentUser, getSignInOptions, signOut } from '@tenantscope/contract/auth'
import { listLicenseVisibilityLog } from '@tenantscope/contract/license-management'
import { listLicenses } from '@tenantscope/contract/licenses'
import { getSecurityStatus } from '@tenantscope/contract/security-audit'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { FakeEventSource } from '../testing/fake-event-source.ts'
import { administrator, technician, viewer } from '../testing/people.ts'
import { renderApp, signInAs } from '../testing/render-app.tsx'
import { goodStatus } from '../testing/security-audit.ts'
import { noTenants } from '../testing/tenant-lists.ts'

function openOverview(person: typeof administrator) {
  return renderApp({
    person,
    at: '/overview',
    prepare: (server) => server.answer(listTenants, noTenants),
  })
}

async function openMenu(app: Awaited<ReturnType<typeof openOverview>>) {
  await app.user.click(await screen.findByRole('button', { name: /^Account: / }))
  return screen.findByRole('menu')
}

test.each([
  ['the administrator called admin', administrator, 'Administrator', 'Administrator'],
  ['another administrator', { ...administrator, username: 'root' }, 'root', 'Administrator'],
  ['a technician', technician, 'megan@msp.example', 'Technician'],
  ['a viewer', viewer, 'alex@msp.example', 'Viewer'],
  ['a viewer called admin', { ...viewer, username: 'admin' }, 'admin', 'Viewer'],
])('the user menu of %s names them and their role', async (_, person, name, role) => {
  const app = await openOverview(person)
  const menu = await openMenu(app)
  expect(screen.getByRole('button', { name: `Account: ${name}`, hidden: true })).toBeInTheDocument()
  expect(menu.parentElement).toHaveTextContent(role)
})

const entriesOf = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('menuitem')
    .map((item) => [item.textContent, item.getAttribute('href')])

const ENTRIES_OF_ALL = [
  ['My Account', '/profile'],
  ['All Tenants', '/dashboard'],
  ['Overview', '/overview'],
  ['My Organization', '/enhanced-dashboard'],
  ['Azure Config', '/azure-config'],
  ['Preferences', '/profile?tab=preferences'],
]

test('the user menu of an administrator leads to every screen', async () => {
  const menu = await openMenu(await openOverview(administrator))
  expect(entriesOf(menu)).toEqual([
    ...ENTRIES_OF_ALL,
    ['Admin Panel', '/admin-panel'],
    ['Security Audit', '/admin/security-audit'],
    ['License Management', '/admin-licenses'],
    ['Prices', '/admin/prices'],
    ['License Audit Trail', '/admin/license-audit'],
    ['Sign Out', null],
  ])
})

test.each([
  ['technician', technician],
  ['viewer', viewer],
])('the user menu of a %s has no entry of the administration', async (_, person) => {
  const menu = await openMenu(await openOverview(person))
  expect(entriesOf(menu)).toEqual([...ENTRIES_OF_ALL, ['Sign Out', null]])
})

test('the menu opens and closes by the keyboard', async () => {
  const { user } = await openOverview(viewer)
  const trigger = await screen.findByRole('button', { name: /^Account: / })
  trigger.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('menu')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
})

test.each([
  [true, 1],
  [false, 0],
])('simulated Microsoft (%s) is said %d times', async (simulatedMicrosoft, times) => {
  await renderApp({
    person: viewer,
    at: '/overview',
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(getSignInOptions, {
        microsoft: true,
        local: true,
        simulatedMicrosoft,
        refusal: null,
      })
    },
  })
  await screen.findByRole('heading', { name: 'Overview' })
  await waitFor(() => expect(screen.queryAllByText('Simulated Microsoft')).toHaveLength(times))
})

test('an address that is no screen shows the 404 page within the navigation', async () => {
  const { user, server } = await renderApp({ person: viewer, at: '/admin/nothing' })
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument()
  await waitFor(() => expect(document.title).toBe('Page not found – Tenantscope'))
  server.answer(listTenants, noTenants)
  await user.click(screen.getByRole('link', { name: 'Go to All Tenants' }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
})

test.each([
  ['/admin-license-audit', '/admin/license-audit', 'License Audit Trail'],
  ['/admin-security-dashboard', '/admin/security-dashboard', 'Security Dashboard'],
  ['/admin-license-visibility', '/admin-licenses', 'License Management'],
])('the other name %s leads to %s', async (at, address, title) => {
  await renderApp({
    person: administrator,
    at,
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(listLicenses, [])
      server.answer(listLicenseVisibilityLog, [])
      server.answer(getSecurityStatus, goodStatus)
    },
  })
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument()
  expect(location.pathname).toBe(address)
})

test('after a navigation the heading of the new page has the focus; at the first load nothing takes it', async () => {
  const app = await openOverview(viewer)
  await screen.findByRole('heading', { level: 1, name: 'Overview' })
  expect(document.body).toHaveFocus()
  await app.user.click(screen.getByRole('link', { name: 'All Tenants' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'All Tenants' })
  await waitFor(() => expect(heading).toHaveFocus())
})

test('the skip link leads past the navigation without touching the address', async () => {
  const { user } = await openOverview(viewer)
  await screen.findByRole('heading', { name: 'Overview' })
  await user.click(screen.getByRole('link', { name: 'Skip to main content' }))
  expect(screen.getByRole('main')).toHaveFocus()
  expect(location.hash).toBe('')
})

test('signing out ends the session, forgets what was read and shows the login screen', async () => {
  const app = await openOverview(technician)
  app.server.answerWith(signOut, () => {
    signInAs(app.server, null)
    return { message: 'Signed out' }
  })
  const menu = await openMenu(app)
  await app.user.click(within(menu).getByRole('menuitem', { name: 'Sign Out' }))
  expect(await screen.findByRole('link', { name: 'Sign in with Microsoft' })).toHaveAttribute(
    'href',
    '/api/auth/microsoft/login',
  )
  expect(location.pathname).toBe('/login')
  expect(screen.queryByText('Megan Bowen')).not.toBeInTheDocument()
  expect(screen.queryByText('You were signed out')).not.toBeInTheDocument()
  expect(FakeEventSource.current).toBeUndefined()
  expect(app.server.requestsTo(signOut)[0]?.body).toBeUndefined()
})

test('when the session ends under way the login screen says so and keeps the address', async () => {
  const { server } = await openOverview(viewer)
  await screen.findByRole('heading', { name: 'Overview' })
  signInAs(server, null)
  FakeEventSource.current?.break()
  expect(await screen.findByRole('link', { name: 'Sign in with Microsoft' })).toHaveAttribute(
    'href',
    '/api/auth/microsoft/login?returnTo=%2Foverview',
  )
  expect(screen.getByText('You were signed out')).toBeInTheDocument()
  expect(server.requestsTo(getCurrentUser).at(-1)?.headers.get('X-Background')).toBe('1')
})

test('who is signed in and opens the login screen is led on', async () => {
  await renderApp({
    person: viewer,
    at: '/login?returnTo=%2Foverview',
    prepare: (server) => server.answer(listTenants, noTenants),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Overview' })).toBeInTheDocument()
})

test('a stream that speaks of another build raises the notice with a way to reload', async () => {
  document.head.innerHTML = '<meta name="tenantscope-build" content="build-1">'
  await openOverview(viewer)
  await screen.findByRole('heading', { name: 'Overview' })
  FakeEventSource.current?.send({ type: 'hello', build: 'build-1' })
  expect(screen.queryByText('A new version is available')).not.toBeInTheDocument()
  FakeEventSource.current?.send({ type: 'hello', build: 'build-2' })
  expect(await screen.findByText('A new version is available')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument()
})
