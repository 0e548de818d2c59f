import { UserId } from '@tenantscope/contract/ids'
import { listUsers, resetUserPassword } from '@tenantscope/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../../testing/dialogs.ts'
import type { FakeServer } from '../../../testing/fake-server.ts'
import { administrator } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { makeLocalAdministrator, makeUser } from '../../../testing/users.ts'

const HOSTILE = '<b>Nadia</b>'
const local = makeLocalAdministrator({ username: 'root', displayName: 'Rosa Root', email: null })
const microsoft = makeUser({
  displayName: HOSTILE,
  email: 'nadia@msp.example',
  hasSecondFactor: true,
  isDisabled: true,
})
const unassigned = makeUser({
  displayName: 'Nora None',
  lastMicrosoftLogin: null,
  access: { mode: 'groups', tenants: 0 },
})

function answerList(server: FakeServer, users = [local, microsoft, unassigned]) {
  server.answer(listUsers, { users, total: users.length, nextCursor: null })
}

async function open(
  at = '/admin-panel?tab=users',
  prepare = (server: FakeServer) => answerList(server),
) {
  const app = await renderApp({ person: administrator, at, prepare })
  const table = await screen.findByRole('table', { name: 'Users' })
  return { ...app, table }
}

const rowOf = (name: string) => screen.getByText(name).closest('tr')!

test('users are listed in the order of the server, each with the most important facts', async () => {
  const { table } = await open()
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.children, (cell) => cell.textContent))
  expect(rows).toEqual([
    ['RRRosa Rootroot', 'Local', 'Administrator', 'All tenants', '', 'Active', 'Manage'],
    [
      '<<<b>Nadia</b>nadia@msp.example'.slice(1),
      'Microsoft',
      'Technician',
      '12 tenants',
      'Nov 20, 2026 at 1:12:44 AM PST',
      'DisabledSecond factor',
      'Manage',
    ],
    [
      `NNNora None${unassigned.email}`,
      'Microsoft',
      'Technician',
      'No tenants',
      'Never',
      'Active',
      'Manage',
    ],
  ])
  expect(screen.getByText('Showing 3 of 3')).toBeInTheDocument()
})

test('only local people show the key; it sets a password that they must replace', async () => {
  const { user, server } = await open()
  expect(screen.getAllByRole('button', { name: /^Set Password/ })).toHaveLength(1)
  const key = within(rowOf('Rosa Root')).getByRole('button', { name: 'Set Password of Rosa Root' })
  await user.click(key)
  const dialog = within(await findDialog('Set New Password'))
  expect(dialog.getByText(/must choose a new one at the next sign-in/)).toBeInTheDocument()
  const set = dialog.getByText('Set Password')
  expect(set).toHaveAttribute('aria-disabled', 'true')
  const field = dialog.getByLabelText('New password')
  await user.type(field, '   ')
  expect(set).toHaveAttribute('aria-disabled', 'true')
  await user.type(field, 'x{Enter}')
  expect(await dialog.findByText('Password must be at least 12 characters')).toBeInTheDocument()
  expect(dialog.getByText('Must include at least one number')).toBeInTheDocument()
  expect(server.requestsTo(resetUserPassword)).toEqual([])

  await user.click(dialog.getByText('Suggest a password'))
  const suggested = field.getAttribute('value')
  expect(field).toHaveAttribute('type', 'text')
  await user.click(dialog.getByText('Copy password'))
  expect(await navigator.clipboard.readText()).toBe(suggested)
  server.answer(resetUserPassword, { message: 'Rosa Root must choose a new password.' })
  await user.click(dialog.getByText('Set Password'))
  expect(await screen.findByText('Rosa Root must choose a new password.')).toBeInTheDocument()
  expect(server.requestsTo(resetUserPassword)[0]).toMatchObject({
    params: { userId: String(local.id) },
    body: { password: suggested },
  })
  await waitFor(() => expect(screen.queryByText('Set New Password')).not.toBeInTheDocument())
  expect(server.requestsTo(listUsers)).toHaveLength(2)
})

test('the own key leads to My Account, since users cannot set their own password here', async () => {
  const self = makeLocalAdministrator({ id: UserId.parse(administrator.id), displayName: 'Me' })
  await open('/admin-panel?tab=users', (server) => answerList(server, [self, local]))
  expect(screen.getAllByRole('button', { name: /^Set Password/ })).toHaveLength(1)
  expect(
    within(rowOf('Me')).getByRole('link', { name: 'Change your own password' }),
  ).toHaveAttribute('href', '/profile?tab=security')
})

