import { signInLocally } from '@tenantscope/contract/auth'
import { getMailSettings, testMail } from '@tenantscope/contract/mail'
import { AdminSettings, getSettings, saveSettings } from '@tenantscope/contract/settings'
import { listUsers } from '@tenantscope/contract/users'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { findDialog } from '../../../testing/dialogs.ts'
import type { FakeServer } from '../../../testing/fake-server.ts'
import { administrator } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { makeSettings } from '../../../testing/settings.ts'

const noMail = { settings: null, version: 1, updatedAt: null, updatedBy: null }
const mailServer = {
  host: 'mail.msp.example',
  port: 587,
  security: 'starttls' as const,
  username: null,
  password: null,
  from: 'reports@msp.example',
  fromName: null,
}

const open = (change: (server: FakeServer) => void = () => undefined) =>
  renderApp({
    person: administrator,
    at: '/admin-panel?tab=admin-settings',
    prepare: (server) => {
      server.answer(getSettings, makeSettings())
      server.answer(getMailSettings, noMail)
      server.answer(listUsers, { users: [], total: 0, nextCursor: null })
      server.answerWith(saveSettings, ({ body }) => ({
        ...AdminSettings.parse(body),
        version: 2,
        updatedAt: '2026-11-20T09:12:44.000Z',
        updatedBy: 'admin',
      }))
      change(server)
    },
  })
const form = () => screen.findByRole('form', { name: 'Settings' })
const button = (name: string) => screen.getByRole('button', { name })
const bodies = (server: FakeServer) => server.requestsTo(saveSettings).map(({ body }) => body)

test('nothing can be saved before anything is changed', async () => {
  const { user } = await open()
  await form()
  for (const name of ['Save', 'Discard'])
    expect(button(name)).toHaveAttribute('aria-disabled', 'true')
  // The bar covers fields only while there is something to save.
  const bar = button('Save').parentElement!
  const inFlow = bar.className
  await user.click(screen.getByRole('switch', { name: 'Role sync' }))
  await screen.findByText('Unsaved changes')
  expect(bar.className).not.toBe(inFlow)
})

test('options that are not selected do not look disabled', async () => {
  await open()
  await form()
  const group = screen.getByRole('radiogroup', { name: 'Tenants that new users can see' })
  for (const option of within(group).getAllByText(/^(None until granted|All tenants)$/))
    expect(option.style.color).toBe('var(--colorNeutralForeground1)')
})

test('changes are saved completely with their version, and confirmed', async () => {
  const { user, server } = await open()
  await form()
  await user.click(screen.getByRole('switch', { name: 'Role sync' }))
  expect(screen.getByText(/overwrite manual assignments/)).toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Refresh'), 'Every hour')
  await user.click(screen.getByLabelText('All tenants'))
  await user.click(screen.getByLabelText('A backup failed'))
  fireEvent.change(screen.getByLabelText('Audit trails, in months'), { target: { value: '24' } })
  expect(screen.getByText('Unsaved changes')).toBeInTheDocument()
  await user.click(button('Save'))
  expect(await screen.findByText('Settings saved')).toBeInTheDocument()
  const { version, updatedAt: _at, updatedBy: _by, ...before } = makeSettings()
  expect(bodies(server)).toEqual([
    {
      ...before,
      version,
      roleSyncEnabled: true,
      refreshHours: 1,
      defaultTenantAccess: 'all',
      auditRetentionMonths: 24,
      notificationKinds: before.notificationKinds.filter((kind) => kind !== 'backup-failed'),
    },
  ])
  expect(screen.getByText(/^Last change: admin, Nov 20, 2026/)).toBeInTheDocument()
})

test('an optional second factor is warned of before it is saved', async () => {
  const { user, server } = await open()
  await form()
  await user.click(screen.getByRole('switch', { name: 'Require a second factor' }))
  expect(screen.getByText(/a password alone is enough to sign in/)).toBeInTheDocument()
  await user.click(button('Save'))
  await screen.findByText('Settings saved')
  expect(bodies(server)).toMatchObject([{ secondFactorRequired: false }])
})

const offered = (group: HTMLElement | undefined) =>
  within(group ?? document.body)
    .getAllByRole('option')
    .map((option) => option.getAttribute('value'))

