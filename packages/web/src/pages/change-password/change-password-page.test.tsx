import { changePassword } from '@tenantscope/contract/account'
import { getCurrentUser, signOut } from '@tenantscope/contract/auth'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { holdReading } from '../../testing/hold-reading.ts'
import { administrator } from '../../testing/people.ts'
import { renderApp, signInAs } from '../../testing/render-app.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'

const reset = { ...administrator, mustResetPassword: true }
const button = { name: /Change password/ }

async function openForm() {
  const app = await renderApp({
    person: reset,
    at: '/overview',
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(changePassword, { message: 'ok' })
    },
  })
  await screen.findByRole('heading', { name: 'Choose a new password' })
  const fill = async (current: string, next: string, again: string) => {
    await app.user.type(screen.getByLabelText('Current password'), current)
    await app.user.type(screen.getByLabelText('New password'), next)
    await app.user.type(screen.getByLabelText('Confirm new password'), again)
  }
  return { ...app, fill }
}

test('who must choose a new password reaches nothing else, at any address', async () => {
  const { server } = await openForm()
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  expect(server.requestsTo(listTenants)).toEqual([])
})

test('the button waits until all three fields are filled', async () => {
  const { fill, user } = await openForm()
  expect(screen.getByRole('button', button)).toHaveAttribute('aria-disabled', 'true')
  await fill('old', 'new', 'n')
  expect(screen.getByRole('button', button)).not.toHaveAttribute('aria-disabled', 'true')
  await user.clear(screen.getByLabelText('Current password'))
  expect(screen.getByRole('button', button)).toHaveAttribute('aria-disabled', 'true')
})

test.each([
  [
    'Long-Enough-Word-1',
    'Long-Enough-Word-2',
    'Password mismatch',
    'New password and confirmation do not match.',
  ],
  ['Short-1', 'Short-1', 'Password too short', 'Password must be at least 8 characters long.'],
])('%s with the confirmation %s is answered by the toast %s', async (next, again, title, text) => {
  const { fill, user, server } = await openForm()
  await fill('old', next, again)
  await user.click(screen.getByRole('button', button))
  const toast = await screen.findByText(title)
  expect(toast.closest('output')).toHaveTextContent(text)
  expect(server.requestsTo(changePassword)).toEqual([])
})

test('from 8 characters on every broken rule is named under the field', async () => {
  const { fill, user, server } = await openForm()
  await fill('old', 'lowercase', 'lowercase')
  await user.click(screen.getByRole('button', button))
  for (const message of [
    'Password must be at least 12 characters',
    'Must include at least one uppercase letter',
    'Must include at least one number',
    'Must include at least one special character',
  ])
    expect(await screen.findByText(message)).toBeInTheDocument()
  expect(screen.queryByText('Must include at least one lowercase letter')).not.toBeInTheDocument()
  expect(server.requestsTo(changePassword)).toEqual([])
})

test('a good password is sent, confirmed by a toast, and the person goes where they wanted', async () => {
  const { fill, user, server } = await openForm()
  server.answerWith(changePassword, () => {
    signInAs(server, administrator)
    return { message: 'ok' }
  })
  await fill('old', 'Correct-Horse-7', 'Correct-Horse-7')
  const letRead = holdReading(server, getCurrentUser)
  await user.click(screen.getByRole('button', button))
  await letRead()
  expect(await screen.findByText('Password changed')).toBeInTheDocument()
  expect(await screen.findByRole('heading', { name: 'Overview' })).toBeInTheDocument()
  expect(server.requestsTo(changePassword)[0]?.body).toEqual({
    currentPassword: 'old',
    newPassword: 'Correct-Horse-7',
  })
})

test.each([
  ['the sentence of the server', true, 'Current password is wrong.'],
  ['a sentence of ours', false, 'Failed to change password. Please try again.'],
])('a failed change is shown in %s', async (_, isAnswered, text) => {
  const { fill, user, server } = await openForm()
  if (isAnswered)
    server.refuse(changePassword, {
      status: 401,
      code: 'WRONG_CREDENTIALS',
      message: 'Current password is wrong.',
    })
  else server.cut(changePassword)
  await fill('old', 'Correct-Horse-7', 'Correct-Horse-7')
  await user.click(screen.getByRole('button', button))
  const toast = await screen.findByText('Password change failed')
  expect(toast.closest('output')).toHaveTextContent(text)
  expect(screen.getByRole('heading', { name: 'Choose a new password' })).toBeInTheDocument()
  await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus())
})

test('the way out is open', async () => {
  const { user, server } = await openForm()
  server.answer(signOut, { message: 'Signed out' })
  await user.click(screen.getByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByRole('link', { name: 'Sign in with Microsoft' })).toBeInTheDocument()
  await waitFor(() => expect(location.pathname).toBe('/login'))
})
