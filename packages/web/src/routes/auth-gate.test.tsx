import { getCurrentUser } from '@tenantscope/contract/auth'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'

import { leavesByItself } from '../lib/leaving.ts'
import { reportSessionEnded } from '../lib/session-ended.ts'
import { openTabChannel, SIGNED_OUT, TABS_CHANNEL } from '../lib/tab-channel.ts'
import { showToast } from '../lib/toasts.ts'
import { administrator, technician } from '../testing/people.ts'
import { renderApp, signInAs } from '../testing/render-app.tsx'
import { noTenants } from '../testing/tenant-lists.ts'

const account = { name: /^Account: / }
const microsoft = { name: 'Sign in with Microsoft' }

async function open() {
  const app = await renderApp({
    person: technician,
    at: '/overview',
    prepare: (server) => server.answer(listTenants, noTenants),
  })
  await screen.findByRole('button', account)
  return app
}

function signOutInAnotherTab() {
  const other = openTabChannel(TABS_CHANNEL)
  onTestFinished(() => other?.close())
  other?.post(SIGNED_OUT)
}

test('a sign-out in another tab shows the login screen at once', async () => {
  const { server } = await open()
  signInAs(server, null)
  signOutInAnotherTab()
  expect(await screen.findByRole('link', microsoft)).toBeInTheDocument()
})

test('a session that now belongs to another user is not shown as the first one’s: the page reloads', async () => {
  const { server } = await open()
  expect(leavesByItself()).toBe(false)
  signInAs(server, administrator)
  signOutInAnotherTab()
  // jsdom loads no page again, but the application has left this one for that.
  await waitFor(() => expect(leavesByItself()).toBe(true))
  expect(await screen.findByRole('link', microsoft)).toBeInTheDocument()
  expect(screen.queryByRole('button', account)).not.toBeInTheDocument()
})

test('a session that is still the same person’s stays as it is', async () => {
  const { server } = await open()
  const before = server.requestsTo(getCurrentUser).length
  signOutInAnotherTab()
  await waitFor(() => expect(server.requestsTo(getCurrentUser)).toHaveLength(before + 1))
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.getByRole('button', account)).toBeInTheDocument()
})

test('what a toast said to a person is gone with their session', async () => {
  await open()
  act(() => showToast({ intent: 'success', title: 'Refresh of Contoso finished' }))
  expect(screen.getByText('Refresh of Contoso finished')).toBeInTheDocument()
  act(reportSessionEnded)
  expect(await screen.findByRole('link', microsoft)).toBeInTheDocument()
  expect(screen.queryByText('Refresh of Contoso finished')).not.toBeInTheDocument()
})
