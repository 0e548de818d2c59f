import {
  getRoleMappings,
  listDirectoryRoles,
  previewRoleMappings,
  RoleMapping,
  saveRoleMappings,
} from '@tenantscope/contract/role-mappings'
import { getSettings } from '@tenantscope/contract/settings'
import { listUsers } from '@tenantscope/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { findDialog } from '../../../testing/dialogs.ts'
import type { FakeServer } from '../../../testing/fake-server.ts'
import { administrator } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import {
  directoryRoles,
  GLOBAL_ADMINISTRATOR,
  GLOBAL_READER,
  makeMapping,
  makeOutcome,
} from '../../../testing/role-mappings.ts'
import { makeSettings } from '../../../testing/settings.ts'

const SavedMappings = z.object({ mappings: z.array(RoleMapping) })
const helpdesk = makeMapping({ description: 'Second <b>line</b>' })
const admins = makeMapping({
  id: 'admins',
  microsoftRole: GLOBAL_ADMINISTRATOR,
  localRole: 'admin',
  access: { mode: 'all', tenantIds: [], groupIds: [] },
})
const stored = (mappings: RoleMapping[], version = 3) => ({
  mappings,
  version,
  updatedAt: '2026-11-20T09:12:44.000Z',
  updatedBy: 'admin',
})
const noUsers = { people: [], total: 0, changed: 0, dataAsOf: '2026-11-20T09:00:00.000Z' }

function prepare(server: FakeServer, mappings = [helpdesk, admins]) {
  server.answer(getRoleMappings, stored(mappings))
  server.answer(listDirectoryRoles, { roles: directoryRoles, dataAsOf: noUsers.dataAsOf })
  server.answer(previewRoleMappings, noUsers)
  server.answer(getSettings, makeSettings())
  server.answerWith(saveRoleMappings, ({ body }) => stored(SavedMappings.parse(body).mappings, 4))
}

const open = (change: (server: FakeServer) => void = () => undefined) =>
  renderApp({
    person: administrator,
    at: '/admin-panel?tab=role-mapping',
    prepare: (server) => {
      prepare(server)
      change(server)
    },
  })
const table = () => screen.findByRole('table', { name: 'Role mappings' })
const names = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.children, (cell) => cell.textContent).slice(0, 4))
const bodies = (server: FakeServer) => server.requestsTo(saveRoleMappings).map(({ body }) => body)

test('mappings are listed in order with role, local role and grants', async () => {
  await open()
  await screen.findByText('Helpdesk Administrator')
  expect(await names()).toEqual([
    ['1', 'Helpdesk AdministratorSecond <b>line</b>', 'Technician', 'Unchanged'],
    ['2', 'Global Administrator', 'Administrator', 'All tenants'],
  ])
  expect(screen.getByText(/Without a match, the role is Viewer/)).toBeInTheDocument()
  const [first] = within(await table())
    .getAllByRole('row')
    .slice(1)
  const icons = within(first!).getAllByRole('button', { name: /Helpdesk Administrator/ })
  for (const each of icons) expect(each).toHaveAttribute('title')
})

test('moving, switching off and removing send the complete list with its version', async () => {
  const { user, server } = await open()
  await user.click(await screen.findByRole('button', { name: 'Move Helpdesk Administrator down' }))
  await waitFor(() => expect(bodies(server)).toHaveLength(1))
  expect(bodies(server)[0]).toEqual({ mappings: [admins, helpdesk], version: 3 })
  await waitFor(async () => expect((await names())[0]?.[1]).toBe('Global Administrator'))
  await user.click(screen.getByRole('switch', { name: 'Use the mapping of Global Administrator' }))
  await waitFor(() => expect(bodies(server)).toHaveLength(2))
  expect(bodies(server)[1]).toEqual({
    mappings: [{ ...admins, enabled: false }, helpdesk],
    version: 4,
  })
  await user.click(
    await screen.findByRole('button', { name: 'Remove the mapping of Helpdesk Administrator' }),
  )
  const dialog = await findDialog('Remove this mapping?')
  expect(bodies(server)).toHaveLength(2)
  await user.click(within(dialog).getByText('Remove'))
  await waitFor(() => expect(bodies(server)).toHaveLength(3))
  expect(bodies(server)[2]).toMatchObject({ mappings: [{ id: 'admins' }] })
})

