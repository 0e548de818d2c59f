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
const nobody = { people: [], total: 0, changed: 0, dataAsOf: '2026-11-20T09:00:00.000Z' }

function prepare(server: FakeServer, mappings = [helpdesk, admins]) {
  server.answer(getRoleMappings, stored(mappings))
  server.answer(listDirectoryRoles, { roles: directoryRoles, dataAsOf: nobody.dataAsOf })
  server.answer(previewRoleMappings, nobody)
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

test('mappings stand in their order with role, local role and grants', async () => {
  await open()
  await screen.findByText('Helpdesk Administrator')
  expect(await names()).toEqual([
    ['1', 'Helpdesk AdministratorSecond <b>line</b>', 'Technician', 'As they are'],
    ['2', 'Global Administrator', 'Administrator', 'All tenants'],
  ])
  expect(screen.getByText(/no match gives Viewer/)).toBeInTheDocument()
})

test('moving, switching off and removing send the whole list with its version', async () => {
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

test('the list waits for what stands above it, so that it does not jump', async () => {
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
  await user.click(await screen.findByRole('button', { name: 'Add Mapping' }))
  const dialog = within(await findDialog('Add Mapping'))
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
  await waitFor(() => expect(screen.queryByText('Add Mapping', { selector: 'h2' })).toBeNull())
})

test('a mapping that was changed is forgotten only after a question', async () => {
  const { user, server } = await open()
  await user.click(
    await screen.findByRole('button', { name: 'Edit the mapping of Helpdesk Administrator' }),
  )
  const dialog = within(await findDialog('Edit Mapping'))
  await user.type(dialog.getByLabelText('Description'), '!')
  await user.keyboard('{Escape}')
  await user.click(within(await findDialog('Discard your changes?')).getByText('Keep editing'))
  expect(dialog.getByLabelText('Description')).toHaveValue('Second <b>line</b>!')
  await user.click(dialog.getByText('Cancel'))
  await user.click(within(await findDialog('Discard your changes?')).getByText('Discard'))
  await waitFor(() => expect(screen.queryByText('Edit Mapping', { selector: 'h2' })).toBeNull())
  expect(bodies(server)).toEqual([])
})

test('a mapping that is as it was closes at once', async () => {
  const { user } = await open()
  await user.click(
    await screen.findByRole('button', { name: 'Edit the mapping of Global Administrator' }),
  )
  const dialog = within(await findDialog('Edit Mapping'))
  const grant = dialog.getByLabelText('Grant tenants along with the role')
  await user.type(dialog.getByLabelText('Description'), '!{Backspace}')
  expect(grant).toBeChecked()
  await user.click(dialog.getByText('Cancel'))
  await waitFor(() =>
    expect(screen.queryByText('Edit Mapping', { selector: 'h2' })).not.toBeInTheDocument(),
  )
  expect(screen.queryByText('Discard your changes?')).not.toBeInTheDocument()
})

test('what is being saved does not change any more, since its dialog closes', async () => {
  const { user, server } = await open()
  await user.click(
    await screen.findByRole('button', { name: 'Edit the mapping of Global Administrator' }),
  )
  const dialog = within(await findDialog('Edit Mapping'))
  await user.type(dialog.getByLabelText('Description'), 'Ours')
  const release = server.hold(saveRoleMappings)
  await user.click(dialog.getByText('Save'))
  await user.type(dialog.getByLabelText('Description'), '!')
  expect(dialog.getByLabelText('Description')).toHaveValue('Ours')
  await user.keyboard('{Escape}')
  await findDialog('Discard your changes?')
  release()
  await waitFor(() => expect(screen.queryByText('Edit Mapping', { selector: 'h2' })).toBeNull())
  await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull())
  expect(await screen.findByText('Ours')).toBeInTheDocument()
})

test('a mapping that is saved late does not close the one that was opened after it', async () => {
  const { user, server } = await open()
  await user.click(
    await screen.findByRole('button', { name: 'Edit the mapping of Global Administrator' }),
  )
  const first = within(await findDialog('Edit Mapping'))
  await user.type(first.getByLabelText('Description'), 'Ours')
  const release = server.hold(saveRoleMappings)
  await user.click(first.getByText('Save'))
  await user.click(first.getByText('Cancel'))
  await user.click(within(await findDialog('Discard your changes?')).getByText('Discard'))
  await waitFor(() => expect(screen.queryByText('Edit Mapping', { selector: 'h2' })).toBeNull())
  await user.click(screen.getByLabelText('Edit the mapping of Helpdesk Administrator'))
  const second = within(await findDialog('Edit Mapping'))
  await user.type(second.getByLabelText('Description'), '!')
  release()
  expect(await screen.findByText('Ours')).toBeInTheDocument()
  await waitFor(() => expect(second.getByText('Save')).toBeInTheDocument())
  expect(second.getByLabelText('Description')).toHaveValue('Second <b>line</b>!')
  expect(screen.getByText('Edit Mapping', { selector: 'h2' })).toBeInTheDocument()
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

test('the preview tells who would get what, with the counts', async () => {
  const { server } = await open((fake) =>
    fake.answer(previewRoleMappings, {
      ...nobody,
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
    }),
  )
  const preview = await screen.findByRole('table', { name: 'Who would get what' })
  const rows = within(preview).getAllByRole('row').slice(1)
  const texts = rows.map((row) => Array.from(row.children, (cell) => cell.textContent).slice(1))
  expect(texts).toEqual([
    ['Global Administrator', 'Viewer', 'Becomes Technician', 'As they are'],
    ['None', 'Viewer', 'Unchanged', 'As they are'],
  ])
  expect(within(preview).getByText(/\(guest\)/)).toBeInTheDocument()
  expect(screen.getByText(/^1 of 12 would get another role\./)).toBeInTheDocument()
  expect(screen.getByText('Showing 2 of 12')).toBeInTheDocument()
  expect(server.requestsTo(previewRoleMappings)[0]?.body).toEqual({ mappings: [helpdesk, admins] })
})

test('a mapping is previewed among the others before it is saved', async () => {
  const { user, server } = await open()
  const previews = () => server.requestsTo(previewRoleMappings).map(({ body }) => body)
  await user.click(await screen.findByRole('button', { name: 'Add Mapping' }))
  const dialog = within(await findDialog('Add Mapping'))
  await waitFor(() => expect(previews()).toHaveLength(1))
  await user.click(dialog.getByText('Preview'))
  expect(dialog.getByText('Choose a directory role')).toBeInTheDocument()
  expect(previews()).toHaveLength(1)
  await user.click(dialog.getByLabelText('Global Reader'))
  await user.click(dialog.getByLabelText(/^Technician: support tickets/))
  server.answer(previewRoleMappings, {
    ...nobody,
    people: [makeOutcome({ name: 'Rita Reader', role: 'technician' })],
    total: 12,
    changed: 1,
  })
  await user.click(dialog.getByText('Preview'))
  const preview = within(await findDialog('Who would get what'))
  expect(await preview.findByText('Rita Reader')).toBeInTheDocument()
  expect(preview.getByText(/^1 of 12 would get another role\./)).toBeInTheDocument()
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
  await open((server) => server.answer(previewRoleMappings, { ...nobody, dataAsOf: null }))
  expect(await screen.findByText(/was never read, so nobody can be judged/)).toBeInTheDocument()
})

test('without a mapping the list says what that means', async () => {
  await open((server) => server.answer(getRoleMappings, stored([])))
  expect(await screen.findByText('No role mappings yet')).toBeInTheDocument()
})
