import { outcomeText } from '@tenantscope/analysis/renewal-decision-text'
import { monthsOf } from '@tenantscope/analysis/renewal-months'
import { TenantId, UserId } from '@tenantscope/contract/ids'
import {
  countDueRenewals,
  decideRenewal,
  listRenewalOwners,
  listRenewals,
  removeRenewalDecision,
} from '@tenantscope/contract/renewals'
import type { Renewals } from '@tenantscope/contract/renewals'
import { listTenants } from '@tenantscope/contract/tenants'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../testing/dialogs.ts'
import { catchDownloads, cellsOf } from '../../testing/downloads.ts'
import { administrator, technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import {
  contosoId,
  inDays,
  makeDecision,
  makePastDecision,
  makeRenewal,
  noDueRenewals,
  renewalsOf,
} from '../../testing/renewals.ts'
import { listOf, noTenants } from '../../testing/tenant-lists.ts'
import { makeTenant } from '../../testing/tenants.ts'
import { RenewalsSearch } from './renewals-search.ts'

const fabrikamId = TenantId.parse('22222222-2222-4333-8444-555555555555')
const e3 = makeRenewal()
const decided = makeRenewal({ renewsAt: inDays(50), decision: makeDecision() })
const unknown = makeRenewal({
  tenantId: fabrikamId,
  tenantName: 'Fabrikam',
  skuId: 'sku-visio',
  displayName: 'Visio',
  renewsAt: inDays(120),
  seats: null,
  price: null,
  monthlyCost: null,
  removableSeats: null,
  isOutdated: true,
})
const trial = makeRenewal({
  tenantId: fabrikamId,
  tenantName: 'Fabrikam',
  event: 'trialEnds',
  kind: 'trial',
  renewsAt: inDays(200),
  price: null,
  monthlyCost: null,
  removableSeats: null,
})
const ALL = renewalsOf([e3, decided, unknown, trial])

const open = (
  at = '/renewals',
  { renewals = ALL, person = technician }: { renewals?: Renewals; person?: typeof viewer } = {},
) =>
  renderApp({
    person,
    at,
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(listRenewals, renewals)
      server.answer(listRenewalOwners, { owners: [] })
    },
  })

const findTable = () => screen.findByRole('table', { name: /^Renewals, the earliest first/u })
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      Array.from(row.querySelectorAll('th, td'))
        .map(({ textContent }) => textContent)
        .slice(1),
    )

test('renewals are listed one by one; not known differs from none', async () => {
  await open()
  expect(rowsOf(await findTable())).toEqual([
    ['Contoso', 'Microsoft 365 E3', '10', '10.00', '100.00', '2', 'Undecided'],
    [
      'Contoso',
      'Microsoft 365 E3',
      '10',
      '10.00',
      '100.00',
      '2',
      'Reduce to 6 seatsMegan BowenAgreed with the customer',
    ],
    ['Fabrikam', 'Visio', '—', '—', '—', '—', 'Undecided'],
    ['Fabrikam', 'Microsoft 365 E3', '10', '—', '', '', 'Undecided'],
  ])
  expect(screen.getByText('Trial ends')).toBeInTheDocument()
  expect(screen.getByText('4 of 4 renewals')).toBeInTheDocument()
})

test.each([
  ['?within=30', 1],
  ['?within=60', 2],
  ['?within=45', 4],
  ['?decision=decided', 1],
  ['?decision=undecided', 3],
  [`?tenant=${fabrikamId}`, 2],
  ['?sku=SKU-VISIO', 1],
])('the address %s shows %i renewals', async (query, count) => {
  await open(`/renewals${query}`)
  expect(rowsOf(await findTable())).toHaveLength(count)
})

test('filters are chosen and cleared, and a filter without rows is not an estate without renewals', async () => {
  const { user } = await open('/renewals?decision=decided')
  await findTable()
  await user.selectOptions(screen.getByLabelText('Tenant'), 'Fabrikam')
  expect(await screen.findByText('No renewal matches the filters')).toBeInTheDocument()
  expect(location.search).toContain(fabrikamId)
  await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] ?? document.body)
  expect(rowsOf(await findTable())).toHaveLength(4)
})