test('a mapping that is switched keeps the focus while it is saved', async () => {
  const { user, server } = await open()
  const release = server.hold(saveRoleMappings)
  const mapping = await screen.findByRole('switch', { name: /Global Administrator/ })
  await user.click(mapping)
  await waitFor(() => expect(bodies(server)).toHaveLength(1))
  expect(mapping).toBeEnabled()
  expect(mapping).toHaveAttribute('aria-disabled', 'true')
  expect(mapping).toHaveFocus()
  // A second change would be of a list that is not saved yet.
  await user.click(mapping)
  expect(bodies(server)).toHaveLength(1)
  release()
  await waitFor(() => expect(mapping).not.toBeChecked())
  await waitFor(() => expect(mapping).not.toHaveAttribute('aria-disabled'))
  expect(mapping).toHaveFocus()
})

test('the list waits for the content above it, so that it does not move', async () => {
  const release: { now?: () => void } = {}
  await open((server) => {
    release.now = server.hold(getSettings)
  })
  await screen.findByText('Loading role mappings...')
  expect(screen.queryByRole('table', { name: 'Role mappings' })).not.toBeInTheDocument()
  release.now?.()
  expect(await table()).toBeInTheDocument()
})

test('the first cannot move up and the last not down', async () => {
  await open()
  expect(await screen.findByLabelText('Move Helpdesk Administrator up')).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(screen.getByLabelText('Move Global Administrator down')).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('a mapping is added with a role that is searched for; without one that is said', async () => {
  const { user, server } = await open()
  await user.click(await screen.findByRole('button', { name: 'Add mapping' }))
  const dialog = within(await findDialog('Add mapping'))
  await user.click(dialog.getByText('Save'))
  expect(dialog.getByText('Choose a directory role')).toBeInTheDocument()
  for (const label of [
    'Viewer: read-only access to information and reports',
    'Technician: support tickets and basic user operations',
    'Administrator: full system access, manage all features and users',
  ])
    expect(dialog.getByLabelText(label)).toBeInTheDocument()
  expect(bodies(server)).toEqual([])
  await user.type(dialog.getByLabelText('Search directory roles'), 'reader')
  expect(dialog.queryByLabelText('Global Administrator')).not.toBeInTheDocument()
  await user.click(dialog.getByLabelText('Global Reader'))
  await user.click(dialog.getByLabelText(/^Technician: support tickets/))
  await user.type(dialog.getByLabelText('Description'), ' Readers ')
  await user.click(dialog.getByText('Save'))
  await waitFor(() => expect(bodies(server)).toHaveLength(1))
  expect(bodies(server)[0]).toEqual({
    mappings: [
      helpdesk,
      admins,
      {
        id: expect.stringMatching(/^[\w-]{36}$/) as unknown,
        microsoftRole: GLOBAL_READER,
        localRole: 'technician',
        description: 'Readers',
        enabled: true,
        access: null,
      },
    ],
    version: 3,
  })
  await waitFor(() => expect(screen.queryByText('Add mapping', { selector: 'h2' })).toBeNull())
})

test('a mapping that was changed is forgotten only after a question', async () => {
  const { user, server } = await open()
  await user.click(
    await screen.findByRole('button', { name: 'Edit the mapping of Helpdesk Administrator' }),
  )
  const dialog = within(await findDialog('Edit mapping'))
  await user.type(dialog.getByLabelText('Description'), '!')
  await user.keyboard('{Escape}')
  await user.click(within(await findDialog('Discard your changes?')).getByText('Keep editing'))
  expect(dialog.getByLabelText('Description')).toHaveValue('Second <b>line</b>!')
  await user.click(dialog.getByText('Cancel'))
  await user.click(within(await findDialog('Discard your changes?')).getByText('Discard'))
  await waitFor(() => expect(screen.queryByText('Edit mapping', { selector: 'h2' })).toBeNull())
  expect(bodies(server)).toEqual([])
})

test('a mapping that is as it was closes at once', async () => {
  const { user } = await open()
  await user.click(
    await screen.findByRole('button', { name: 'Edit the mapping of Global Administrator' }),
  )
  const dialog = within(await findDialog('Edit mapping'))
  const grant = dialog.getByLabelText('Grant tenants along with the role')
  await user.type(dialog.getByLabelText('Description'), '!{Backspace}')
  expect(grant).toBeChecked()
  await user.click(dialog.getByText('Cancel'))
  await waitFor(() =>
    expect(screen.queryByText('Edit mapping', { selector: 'h2' })).not.toBeInTheDocument(),
  )
  expect(screen.queryByText('Discard your changes?')).not.toBeInTheDocument()
})

test('what is being saved does not change any more, and its dialog stays open until then', async () => {
  const { user, server } = await open()
  await user.click(
    await screen.findByRole('button', { name: 'Edit the mapping of Global Administrator' }),
  )
  const dialog = within(await findDialog('Edit mapping'))
  await user.type(dialog.getByLabelText('Description'), 'Ours')
  const release = server.hold(saveRoleMappings)
  await user.click(dialog.getByText('Save'))
  await user.type(dialog.getByLabelText('Description'), '!')
  expect(dialog.getByLabelText('Description')).toHaveValue('Ours')
  await user.keyboard('{Escape}')
  expect(screen.getByText('Edit mapping', { selector: 'h2' })).toBeInTheDocument()
  expect(screen.queryByText('Discard your changes?')).toBeNull()
  release()
  await waitFor(() => expect(screen.queryByText('Edit mapping', { selector: 'h2' })).toBeNull())
  expect(await screen.findByText('Ours')).toBeInTheDocument()
})

test('who comes back edits what is stored now, not what was read before', async () => {
  const { user, server } = await open((fake) =>
    fake.answer(listUsers, { users: [], total: 0, nextCursor: null }),
  )
  const toTab = (name: string) =>
    user.click(within(screen.getByRole('navigation', { name: 'Admin Panel' })).getByText(name))
  await table()
  await toTab('Users')
  await screen.findByText('No users found')
  server.answer(getRoleMappings, stored([{ ...helpdesk, description: 'Theirs' }], 4))
  const release = server.hold(getRoleMappings)
  await toTab('Role Mapping')
  expect(await screen.findByText('Loading role mappings...')).toBeInTheDocument()
  expect(screen.queryByRole('table', { name: 'Role mappings' })).not.toBeInTheDocument()
  release()
  expect(await screen.findByText('Theirs')).toBeInTheDocument()
})

test('who changed the list meanwhile is said, and the newer one can be loaded', async () => {
  const { user, server } = await open()
  const message = 'changed by megan at 09:12 on 20 Nov 2026 (Europe/Berlin)'
  server.refuse(saveRoleMappings, { status: 409, code: 'CONFLICT', message })
  await user.click(await screen.findByRole('button', { name: 'Move Helpdesk Administrator down' }))
  expect(await screen.findByText(/changed by megan at 09:12/)).toBeInTheDocument()
  server.answer(getRoleMappings, stored([admins], 9))
  await user.click(screen.getByRole('button', { name: 'Load newer' }))
  await waitFor(async () => expect(await names()).toHaveLength(1))
  expect(screen.queryByText(/changed by megan/)).not.toBeInTheDocument()
})

test('what cannot be saved or loaded is said', async () => {
  const { user, server } = await open()
  server.refuse(saveRoleMappings, { status: 500, code: 'INTERNAL', message: 'Broken.' })
  await user.click(await screen.findByRole('button', { name: 'Move Helpdesk Administrator down' }))
  expect(await screen.findByText('Update Failed')).toBeInTheDocument()
  expect(screen.getByText('Broken.')).toBeInTheDocument()
})

test('mappings that cannot be loaded say so with a retry', async () => {
  const { user, server } = await open((fake) =>
    fake.refuse(getRoleMappings, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  )
  expect((await screen.findAllByText('Failed to load role mappings')).length).toBeGreaterThan(0)
  expect(await screen.findByText('Error')).toBeInTheDocument()
  server.answer(getRoleMappings, stored([helpdesk]))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await table()).toBeInTheDocument()
})

test('with role sync on it is said that manual assignments are overwritten', async () => {
  await open((server) => server.answer(getSettings, makeSettings({ roleSyncEnabled: true })))
  expect(
    await screen.findByText(/overwrite manual assignments at each Microsoft sign-in/),
  ).toBeInTheDocument()
})

test('the preview shows the resulting role of each user, with the counts', async () => {
  const { server } = await open((fake) => {
    fake.answer(getSettings, makeSettings({ roleSyncEnabled: true }))
    fake.answer(previewRoleMappings, {
      ...noUsers,
      people: [
        makeOutcome({
          name: 'Grace Guest',
          isGuest: true,
          directoryRoles: ['Global Administrator'],
          role: 'technician',
        }),
        makeOutcome({ name: 'Ada Same' }),
      ],
      total: 12,
      changed: 1,
    })
  })
  const preview = await screen.findByRole('table', { name: 'Role preview' })
  const rows = within(preview).getAllByRole('row').slice(1)
  const texts = rows.map((row) => Array.from(row.children, (cell) => cell.textContent).slice(1))
  expect(texts).toEqual([
    ['Global Administrator', 'Viewer', 'Becomes Technician', 'Unchanged'],
    ['None', 'Viewer', 'Unchanged', 'Unchanged'],
  ])
  expect(within(preview).getByText(/\(guest\)/)).toBeInTheDocument()
  expect(screen.getByText(/^1 of 12 would get another role\./)).toBeInTheDocument()
  expect(screen.getByText('Showing 2 of 12')).toBeInTheDocument()
  expect(server.requestsTo(previewRoleMappings)[0]?.body).toEqual({ mappings: [helpdesk, admins] })
})

test('a mapping is previewed among the others before it is saved', async () => {
  const { user, server } = await open()
  const previews = () => server.requestsTo(previewRoleMappings).map(({ body }) => body)
  await user.click(await screen.findByRole('button', { name: 'Add mapping' }))
  const dialog = within(await findDialog('Add mapping'))
  await waitFor(() => expect(previews()).toHaveLength(1))
  await user.click(dialog.getByText('Preview'))
  expect(dialog.getByText('Choose a directory role')).toBeInTheDocument()
  expect(previews()).toHaveLength(1)
  await user.click(dialog.getByLabelText('Global Reader'))
  await user.click(dialog.getByLabelText(/^Technician: support tickets/))
  server.answer(previewRoleMappings, {
    ...noUsers,
    people: [makeOutcome({ name: 'Rita Reader', role: 'technician' })],
    total: 12,
    changed: 1,
  })
  await user.click(dialog.getByText('Preview'))
  const preview = within(await findDialog('Role preview'))
  expect(await preview.findByText('Rita Reader')).toBeInTheDocument()
  expect(preview.getByText(/1 of 12 would get another role\./)).toBeInTheDocument()
  expect(previews()[1]).toMatchObject({
    mappings: [helpdesk, admins, { microsoftRole: GLOBAL_READER, localRole: 'technician' }],
  })
  await user.click(preview.getByText('Close'))
  await waitFor(() => expect(screen.queryByText('Rita Reader')).not.toBeInTheDocument())
  await waitFor(() => expect(dialog.getByText('Preview')).toHaveFocus())
  expect(dialog.getByLabelText(/^Technician: support tickets/)).toBeChecked()
  expect(bodies(server)).toEqual([])

  // Another draft is another question; what cannot be saved is refused here already.
  await user.click(dialog.getByLabelText(/^Viewer: read-only/))
  const message = 'No such tenant group: 7'
  server.refuse(previewRoleMappings, { status: 400, code: 'BAD_REQUEST', message })
  await user.click(dialog.getByText('Preview'))
  expect(await screen.findByText('The preview could not be loaded')).toBeInTheDocument()
  expect(screen.getByText(message)).toBeInTheDocument()
})

test('where the own directory was never read the preview says so', async () => {
  await open((server) => server.answer(previewRoleMappings, { ...noUsers, dataAsOf: null }))
  expect(await screen.findByText(/so roles cannot be previewed/)).toBeInTheDocument()
})

test('without a mapping the list says what that means, and adds suggested ones at once', async () => {
  const { server, user } = await open((fake) => fake.answer(getRoleMappings, stored([])))
  expect(await screen.findByText('No role mappings yet')).toBeInTheDocument()
  expect(screen.getByText(/Helpdesk Administrator as Technician/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Add suggested mappings' }))
  await table()
  expect(await names()).toEqual([
    ['1', 'Global Administrator', 'Administrator', 'Unchanged'],
    ['2', 'Helpdesk Administrator', 'Technician', 'Unchanged'],
    ['3', 'Global Reader', 'Viewer', 'Unchanged'],
  ])
  expect(bodies(server)).toMatchObject([{ version: 3 }])
})

test('without role sync the preview says that users keep their roles', async () => {
  await open((fake) =>
    fake.answer(previewRoleMappings, {
      ...noUsers,
      people: [makeOutcome({ name: 'Grace', role: 'technician' })],
      total: 12,
      changed: 1,
    }),
  )
  const preview = await screen.findByRole('table', { name: 'Role preview' })
  expect(within(preview).getByText('Would become Technician')).toBeInTheDocument()
  expect(screen.getByText(/^Role sync is off: users keep their roles\./)).toBeInTheDocument()
  expect(screen.queryByText(/Becomes/)).not.toBeInTheDocument()
})