test('all eight specified time zones come before all others', async () => {
  await open()
  const zone = await screen.findByLabelText('Time zone of the installation')
  const [first, second] = within(zone).getAllByRole('group')
  expect(offered(first)).toEqual([
    'America/Los_Angeles',
    'America/Denver',
    'America/Chicago',
    'America/New_York',
    'UTC',
    'Europe/London',
    'Europe/Paris',
    'Asia/Tokyo',
  ])
  expect(offered(second)).toContain('Europe/Berlin')
  expect(offered(second)).not.toContain('Europe/Paris')
})

test('Discard takes back what was entered', async () => {
  const { user } = await open()
  await form()
  await user.click(screen.getByRole('switch', { name: 'Import users at their first sign-in' }))
  await user.click(button('Discard'))
  expect(
    screen.getByRole('switch', { name: 'Import users at their first sign-in' }),
  ).not.toBeChecked()
})

test.each([
  ['0', 'Keep it for at least one month'],
  ['121', 'Keep it for at most ten years'],
  ['1.5', 'Enter a whole number of months'],
  ['soon', 'Enter a number of months'],
])('a retention of %s is refused before anything is sent', async (months, message) => {
  const { user, server } = await open()
  await form()
  const field = screen.getByLabelText('Data of inactive tenants, in months')
  fireEvent.change(field, { target: { value: months } })
  await user.click(button('Save'))
  expect(await screen.findByText(message)).toBeInTheDocument()
  expect(field).toHaveFocus()
  expect(bodies(server)).toEqual([])
})

test('switching local sign-in off warns before it is saved', async () => {
  const { user } = await open()
  await form()
  await user.click(screen.getByRole('switch', { name: 'Local sign-in' }))
  expect(screen.getByText(/You are signed in with a local account/)).toBeInTheDocument()
})

test('who changed the settings meanwhile is said, and the newer ones can be loaded', async () => {
  const { user, server } = await open()
  const message = 'changed by megan at 09:12 on 20 Nov 2026 (Europe/Berlin)'
  server.refuse(saveSettings, { status: 409, code: 'CONFLICT', message })
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
  await form()
  await user.click(screen.getByRole('switch', { name: 'Role sync' }))
  await user.click(button('Save'))
  expect(await screen.findByText(/changed by megan at 09:12/)).toBeInTheDocument()
  const bar = screen.getByRole('group', { name: 'Changed by another user' })
  expect(bar).toHaveFocus()
  // The Save button is far below the bar.
  expect(scrollIntoView.mock.contexts).toContain(bar)
  server.answer(getSettings, makeSettings({ autoImportUsers: true, version: 5 }))
  await user.click(button('Load newer'))
  await waitFor(() =>
    expect(
      screen.getByRole('switch', { name: 'Import users at their first sign-in' }),
    ).toBeChecked(),
  )
  expect(screen.getByRole('switch', { name: 'Role sync' })).not.toBeChecked()
})

test('another failure is shown in a toast', async () => {
  const { user, server } = await open()
  server.refuse(saveSettings, { status: 500, code: 'INTERNAL', message: 'Broken.' })
  await form()
  await user.click(screen.getByRole('switch', { name: 'Role sync' }))
  await user.click(button('Save'))
  expect(await screen.findByText('Update Failed')).toBeInTheDocument()
  expect(screen.getByText('Unsaved changes')).toBeInTheDocument()
})

test('leaving with changes asks first', async () => {
  const { user } = await open()
  await form()
  await user.click(screen.getByRole('switch', { name: 'Role sync' }))
  const tabs = within(screen.getByRole('navigation', { name: 'Admin Panel' }))
  await user.click(tabs.getByRole('link', { name: 'Users' }))
  const question = await findDialog('Discard your changes?')
  expect(within(question).getByText(/the settings is not saved|the settings/)).toBeInTheDocument()
  await user.click(within(question).getByText('Keep editing'))
  expect(screen.getByRole('switch', { name: 'Role sync' })).toBeChecked()
})

const toTab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Admin Panel' })).getByText(name)

test('fields cannot be changed while the settings are saved; the next change is saved on top', async () => {
  const { user, server } = await open()
  await form()
  await user.click(screen.getByRole('switch', { name: 'Role sync' }))
  const release = server.hold(saveSettings)
  await user.click(button('Save'))
  const months = screen.getByLabelText('Audit trails, in months')
  const stored = String(makeSettings().auditRetentionMonths)
  fireEvent.change(months, { target: { value: '24' } })
  expect(months).toHaveDisplayValue(stored)
  release()
  await screen.findByText('Settings saved')
  expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument()
  fireEvent.change(months, { target: { value: '24' } })
  expect(screen.getByText('Unsaved changes')).toBeInTheDocument()
  await user.click(button('Save'))
  await waitFor(() => expect(bodies(server)).toHaveLength(2))
  expect(bodies(server)[1]).toMatchObject({
    roleSyncEnabled: true,
    auditRetentionMonths: 24,
    version: 2,
  })
})

