import {
  CONFIGURED_MARKER,
  checkConsent,
  getAzureConfig,
  saveAzureConfig,
} from '@tenantscope/contract/azure'
import type { AzureConfig } from '@tenantscope/contract/azure'
import { getSyncRun } from '@tenantscope/contract/sync'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import {
  CLIENT_ID,
  DIRECTORY_ID,
  makeAzureConfig,
  noConnection,
} from '../../testing/azure-config.ts'
import { findDialog } from '../../testing/dialogs.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { administrator, technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeRun, RUN_ID } from '../../testing/sync-runs.ts'
import { noTenants } from '../../testing/tenant-lists.ts'

interface Scene {
  config?: AzureConfig
  person?: typeof administrator
  prepare?: (server: FakeServer) => void
}

async function open({ config = noConnection, person = administrator, prepare }: Scene = {}) {
  const app = await renderApp({
    person,
    at: '/azure-config',
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(getAzureConfig, config)
      server.answer(checkConsent, {
        status: 'success',
        message: 'All is well',
        lastSuccessfulToken: null,
        error: null,
        details: null,
        diagnostics: null,
        checkedAt: '2026-11-20T09:00:00.000Z',
      })
      prepare?.(server)
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Azure Configuration' })
  return app
}

async function openForm(scene: Scene = {}) {
  const app = await open(scene)
  await screen.findByRole('form', { name: 'Microsoft connection' })
  return {
    ...app,
    save: () => app.user.click(screen.getByRole('button', { name: 'Save Configuration' })),
  }
}

const clientId = () => screen.getByLabelText('Application (Client) ID')
const directoryId = () => screen.getByLabelText('Directory (Tenant) ID')
const secret = () => screen.getByLabelText('Client Secret')

/** What typing leads to, without the cost of each key. */
function write(field: HTMLElement, value: string) {
  fireEvent.change(field, { target: { value } })
}

function fillIn() {
  write(clientId(), CLIENT_ID)
  write(directoryId(), DIRECTORY_ID)
  write(secret(), 'S3cret~value')
}

const SAVED = 'Azure configuration saved successfully! You can now refresh tenant data.'

test('an empty form names what is required, and the first wrong field has the focus', async () => {
  const { server, save } = await openForm()
  await save()
  expect(screen.getByText('Client ID is required')).toBeInTheDocument()
  expect(screen.getByText('Tenant ID is required')).toBeInTheDocument()
  expect(screen.getByText('Client Secret is required')).toBeInTheDocument()
  expect(clientId()).toHaveFocus()
  write(clientId(), 'contoso')
  write(directoryId(), DIRECTORY_ID)
  write(secret(), 'x')
  await save()
  expect(
    screen.getByText(
      'Enter the Application (Client) ID as the portal shows it, like 00000000-0000-0000-0000-000000000000',
    ),
  ).toBeInTheDocument()
  expect(server.requestsTo(saveAzureConfig)).toEqual([])
})

test('saving shows Saving..., then the banner, which leaves after 3 seconds, and the way on', async () => {
  const { server, save } = await openForm()
  write(clientId(), ` {${CLIENT_ID.toUpperCase()}} `)
  write(directoryId(), `${DIRECTORY_ID}\n`)
  write(secret(), '  S3cret~value ')
  server.answer(saveAzureConfig, { ...makeAzureConfig({ version: 1 }), runId: RUN_ID })
  server.answer(getSyncRun, makeRun())
  const letGo = server.hold(saveAzureConfig)
  await save()
  expect(screen.getByRole('button', { name: 'Saving...' })).toHaveFocus()
  for (const field of [clientId(), directoryId(), secret()])
    expect(field.closest('fieldset')).toHaveAttribute('aria-disabled', 'true')
  vi.useFakeTimers()
  letGo()
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect(screen.getByText(SAVED)).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(2_980))
  expect(screen.getByText(SAVED)).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(20))
  expect(screen.queryByText(SAVED)).not.toBeInTheDocument()
  vi.useRealTimers()
  expect(server.requestsTo(saveAzureConfig)[0]?.body).toEqual({
    clientId: CLIENT_ID,
    tenantId: DIRECTORY_ID,
    clientSecret: 'S3cret~value',
    cloud: 'global',
    credentialKind: 'secret',
    version: null,
  })
  // The secret is not kept in the page once the server has it.
  expect(secret()).toHaveValue('')
  expect(secret()).toHaveAccessibleDescription('A secret is stored. Leave this blank to keep it.')
  expect(screen.getByRole('link', { name: 'Go to All Tenants' })).toHaveAttribute(
    'href',
    '/dashboard',
  )
  expect(await screen.findByText('Reading tenants: 12 of 40')).toBeInTheDocument()
})

