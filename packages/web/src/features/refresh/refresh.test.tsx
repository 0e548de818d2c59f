import { getSyncRun, refreshTenants } from '@tenantscope/contract/sync'
import type { SyncRun } from '@tenantscope/contract/sync'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { FakeEventSource } from '../../testing/fake-event-source.ts'
import { technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeRun, RUN_ID } from '../../testing/sync-runs.ts'
import { listOf } from '../../testing/tenant-lists.ts'
import { makeTenant } from '../../testing/tenants.ts'

const contoso = makeTenant({ displayName: 'Contoso' })
const fabrikam = makeTenant({ displayName: 'Fabrikam' })

const finished = makeRun({
  state: 'succeeded',
  finishedAt: '2026-11-20T10:01:00.000Z',
  tenants: { total: 2, done: 2, failed: 0 },
})
const partial = makeRun({
  state: 'partial',
  finishedAt: '2026-11-20T10:01:00.000Z',
  tenants: { total: 2, done: 2, failed: 1 },
  failures: [
    {
      tenantId: fabrikam.id,
      displayName: 'Fabrikam',
      code: 'CONSENT_REQUIRED',
      message: 'Admin consent is missing for this application. Ask for it.',
    },
  ],
})

async function open(person = technician, currentRun: SyncRun | null = null) {
  const app = await renderApp({
    person,
    at: '/dashboard',
    prepare: (server) => {
      server.answer(listTenants, listOf([contoso, fabrikam], { currentRun }))
      server.answer(refreshTenants, { runId: RUN_ID })
      server.answer(getSyncRun, makeRun({ tenants: { total: 2, done: 0, failed: 0 } }))
    },
  })
  await screen.findByRole('grid')
  return app
}

function hear(run: SyncRun) {
  act(() => FakeEventSource.current?.send({ type: 'sync-run', run }))
}

test('a refresh shows its progress from events and tells its end', async () => {
  const { server, user } = await open()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByRole('button', { name: 'Refreshing...' })).toHaveFocus()
  hear(makeRun({ tenants: { total: 40, done: 12, failed: 0 } }))
  expect(await screen.findByText('Reading tenants: 12 of 40')).toBeInTheDocument()
  hear(makeRun({ tenants: { total: 40, done: 13, failed: 2 } }))
  expect(await screen.findByText('Reading tenants: 13 of 40')).toBeInTheDocument()
  expect(screen.getByText('2 failed')).toBeInTheDocument()
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '13')

  server.answer(listTenants, listOf([contoso, fabrikam, makeTenant({ displayName: 'New' })]))
  hear(finished)
  expect(await screen.findByText('Data Updated')).toBeInTheDocument()
  expect(await screen.findByRole('link', { name: 'New' })).toBeInTheDocument()
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeEnabled()
})

test('reading again after a refresh does not count as something the person did', async () => {
  const { server, user } = await open()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText(/Reading tenants/)
  hear(finished)
  await waitFor(() => expect(server.requestsTo(listTenants)).toHaveLength(2))
  const [first, second] = server
    .requestsTo(listTenants)
    .map(({ headers }) => headers.get('X-Background'))
  expect([first, second]).toEqual([null, '1'])
})

test('while events are silent the progress is asked for, in the background', async () => {
  const { server, user } = await open()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText('Reading tenants: 0 of 2')
  server.answer(getSyncRun, finished)
  expect(await screen.findByText('Data Updated')).toBeInTheDocument()
  for (const { headers } of server.requestsTo(getSyncRun))
    expect(headers.get('X-Background')).toBe('1')
})

test('progress never steps back when an older account arrives later', async () => {
  await open(technician, makeRun({ tenants: { total: 40, done: 20, failed: 0 } }))
  expect(await screen.findByText('Reading tenants: 20 of 40')).toBeInTheDocument()
  hear(makeRun({ tenants: { total: 40, done: 21, failed: 0 } }))
  expect(await screen.findByText('Reading tenants: 21 of 40')).toBeInTheDocument()
  hear(makeRun({ tenants: { total: 40, done: 19, failed: 1 } }))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(screen.getByText('Reading tenants: 21 of 40')).toBeInTheDocument()
})

test('a viewer sees the progress of a scheduled refresh and gets its data, without a toast', async () => {
  const { server } = await open(viewer)
  hear(makeRun())
  expect(await screen.findByText('Reading tenants: 12 of 40')).toBeInTheDocument()
  hear(finished)
  await waitFor(() => expect(server.requestsTo(listTenants)).toHaveLength(2))
  expect(screen.queryByText('Data Updated')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Refresh/ })).not.toBeInTheDocument()
})

test('a run under way is followed after a reload', async () => {
  await open(viewer, makeRun({ tenants: { total: 40, done: 30, failed: 1 } }))
  expect(await screen.findByText('Reading tenants: 30 of 40')).toBeInTheDocument()
  expect(screen.getByText('1 failed')).toBeInTheDocument()
})

test('tenants that failed are named with the reason and the next step until dismissed', async () => {
  const { user } = await open(technician, makeRun())
  hear(partial)
  const bar = await screen.findByRole('group', { name: /1 tenant could not be refreshed/ })
  expect(bar).toHaveTextContent(
    'Fabrikam: Admin consent is missing for this application. Ask for it.',
  )
  expect(within(bar).getByRole('link', { name: 'Fabrikam' })).toHaveAttribute(
    'href',
    `/tenant/${fabrikam.id}`,
  )
  await user.click(within(bar).getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/could not be refreshed/)).not.toBeInTheDocument()
})

test('a dismissed notice does not come back with an older account of its run', async () => {
  const { user } = await open(technician, makeRun())
  hear(partial)
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  hear(makeRun())
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(screen.queryByText(/could not be refreshed/)).not.toBeInTheDocument()
  expect(screen.queryByText(/Reading tenants/)).not.toBeInTheDocument()
})

test('many failures are folded and unfold on demand', async () => {
  const { user } = await open(technician, makeRun())
  const failures = Array.from({ length: 12 }, () => makeTenant({})).map(({ id, displayName }) => ({
    tenantId: id,
    displayName,
    code: 'THROTTLED' as const,
    message: 'Too many requests.',
  }))
  hear({ ...partial, failures })
  const bar = await screen.findByRole('group', { name: /12 tenants could not be refreshed/ })
  expect(within(bar).getAllByRole('link')).toHaveLength(3)
  await user.click(within(bar).getByRole('button', { name: 'Show 9 more' }))
  expect(within(bar).getAllByRole('link')).toHaveLength(12)
})

test('a refresh that cannot start says why', async () => {
  const { server, user } = await open()
  server.refuse(refreshTenants, {
    status: 409,
    code: 'CONFLICT',
    message: 'There is no Microsoft connection.',
  })
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('Refresh Failed')).toBeInTheDocument()
  expect(screen.getByText('There is no Microsoft connection.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeEnabled()
})

test('a run that the server no longer knows does not leave the screen waiting', async () => {
  const { server, user } = await open()
  server.refuse(getSyncRun, { status: 404, code: 'NOT_FOUND', message: 'Not found' })
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByRole('button', { name: 'Refresh' })).toBeInTheDocument()
  await waitFor(() => expect(server.requestsTo(listTenants)).toHaveLength(2))
})
