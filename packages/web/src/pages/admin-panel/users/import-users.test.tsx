import { listTenants } from '@tenantscope/contract/tenants'
import {
  findDirectoryGroups,
  findDirectoryPeople,
  importUsers,
  previewImport,
} from '@tenantscope/contract/user-import'
import type { DirectoryPerson } from '@tenantscope/contract/user-import'
import { createLocalAdministrator, listUsers } from '@tenantscope/contract/users'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../../testing/dialogs.ts'
import { administrator } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { renderPart } from '../../../testing/render-part.tsx'
import { choose, nothing, press } from '../../../testing/submits/submit.tsx'
import { listOf } from '../../../testing/tenant-lists.ts'
import { makeTenant } from '../../../testing/tenants.ts'
import { makeDirectoryPerson, makeLocalAdministrator } from '../../../testing/users.ts'
import { ImportPreviewStep } from './import-preview-step.tsx'

const HOSTILE = '<i>Ada</i> \u202Egnp'
const ada = makeDirectoryPerson({ displayName: HOSTILE })
const ben = makeDirectoryPerson({ displayName: 'Ben', isGuest: true })
const cleo = makeDirectoryPerson({ displayName: 'Cleo', accountEnabled: false })
const known = makeDirectoryPerson({
  displayName: 'Kim',
  userId: makeLocalAdministrator().id,
})
const contoso = makeTenant({ displayName: 'Contoso' })
const GROUP = 'dddddddd-0000-4000-8000-000000000001'

const previewed = (person: DirectoryPerson) => ({
  ...person,
  role: 'viewer' as const,
  mappedBy: null,
  leftOut: null,
})

async function openTab(search = '') {
  const app = await renderApp({
    person: administrator,
    at: `/admin-panel?tab=users${search}`,
    prepare: (server) => {
      server.answer(listUsers, { users: [], total: 0, nextCursor: null })
      server.answer(findDirectoryPeople, { people: [ada, ben, cleo, known], isTruncated: true })
      server.answer(findDirectoryGroups, {
        groups: [{ id: GROUP, displayName: 'Service desk', description: 'First line' }],
        isTruncated: false,
      })
    },
  })
  await screen.findByText('No users found')
  return app
}

async function openImport() {
  const app = await openTab()
  await app.user.click(screen.getByRole('button', { name: 'Import from Microsoft' }))
  await findDialog('Import from Microsoft')
  return app
}

test('a link of the setup opens the import, and closing it leaves the list', async () => {
  const { user } = await openTab('&dialog=import')
  await findDialog('Import from Microsoft')
  await user.click(screen.getByText('Cancel'))
  await waitFor(() => expect(location.search).toBe('?tab=users'))
  expect(screen.queryByText('Members of a group')).not.toBeInTheDocument()
})

