import { getPreferences, Preferences, savePreferences } from '@tenantscope/contract/account'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { administrator, preferences, technician } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { systemTheme } from '../../testing/system-theme.ts'
import { darkTheme, lightTheme } from '../../ui/theme.ts'

async function openPreferences(person = technician) {
  const app = await renderApp({
    person,
    at: '/profile?tab=preferences',
    prepare: (server) =>
      server.answerWith(savePreferences, ({ body }) => ({ preferences: Preferences.parse(body) })),
  })
  await screen.findByRole('heading', { name: 'Preferences' })
  return app
}

/** The background that the theme gives to the complete application. */
function canvas(): string {
  const provider = document.querySelector('.fui-FluentProvider')
  return provider === null
    ? ''
    : getComputedStyle(provider).getPropertyValue('--colorNeutralBackground1').trim()
}

test('a theme is applied at once, saved with all other preferences and kept for the next load', async () => {
  const { user, server } = await openPreferences()
  expect(canvas()).toBe(lightTheme.colorNeutralBackground1)
  const release = server.hold(savePreferences)
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  await waitFor(() => expect(canvas()).toBe(darkTheme.colorNeutralBackground1))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('tenantscope.theme')).toBe('dark')
  release()
  expect(await screen.findByText('Preferences updated')).toBeInTheDocument()
  // The call outlives the page, also one that is left at once.
  expect(server.requestsTo(savePreferences)).toMatchObject([
    { body: { ...preferences, theme: 'dark' }, keepalive: true },
  ])
})

test("the system's theme is followed while it is the choice", async () => {
  const { user } = await openPreferences()
  act(() => systemTheme.setDark(true))
  await waitFor(() => expect(canvas()).toBe(darkTheme.colorNeutralBackground1))
  await user.click(screen.getByRole('radio', { name: 'Light' }))
  await waitFor(() => expect(canvas()).toBe(lightTheme.colorNeutralBackground1))
})

test('a time zone is applied at once to every time on the screen', async () => {
  const { user } = await openPreferences()
  expect(screen.getByText(/^Now: .* P[SD]T$/u)).toBeInTheDocument()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'UTC')
  expect(await screen.findByText(/^Now: .* UTC$/u)).toBeInTheDocument()
})

test('the specified time zones come before all others', async () => {
  await openPreferences()
  const [first, second] = within(screen.getByRole('combobox', { name: 'Time zone' })).getAllByRole(
    'group',
  )
  expect(
    within(first!)
      .getAllByRole('option')
      .map((option) => option.getAttribute('value')),
  ).toEqual(['America/Los_Angeles', 'America/Denver', 'America/Chicago', 'America/New_York', 'UTC'])
  expect(within(second!).getByRole('option', { name: 'Europe/Paris' })).toBeInTheDocument()
})

test('a refused change is taken back and said', async () => {
  const { user, server } = await openPreferences()
  server.refuse(savePreferences, { status: 500, code: 'INTERNAL', message: 'Something broke.' })
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  const toast = await screen.findByText('Update failed')
  expect(toast.closest('output')).toHaveTextContent(
    'Failed to update preferences. Please try again.',
  )
  expect(screen.getByRole('radio', { name: 'System' })).toBeChecked()
  await waitFor(() => expect(canvas()).toBe(lightTheme.colorNeutralBackground1))
})

test('the compact view is applied at once and saved, as the default view is', async () => {
  const { user, server } = await openPreferences()
  const compact = screen.getByRole('switch', { name: 'Compact view' })
  expect(compact).not.toBeChecked()
  await user.click(compact)
  expect(compact).toBeChecked()
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-compact'))
  const view = screen.getByRole('combobox', { name: 'Default view' })
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
  await user.click(compact)
  await waitFor(() => expect(document.documentElement).not.toHaveAttribute('data-compact'))
})

test('to administrators the third view is License Management', async () => {
  await openPreferences(administrator)
  expect(screen.getByRole('option', { name: 'License Management' })).toBeInTheDocument()
})

test('of two quick changes a refused one does not take the other with it', async () => {
  const { user, server } = await openPreferences()
  const release = server.hold(savePreferences)
  let asked = 0
  server.answerWith(savePreferences, ({ body }) => {
    asked += 1
    if (asked === 1) throw new TypeError('Failed to fetch')
    return { preferences: Preferences.parse(body) }
  })
  const compact = screen.getByRole('switch', { name: 'Compact view' })
  const view = screen.getByRole('combobox', { name: 'Default view' })
  await user.click(compact)
  await user.selectOptions(view, 'Overview')
  expect(compact).toBeChecked()
  release()
  await waitFor(() => expect(compact).not.toBeChecked())
  expect(view).toHaveValue('tenants')
  expect(server.requestsTo(savePreferences)[1]?.body).toEqual({
    ...preferences,
    defaultView: 'tenants',
  })
})

test('preferences that cannot be read are said, and asked for again', async () => {
  const { user, server } = await renderApp({
    person: technician,
    at: '/profile?tab=preferences',
    prepare: (prepared) =>
      prepared.refuse(getPreferences, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  })
  expect(await screen.findByText('Failed to load preferences')).toBeInTheDocument()
  server.answer(getPreferences, { preferences })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('radio', { name: 'System' })).toBeChecked()
})

test('preferences that cannot be read do not take the screen away', async () => {
  const { user, server } = await renderApp({
    person: technician,
    at: '/profile',
    prepare: (prepared) =>
      prepared.refuse(getPreferences, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  })
  const heading = await screen.findByRole('heading', { level: 1, name: 'My Account' })
  // The next screen reads them again.
  server.hold(getPreferences)
  await user.click(screen.getByRole('link', { name: 'Preferences' }))
  expect(await screen.findByText('Loading preferences...')).toBeInTheDocument()
  // The application hears of it a moment after the screen.
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(heading).toBeInTheDocument()
})
