import { getCurrentUser, signInLocally } from '@tenantscope/contract/auth'
import { getAzureConfig, saveAzureConfig } from '@tenantscope/contract/azure'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

import { leavesByItself } from '../../lib/leaving.ts'
import { LATE_ANSWERS_MS } from '../../lib/signing-in-again.ts'
import { makeAzureConfig } from '../../testing/azure-config.ts'
import { FakeEventSource } from '../../testing/fake-event-source.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { administrator, technician } from '../../testing/people.ts'
import { renderApp, signInAs } from '../../testing/render-app.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'
import { tellSignInNews } from './sign-in-news.ts'

const SAVED = /Azure configuration saved successfully/
const REFUSED = 'Please sign in again: this needs a sign-in of the last 10 minutes'
const microsoftAdministrator = {
  ...administrator,
  id: 9,
  username: 'nadia@msp.example',
  authMethod: 'microsoft' as const,
}

function refuseStale(server: FakeServer) {
  server.refuse(saveAzureConfig, {
    status: 403,
    code: 'FRESH_SIGN_IN_REQUIRED',
    message: REFUSED,
  })
}

function acceptSave(server: FakeServer) {
  server.answer(saveAzureConfig, { ...makeAzureConfig({ version: 4 }), runId: null })
}

/** Fills the form in, saves it with a sign-in that is too old, and answers with the dialog. */
async function openDialog(person: typeof administrator = administrator) {
  const app = await renderApp({
    person,
    at: '/azure-config',
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(getAzureConfig, makeAzureConfig())
      refuseStale(server)
    },
  })
  fireEvent.change(await screen.findByLabelText('Client Secret'), {
    target: { value: 'new secret' },
  })
  await app.user.click(screen.getByRole('button', { name: 'Save Configuration' }))
  const dialog = within(await screen.findByRole('alertdialog', { hidden: true }))
  // Without a layout Fluent finds nothing in it to focus, and hides it from screen readers.
  act(() => dialog.getByText('Cancel').focus())
  expect(screen.getByRole('alertdialog')).toHaveAccessibleName('Confirm your identity')
  return { ...app, dialog }
}

async function expectSaved(server: FakeServer) {
  expect(await screen.findByText(SAVED)).toBeInTheDocument()
  const bodies = server.requestsTo(saveAzureConfig).map(({ body }) => body)
  expect(bodies).toHaveLength(2)
  expect(bodies[0]).toMatchObject({ clientSecret: 'new secret' })
  expect(bodies[1]).toEqual(bodies[0])
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
}

