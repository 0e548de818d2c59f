import { getCurrentUser } from '@tenantscope/contract/auth'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { FakeEventSource } from '../testing/fake-event-source.ts'
import { viewer } from '../testing/people.ts'
import { renderApp } from '../testing/render-app.tsx'
import { noTenants } from '../testing/tenant-lists.ts'

test('a lost connection is said, with what is on screen left as it is, and is over by itself', async () => {
  const { server } = await renderApp({
    person: viewer,
    at: '/overview',
    prepare: (server) => server.answer(listTenants, noTenants),
  })
  await screen.findByRole('region', { name: 'Your profile' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

  // A browser without a network can still reach a server of its own machine.
  act(() => void window.dispatchEvent(new Event('offline')))
  await waitFor(() => expect(server.requestsTo(getCurrentUser).length).toBeGreaterThan(1))
  expect(screen.queryByText('You are offline.')).not.toBeInTheDocument()

  // Every call fails: one that succeeds, such as that of a part that is loaded late, ends the message.
  server.setDown(true)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(await screen.findByText('You are offline.')).toBeInTheDocument()
  expect(screen.getByText('The data shown was loaded earlier.')).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Your profile' })).toBeInTheDocument()

  server.setDown(false)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText('You are offline.')).not.toBeInTheDocument())
})

test('while the server restarts the page says so; what failed is read again when it responds', async () => {
  const { server } = await renderApp({
    person: viewer,
    at: '/overview',
    prepare: (server) => server.cut(listTenants),
  })
  await screen.findByRole('heading', { level: 1 })
  server.setDown(true)
  act(() => void window.dispatchEvent(new Event('offline')))
  const title = 'Tenantscope is restarting or cannot be reached.'
  expect(await screen.findByText(title)).toBeInTheDocument()
  expect(screen.getByText(/This page continues by itself/)).toBeInTheDocument()

  const before = server.requestsTo(listTenants).length
  server.answer(listTenants, noTenants)
  server.setDown(false)
  act(() => FakeEventSource.current?.send({ type: 'hello', build: '' }))
  await waitFor(() => expect(server.requestsTo(listTenants).length).toBeGreaterThan(before))
  await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument())
})
