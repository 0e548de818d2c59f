import { getAzurePermissions } from '@tenantscope/contract/azure'
import { getSyncRun } from '@tenantscope/contract/sync'
import { listTenants } from '@tenantscope/contract/tenants'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import type { FakeServer } from '../../testing/fake-server.ts'
import { viewer } from '../../testing/people.ts'
import { makePermissions } from '../../testing/permissions.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeRun, RUN_ID } from '../../testing/sync-runs.ts'
import { listOf } from '../../testing/tenant-lists.ts'
import { makeFailure, makeFigures, makeSavingsSummary, makeTenant } from '../../testing/tenants.ts'
import { setWindowWidth } from '../../testing/window-width.ts'

beforeEach(() => setWindowWidth(1_440))

const rich = makeTenant({
  displayName: 'Rich',
  tags: ['Gold', 'North'],
  figures: makeFigures({
    savings: makeSavingsSummary({ monthlyAmount: 1_204.9, removableSeats: 60 }),
  }),
})
const some = makeTenant({
  displayName: 'Some',
  accessLevel: 'limited',
  missingPermissions: ['Policy.Read.All'],
  figures: makeFigures({ savings: makeSavingsSummary({ monthlyAmount: 36, removableSeats: 2 }) }),
})
const unpriced = makeTenant({
  displayName: 'Unpriced',
  isReadingStopped: true,
  figures: makeFigures({ savings: makeSavingsSummary({ removableSeats: 5, unpricedSeats: 5 }) }),
})
const fresh = makeTenant({
  displayName: 'Fresh',
  status: 'Pending',
  accessLevel: 'unknown',
  accessMethod: 'unknown',
  dataAsOf: null,
  figures: null,
})
const failed = makeTenant({ displayName: 'Failed', failure: makeFailure() })
const list = listOf([rich, some, unpriced, fresh, failed], {
  savings: makeSavingsSummary({
    monthlyAmount: 1_240.4,
    monthlyAmountNow: 200,
    removableSeats: 67,
    unpricedSeats: 5,
  }),
})

async function open(at = '/dashboard', prepare?: (server: FakeServer) => void) {
  const app = await renderApp({
    person: viewer,
    at,
    prepare: (server) => {
      server.answer(listTenants, list)
      server.answer(
        getAzurePermissions,
        makePermissions({ evaluatedTenants: 4, fullAccess: 3, limitedAccess: 1, failedTenants: 1 }),
      )
      prepare?.(server)
    },
  })
  await screen.findByRole('grid', { name: 'Tenants' })
  return app
}

function rowOf(name: string) {
  const row = screen.getByRole('link', { name }).closest<HTMLElement>('[role=row]')
  if (!row) throw new Error(`No row shows ${name}`)
  return within(row)
}

function shownNames() {
  return within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent)
}

function address() {
  return Object.fromEntries(new URLSearchParams(location.search))
}

test('the permission card counts what was verified, and each number shows its tenants', async () => {
  const { user } = await open()
  const card = within(screen.getByRole('region', { name: 'Permission verification' }))
  expect(await card.findByText(/4 evaluated/)).toBeInTheDocument()
  const limited = card.getByRole('button', { name: 'Limited Access 1' })
  expect(card.getByRole('button', { name: 'Full Access 3' })).toBeInTheDocument()
  await user.click(limited)
  await waitFor(() => expect(address()).toEqual({ access: 'limited' }))
  expect(limited).toHaveAttribute('aria-pressed', 'true')
  expect(screen.getByRole('combobox', { name: 'Access level' })).toHaveValue('limited')
  await waitFor(() => expect(shownNames()).toEqual(['Some']))
  await user.click(limited)
  await waitFor(() => expect(address()).toEqual({}))
  expect(card.getByRole('button', { name: 'Inactive 0' })).toBeInTheDocument()
  await user.click(card.getByRole('button', { name: 'Not readable 1' }))
  await waitFor(() => expect(address()).toEqual({ access: 'notReadable' }))
})

test('what is not readable adds up to its reasons, and the savings name the tenants that they count', async () => {
  const gone = makeTenant({ displayName: 'Gone', status: 'Inactive', figures: null })
  await open('/dashboard', (server) => {
    server.answer(listTenants, listOf([rich, some, unpriced, fresh, failed, gone]))
    server.answer(getAzurePermissions, makePermissions({ failedTenants: 3, inactiveTenants: 1 }))
  })
  const card = screen.getByRole('region', { name: 'Permission verification' })
  expect(
    await within(card).findByText('1 failed + 1 stopped + 1 not read yet = 3 not readable'),
  ).toBeInTheDocument()
  expect(card).toHaveTextContent('Not readable 3')
  expect(screen.getByRole('button', { name: /^Potential savings per month/ })).toHaveTextContent(
    '4 counted + 1 not fully read + 1 inactive = 6 tenants',
  )
})

test('reasons of another list than the one that was counted are not shown', async () => {
  await open()
  const card = within(screen.getByRole('region', { name: 'Permission verification' }))
  expect(await card.findByRole('button', { name: 'Not readable 1' })).toBeInTheDocument()
  expect(card.queryByText(/= 3 not readable/)).not.toBeInTheDocument()
})

test('permission results that cannot be loaded are said and can be asked for again', async () => {
  const { server, user } = await open('/dashboard', (server) =>
    server.refuse(getAzurePermissions, { status: 500, code: 'INTERNAL', message: 'Sorry.' }),
  )
  const card = within(screen.getByRole('region', { name: 'Permission verification' }))
  expect(await card.findByRole('alert')).toHaveTextContent('The results could not be loaded.')
  server.answer(getAzurePermissions, makePermissions({ evaluatedTenants: 2 }))
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByText(/2 evaluated/)).toBeInTheDocument()
})