test('a stored secret is never shown, and stays when the field is left blank', async () => {
  const { server, save } = await openForm({ config: makeAzureConfig() })
  expect(secret()).toHaveValue('')
  expect(document.body.innerHTML).not.toContain(CONFIGURED_MARKER)
  expect(clientId()).toHaveValue(CLIENT_ID)
  server.answer(saveAzureConfig, { ...makeAzureConfig(), runId: null })
  await save()
  expect(await screen.findByText(SAVED)).toBeInTheDocument()
  expect(server.requestsTo(saveAzureConfig)[0]?.body).toEqual({
    clientId: CLIENT_ID,
    tenantId: DIRECTORY_ID,
    cloud: 'global',
    credentialKind: 'secret',
    version: 3,
  })
})

test('the stored secret belongs to its registration: another one needs its own', async () => {
  const { server, save } = await openForm({ config: makeAzureConfig() })
  write(directoryId(), '99999999-bbbb-4ccc-8ddd-eeeeeeeeeeee')
  await save()
  expect(screen.getByText('Client Secret is required')).toBeInTheDocument()
  expect(secret()).toHaveFocus()
  expect(server.requestsTo(saveAzureConfig)).toEqual([])
})

test('the secret can be shown while it is entered, and its ID is distinguished from its value', async () => {
  const { user } = await openForm()
  expect(secret()).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show client secret' }))
  expect(secret()).toHaveAttribute('type', 'text')
  await user.click(screen.getByRole('button', { name: 'Hide client secret' }))
  expect(secret()).toHaveAttribute('type', 'password')
  write(secret(), DIRECTORY_ID)
  expect(screen.getByText(/This looks like the ID of a secret/)).toBeInTheDocument()
})

test('what the server refuses is said at its field, and what was entered stays', async () => {
  const { server, save } = await openForm()
  fillIn()
  server.refuse(saveAzureConfig, {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'The request is not valid',
    fields: [{ field: 'body.tenantId', message: 'There is no such directory' }],
  })
  await save()
  expect(await screen.findByText('There is no such directory')).toBeInTheDocument()
  await waitFor(() => expect(directoryId()).toHaveFocus())
  expect(secret()).toHaveValue('S3cret~value')
})

test('what Microsoft could not prove is saved only after a confirmation of its consequences', async () => {
  const { server, user, save } = await openForm({ config: makeAzureConfig() })
  write(secret(), 'S3cret~value')
  server.refuse(saveAzureConfig, {
    status: 503,
    code: 'CONNECTION_UNPROVEN',
    message: 'Microsoft issued no token within 10 seconds.',
  })
  await save()
  expect(await screen.findByText('Not saved: Microsoft could not be asked')).toBeInTheDocument()
  expect(screen.queryByText(/Failed to save configuration/u)).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Save anyway' }))
  const question = await findDialog('Save without a proof?')
  expect(question).toHaveTextContent('The connection that is stored now is replaced')
  expect(question).toHaveTextContent('Users cannot sign in with Microsoft')
  expect(server.requestsTo(saveAzureConfig)).toHaveLength(1)
  server.answer(saveAzureConfig, { ...makeAzureConfig({ version: 2 }), runId: null })
  await user.click(within(question).getByText('Save anyway'))
  expect(await screen.findByText(SAVED)).toBeInTheDocument()
  const [first, second] = server.requestsTo(saveAzureConfig).map(({ body }) => body)
  expect(first).not.toHaveProperty('saveUnproven')
  expect(second).toMatchObject({ clientSecret: 'S3cret~value', saveUnproven: true })
})

test.each([
  ['the server’s sentence', (server: FakeServer) => refuseSave(server), 'The disk is full.'],
  [
    'no answer at all',
    (server: FakeServer) => server.cut(saveAzureConfig),
    'Tenantscope cannot be reached. Check your connection and try again.',
  ],
  ['no reason', (server: FakeServer) => server.fail(saveAzureConfig), 'Unknown error'],
])('a failed save is shown with %s', async (_, fail, text) => {
  const { server, save } = await openForm()
  fillIn()
  fail(server)
  await save()
  expect(await screen.findByText(`Failed to save configuration: ${text}`)).toBeInTheDocument()
  expect(clientId()).toHaveValue(CLIENT_ID)
})

function refuseSave(server: FakeServer) {
  server.refuse(saveAzureConfig, { status: 500, code: 'INTERNAL', message: 'The disk is full.' })
}

test('author and time of a change are shown in the own time zone even if the newer version cannot be read', async () => {
  const { server, save } = await openForm({ config: makeAzureConfig() })
  write(secret(), 'mine')
  const at = '2026-11-20T17:00:00.000Z'
  const message = `changed by Megan Bowen at ${at}`
  const changed = { by: 'Megan Bowen', at }
  server.refuse(saveAzureConfig, { status: 409, code: 'CONFLICT', message, changed })
  await save()
  expect(
    await screen.findByText(/Changed by Megan Bowen on Nov 20, 2026 at 9:00:00 AM PST\./),
  ).toBeInTheDocument()
})