test('people are picked, previewed with the role that the mappings give, and imported', async () => {
  const { user, server } = await openImport()
  expect(await screen.findByText('The first 4 found. Type more to find others')).toBeInTheDocument()
  expect(screen.getByText('Preview')).toBeDisabled()
  expect(screen.getByLabelText(/^Kim/)).toBeDisabled()
  expect(screen.getByText('Has an account')).toBeInTheDocument()
  await user.click(screen.getByLabelText(/^<i>Ada/))
  await user.click(screen.getByLabelText(/^Ben/))
  expect(screen.getByText('2 users selected')).toBeInTheDocument()

  // Who was picked stays while others are looked for.
  server.answer(findDirectoryPeople, { people: [cleo], isTruncated: false })
  await user.type(screen.getByLabelText('Name or address begins with'), 'cl')
  expect(await screen.findByText('1 user found')).toBeInTheDocument()
  expect(server.requestsTo(findDirectoryPeople).at(-1)?.query.get('q')).toBe('cl')
  await user.click(screen.getByLabelText(/^Cleo/))

  server.answer(previewImport, {
    people: [
      { ...previewed(ada), role: 'technician', mappedBy: 'Helpdesk Administrator' },
      previewed(ben),
      { ...previewed(cleo), leftOut: 'blocked' },
    ],
    isTruncated: false,
    hidesMembers: false,
  })
  await user.click(screen.getByText('Preview'))
  expect(await screen.findByText('2 to import, 1 left out')).toBeInTheDocument()
  expect(server.requestsTo(previewImport)[0]?.body).toEqual({
    microsoftIds: [ada.microsoftId, ben.microsoftId, cleo.microsoftId],
  })
  expect(screen.getByText(/By the mapping of/)).toHaveTextContent('Helpdesk Administrator')
  expect(screen.getByText('No role mapping matches')).toBeInTheDocument()
  expect(screen.getByText('Guest')).toBeInTheDocument()
  expect(screen.getByText('Blocked')).toBeInTheDocument()
  expect(screen.getByText('Blocked at Microsoft')).toBeInTheDocument()

  server.answer(importUsers, {
    totalImported: 1,
    leftOut: [{ microsoftId: ben.microsoftId, reason: 'Got an account meanwhile' }],
  })
  const lists = server.requestsTo(listUsers).length
  await user.click(screen.getByText('Import 2 users'))
  expect(await screen.findByText('1 imported, 2 left out')).toBeInTheDocument()
  expect(screen.getByText('Got an account meanwhile')).toBeInTheDocument()
  expect(server.requestsTo(importUsers)[0]?.body).toEqual({
    users: [ada, ben].map(({ microsoftId, tenantId }) => ({ microsoftId, tenantId })),
  })
  expect(server.requestsTo(listUsers)).toHaveLength(lists + 1)
  expect(screen.getByText('Done')).toHaveFocus()
  await user.click(screen.getByText('Done'))
  await waitFor(() => expect(screen.queryByText('1 imported, 2 left out')).not.toBeInTheDocument())
})

const rows = () => document.querySelectorAll('tbody tr')

/** Opens the preview of these people alone. */
const openPreview = (people: readonly DirectoryPerson[]) =>
  renderPart(
    <ImportPreviewStep
      choice={{ microsoftIds: people.map(({ microsoftId }) => microsoftId) }}
      onImported={nothing}
      onBack={nothing}
    />,
    {
      person: administrator,
      prepare: (server) => {
        server.answer(listTenants, listOf([contoso]))
        server.answer(previewImport, {
          people: people.map(previewed),
          isTruncated: false,
          hidesMembers: false,
        })
      },
    },
  )

test('role and tenants are chosen for all, and others for one person', async () => {
  const { server } = await openPreview([ada, ben])
  fireEvent.change(await screen.findByLabelText('Role for all'), {
    target: { value: 'technician' },
  })
  await choose('Choose the tenants for all')
  await choose('These tenants')
  await choose(/^Contoso/)
  await press('Change Ben')
  fireEvent.change(await screen.findByLabelText('Role'), { target: { value: 'viewer' } })
  await choose('Choose the tenants')
  fireEvent.click(screen.getAllByLabelText('All tenants, including new ones').at(-1)!)
  await press('Apply')
  await waitFor(() => expect(screen.queryByText('Role and tenants of Ben')).toBeNull())
  const texts = Array.from(rows(), (row) => row.textContent)
  expect(texts[0]).toMatch(/TechnicianChosen here.*1 tenant/)
  expect(texts[1]).toMatch(/ViewerChosen here.*All tenants/)

  server.answer(importUsers, { totalImported: 2, leftOut: [] })
  await press('Import 2 users')
  await waitFor(() => expect(server.requestsTo(importUsers)).toHaveLength(1))
  const [first, second] = [ada, ben].map(({ microsoftId, tenantId }) => ({ microsoftId, tenantId }))
  expect(server.requestsTo(importUsers)[0]?.body).toEqual({
    users: [
      first,
      { ...second, role: 'viewer', access: { mode: 'all', tenantIds: [], groupIds: [] } },
    ],
    role: 'technician',
    access: { mode: 'list', tenantIds: [contoso.id], groupIds: [] },
  })
})