test('results are asked for again every five seconds while a refresh runs, and only then; new ones bring new rows', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { server } = await open('/dashboard', (server) => {
    server.answer(listTenants, { ...list, currentRun: makeRun() })
    server.answer(getSyncRun, makeRun())
  })
  expect(server.requestsTo(getAzurePermissions)).toHaveLength(1)
  server.answer(
    getAzurePermissions,
    makePermissions({ evaluatedTenants: 5 }, '2026-11-20T10:00:30.000Z'),
  )
  const listsBefore = server.requestsTo(listTenants).length
  await act(() => vi.advanceTimersByTimeAsync(5_200))
  expect(await screen.findByText(/5 evaluated/)).toBeInTheDocument()
  await waitFor(() => expect(server.requestsTo(listTenants).length).toBeGreaterThan(listsBefore))
  const polls = server.requestsTo(getAzurePermissions).slice(1)
  expect(polls.length).toBeGreaterThan(0)
  for (const { headers } of polls) expect(headers.get('X-Background')).toBe('1')

  server.answer(listTenants, list)
  server.answer(
    getSyncRun,
    makeRun({ id: RUN_ID, state: 'succeeded', finishedAt: '2026-11-20T10:01:00.000Z' }),
  )
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  const settled = server.requestsTo(getAzurePermissions).length
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(server.requestsTo(getAzurePermissions)).toHaveLength(settled)
})

test('while a refresh runs, what is not known of a tenant is being verified', async () => {
  await open('/dashboard', (server) =>
    server.answer(listTenants, { ...list, currentRun: makeRun() }),
  )
  expect(rowOf('Fresh').getByText('Verifying...')).toBeInTheDocument()
  expect(rowOf('Some').getByText('Limited Access')).toBeInTheDocument()
})

test('the access column says what is missing, and why nothing is known', async () => {
  await open()
  expect(rowOf('Fresh').getByText('Not readable').closest('[title]')).toHaveAttribute(
    'title',
    'This tenant has not been refreshed yet, so its permissions are unknown',
  )
  expect(rowOf('Some').getByText('Limited Access').closest('[title]')).toHaveAttribute(
    'title',
    '1 required permission missing: Policy.Read.All',
  )
  expect(rowOf('Rich').getByTitle('Tags: Gold, North')).toHaveTextContent('GoldNorth')
  expect(rowOf('Unpriced').getByText('Reading stopped')).toBeInTheDocument()
})

test('the savings card names the sum and its currency, and shows those tenants, the most first', async () => {
  const { user } = await open()
  const card = screen.getByRole('button', { name: /^Potential savings per month/ })
  expect(card).toHaveTextContent('USD 1,240.40')
  expect(card).toHaveTextContent(
    '67 unassigned = 67 removable seats; 5 without a price; USD 200.00 can be saved now',
  )
  await user.click(card)
  await waitFor(() =>
    expect(address()).toEqual({ attention: 'savings', sort: 'savings', order: 'desc' }),
  )
  await waitFor(() => expect(shownNames()).toEqual(['Rich', 'Some', 'Unpriced']))
  expect(screen.getByRole('combobox', { name: 'Needs attention' })).toHaveValue('savings')
  await user.click(card)
  await waitFor(() => expect(address()).toEqual({}))
})

test('a figure of savings leads to the seats behind it; what is not known is no zero', async () => {
  const { user } = await open()
  const link = rowOf('Rich').getByRole('link', { name: /^Savings: USD 1,204.90 per month/ })
  expect(link).toHaveAttribute('href', `/tenant/${rich.id}?tab=licenses#savings`)
  expect(rowOf('Unpriced').getByRole('link', { name: /5 without a price/ })).toHaveTextContent('—')
  expect(rowOf('Failed').queryByRole('link', { name: /Savings/ })).not.toBeInTheDocument()
  await user.click(link)
  await waitFor(() => expect(location.pathname).toBe(`/tenant/${rich.id}`))
  expect([location.search, location.hash]).toEqual(['?tab=licenses', '#savings'])
})

test('the chart of savings is folded away at first and shows the most first', async () => {
  const { user } = await open()
  const button = screen.getByRole('button', { name: 'Savings by tenant' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  const chart = within(await screen.findByRole('figure', { name: 'Savings by tenant' }))
  expect(chart.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'RichUSD 1,204.90',
    'SomeUSD 36.00',
  ])
  expect(chart.getByRole('link', { name: 'Rich' })).toHaveAttribute(
    'href',
    `/tenant/${rich.id}?tab=licenses#savings`,
  )
  expect(screen.getByText(/Of 2 tenants the savings are not known/)).toBeInTheDocument()
})

test('tags filter, and the filter is absent without tags', async () => {
  const { user, server } = await open()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Tag' }), 'North')
  await waitFor(() => expect(shownNames()).toEqual(['Rich']))
  expect(address()).toEqual({ tag: 'North' })
  expect(server.requestsTo(listTenants)).toHaveLength(1)
})

test('without tags there is no filter for them', async () => {
  await open('/dashboard', (server) => server.answer(listTenants, listOf([some, failed])))
  expect(screen.queryByRole('combobox', { name: 'Tag' })).not.toBeInTheDocument()
})