test('a password that the server refuses is said at its field, any other failure by a toast', async () => {
  const { user, server } = await open()
  const message = 'This password is among the commonest'
  server.refuse(resetUserPassword, {
    status: 400,
    code: 'BAD_REQUEST',
    message,
    fields: [{ field: 'body.password', message }],
  })
  await user.click(screen.getByRole('button', { name: 'Set Password of Rosa Root' }))
  const dialog = within(await findDialog('Set New Password'))
  await user.type(dialog.getByLabelText('New password'), 'Password-1234{Enter}')
  expect(await dialog.findByText(message)).toBeInTheDocument()
  expect(screen.queryByText('Reset Failed')).not.toBeInTheDocument()
  server.refuse(resetUserPassword, { status: 404, code: 'NOT_FOUND', message: 'There is none.' })
  await user.type(dialog.getByLabelText('New password'), 'x{Enter}')
  expect(await screen.findByText('Reset Failed')).toBeInTheDocument()
})

test('a password that is being set keeps its dialog, so that a refusal is seen', async () => {
  const { user, server } = await open()
  const message = 'This password is among the commonest'
  server.refuse(resetUserPassword, {
    status: 400,
    code: 'BAD_REQUEST',
    message,
    fields: [{ field: 'body.password', message }],
  })
  const release = server.hold(resetUserPassword)
  await user.click(screen.getByRole('button', { name: 'Set Password of Rosa Root' }))
  const dialog = within(await findDialog('Set New Password'))
  await user.type(dialog.getByLabelText('New password'), 'Password-1234{Enter}')
  await user.keyboard('{Escape}')
  await user.click(dialog.getByText('Cancel'))
  await user.click(dialog.getByLabelText('Close'))
  release()
  expect(await screen.findByText(message)).toBeInTheDocument()
  await user.click(dialog.getByText('Cancel'))
  await waitFor(() => expect(screen.queryByText('Set New Password')).not.toBeInTheDocument())
})

test('search and filters are sent to the server and kept in the URL', async () => {
  const { user, server } = await open()
  await user.type(screen.getByRole('searchbox', { name: 'Search users' }), ' nad ')
  await waitFor(() => expect(location.search).toBe('?tab=users&q=nad'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Microsoft')
  await waitFor(() => expect(location.search).toBe('?tab=users&q=nad&type=microsoft'))
  await waitFor(() => expect(server.requestsTo(listUsers)).toHaveLength(3))
  expect(
    server.requestsTo(listUsers).map(({ query }) => [query.get('q'), query.get('kind')]),
  ).toEqual([
    ['', 'all'],
    ['nad', 'all'],
    ['nad', 'microsoft'],
  ])
})

test('an address with a search is applied; an empty result is shown', async () => {
  const { server } = await renderApp({
    person: administrator,
    at: '/admin-panel?tab=users&q=zoe&type=disabled',
    prepare: (fake) => answerList(fake, []),
  })
  expect(await screen.findByRole('heading', { name: 'No users found' })).toBeInTheDocument()
  expect(screen.getByRole('searchbox', { name: 'Search users' })).toHaveValue('zoe')
  expect(screen.getByRole('combobox', { name: 'Show' })).toHaveValue('disabled')
  expect(server.requestsTo(listUsers)[0]?.query.get('kind')).toBe('disabled')
})

test('more than a page is loaded when it is asked for', async () => {
  const { user, server } = await open('/admin-panel?tab=users', (fake) =>
    fake.answerWith(listUsers, ({ query }) =>
      query.get('cursor') === null
        ? { users: [local], total: 2, nextCursor: 'next' }
        : { users: [unassigned], total: 2, nextCursor: null },
    ),
  )
  expect(screen.getByText('Showing 1 of 2')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Nora None')).toBeInTheDocument()
  expect(screen.getByText('Showing 2 of 2')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument()
  expect(server.requestsTo(listUsers)[1]?.query.get('cursor')).toBe('next')
})

test('a list that cannot be loaded says why and can be tried again', async () => {
  const { user, server } = await renderApp({
    person: administrator,
    at: '/admin-panel?tab=users',
    prepare: (fake) =>
      fake.refuse(listUsers, {
        status: 503,
        code: 'UNAVAILABLE',
        message: 'The database is away.',
      }),
  })
  expect(await screen.findByText('Failed to load users')).toBeInTheDocument()
  expect(screen.getByText('The database is away.')).toBeInTheDocument()
  answerList(server)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Rosa Root')).toBeInTheDocument()
})
