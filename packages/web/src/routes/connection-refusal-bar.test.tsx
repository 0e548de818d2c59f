import { getConnectionRefusal } from '@tenantscope/contract/azure'
import type { ConnectionRefusal } from '@tenantscope/contract/azure'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { connectionRefusal } from '../lib/connection-refusal.ts'
import { FakeEventSource } from '../testing/fake-event-source.ts'
import { administrator, technician } from '../testing/people.ts'
import { renderApp } from '../testing/render-app.tsx'
import { makeRun } from '../testing/sync-runs.ts'
import { listOf } from '../testing/tenant-lists.ts'
import { makeTenant } from '../testing/tenants.ts'

const expired: ConnectionRefusal = {
  cause: 'credentialExpired',
  credentialKind: 'secret',
  since: '2026-11-20T09:00:00.000Z',
  microsoftCode: 'AADSTS7000222',
  title: 'Microsoft refuses the connection. The client secret has expired.',
  consequence: 'No tenant can be read until this is resolved.',
  action:
    'Create a client secret in the app registration and save its value under Azure Configuration.',
}

const ended = makeRun({ state: 'succeeded', finishedAt: '2026-11-20T10:05:00.000Z' })

function open(refusal: ConnectionRefusal | null, person = administrator) {
  return renderApp({
    person,
    at: '/overview',
    prepare: (server) => {
      server.answer(listTenants, listOf([makeTenant({ displayName: 'Alpha' })]))
      server.answer(getConnectionRefusal, { refusal })
    },
  })
}

const bar = () => screen.findByRole('complementary', { name: 'Microsoft connection' })
/** The shape before the status; the check mark is that of a healthy tenant. */
const markOf = (status: HTMLElement) => status.parentElement?.querySelector('svg')?.outerHTML

test('an administrator sees the cause, since when, and the one action', async () => {
  await open(expired)
  const refused = within(await bar())
  expect(
    refused.getByText('Microsoft refuses the connection. The client secret has expired.'),
  ).toBeInTheDocument()
  expect(refused.getByRole('group')).toHaveTextContent(
    /Since Nov 20, 2026 .+ No tenant can be read until this is resolved\. Create a client secret in the app registration/u,
  )
  expect(refused.getByRole('link', { name: 'Open Azure Configuration' })).toHaveAttribute(
    'href',
    '/azure-config',
  )
})

test('another user is shown whom to ask, and no action that is not theirs', async () => {
  await open(expired, technician)
  const refused = within(await bar())
  expect(refused.getByText(/Ask an administrator of Tenantscope/u)).toBeInTheDocument()
  expect(refused.queryByText(/Create a client secret/u)).not.toBeInTheDocument()
  expect(refused.queryByRole('link')).not.toBeInTheDocument()
})

test('while it shows, no tenant is marked healthy', async () => {
  const { server } = await open(null)
  const healthy = markOf(await screen.findByText('Active'))
  expect(markOf(screen.getByText('Full Access'))).toBe(healthy)
  server.answer(getConnectionRefusal, { refusal: expired })
  await act(async () => FakeEventSource.current?.send({ type: 'sync-run', run: ended }))
  await bar()
  await waitFor(() => expect(markOf(screen.getByText('Active'))).not.toBe(healthy))
  expect(markOf(screen.getByText('Full Access'))).not.toBe(healthy)
})

test('it ends with the refusal: after a run everything that depends on it is read again', async () => {
  const { server } = await open(expired)
  await bar()
  const before = server.requestsTo(listTenants).length
  server.answer(getConnectionRefusal, { refusal: null })
  await act(async () => FakeEventSource.current?.send({ type: 'sync-run', run: ended }))
  await waitFor(() => expect(connectionRefusal.get()).toBeNull())
  expect(
    screen.queryByRole('complementary', { name: 'Microsoft connection' }),
  ).not.toBeInTheDocument()
  await waitFor(() => expect(server.requestsTo(listTenants).length).toBeGreaterThan(before))
  for (const { headers } of server.requestsTo(getConnectionRefusal))
    expect(headers.get('X-Background')).toBe('1')
})
