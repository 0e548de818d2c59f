import { changePassword } from '@tenantscope/contract/account'
import { signInLocally } from '@tenantscope/contract/auth'
import {
  confirmSecondFactor,
  endOtherSessions,
  endOwnSession,
  getSecondFactor,
  listOwnSessions,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '@tenantscope/contract/own-account'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { call } from '../../../lib/api.ts'
import { findDialog } from '../../../testing/dialogs.ts'
import type { FakeServer } from '../../../testing/fake-server.ts'
import { holdReading } from '../../../testing/hold-reading.ts'
import {
  enrolledFactor,
  enrollment,
  factorAtMicrosoft,
  noSecondFactor,
  otherSession,
  recoveryCodes,
  thisSession,
} from '../../../testing/own-account.ts'
import { administrator, technician } from '../../../testing/people.ts'
import { renderApp, signInAs } from '../../../testing/render-app.tsx'

const WRONG_CODE = 'This code is not right, or it was used already. Enter the next one.'

async function openSecurity(prepare?: (server: FakeServer) => void, person = administrator) {
  const app = await renderApp({
    person,
    at: '/profile?tab=security',
    prepare: (server) => {
      server.answer(getSecondFactor, noSecondFactor)
      server.answer(listOwnSessions, { sessions: [thisSession] })
      prepare?.(server)
    },
  })
  await screen.findByRole('heading', { name: 'Second factor' })
  return app
}

const card = (name: string) => within(screen.getByRole('region', { name, hidden: true }))

/** In dialogs, which Fluent may hide where there is no layout. */
const hidden = (name: string | RegExp) => ({ name, hidden: true })

async function startSetup(prepare?: (server: FakeServer) => void) {
  const app = await openSecurity((server) => {
    server.answer(startSecondFactor, enrollment)
    prepare?.(server)
  })
  await app.user.click(await screen.findByRole('button', { name: 'Set up second factor' }))
  const dialog = within(await findDialog('Set up second factor'))
  return { ...app, dialog }
}

test('a local administrator without a second factor is recommended one, calmly', async () => {
  await openSecurity()
  expect(await screen.findByText('Recommended')).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('people of Microsoft are sent there for password and second factor', async () => {
  await openSecurity((server) => server.answer(getSecondFactor, factorAtMicrosoft), technician)
  expect(
    await screen.findByText(/Microsoft users manage their second factor through Microsoft 365/),
  ).toBeInTheDocument()
  expect(screen.getByText(/Microsoft accounts cannot change their password here/)).toBeVisible()
  const addresses = ['security info at Microsoft', 'change it at Microsoft'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  )
  expect(addresses).toEqual([
    'https://mysignins.microsoft.com/security-info',
    'https://myaccount.microsoft.com/',
  ])
  expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Set up second factor' })).not.toBeInTheDocument()
})

test('a late answer to the old session id does not sign out a user who just changed the password', async () => {
  const { user, server } = await openSecurity((fake) =>
    fake.answer(changePassword, { message: 'Password changed' }),
  )
  const letGo = server.hold(changePassword)
  const password = card('Password')
  await user.type(password.getByLabelText('Current password'), 'Old-Horse-7-Here')
  await user.type(password.getByLabelText('New password'), 'Better-Horse-8-There')
  await user.type(password.getByLabelText('Confirm new password'), 'Better-Horse-8-There')
  await user.click(password.getByRole('button', { name: 'Change password' }))
  server.refuse(listOwnSessions, {
    status: 401,
    code: 'SIGN_IN_REQUIRED',
    message: 'Please sign in',
  })
  await expect(call(listOwnSessions)).rejects.toThrow('401')
  expect(screen.getByRole('heading', { name: 'Second factor' })).toBeInTheDocument()
  server.answer(listOwnSessions, { sessions: [thisSession] })
  letGo()
  expect(await screen.findByText('Password changed')).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Second factor' })).toBeInTheDocument()
})

test('setting up: the key as picture, text and link, a code, then the recovery codes, once', async () => {
  const { user, server, dialog } = await startSetup()
  expect(dialog.getByText('Confirming it signs you out everywhere else.')).toBeInTheDocument()
  const picture = dialog.getByRole('img', hidden(/QR code/))
  expect(picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml,/u)
  expect(dialog.getByDisplayValue(enrollment.secret)).toBeInTheDocument()
  expect(dialog.getByText('open it in an app').closest('a')).toHaveAttribute('href', enrollment.uri)

  const code = dialog.getByLabelText('Code')
  await user.click(dialog.getByRole('button', hidden('Confirm')))
  expect(dialog.getByText('Code is required')).toBeInTheDocument()
  server.refuse(confirmSecondFactor, {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'This code is not right.',
    fields: [{ field: 'body.code', message: 'This code is not right.' }],
  })
  await user.type(code, '111111')
  await user.click(dialog.getByText('Confirm'))
  expect(await dialog.findByText('This code is not right.')).toBeInTheDocument()

  server.answer(confirmSecondFactor, { recoveryCodes })
  server.answer(getSecondFactor, enrolledFactor)
  server.answer(listOwnSessions, { sessions: [thisSession] })
  await user.clear(code)
  await user.type(code, ' 123 456 ')
  await user.click(dialog.getByText('Confirm'))
  const shown = within(await findDialog('Save your recovery codes'))
  expect(server.requestsTo(confirmSecondFactor).at(-1)?.body).toEqual({ code: '123 456' })
  for (const each of recoveryCodes) expect(shown.getByText(each)).toBeInTheDocument()
  expect(shown.queryByDisplayValue(enrollment.secret)).not.toBeInTheDocument()

  await user.keyboard('{Escape}')
  expect(shown.getByText(recoveryCodes[0]!)).toBeInTheDocument()
  await user.click(shown.getByRole('button', hidden('I have saved them')))
  expect(await screen.findByText('9 of 10 left')).toBeInTheDocument()
  expect(await screen.findByText('You have no other open sessions.')).toBeInTheDocument()
  expect(screen.queryByText(recoveryCodes[0]!)).not.toBeInTheDocument()
})

test('recovery codes are copied, downloaded and printed', async () => {
  const { user, server, dialog } = await startSetup()
  server.answer(confirmSecondFactor, { recoveryCodes })
  await user.type(dialog.getByLabelText('Code'), '123456')
  await user.click(dialog.getByText('Confirm'))
  const shown = within(await findDialog('Save your recovery codes'))
  await user.click(shown.getByRole('button', hidden('Copy')))
  expect(await navigator.clipboard.readText()).toBe(recoveryCodes.join('\n'))

  const saved: Blob[] = []
  URL.createObjectURL = vi.fn((blob: Blob) => {
    saved.push(blob)
    return 'blob:codes'
  })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await user.click(shown.getByRole('button', hidden('Download')))
  expect(clicked).toHaveBeenCalledOnce()
  expect(await saved[0]!.text()).toContain(recoveryCodes.join('\n'))

  await user.click(shown.getByRole('button', hidden('Print')))
  const paper = document.querySelector('iframe')?.contentDocument?.body
  expect(paper).toHaveTextContent(recoveryCodes[9]!)
  expect(paper).not.toHaveTextContent('Sessions')
})

test('a setup that was cancelled changes nothing and forgets the key', async () => {
  const { user, server, dialog } = await startSetup()
  await user.click(dialog.getByRole('button', hidden('Cancel')))
  await waitFor(() => expect(screen.queryByText('Key')).not.toBeInTheDocument())
  expect(server.requestsTo(confirmSecondFactor)).toEqual([])
  expect(screen.getByText('Recommended')).toBeInTheDocument()
})

test('who asked for recovery codes sees them, also after an Escape while they are made', async () => {
  const { user, server, dialog } = await startSetup()
  server.answer(confirmSecondFactor, { recoveryCodes })
  const releaseSetup = server.hold(confirmSecondFactor)
  await user.type(dialog.getByLabelText('Code'), '123456')
  await user.click(dialog.getByText('Confirm'))
  dialog.getByText('Cancel').focus()
  await user.keyboard('{Escape}{Enter}')
  server.answer(getSecondFactor, enrolledFactor)
  releaseSetup()
  await findDialog('Save your recovery codes')
  await user.click(screen.getByText('I have saved them'))

  server.answer(renewRecoveryCodes, { recoveryCodes: recoveryCodes.toReversed() })
  const releaseNew = server.hold(renewRecoveryCodes)
  await user.click(await screen.findByRole('button', { name: 'New recovery codes' }))
  const question = within(await findDialog('Create new recovery codes?'))
  await user.click(question.getByText('Create new codes'))
  question.getByText('Cancel').focus()
  await user.keyboard('{Escape}{Enter}')
  releaseNew()
  expect(await findDialog('Save your recovery codes')).toHaveTextContent(recoveryCodes[0]!)
})

test('a sign-in that is too old is confirmed first', async () => {
  const { user, server } = await openSecurity((prepared) =>
    prepared.refuse(startSecondFactor, {
      status: 403,
      code: 'FRESH_SIGN_IN_REQUIRED',
      message: 'Please sign in again',
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Set up second factor' }))
  const question = within(await findDialog('Confirm your identity'))
  server.answerWith(signInLocally, () => {
    server.answer(startSecondFactor, enrollment)
    return { user: administrator }
  })
  await user.type(question.getByLabelText('Password of admin'), 'Right-Word-1{Enter}')
  expect(await findDialog('Set up second factor')).toBeInTheDocument()
})

test('a setup that cannot begin is said in a toast', async () => {
  const { user } = await openSecurity((server) =>
    server.refuse(startSecondFactor, { status: 409, code: 'CONFLICT', message: 'Set up already.' }),
  )
  await user.click(await screen.findByRole('button', { name: 'Set up second factor' }))
  const toast = await screen.findByText('Setup failed')
  expect(toast.closest('output')).toHaveTextContent('Set up already.')
})

test('who has one sees since when, and is warned when recovery codes run out', async () => {
  await openSecurity((server) =>
    server.answer(getSecondFactor, { ...enrolledFactor, recoveryCodesLeft: 2 }),
  )
  expect(await screen.findByText('Nov 02, 2026 at 12:00:00 AM PST')).toBeInTheDocument()
  expect(screen.getByText('2 of 10 left')).toBeInTheDocument()
  expect(screen.getByText(/before they run out/)).toBeInTheDocument()
})

test('new recovery codes are made after a question, and shown once', async () => {
  const { user, server } = await openSecurity((prepared) =>
    prepared.answer(getSecondFactor, enrolledFactor),
  )
  await user.click(await screen.findByRole('button', { name: 'New recovery codes' }))
  const question = within(await findDialog('Create new recovery codes?'))
  expect(server.requestsTo(renewRecoveryCodes)).toEqual([])
  server.refuse(renewRecoveryCodes, { status: 500, code: 'INTERNAL', message: 'Broken.' })
  await user.click(question.getByRole('button', hidden('Create new codes')))
  expect(await question.findByText('Broken.')).toBeInTheDocument()
  server.answer(renewRecoveryCodes, { recoveryCodes })
  await user.click(question.getByRole('button', hidden('Create new codes')))
  const shown = within(await findDialog('Save your recovery codes'))
  expect(shown.getByText(recoveryCodes[5]!)).toBeInTheDocument()
})

test('removing asks for password and code, and names what is wrong under its field', async () => {
  const { user, server } = await openSecurity((prepared) =>
    prepared.answer(getSecondFactor, enrolledFactor),
  )
  await user.click(await screen.findByRole('button', { name: 'Remove second factor' }))
  const dialog = within(await findDialog('Remove second factor?'))
  const password = dialog.getByLabelText('Current password')
  await user.type(password, 'Guess{Enter}')
  expect(server.requestsTo(removeSecondFactor)).toEqual([])
  await user.click(dialog.getByText('Use a recovery code'))
  await user.type(dialog.getByLabelText('Recovery code'), recoveryCodes[0]!)

  const refuse = (name: string, message: string) =>
    server.refuse(removeSecondFactor, {
      status: 400,
      code: 'BAD_REQUEST',
      message,
      fields: [{ field: `body.${name}`, message }],
    })
  refuse('currentPassword', 'Current password is incorrect')
  await user.click(dialog.getByRole('button', hidden('Remove')))
  await waitFor(() => expect(password).toHaveAccessibleDescription('Current password is incorrect'))
  refuse('code', WRONG_CODE)
  await user.click(dialog.getByRole('button', hidden('Remove')))
  expect(await dialog.findByText(WRONG_CODE)).toBeInTheDocument()
  server.refuse(removeSecondFactor, {
    status: 429,
    code: 'TOO_MANY_ATTEMPTS',
    message: 'Too many failed sign-ins. Please try again later.',
  })
  await user.click(dialog.getByRole('button', hidden('Remove')))
  expect(await dialog.findByText(/Too many failed sign-ins/)).toBeInTheDocument()

  server.answerWith(removeSecondFactor, () => {
    server.answer(getSecondFactor, noSecondFactor)
    return { message: 'ok' }
  })
  await user.click(dialog.getByRole('button', hidden('Remove')))
  expect(await screen.findByText('Second factor removed')).toBeInTheDocument()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Set up second factor' })).toHaveFocus(),
  )
  expect(await screen.findByText('Recommended')).toBeInTheDocument()
  expect(server.requestsTo(removeSecondFactor).at(-1)?.body).toEqual({
    currentPassword: 'Guess',
    code: recoveryCodes[0],
  })
})

test('where one is required, its removal leads to the setup of another one', async () => {
  const { user, server } = await openSecurity((prepared) => {
    prepared.answer(getSecondFactor, { ...enrolledFactor, isRequired: true })
    prepared.answerWith(removeSecondFactor, () => {
      signInAs(prepared, { ...administrator, mustSetUpSecondFactor: true })
      return { message: 'ok' }
    })
  })
  await user.click(await screen.findByRole('button', { name: 'Remove second factor' }))
  const dialog = within(await findDialog('Remove second factor?'))
  expect(dialog.getByText(/you set up another one before you can continue/)).toBeInTheDocument()
  await user.type(dialog.getByLabelText('Current password'), 'Right-Word-1')
  await user.type(dialog.getByLabelText('Code'), '123456')
  await user.click(dialog.getByRole('button', hidden('Remove')))
  expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeInTheDocument()
  expect(server.requestsTo(removeSecondFactor)).toHaveLength(1)
})

test('the question cannot be closed while the factor is removed', async () => {
  const { user, server } = await openSecurity((prepared) =>
    prepared.answer(getSecondFactor, enrolledFactor),
  )
  await user.click(await screen.findByRole('button', { name: 'Remove second factor' }))
  const dialog = await findDialog('Remove second factor?')
  await user.type(within(dialog).getByLabelText('Current password'), 'Right-Word-1')
  await user.type(within(dialog).getByLabelText('Code'), '123456')
  server.answerWith(removeSecondFactor, () => {
    server.answer(getSecondFactor, noSecondFactor)
    return { message: 'ok' }
  })
  const release = server.hold(removeSecondFactor)
  await user.click(within(dialog).getByRole('button', hidden('Remove')))
  await user.click(within(dialog).getByRole('button', hidden('Cancel')))
  await user.keyboard('{Escape}')
  expect(dialog).toBeInTheDocument()
  release()
  await screen.findByText('Second factor removed')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
})

test('a factor that cannot be read is said, and asked for again', async () => {
  const { user, server } = await openSecurity((prepared) =>
    prepared.refuse(getSecondFactor, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  )
  expect(await screen.findByText('Failed to load the second factor')).toBeInTheDocument()
  server.answer(getSecondFactor, noSecondFactor)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Recommended')).toBeInTheDocument()
})

test('the own password is changed here; the fields empty and the sessions are read again', async () => {
  const { user, server } = await openSecurity((prepared) =>
    prepared.answer(changePassword, { message: 'ok' }),
  )
  const button = screen.getByRole('button', { name: 'Change password' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  await screen.findByText('Chrome 141 on Windows')
  await user.type(screen.getByLabelText('Current password'), 'old')
  await user.type(screen.getByLabelText('New password'), 'Correct-Horse-7')
  await user.type(screen.getByLabelText('Confirm new password'), 'Correct-Horse-8')
  await user.click(button)
  const toast = await screen.findByText('Password mismatch')
  expect(toast.closest('output')).toHaveTextContent('New password and confirmation do not match.')
  await user.clear(screen.getByLabelText('Confirm new password'))
  await user.type(screen.getByLabelText('Confirm new password'), 'Correct-Horse-7')
  await user.click(button)
  expect(await screen.findByText('Password changed')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveValue(''))
  await waitFor(() => expect(server.requestsTo(listOwnSessions)).toHaveLength(2))
})

test('sessions say which browser, where and since when; this one is marked and stays', async () => {
  await openSecurity((server) =>
    server.answer(listOwnSessions, { sessions: [thisSession, otherSession] }),
  )
  const list = await screen.findByRole('list', { name: 'Open sessions' })
  const [own, other] = within(list).getAllByRole('listitem')
  expect(own).toHaveTextContent(/Chrome 141 on WindowsThis session.*203\.0\.113\.7/u)
  expect(own).toHaveTextContent('Signed in Nov 20, 2026 at 12:00:00 AM PST')
  expect(within(own!).queryByRole('button')).not.toBeInTheDocument()
  expect(other).toHaveTextContent(/Safari 18 on iPhone.*198\.51\.100\.4 · last seen/u)
})

const endOther = () =>
  screen.findByRole('button', { name: 'Sign out Safari 18 on iPhone, 198.51.100.4' })

test('another session is ended, and one that is gone already is said', async () => {
  const { user, server } = await openSecurity((prepared) => {
    prepared.answer(listOwnSessions, { sessions: [thisSession, otherSession] })
    prepared.refuse(endOwnSession, {
      status: 404,
      code: 'NOT_FOUND',
      message: 'This session has ended already',
    })
  })
  await user.click(await endOther())
  const toast = await screen.findByText('Sign-out failed')
  expect(toast.closest('output')).toHaveTextContent('This session has ended already')
  server.answerWith(endOwnSession, () => {
    server.answer(listOwnSessions, { sessions: [thisSession] })
    return { message: 'ok' }
  })
  await user.click(await endOther())
  expect(await screen.findByText('Session ended')).toBeInTheDocument()
  expect(server.requestsTo(endOwnSession).at(-1)?.params).toEqual({ sessionId: otherSession.id })
  expect(await screen.findByText('You have no other open sessions.')).toBeInTheDocument()
})

test('signing out elsewhere says how many sessions ended', async () => {
  const { user, server } = await openSecurity((prepared) =>
    prepared.answer(listOwnSessions, { sessions: [thisSession, otherSession] }),
  )
  server.answerWith(endOtherSessions, () => {
    server.answer(listOwnSessions, { sessions: [thisSession] })
    return { ended: 1 }
  })
  await screen.findByText('Safari 18 on iPhone')
  const button = card('Sessions').getByRole('button', { name: 'Sign out elsewhere' })
  const letRead = holdReading(server, listOwnSessions)
  await user.click(button)
  await letRead()
  const toast = await screen.findByText('Signed out elsewhere')
  expect(toast.closest('output')).toHaveTextContent('1 other session was ended.')
  expect(button).toHaveAttribute('aria-disabled', 'true')
})

test('sessions that cannot be read are said, and asked for again', async () => {
  const { user, server } = await openSecurity((prepared) =>
    prepared.refuse(listOwnSessions, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  )
  expect(await screen.findByText('Failed to load sessions')).toBeInTheDocument()
  server.answer(listOwnSessions, { sessions: [thisSession] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('This session')).toBeInTheDocument()
})