test('an account with a second factor is asked for the code too, and a wrong one is said', async () => {
  const { user, server, dialog } = await openDialog()
  server.refuse(signInLocally, {
    status: 401,
    code: 'SECOND_FACTOR_REQUIRED',
    message: 'Enter the code',
  })
  await user.type(dialog.getByLabelText('Password of admin'), 'Right-Word-1{Enter}')
  const code = await dialog.findByLabelText('Code')
  await waitFor(() => expect(code).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(dialog.getByText('Code is required')).toBeInTheDocument()
  const message = 'This code is not right.'
  server.refuse(signInLocally, {
    status: 401,
    code: 'WRONG_CREDENTIALS',
    message,
    fields: [{ field: 'body.code', message }],
  })
  await user.type(code, '111111{Enter}')
  expect(await dialog.findByText(message)).toBeInTheDocument()
  const held = 'Too many wrong codes. Use a recovery code, or try again later.'
  const refusal = { status: 429, code: 'TOO_MANY_ATTEMPTS', message: held } as const
  server.refuse(signInLocally, { ...refusal, retryAfterSeconds: 700 })
  await user.type(code, '{Enter}')
  expect(await dialog.findByText(held.replace('later', 'in 12 minutes'))).toBeInTheDocument()
  server.answerWith(signInLocally, () => {
    acceptSave(server)
    return { user: administrator }
  })
  await user.clear(code)
  await user.type(code, '123456{Enter}')
  await expectSaved(server)
  expect(server.requestsTo(signInLocally).at(-1)?.body).toEqual({
    username: 'admin',
    password: 'Right-Word-1',
    code: '123456',
  })
})

test('a password that was changed before the code came is asked for again', async () => {
  const { user, server, dialog } = await openDialog()
  server.refuse(signInLocally, { status: 401, code: 'SECOND_FACTOR_REQUIRED', message: 'Code' })
  await user.type(dialog.getByLabelText('Password of admin'), 'Right-Word-1{Enter}')
  const code = await dialog.findByLabelText('Code')
  server.refuse(signInLocally, { status: 401, code: 'WRONG_CREDENTIALS', message: 'Wrong' })
  await user.type(code, '123456{Enter}')
  expect(await dialog.findByText('This password is not correct.')).toBeInTheDocument()
  expect(dialog.getByLabelText('Password of admin')).toBeInTheDocument()
})

test('a local person confirms with the password, a wrong one is said, and then the same is saved', async () => {
  const { user, server, dialog } = await openDialog()
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect(dialog.getByText('Password is required')).toBeInTheDocument()
  const password = dialog.getByLabelText('Password of admin')
  server.refuse(signInLocally, {
    status: 401,
    code: 'WRONG_CREDENTIALS',
    message: 'Wrong username or password',
  })
  await user.type(password, 'guess{Enter}')
  expect(await dialog.findByText('This password is not correct.')).toBeInTheDocument()
  await waitFor(() => expect(password).toHaveFocus())
  expect(server.requestsTo(saveAzureConfig)).toHaveLength(1)

  server.answerWith(signInLocally, () => {
    acceptSave(server)
    return { user: administrator }
  })
  await user.clear(password)
  await user.type(password, 'Right-Word-1{Enter}')
  await expectSaved(server)
  expect(server.requestsTo(signInLocally).map(({ body }) => body)).toEqual([
    { username: 'admin', password: 'guess' },
    { username: 'admin', password: 'Right-Word-1' },
  ])
})

test.each([
  [
    'too many attempts',
    { status: 429, code: 'TOO_MANY_ATTEMPTS', message: 'Too many.', retryAfterSeconds: 700 },
    'Too many failed sign-ins. Try again in 12 minutes.',
  ],
  [
    'local sign-in switched off',
    { status: 403, code: 'LOCAL_SIGN_IN_OFF', message: 'Local sign-in is switched off.' },
    'Local sign-in is switched off.',
  ],
] as const)('%s is said at the password', async (_, refusal, text) => {
  const { user, server, dialog } = await openDialog()
  server.refuse(signInLocally, refusal)
  await user.type(dialog.getByLabelText('Password of admin'), 'guess{Enter}')
  expect(await dialog.findByText(text)).toBeInTheDocument()
})

/** From here on seconds pass when `pass` says so, besides by themselves. */
function holdClock() {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  return { pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)) }
}

test('who cancels has saved nothing and lost nothing', async () => {
  const { user, server, dialog } = await openDialog()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(`Failed to save configuration: ${REFUSED}`)).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(screen.getByLabelText('Client Secret')).toHaveValue('new secret')
  expect(server.requestsTo(saveAzureConfig)).toHaveLength(1)
})

test('the end of the old session, reported before the new one is known, does not sign the user out', async () => {
  const { user, server, dialog } = await openDialog()
  const clock = holdClock()
  const letGo = server.hold(signInLocally)
  server.answer(signInLocally, { user: administrator })
  await user.type(dialog.getByLabelText('Password of admin'), 'Right-Word-1{Enter}')
  signInAs(server, null)
  const before = server.requestsTo(getCurrentUser).length
  FakeEventSource.current?.break()
  await waitFor(() => expect(server.requestsTo(getCurrentUser)).toHaveLength(before + 1))
  signInAs(server, administrator)
  acceptSave(server)
  letGo()
  await expectSaved(server)
  await clock.pass(LATE_ANSWERS_MS)
  await waitFor(() => expect(server.requestsTo(getCurrentUser)).toHaveLength(before + 2))
  expect(screen.getByRole('button', { name: /^Account: / })).toBeInTheDocument()
  expect(leavesByItself()).toBe(false)
})

test('a session that is really over shows the login screen, also while its person signs in again', async () => {
  const { user, server, dialog } = await openDialog()
  const clock = holdClock()
  server.refuse(signInLocally, { status: 500, code: 'INTERNAL', message: 'Something broke.' })
  await user.type(dialog.getByLabelText('Password of admin'), 'Right-Word-1{Enter}')
  await dialog.findByText('Something broke.')
  signInAs(server, null)
  FakeEventSource.current?.break()
  await clock.pass(LATE_ANSWERS_MS)
  expect(await screen.findByRole('link', { name: 'Sign in with Microsoft' })).toBeInTheDocument()
})