test('of many people the first 50 are shown, and all by a click', async () => {
  await openPreview(Array.from({ length: 60 }, () => makeDirectoryPerson()))
  await waitFor(() => expect(rows()).toHaveLength(50))
  await press('Show 10 more')
  expect(rows()).toHaveLength(60)
})

test('the members of a group are imported; back keeps the choice', async () => {
  const { user, server } = await openImport()
  await user.click(screen.getByLabelText('Members of a group'))
  await user.click(await screen.findByLabelText(/^Service desk/))
  server.answer(previewImport, { people: [previewed(ada)], isTruncated: true, hidesMembers: false })
  await user.click(screen.getByText('Preview'))
  expect(await screen.findByText(/^1 to import\. The group has more members/)).toBeInTheDocument()
  expect(server.requestsTo(previewImport)[0]?.body).toEqual({ groupId: GROUP })
  await user.click(screen.getByText('Back'))
  expect(await screen.findByLabelText(/^Service desk/)).toBeChecked()
})

test('a group that hides its members is not said to be empty', async () => {
  const { user, server } = await openImport()
  await user.click(screen.getByLabelText('Members of a group'))
  await user.click(await screen.findByLabelText(/^Service desk/))
  server.answer(previewImport, { people: [], isTruncated: false, hidesMembers: true })
  await user.click(screen.getByText('Preview'))
  expect(await screen.findByText(/^0 to import\. The group.* hides its members/)).toBeVisible()
})

test('a refused import is shown in a toast, and nothing is lost', async () => {
  const { user, server } = await openImport()
  await user.click(await screen.findByLabelText(/^Ben/))
  server.answer(previewImport, {
    people: [previewed(ben)],
    isTruncated: false,
    hidesMembers: false,
  })
  await user.click(screen.getByText('Preview'))
  server.refuse(importUsers, { status: 503, code: 'UNAVAILABLE', message: 'Microsoft is away.' })
  await user.click(await screen.findByText('Import 1 user'))
  expect(await screen.findByText('Import Failed')).toBeInTheDocument()
  expect(screen.getByText('Microsoft is away.')).toBeInTheDocument()
  expect(screen.getByText('Import 1 user')).toBeInTheDocument()
  // While it runs, the dialog with its result cannot be closed.
  const release = server.hold(importUsers)
  await user.click(screen.getByText('Import 1 user'))
  await screen.findByText('Importing...')
  await user.keyboard('{Escape}')
  expect(screen.getByText('Importing...')).toBeInTheDocument()
  release()
  await screen.findByText('Import 1 user')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('Import 1 user')).not.toBeInTheDocument())
})

test('the import button is off when no users can be imported', async () => {
  const { user, server } = await openImport()
  await user.click(await screen.findByLabelText(/^Cleo/))
  server.answer(previewImport, {
    people: [{ ...previewed(cleo), leftOut: 'not found' }],
    isTruncated: false,
    hidesMembers: false,
  })
  await user.click(screen.getByText('Preview'))
  expect(await screen.findByText('0 to import, 1 left out')).toBeInTheDocument()
  await user.click(screen.getByText('No users to import'))
  expect(server.requestsTo(importUsers)).toEqual([])
})

test('that Microsoft is asked is shown, and why it did not answer, with the ways on', async () => {
  const { user, server } = await openTab()
  server.refuse(findDirectoryPeople, {
    status: 503,
    code: 'UNAVAILABLE',
    message: 'Microsoft did not answer within 10 seconds.',
  })
  const release = server.hold(findDirectoryPeople)
  await user.click(screen.getByRole('button', { name: 'Import from Microsoft' }))
  expect(await screen.findByText(/^Searching in Microsoft Entra ID/)).toBeInTheDocument()
  release()
  expect(await screen.findByText('Microsoft did not answer within 10 seconds.')).toBeInTheDocument()
  expect(screen.getByText('Check Permissions').closest('a')).toHaveAttribute(
    'href',
    '/azure-config',
  )
  server.answer(findDirectoryPeople, { people: [ben], isTruncated: false })
  await user.click(screen.getByText('Retry'))
  expect(await screen.findByLabelText(/^Ben/)).toBeInTheDocument()
})