test('the file has the rows on screen', async () => {
  const downloads = catchDownloads()
  const { user } = await open(`/renewals?tenant=${fabrikamId}`)
  await findTable()
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(1))
  const [download] = downloads
  if (download === undefined) throw new Error('No file')
  expect(download.name).toMatch(/^renewals-/u)
  const [head, ...rows] = await cellsOf(download)
  expect(head).toEqual([
    'Date',
    'Event',
    'Tenant',
    'Tenant ID',
    'License',
    'SKU ID',
    'Subscription ID',
    'Seats',
    'Price (USD)',
    'Price Source',
    'Cost per Month (USD)',
    'Removable Seats',
    'Decision',
    'Owner',
    'Note',
    'Data As Of',
  ])
  expect(rows.map((row) => row.slice(7, 13))).toEqual([
    ['', '', '', '', '', 'Undecided'],
    ['10', '', '', '', '', 'Undecided'],
  ])
})

test('tenants that were not read are named, and nothing known is not none due', async () => {
  const tenants = {
    read: 0,
    notRead: [{ tenantId: contosoId, displayName: 'Contoso' }],
    inactive: 0,
  }
  await open('/renewals', { renewals: renewalsOf([], { tenants }) })
  expect(await screen.findByText('The subscriptions of 1 tenant were not read')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Contoso' })).toBeInTheDocument()
  expect(screen.getByText('The renewals are not known')).toBeInTheDocument()
})

test('a failure can be tried again', async () => {
  const { server, user } = await open()
  await findTable()
  server.refuse(listRenewals, { status: 500, code: 'INTERNAL', message: 'Broken' })
  await user.click(screen.getByRole('link', { name: 'Past decisions' }))
  expect(await screen.findByText('Failed to load the renewals')).toBeInTheDocument()
  server.answer(listRenewals, ALL)
  await user.click(screen.getByRole('button', { name: /try again|retry/iu }))
  expect(await screen.findByText('No past decisions')).toBeInTheDocument()
})

test('a technician decides in a dialog', async () => {
  const { server, user } = await open()
  const table = await findTable()
  server.answer(decideRenewal, makeDecision())
  await user.click(within(table).getAllByRole('button', { name: 'Undecided' })[0] ?? table)
  await findDialog('Decide the renewal')
  fireEvent.click(screen.getByLabelText('Reduce'))
  expect(screen.getByLabelText(/^Seats to keep/u)).toHaveValue(8)
  fireEvent.change(screen.getByLabelText(/^Seats to keep/u), { target: { value: '' } })
  fireEvent.click(screen.getByText('Save decision'))
  expect(await screen.findByText('Enter the number of seats to keep')).toBeInTheDocument()
  expect(server.requestsTo(decideRenewal)).toHaveLength(0)
  fireEvent.change(screen.getByLabelText(/^Seats to keep/u), { target: { value: '6' } })
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Agreed' } })
  server.answer(listRenewals, renewalsOf([{ ...e3, decision: makeDecision() }]))
  fireEvent.click(screen.getByText('Save decision'))
  await waitFor(() => expect(server.requestsTo(decideRenewal)).toHaveLength(1))
  const [request] = server.requestsTo(decideRenewal)
  expect(request?.params).toEqual({ tenantId: contosoId, subscriptionId: e3.subscriptionId })
  expect(request?.body).toEqual({
    renewsAt: e3.renewsAt,
    kind: 'reduce',
    reduceTo: 6,
    note: 'Agreed',
    ownerId: technician.id,
    version: null,
  })
  await screen.findByText('1 of 1 renewals')
  expect(within(await findTable()).getByText('Reduce to 6 seats')).toBeInTheDocument()
})

test('a decision that was changed meanwhile can be loaded, or removed', async () => {
  const { server, user } = await open('/renewals', { person: administrator })
  await user.click(within(await findTable()).getByRole('button', { name: 'Reduce to 6 seats' }))
  await findDialog('Decide the renewal')
  server.refuse(decideRenewal, {
    status: 409,
    code: 'CONFLICT',
    message: 'changed by Alex',
    changed: { by: 'Alex', at: null },
  })
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Mine' } })
  fireEvent.click(screen.getByText('Save decision'))
  const newer = makeDecision({ note: 'Theirs', version: 9, ownerId: UserId.parse(7) })
  server.answer(listRenewals, renewalsOf([{ ...decided, decision: newer }]))
  fireEvent.click(await screen.findByText('Load newer'))
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue('Theirs'))
  server.answer(removeRenewalDecision, {})
  fireEvent.click(screen.getByText('Remove decision'))
  await waitFor(() => expect(server.requestsTo(removeRenewalDecision)).toHaveLength(1))
  expect(server.requestsTo(removeRenewalDecision)[0]?.query.get('version')).toBe('9')
})

