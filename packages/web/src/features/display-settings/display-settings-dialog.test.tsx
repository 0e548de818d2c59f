import { savePreferences } from '@tenantscope/contract/account'
import { Preferences } from '@tenantscope/contract/account'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { preferences, technician } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { systemTheme } from '../../testing/system-theme.ts'
import { noTenants } from '../../testing/tenant-lists.ts'
import { darkTheme, lightTheme } from '../../ui/theme.ts'

async function openSettings() {
  const app = await renderApp({
    person: technician,
    at: '/overview',
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answerWith(savePreferences, ({ body }) => ({ preferences: Preferences.parse(body) }))
    },
  })
  await app.user.click(await screen.findByRole('button', { name: /^Account: / }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Preferences' }))
  // Fluent shows a dialog to screen readers when the focus is in it, for which it must have a layout.
  const dialog = await screen.findByRole('dialog', { hidden: true })
  expect(within(dialog).getByText('Preferences')).toBeInTheDocument()
  return { ...app, dialog }
}

/** The background that the theme gives to the whole application. */
function canvas(): string {
  const provider = document.querySelector('.fui-FluentProvider')
  return provider === null
    ? ''
    : getComputedStyle(provider).getPropertyValue('--colorNeutralBackground1').trim()
}

test('a theme is applied at once, saved with all other preferences and kept for the next load', async () => {
  const { user, server, dialog } = await openSettings()
  expect(canvas()).toBe(lightTheme.colorNeutralBackground1)
  const release = server.hold(savePreferences)
  await user.click(within(dialog).getByRole('radio', { name: 'Dark', hidden: true }))
  await waitFor(() => expect(canvas()).toBe(darkTheme.colorNeutralBackground1))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('tenantscope.theme')).toBe('dark')
  release()
  expect(await screen.findByText('Preferences updated')).toBeInTheDocument()
  expect(server.requestsTo(savePreferences)[0]?.body).toEqual({ ...preferences, theme: 'dark' })
})

test("the system's theme is followed while it is the choice", async () => {
  const { user, dialog } = await openSettings()
  act(() => systemTheme.setDark(true))
  await waitFor(() => expect(canvas()).toBe(darkTheme.colorNeutralBackground1))
  await user.click(within(dialog).getByRole('radio', { name: 'Light', hidden: true }))
  await waitFor(() => expect(canvas()).toBe(lightTheme.colorNeutralBackground1))
})

test('a time zone is applied at once to every time on the screen', async () => {
  const { user, dialog } = await openSettings()
  expect(screen.getByText('Nov 20, 2026 at 1:12:44 AM PST')).toBeInTheDocument()
  const zones = within(dialog).getByRole('combobox', { name: 'Time zone', hidden: true })
  await user.selectOptions(zones, 'UTC')
  expect(await screen.findByText('Nov 20, 2026 at 9:12:44 AM UTC')).toBeInTheDocument()
})

test('the specified time zones stand before all others', async () => {
  const { dialog } = await openSettings()
  const [first, second] = within(dialog).getAllByRole('group', { hidden: true })
  expect(
    within(first!)
      .getAllByRole('option', { hidden: true })
      .map((option) => option.getAttribute('value')),
  ).toEqual(['America/Los_Angeles', 'America/Denver', 'America/Chicago', 'America/New_York', 'UTC'])
  expect(
    within(second!).getByRole('option', { name: 'Europe/Paris', hidden: true }),
  ).toBeInTheDocument()
})

test('a refused change is taken back and said', async () => {
  const { user, server, dialog } = await openSettings()
  server.refuse(savePreferences, { status: 500, code: 'INTERNAL', message: 'Something broke.' })
  await user.click(within(dialog).getByRole('radio', { name: 'Dark', hidden: true }))
  const toast = await screen.findByText('Update failed')
  expect(toast.closest('output')).toHaveTextContent(
    'Failed to update preferences. Please try again.',
  )
  expect(within(dialog).getByRole('radio', { name: 'System', hidden: true })).toBeChecked()
  await waitFor(() => expect(canvas()).toBe(lightTheme.colorNeutralBackground1))
})

test('dense rows and the default view are saved with everything else', async () => {
  const { user, server, dialog } = await openSettings()
  const dense = within(dialog).getByRole('switch', { name: 'Dense rows', hidden: true })
  expect(dense).not.toBeChecked()
  await user.click(dense)
  expect(dense).toBeChecked()
  const view = within(dialog).getByRole('combobox', { name: 'Default view', hidden: true })
  expect(Array.from(view.children, (option) => option.textContent)).toEqual([
    'All Tenants',
    'Overview',
    'My Organization',
  ])
  await user.selectOptions(view, 'My Organization')
  await waitFor(() => expect(server.requestsTo(savePreferences)).toHaveLength(2))
  expect(server.requestsTo(savePreferences).map(({ body }) => body)).toEqual([
    { ...preferences, compactView: true },
    { ...preferences, compactView: true, defaultView: 'licenses' },
  ])
})

test('of two quick changes a refused one does not take the other with it', async () => {
  const { user, server, dialog } = await openSettings()
  const release = server.hold(savePreferences)
  let asked = 0
  server.answerWith(savePreferences, ({ body }) => {
    asked += 1
    if (asked === 1) throw new TypeError('Failed to fetch')
    return { preferences: Preferences.parse(body) }
  })
  const dense = within(dialog).getByRole('switch', { name: 'Dense rows', hidden: true })
  const view = within(dialog).getByRole('combobox', { name: 'Default view', hidden: true })
  await user.click(dense)
  await user.selectOptions(view, 'Overview')
  expect(dense).toBeChecked()
  release()
  await waitFor(() => expect(dense).not.toBeChecked())
  expect(view).toHaveValue('tenants')
  expect(server.requestsTo(savePreferences)[1]?.body).toEqual({
    ...preferences,
    defaultView: 'tenants',
  })
})