test('who leaves while it is saved is asked nothing more once it is', async () => {
  const { user, server } = await open()
  await form()
  await user.click(screen.getByRole('switch', { name: 'Role sync' }))
  const release = server.hold(saveSettings)
  await user.click(button('Save'))
  await user.click(toTab('Users'))
  await findDialog('Discard your changes?')
  release()
  // A toast ends by itself, on a busy computer before the other tab is shown.
  expect(await screen.findByText('Settings saved')).toBeInTheDocument()
  expect(await screen.findByText('No users found')).toBeInTheDocument()
  expect(screen.queryByText('Discard your changes?')).not.toBeInTheDocument()
})

test('who comes back begins with what is stored now, not with what was read before', async () => {
  const { user, server } = await open()
  await form()
  await user.click(toTab('Users'))
  await screen.findByText('No users found')
  server.answer(getSettings, makeSettings({ autoImportUsers: true, version: 5 }))
  const release = server.hold(getSettings)
  await user.click(toTab('Settings'))
  expect(await screen.findByText('Loading settings...')).toBeInTheDocument()
  expect(screen.queryByRole('form', { name: 'Settings' })).not.toBeInTheDocument()
  release()
  expect(
    await screen.findByRole('switch', { name: 'Import users at their first sign-in' }),
  ).toBeChecked()
  await user.click(screen.getByRole('switch', { name: 'Role sync' }))
  await user.click(button('Save'))
  await waitFor(() => expect(bodies(server)).toMatchObject([{ version: 5 }]))
})

test('settings that cannot be loaded say so with a retry', async () => {
  const { user, server } = await open((fake) =>
    fake.refuse(getSettings, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  )
  expect(await screen.findByText('Failed to load settings')).toBeInTheDocument()
  server.answer(getSettings, makeSettings())
  await user.click(button('Retry'))
  expect(await form()).toBeInTheDocument()
})

test('the mail server is named, tried and changed from here', async () => {
  const { user, server } = await open((fake) => {
    fake.answer(getMailSettings, { ...noMail, settings: mailServer })
    fake.answer(testMail, { isSent: true, message: 'A test mail was sent to you.' })
  })
  expect(
    await screen.findByText(
      'Mail is sent through mail.msp.example, port 587, as reports@msp.example.',
    ),
  ).toBeInTheDocument()
  await user.click(button('Send test mail'))
  expect(await screen.findByText('Test mail sent')).toBeInTheDocument()
  await user.click(button('Change mail server'))
  const dialog = await findDialog('Report settings')
  expect(await within(dialog).findByDisplayValue('mail.msp.example')).toBeInTheDocument()
  expect(server.requestsTo(saveSettings)).toEqual([])
})

test('what loosens security asks who is there; then the same is saved, and nothing typed is lost', async () => {
  const { user, server } = await open((fake) =>
    fake.refuse(saveSettings, {
      status: 403,
      code: 'FRESH_SIGN_IN_REQUIRED',
      message: 'Please sign in again',
    }),
  )
  await form()
  await user.click(screen.getByRole('switch', { name: 'Import users at their first sign-in' }))
  await user.click(button('Save'))
  const refused = within(await findDialog('Confirm your identity'))
  await user.click(refused.getByText('Cancel'))
  expect(await screen.findByText('Update Failed')).toBeInTheDocument()
  expect(
    screen.getByRole('switch', { name: 'Import users at their first sign-in', hidden: true }),
  ).toBeChecked()
  expect(screen.getByText('Unsaved changes')).toBeInTheDocument()

  await user.click(screen.getByText('Save'))
  const question = within(await findDialog('Confirm your identity'))
  server.answerWith(signInLocally, () => {
    server.answerWith(saveSettings, ({ body }) => ({
      ...AdminSettings.parse(body),
      version: 2,
      updatedAt: '2026-11-20T09:12:44.000Z',
      updatedBy: 'admin',
    }))
    return { user: administrator }
  })
  await user.type(question.getByLabelText('Password of admin'), 'Right-Word-1{Enter}')
  expect(await screen.findByText('Settings saved')).toBeInTheDocument()
  expect(bodies(server).at(-1)).toMatchObject({ autoImportUsers: true })
})
