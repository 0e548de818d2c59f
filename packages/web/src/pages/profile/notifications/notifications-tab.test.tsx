import { getPreferences, Preferences, savePreferences } from '@tenantscope/contract/account'
import { listNotifications } from '@tenantscope/contract/notifications'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { FakeServer } from '../../../testing/fake-server.ts'
import { noNotifications } from '../../../testing/own-account.ts'
import { administrator, preferences, technician, viewer } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { noTenants } from '../../../testing/tenant-lists.ts'

/** What the browser says now, and what it answers when it is asked. */
function installDesktop(permission: NotificationPermission, answer = permission) {
  const desktop = { permission, requestPermission: vi.fn(async () => answer) }
  vi.stubGlobal('Notification', desktop)
  return desktop
}

async function openNotifications(
  prepare?: (server: FakeServer) => void,
  person: typeof administrator = technician,
) {
  const app = await renderApp({
    person,
    at: '/profile?tab=notifications',
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(listNotifications, noNotifications)
      server.answerWith(savePreferences, ({ body }) => ({ preferences: Preferences.parse(body) }))
      prepare?.(server)
    },
  })
  await screen.findByRole('navigation', { name: 'My Account' })
  return app
}

const toggle = (name: string) => screen.findByRole('switch', { name })

test('e-mail is switched and saved at once; where it goes is said', async () => {
  const { user, server } = await openNotifications()
  expect(await screen.findByText('Sent to megan@msp.example.')).toBeInTheDocument()
  await user.click(await toggle('E-mail'))
  expect(await screen.findByText('Preferences updated')).toBeInTheDocument()
  expect(server.requestsTo(savePreferences)[0]?.body).toEqual({
    ...preferences,
    emailNotifications: false,
  })
})

test('a switch that could not be saved returns to what is stored', async () => {
  const { user } = await openNotifications((server) =>
    server.refuse(savePreferences, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  )
  const email = await toggle('E-mail')
  await user.click(email)
  const toast = await screen.findByText('Update failed')
  expect(toast.closest('output')).toHaveTextContent(
    'Failed to update preferences. Please try again.',
  )
  await waitFor(() => expect(email).toBeChecked())
})

const withoutServer = (server: FakeServer) =>
  server.answer(listNotifications, { ...noNotifications, mail: 'no mail server' })

test('without a mail server an administrator is led to the settings', async () => {
  await openNotifications(withoutServer, administrator)
  expect(await screen.findByText(/no mail server is set up/)).toBeInTheDocument()
  const link = screen.getByRole('link', { name: 'Set up the mail server' })
  expect(link).toHaveAttribute('href', '/admin-panel?tab=admin-settings')
})

test('without a mail server other users see whom to ask', async () => {
  await openNotifications(withoutServer)
  expect(await screen.findByText('An administrator can set one up.')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Set up the mail server' })).not.toBeInTheDocument()
})

test('an account without an address sees a note', async () => {
  await openNotifications((server) =>
    server.answer(listNotifications, { ...noNotifications, mail: 'no address' }),
  )
  expect(await screen.findByText(/your account has no e-mail address/)).toBeInTheDocument()
})

test('switching desktop notifications on asks the browser, then saves', async () => {
  const desktop = installDesktop('default', 'granted')
  const { user, server } = await openNotifications()
  await user.click(await toggle('Desktop'))
  expect(desktop.requestPermission).toHaveBeenCalledOnce()
  await waitFor(() =>
    expect(server.requestsTo(savePreferences)[0]?.body).toEqual({
      ...preferences,
      desktopNotifications: true,
    }),
  )
})

test('what the browser refuses is not switched on, and said', async () => {
  installDesktop('default', 'denied')
  const { user, server } = await openNotifications()
  const desktop = await toggle('Desktop')
  await user.click(desktop)
  expect(await screen.findByText(/This browser blocks notifications/)).toBeInTheDocument()
  expect(desktop).not.toBeChecked()
  expect(server.requestsTo(savePreferences)).toEqual([])
})

test('switching off asks for no permission', async () => {
  const desktop = installDesktop('denied')
  const { user, server } = await openNotifications((prepared) =>
    prepared.answer(getPreferences, {
      preferences: { ...preferences, desktopNotifications: true },
    }),
  )
  await user.click(await toggle('Desktop'))
  await waitFor(() => expect(server.requestsTo(savePreferences)).toHaveLength(1))
  expect(desktop.requestPermission).not.toHaveBeenCalled()
})

test('a browser without a decision can be asked, although notifications are on elsewhere', async () => {
  const desktop = installDesktop('default', 'granted')
  const { user } = await openNotifications((prepared) =>
    prepared.answer(getPreferences, {
      preferences: { ...preferences, desktopNotifications: true },
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Allow in this browser' }))
  expect(desktop.requestPermission).toHaveBeenCalledOnce()
  expect(await screen.findByText(/Shown by this browser/)).toBeInTheDocument()
})

test('a browser without desktop notifications says so and cannot switch them on', async () => {
  vi.stubGlobal('Notification', undefined)
  Reflect.deleteProperty(globalThis, 'Notification')
  await openNotifications()
  expect(
    await screen.findByText('This browser does not support desktop notifications.'),
  ).toBeInTheDocument()
  expect(await toggle('Desktop')).toBeDisabled()
})

test('the kinds that may reach the person are named and explained', async () => {
  await openNotifications()
  expect(await screen.findByText('A refresh failed twice')).toBeInTheDocument()
  expect(screen.getByText('Your share link was opened')).toBeInTheDocument()
  expect(screen.queryByText('A backup failed')).not.toBeInTheDocument()
})

test('where everything is switched off, that is said', async () => {
  await openNotifications((server) =>
    server.answer(listNotifications, { ...noNotifications, kinds: [] }),
  )
  expect(
    await screen.findByText(/an administrator switched the notifications off/),
  ).toBeInTheDocument()
  expect(screen.getByText('No notifications')).toBeInTheDocument()
})

test('a viewer sees that notifications are sent to others', async () => {
  await openNotifications(
    (server) => server.answer(listNotifications, { ...noNotifications, kinds: [] }),
    viewer,
  )
  expect(await screen.findByText(/sent only to technicians and administrators/)).toBeInTheDocument()
  expect(screen.queryByText(/an administrator switched/)).not.toBeInTheDocument()
})

test('the last notifications lead to where they are dealt with', async () => {
  const { user } = await openNotifications((server) =>
    server.answer(listNotifications, {
      ...noNotifications,
      notifications: [
        {
          id: 'n1',
          kind: 'refresh-failing',
          title: 'Fabrikam could not be refreshed',
          text: 'Two refreshes in a row failed.',
          tenantId: null,
          address: '/dashboard?status=all',
          createdAt: '2026-11-20T09:12:44.000Z',
        },
      ],
    }),
  )
  expect(await screen.findByText('Two refreshes in a row failed.')).toBeInTheDocument()
  const link = screen.getByRole('link', { name: 'Fabrikam could not be refreshed' })
  expect(link).toHaveAttribute('href', '/dashboard?status=all')
  await user.click(link)
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
})

test('notifications that cannot be read are said, and asked for again', async () => {
  const { user, server } = await openNotifications((prepared) =>
    prepared.refuse(listNotifications, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  )
  expect(await screen.findByText('Failed to load notifications')).toBeInTheDocument()
  server.answer(listNotifications, noNotifications)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No notifications')).toBeInTheDocument()
})