test('without a connection it says that none is configured', async () => {
  const { user, server } = await openTab()
  server.refuse(findDirectoryPeople, {
    status: 409,
    code: 'CONFLICT',
    message: 'No Microsoft connection is configured.',
  })
  await user.click(screen.getByRole('button', { name: 'Import from Microsoft' }))
  expect(await screen.findByText('Your directory could not be read')).toBeInTheDocument()
  expect(screen.getByText(/^No Microsoft connection is configured/)).toBeInTheDocument()
})

test('a local administrator is added with a password that they replace', async () => {
  const { user, server } = await openTab()
  await user.click(screen.getByRole('button', { name: 'Add local administrator' }))
  const dialog = within(await findDialog('Add local administrator'))
  await user.click(dialog.getByText('Add administrator'))
  expect(await dialog.findByText('Username is required')).toBeInTheDocument()
  expect(dialog.getByText('Password must be at least 12 characters')).toBeInTheDocument()
  expect(dialog.getByLabelText('Username')).toHaveFocus()
  expect(server.requestsTo(createLocalAdministrator)).toEqual([])

  const message = 'Another user has this username'
  server.refuse(createLocalAdministrator, {
    status: 409,
    code: 'CONFLICT',
    message,
    fields: [{ field: 'body.username', message }],
  })
  await user.type(dialog.getByLabelText('Username'), ' root ')
  await user.type(dialog.getByLabelText('New password'), 'Correct-Horse-7')
  await user.type(dialog.getByLabelText('Email (optional)'), ' root@msp')
  await user.click(dialog.getByText('Add administrator'))
  expect(await dialog.findByText('Enter a valid e-mail address')).toBeInTheDocument()
  expect(dialog.getByLabelText('Email (optional)')).toHaveFocus()
  expect(server.requestsTo(createLocalAdministrator)).toEqual([])
  await user.type(dialog.getByLabelText('Email (optional)'), '.example ')
  await user.click(dialog.getByText('Add administrator'))
  expect(await dialog.findByText(message)).toBeInTheDocument()
  server.refuse(createLocalAdministrator, {
    status: 500,
    code: 'INTERNAL',
    message: 'Something broke.',
  })
  await user.type(dialog.getByLabelText('Username'), '2')
  await user.click(dialog.getByText('Add administrator'))
  expect(await dialog.findByText('Something broke.')).toBeInTheDocument()
  server.answer(createLocalAdministrator, makeLocalAdministrator({ username: 'root 2' }))
  await user.click(dialog.getByText('Add administrator'))
  expect(await screen.findByText('Administrator added')).toBeInTheDocument()
  expect(server.requestsTo(createLocalAdministrator).at(-1)?.body).toEqual({
    username: 'root 2',
    displayName: null,
    email: 'root@msp.example',
    password: 'Correct-Horse-7',
  })
  await waitFor(() => expect(screen.queryByText('Add administrator')).not.toBeInTheDocument())
})

test('an administrator who is being added keeps the dialog, so that a refusal is seen', async () => {
  const { user, server } = await openTab()
  server.refuse(createLocalAdministrator, {
    status: 500,
    code: 'INTERNAL',
    message: 'Something broke.',
  })
  const release = server.hold(createLocalAdministrator)
  await user.click(screen.getByRole('button', { name: 'Add local administrator' }))
  const dialog = within(await findDialog('Add local administrator'))
  await user.type(dialog.getByLabelText('Username'), 'root')
  await user.type(dialog.getByLabelText('New password'), 'Correct-Horse-7')
  await user.click(dialog.getByText('Add administrator'))
  await user.keyboard('{Escape}')
  await user.click(dialog.getByText('Cancel'))
  await user.click(dialog.getByLabelText('Close'))
  release()
  expect(await screen.findByText('Something broke.')).toBeInTheDocument()
})
