import { RunId } from '@tenantscope/contract/ids'
import { getSyncRun, refreshTenants } from '@tenantscope/contract/sync'
import type { SyncRun } from '@tenantscope/contract/sync'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { FakeEventSource } from '../../testing/fake-event-source.ts'
import { technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeRun, RUN_ID } from '../../testing/sync-runs.ts'
import { makeDetails } from '../../testing/tenant-details.ts'
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
      server.answer(getTenantDetails, makeDetails(contoso))
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

test('a refresh shows its progress from events and its end', async () => {
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
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { server, user } = await open()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText('Reading tenants: 0 of 2')
  server.answer(getSyncRun, finished)
  await act(() => vi.advanceTimersByTimeAsync(4_000))
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

const OTHER_RUN = RunId.parse('10000000-0000-4000-8000-000000000002')
const byAnother = (changes: Partial<SyncRun>) =>
  makeRun({ id: OTHER_RUN, tenants: { total: 3, done: 1, failed: 0 }, ...changes })

test('of two runs at once the one started here is followed to its end, and the other one then', async () => {
  const { server, user } = await open()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  hear(makeRun({ tenants: { total: 2, done: 1, failed: 0 } }))
  expect(await screen.findByText('Reading tenants: 1 of 2')).toBeInTheDocument()
  hear(byAnother({}))
  await waitFor(() => expect(server.requestsTo(listTenants)).toHaveLength(1))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(screen.getByText('Reading tenants: 1 of 2')).toBeInTheDocument()

  hear(partial)
  expect(await screen.findByText('Data Updated')).toBeInTheDocument()
  expect(screen.getByText('1 of 2 tenants refreshed.')).toBeInTheDocument()
  hear(byAnother({ tenants: { total: 3, done: 2, failed: 0 } }))
  expect(await screen.findByText('Reading tenants: 2 of 3')).toBeInTheDocument()
  expect(screen.getByText('1 tenant could not be refreshed')).toBeInTheDocument()

  hear(byAnother({ state: 'succeeded', finishedAt: '2026-11-20T10:02:00.000Z' }))
  await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument())
  expect(screen.getByText('1 tenant could not be refreshed')).toBeInTheDocument()
})

test('dismissing the outcome of one run does not lose the progress of another', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText(/Reading tenants/)
  hear(partial)
  const bar = await screen.findByRole('group', { name: /1 tenant could not be refreshed/ })
  hear(byAnother({}))
  expect(await screen.findByText('Reading tenants: 1 of 3')).toBeInTheDocument()
  await user.click(within(bar).getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText(/could not be refreshed/)).toBeNull())
  expect(screen.getByText('Reading tenants: 1 of 3')).toBeInTheDocument()
})

test('a run that begins later takes the place of the outcome of the earlier one', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText(/Reading tenants/)
  hear(partial)
  await screen.findByText('1 tenant could not be refreshed')
  hear(byAnother({ startedAt: '2026-11-20T11:00:00.000Z' }))
  await waitFor(() => expect(screen.queryByText(/could not be refreshed/)).toBeNull())
})

test('a tenant opened again after a refresh of all tenants shows what was read meanwhile', async () => {
  const { server, user } = await open()
  server.answer(getTenantDetails, makeDetails(contoso, { userCount: 12 }))
  await user.click(screen.getByRole('link', { name: 'Contoso' }))
  expect(await screen.findByText('12')).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Back to All Tenants' }))
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  await screen.findByText(/Reading tenants/)
  server.answer(getTenantDetails, makeDetails(contoso, { userCount: 77 }))
  hear(finished)
  await screen.findByText('Data Updated')
  expect(server.requestsTo(getTenantDetails)).toHaveLength(1)
  await user.click(await screen.findByRole('link', { name: 'Contoso' }))
  expect(await screen.findByText('77')).toBeInTheDocument()
})

test('a run that ends while another page is open makes the list read again when it is shown', async () => {
  const { server, user } = await open()
  await user.click(screen.getByRole('link', { name: 'Contoso' }))
  await screen.findByRole('heading', { level: 1, name: 'Contoso' })
  await user.click(screen.getByRole('button', { name: /^Account: / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Overview' }))
  await screen.findByRole('heading', { level: 1, name: 'Overview' })
  server.answer(listTenants, listOf([contoso, makeTenant({ displayName: 'New' })]))
  hear(finished)
  await user.click(screen.getByRole('link', { name: 'All Tenants' }))
  expect(await screen.findByRole('link', { name: 'New' })).toBeInTheDocument()
})

test('new data that cannot be loaded are said to be missing, above what was loaded before', async () => {
  const { server } = await open(viewer, makeRun())
  server.refuse(listTenants, { status: 503, code: 'UNAVAILABLE', message: 'It is starting.' })
  hear(finished)
  const warning = await screen.findByRole('group', { name: /Failed to load tenant data/ })
  expect(warning).toHaveTextContent('It is starting. The data shown was loaded earlier.')
  expect(screen.getByRole('link', { name: 'Contoso' })).toBeInTheDocument()
  server.answer(listTenants, listOf([contoso]))
  hear(makeRun({ ...finished, id: OTHER_RUN }))
  await waitFor(() => expect(screen.queryByText('Failed to load tenant data')).toBeNull())
})
