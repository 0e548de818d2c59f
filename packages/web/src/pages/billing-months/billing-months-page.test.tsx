import { listBillingMonths } from '@tenantscope/contract/billing-months'
import type { BillingMonths } from '@tenantscope/contract/billing-months'
import { recordExport } from '@tenantscope/contract/exports'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { billingOf, fabrikamId, makeBilled, nothingFrozen } from '../../testing/billing-months.ts'
import { catchDownloads, cellsOf } from '../../testing/downloads.ts'
import { technician } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

const unread = makeBilled({
  tenantId: fabrikamId,
  tenantName: 'Fabrikam',
  people: null,
  readAt: null,
  before: 7,
})
const ALL = billingOf([makeBilled(), unread])

const open = (at = '/billing-months', months: BillingMonths = ALL) =>
  renderApp({
    person: technician,
    at,
    prepare: (server) => server.answer(listBillingMonths, months),
  })

const findTable = () => screen.findByRole('table', { name: 'Tenants of the month, by name' })
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.querySelectorAll('th, td')).map(({ textContent }) => textContent))

test('the tenants of the latest month; one that was not read has no number and is named', async () => {
  const { server } = await open()
  const rows = rowsOf(await findTable())
  expect(rows.map((row) => row.slice(0, 5))).toEqual([
    ['Contoso', '40', '+2', '3', '2'],
    ['Fabrikam', '—', '—', '—', '—'],
  ])
  expect(rows[1]?.[5]).toBe('Not read')
  expect(screen.getByText('1 tenant was not read in October 2026')).toBeInTheDocument()
  expect(screen.getByText('+2 in 1 of 2 tenants')).toBeInTheDocument()
  expect(screen.getByText('1, and 1 not read')).toBeInTheDocument()
  expect(screen.getAllByRole('link', { name: 'Fabrikam' })[0]).toHaveAttribute(
    'href',
    `/billing-months/${fabrikamId}?month=2026-10`,
  )
  expect(server.requestsTo(listBillingMonths)[0]?.query.get('month')).toBeNull()
})

test('the month is in the address; an unknown one is ignored', async () => {
  const { server, user } = await open('/billing-months?month=2026-09')
  await findTable()
  expect(server.requestsTo(listBillingMonths)[0]?.query.get('month')).toBe('2026-09')
  await user.selectOptions(screen.getByLabelText('Month'), 'December 2025')
  await waitFor(() => expect(location.search).toContain('2025-12'))
  await waitFor(() =>
    expect(server.requestsTo(listBillingMonths).at(-1)?.query.get('month')).toBe('2025-12'),
  )
})

test('before the first month it says when that will be', async () => {
  await open('/billing-months', nothingFrozen)
  expect(await screen.findByText('No month is frozen yet')).toBeInTheDocument()
  expect(screen.getByText(/^November 2026 is frozen on Nov 30, 2026/u)).toBeInTheDocument()
})

test('the months have their sums, and each year the sum of its months', async () => {
  await open('/billing-months?view=months')
  const table = await screen.findByRole('table', { name: /^Frozen months of 2026/u })
  expect(rowsOf(table)).toEqual([
    ['October 2026', '40', '3', '2', '1', '1'],
    ['September 2026', '38', '3', '2', '1', '0'],
  ])
  expect(
    screen.getByText(/^Sum of the year: 78 licensed people \(6 blocked\) and 4 guests/u),
  ).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'December 2025' })).toHaveAttribute(
    'href',
    '/billing-months?month=2025-12',
  )
})

test('both files have the rows on screen, and are recorded', async () => {
  const downloads = catchDownloads()
  const { server, user } = await open()
  await findTable()
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Export JSON' }))
  await waitFor(() => expect(downloads).toHaveLength(2))
  const [csv, json] = downloads
  if (csv === undefined || json === undefined) throw new Error('No files')
  const [head, ...rows] = await cellsOf(csv)
  expect(head?.slice(0, 7)).toEqual([
    'Month',
    'Tenant',
    'Tenant ID',
    'Licensed people',
    'Month Before',
    'Blocked',
    'Guests',
  ])
  expect(rows.map((row) => row.slice(1, 2).concat(row.slice(3, 8)))).toEqual([
    ['Contoso', '40', '38', '3', '2', '2026-10-31T19:00:00+01:00'],
    ['Fabrikam', '', '7', '', '', 'Not read'],
  ])
  expect(json.name).toBe('billing-month-2026-10.json')
  expect(JSON.parse(await json.blob.text())).toEqual({ month: '2026-10', tenants: ALL.tenants })
  await waitFor(() => expect(server.requestsTo(recordExport)).toHaveLength(2))
})

test('a changed record and an erased tenant are named', async () => {
  const erased = makeBilled({ tenantName: null, isIntact: false })
  await open('/billing-months', billingOf([erased]))
  expect(await findTable()).toHaveTextContent('Erased tenant 11111111')
  expect(
    screen.getByText('1 tenant was changed outside of Tenantscope in October 2026'),
  ).toBeInTheDocument()
})

test('a failure can be tried again', async () => {
  const { server, user } = await renderApp({
    person: technician,
    at: '/billing-months',
    prepare: (prepared) =>
      prepared.refuse(listBillingMonths, { status: 500, code: 'INTERNAL', message: 'Broken' }),
  })
  expect(await screen.findByText('Failed to load the billing months')).toBeInTheDocument()
  server.answer(listBillingMonths, ALL)
  await user.click(screen.getByRole('button', { name: /try again|retry/iu }))
  expect(await findTable()).toBeInTheDocument()
})