/** What the browser answers when a window is to be opened. */
function fakeWindowOpen(popup: { closed: boolean } | null) {
  const open = vi.fn((..._asked: unknown[]): { closed: boolean } | null => popup)
  vi.stubGlobal('open', open)
  onTestFinished(() => {
    vi.stubGlobal('open', () => null)
  })
  return open
}

const signInButton = { name: 'Sign in with Microsoft' }

test('a Microsoft person signs in in a window of its own, and the page goes on by itself', async () => {
  const open = fakeWindowOpen({ closed: false })
  const { user, server, dialog } = await openDialog(microsoftAdministrator)
  expect(dialog.queryByLabelText(/Password/)).not.toBeInTheDocument()
  await user.click(dialog.getByRole('button', signInButton))
  expect(open).toHaveBeenCalledWith(
    '/api/auth/microsoft/login?fresh=1&returnTo=%2Fsigned-in',
    '_blank',
    expect.stringMatching(/^popup,width=600,height=600,/),
  )
  expect(dialog.getByText(/Sign in in the window that has opened/)).toBeInTheDocument()
  expect(server.requestsTo(saveAzureConfig)).toHaveLength(1)
  acceptSave(server)
  tellSignInNews({ refusal: null })
  await expectSaved(server)
})

test('a window that is lost from sight is closed, and the new one is waited for', async () => {
  const first = { closed: false, close: vi.fn() }
  const open = fakeWindowOpen(first)
  const { user, server, dialog } = await openDialog(microsoftAdministrator)
  await user.click(dialog.getByRole('button', signInButton))
  open.mockReturnValue({ closed: false })
  await user.click(dialog.getByRole('button', { name: 'Open the window again' }))
  expect(first.close).toHaveBeenCalledOnce()
  expect(open).toHaveBeenCalledTimes(2)
  expect(dialog.getByText(/Sign in in the window that has opened/)).toBeInTheDocument()
  acceptSave(server)
  tellSignInNews({ refusal: null })
  await expectSaved(server)
})

test('a blocked window has a way out', async () => {
  fakeWindowOpen(null)
  const { user, server, dialog } = await openDialog(microsoftAdministrator)
  await user.click(dialog.getByRole('button', signInButton))
  expect(await dialog.findByText('Popup Blocked')).toBeInTheDocument()
  const link = dialog.getByRole('link', { name: 'sign in in another tab' })
  expect(link).toHaveAttribute('href', '/api/auth/microsoft/login?fresh=1&returnTo=%2Fsigned-in')
  expect(link).toHaveAttribute('target', '_blank')
  acceptSave(server)
  tellSignInNews({ refusal: null })
  await expectSaved(server)
})

test('a window that is closed is said, and a late word still counts', async () => {
  const popup = { closed: false }
  fakeWindowOpen(popup)
  const { user, server, dialog } = await openDialog(microsoftAdministrator)
  const clock = holdClock()
  await user.click(dialog.getByRole('button', signInButton))
  popup.closed = true
  await clock.pass(5_000)
  expect(await dialog.findByText('The window was closed')).toBeInTheDocument()
  expect(server.requestsTo(saveAzureConfig)).toHaveLength(1)
  acceptSave(server)
  tellSignInNews({ refusal: null })
  await expectSaved(server)
})

test.each([
  ['cancelled', 'The sign-in was cancelled'],
  ['other_directory', 'That account belongs to another organization'],
] as const)('a sign-in that Microsoft ends as %s is said', async (refusal, title) => {
  fakeWindowOpen({ closed: false })
  const { user, server, dialog } = await openDialog(microsoftAdministrator)
  await user.click(dialog.getByRole('button', signInButton))
  tellSignInNews({ refusal })
  expect(await dialog.findByText(title)).toBeInTheDocument()
  expect(dialog.getByRole('button', signInButton)).toBeInTheDocument()
  expect(server.requestsTo(saveAzureConfig)).toHaveLength(1)
})

test('when another user signs in, nothing is saved in their name and the page starts again', async () => {
  fakeWindowOpen({ closed: false })
  const { user, server, dialog } = await openDialog(microsoftAdministrator)
  await user.click(dialog.getByRole('button', signInButton))
  signInAs(server, technician)
  acceptSave(server)
  tellSignInNews({ refusal: null })
  await waitFor(() => expect(leavesByItself()).toBe(true))
  expect(await screen.findByRole('link', signInButton)).toBeInTheDocument()
  expect(server.requestsTo(saveAzureConfig)).toHaveLength(1)
})
