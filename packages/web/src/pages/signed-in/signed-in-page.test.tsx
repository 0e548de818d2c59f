import { signOut } from '@tenantscope/contract/auth'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

import { openTabChannel } from '../../lib/tab-channel.ts'
import { administrator } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'

async function open(at: string) {
  const heard: unknown[] = []
  const channel = openTabChannel('tenantscope.sign-in')
  channel?.listen((message) => heard.push(message))
  onTestFinished(() => channel?.close())
  const close = vi.spyOn(window, 'close').mockImplementation(() => undefined)
  const app = await renderApp({
    person: administrator,
    at,
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(signOut, { message: 'ok' })
    },
  })
  return { ...app, heard, close }
}

test('the window notifies the waiting page and closes itself, without ending the session', async () => {
  const { server, heard, close } = await open('/signed-in')
  expect(await screen.findByRole('heading', { name: 'You are signed in' })).toBeInTheDocument()
  await waitFor(() => expect(heard).toContainEqual({ refusal: null }))
  expect(close).toHaveBeenCalled()
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }))
  expect(server.requestsTo(signOut)).toEqual([])
})

test('who opens it directly finds the way on', async () => {
  const { user } = await open('/signed-in')
  await user.click(await screen.findByRole('link', { name: 'Go to All Tenants' }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
})

test('a refused sign-in is reported, although the user stays signed in', async () => {
  const { heard } = await open('/login?error=cancelled')
  expect(await screen.findByRole('heading', { name: 'The sign-in did not work' })).toBeVisible()
  expect(location.pathname).toBe('/signed-in')
  await waitFor(() => expect(heard).toContainEqual({ refusal: 'cancelled' }))
})

test('a code that does not exist is no refusal', async () => {
  const { heard } = await open('/signed-in?error=nonsense')
  await waitFor(() => expect(heard).toContainEqual({ refusal: null }))
})