test('who was slower sees who changed it and when, and can load the newer one', async () => {
  const { user, server, save } = await openForm({ config: makeAzureConfig() })
  write(secret(), 'mine')
  server.refuse(saveAzureConfig, {
    status: 409,
    code: 'CONFLICT',
    message: 'changed by Megan Bowen at 2026-11-20T17:00:00.000Z',
    changed: { by: 'Megan Bowen', at: '2026-11-20T17:00:00.000Z' },
  })
  server.answer(
    getAzureConfig,
    makeAzureConfig({
      tenantId: '99999999-bbbb-4ccc-8ddd-eeeeeeeeeeee',
      version: 4,
      updatedBy: 'Megan Bowen',
      updatedAt: '2026-11-20T17:00:00.000Z',
    }),
  )
  await save()
  expect(
    await screen.findByText(/Changed by Megan Bowen on Nov 20, 2026 at 9:00:00 AM/),
  ).toBeInTheDocument()
  // Nothing is taken over before it is asked for.
  expect(directoryId()).toHaveValue(DIRECTORY_ID)
  expect(secret()).toHaveValue('mine')
  await user.click(screen.getByRole('button', { name: 'Load newer' }))
  await waitFor(() => expect(directoryId()).toHaveValue('99999999-bbbb-4ccc-8ddd-eeeeeeeeeeee'))
  expect(secret()).toHaveValue('')
  expect(screen.queryByText('Changed by another user')).not.toBeInTheDocument()
  server.answer(saveAzureConfig, { ...makeAzureConfig({ version: 5 }), runId: null })
  await save()
  await screen.findByText(SAVED)
  expect(server.requestsTo(saveAzureConfig).at(-1)?.body).toMatchObject({ version: 4 })
})

test('Cancel leads to All Tenants, and asks first when something was entered', async () => {
  const { user } = await openForm()
  write(secret(), 'x')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const question = await screen.findByRole('alertdialog', { hidden: true })
  await user.click(within(question).getByText('Keep editing'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(secret()).toHaveValue('x')
  expect(location.pathname).toBe('/azure-config')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(
    within(await screen.findByRole('alertdialog', { hidden: true })).getByText('Discard'),
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'All Tenants' })).toBeInTheDocument()
  expect(location.pathname).toBe('/dashboard')
})

test('the page has help beside its title', async () => {
  const { user } = await openForm()
  await user.click(screen.getByRole('button', { name: 'Help: Microsoft connection' }))
  expect(await findDialog('Help: Microsoft connection')).toBeInTheDocument()
})

test('Cancel of an untouched form asks nothing', async () => {
  const { user } = await openForm()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

test('another cloud says what it lacks before it is chosen for good', async () => {
  const { user } = await openForm({ config: makeAzureConfig() })
  expect(screen.queryByText(/lacks/)).not.toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Microsoft cloud'), 'china')
  const gaps = screen.getByRole('region', {
    name: 'What Microsoft 365 operated by 21Vianet (China) lacks',
  })
  expect(gaps).toHaveTextContent('Usage reports – when people last used a service is not known')
  expect(screen.getByText(/Another cloud needs its own app registration/)).toBeInTheDocument()
})

test.each([
  [true, 3],
  [false, 2],
])('where federated tokens are available (%s) there are %d kinds to choose', async (is, count) => {
  await openForm({ config: { ...noConnection, isFederationAvailable: is } })
  expect(screen.getAllByRole('radio')).toHaveLength(count)
})

test('with a federated credential there is nothing secret to enter', async () => {
  const { user, server, save } = await openForm({
    config: { ...noConnection, isFederationAvailable: true },
  })
  write(clientId(), CLIENT_ID)
  write(directoryId(), DIRECTORY_ID)
  await user.click(screen.getByRole('radio', { name: 'Federated credential' }))
  expect(screen.queryByLabelText('Client Secret')).not.toBeInTheDocument()
  server.answer(saveAzureConfig, {
    ...makeAzureConfig({ credentialKind: 'federated', clientSecret: '' }),
    runId: null,
  })
  await save()
  await screen.findByText(SAVED)
  expect(server.requestsTo(saveAzureConfig)[0]?.body).toMatchObject({ credentialKind: 'federated' })
})

test.each([
  ['a viewer', viewer],
  ['a technician', technician],
])('%s reads the connection, without a field, a button or the secret', async (_, person) => {
  await open({ config: makeAzureConfig(), person })
  expect(
    await screen.findByText(
      'Only administrators of Tenantscope can change the Microsoft connection.',
    ),
  ).toBeInTheDocument()
  expect(screen.getByText(CLIENT_ID)).toBeInTheDocument()
  expect(screen.getByText('Client secret, stored and never shown')).toBeInTheDocument()
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Save Configuration' })).not.toBeInTheDocument()
  expect(screen.queryByLabelText('Client Secret')).not.toBeInTheDocument()
  expect(document.body.innerHTML).not.toContain(CONFIGURED_MARKER)
})

test('a connection that cannot be loaded says so and can be tried again', async () => {
  const { user, server } = await open({
    prepare: (each) =>
      each.refuse(getAzureConfig, { status: 500, code: 'INTERNAL', message: 'Something broke.' }),
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('Something broke.')
  server.answer(getAzureConfig, noConnection)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('form')).toBeInTheDocument()
})
