import { changePassword } from '@tenantscope/contract/account'
import { getCurrentUser, signOut } from '@tenantscope/contract/auth'
import { confirmSecondFactor, startSecondFactor } from '@tenantscope/contract/own-account'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../testing/dialogs.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { enrollment, recoveryCodes } from '../../testing/own-account.ts'
import { administrator } from '../../testing/people.ts'
import { renderApp, signInAs } from '../../testing/render-app.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'

const unprepared = { ...administrator, mustSetUpSecondFactor: true }
const TITLE = { name: 'Set up a second factor' }

const open = (person = unprepared, prepare: (server: FakeServer) => void = () => undefined) =>
  renderApp({
    person,
    at: '/overview',
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(startSecondFactor, enrollment)
      server.answerWith(confirmSecondFactor, () => {
        signInAs(server, administrator)
        return { recoveryCodes }
      })
      prepare(server)
    },
  })

test('an account that must set one up reaches nothing else, at any address', async () => {
  const { server } = await open()
  await screen.findByRole('heading', TITLE)
  expect(document.title).toBe('Set up a second factor – Tenantscope')
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  expect(server.requestsTo(listTenants)).toEqual([])
})

test('the recovery codes are shown before the application opens where the user wanted to go', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Set up second factor' }))
  const dialog = within(await findDialog('Set up second factor'))
  await user.type(dialog.getByLabelText('Code'), '123456')
  await user.click(dialog.getByText('Confirm'))
  const codes = within(await findDialog('Save your recovery codes'))
  expect(codes.getByText(recoveryCodes[9]!)).toBeInTheDocument()
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  await user.click(codes.getByText('I have saved them'))
  expect(await screen.findByRole('heading', { name: 'Overview' })).toBeInTheDocument()
})

test('a cancelled setup can be started again', async () => {
  const { user, server } = await open()
  await user.click(await screen.findByRole('button', { name: 'Set up second factor' }))
  await user.click(within(await findDialog('Set up second factor')).getByText('Cancel'))
  await user.click(await screen.findByRole('button', { name: 'Set up second factor' }))
  await findDialog('Set up second factor')
  expect(server.requestsTo(startSecondFactor)).toHaveLength(2)
})

test('a new password comes first', async () => {
  const { user, server } = await open({ ...unprepared, mustResetPassword: true })
  await screen.findByRole('heading', { name: 'Choose a new password' })
  server.answerWith(changePassword, () => {
    signInAs(server, unprepared)
    return { message: 'ok' }
  })
  await user.type(screen.getByLabelText('Current password'), 'old')
  for (const field of ['New password', 'Confirm new password'])
    await user.type(screen.getByLabelText(field), 'Correct-Horse-7')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByRole('heading', TITLE)).toBeInTheDocument()
})

test('a second factor that becomes required during a session brings its page', async () => {
  let reads = 0
  await open(administrator, (server) => {
    server.answerWith(getCurrentUser, () => {
      reads += 1
      return { user: reads === 1 ? administrator : unprepared }
    })
    server.refuse(listTenants, {
      status: 403,
      code: 'SECOND_FACTOR_SETUP_REQUIRED',
      message: 'Please set up a second factor first',
    })
  })
  expect(await screen.findByRole('heading', TITLE)).toBeInTheDocument()
})

test('the way out is open', async () => {
  const { user, server } = await open()
  server.answer(signOut, { message: 'Signed out' })
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(location.pathname).toBe('/login'))
})