test('a viewer reads decisions and cannot decide', async () => {
  await open('/renewals', { person: viewer })
  const table = await findTable()
  expect(within(table).queryByRole('button')).toBeNull()
  expect(within(table).getByText('Reduce to 6 seats')).toBeInTheDocument()
})

test('months show their sums, also without renewals, and count what is not known', async () => {
  await open('/renewals?view=months')
  expect(await screen.findAllByText('No known renewals')).not.toHaveLength(0)
  expect(screen.getAllByText(/1 with figures that are not known/u)).toHaveLength(1)
  const months = monthsOf(
    [e3, { ...e3, removableSeats: 3, monthlyCost: 0.1, monthlyCostInTotals: 0.1 }, trial],
    {
      timeZone: 'UTC',
      now: new Date(),
    },
  )
  expect(months.length).toBeGreaterThanOrEqual(13)
  const first = months.find(({ renewals }) => renewals.includes(e3))
  expect(first).toMatchObject({ seats: 20, monthlyCost: 100.1, removableSeats: 5, unknown: 0 })
})

test('past decisions show what was done', async () => {
  const pastDecisions = [makePastDecision(), makePastDecision({ after: null })]
  const { server } = await open('/renewals?view=past', {
    renewals: renewalsOf([], { pastDecisions }),
  })
  const table = await screen.findByRole('table', { name: 'Past decisions, the latest first' })
  expect(within(table).getByText('10 seats before, 6 seats after')).toBeInTheDocument()
  expect(within(table).getByText('10 seats before. Not read since the date')).toBeInTheDocument()
  expect(server.requestsTo(listRenewals)[0]?.query.get('from')).toBe('2020-01-01')
})

test.each([
  [{ seats: 10, status: 'Warning', readAt: '' }, '10 seats before, 10 seats (Warning) after'],
  [
    { seats: null, status: 'Enabled', readAt: '' },
    '10 seats before, an unknown number of seats after',
  ],
  [{ seats: 0, status: null, readAt: '' }, '10 seats before. No longer listed'],
])('the outcome %o is %s', (after, text) => {
  expect(outcomeText({ seatsBefore: 10, after }, String)).toBe(text)
})

test('an address with unknown values shows all renewals', () => {
  expect(
    RenewalsSearch.parse({ view: 'x', tenant: 'y', within: 31, decision: 1, group: 'z' }),
  ).toEqual({})
})

test('All Tenants shows how many renewals are due, and leads to them', async () => {
  const { server } = await renderApp({
    person: viewer,
    at: '/dashboard',
    prepare: (prepared) => {
      prepared.answer(listTenants, listOf([makeTenant({ displayName: 'Contoso' })]))
      prepared.answer(countDueRenewals, {
        due: [
          { withinDays: 30, renewals: 2, undecided: 1 },
          { withinDays: 60, renewals: 2, undecided: 0 },
          { withinDays: 90, renewals: 5, undecided: 5 },
        ],
        tenants: { ...noDueRenewals.tenants, notRead: [{ tenantId: contosoId, displayName: 'C' }] },
      })
    },
  })
  const name = '2 in 30 days, 1 undecided · 2 in 60 days · 5 in 90 days, 5 undecided'
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', '/renewals?within=90')
  expect(screen.getByText('Not read in 1 tenant')).toBeInTheDocument()
  expect(server.requestsTo(countDueRenewals)).toHaveLength(1)
})
