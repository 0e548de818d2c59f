import { listEstateLicenses } from '@tenantscope/contract/estate-licenses'
import type { EstateLicenses } from '@tenantscope/contract/estate-licenses'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { catchDownloads, cellsOf } from '../../testing/downloads.ts'
import { estateOf, makeEstateLicense } from '../../testing/estate-licenses.ts'
import { viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'

const e3 = makeEstateLicense('Microsoft 365 E3', {
  tenants: 3,
  nextRenewal: { date: '2027-03-01T12:00:00.000Z', seats: 30 },
  tenantsWithoutRenewals: 1,
})
const e5 = makeEstateLicense('Microsoft 365 E5', {
  overAllocated: 2,
  removableSeats: 9,
  monthlyWaste: 90,
  otherKinds: [{ kind: 'trial', tenants: 2 }],
})
const unpriced = makeEstateLicense('Visio', { price: null, monthlyCost: null, monthlyWaste: null })
const free = makeEstateLicense('Flow Free', {
  kind: 'free',
  licenseType: 'free',
  price: null,
  unused: null,
  removableSeats: null,
  monthlyCost: null,
  monthlyWaste: null,
})
const ESTATE = estateOf([free, e3, e5, unpriced], {
  tenants: { counted: 3, notRead: 1, inactive: 2 },
})

const open = (at = '/licenses', estate: EstateLicenses = ESTATE) =>
  renderApp({
    person: viewer,
    at,
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(listEstateLicenses, estate)
    },
  })

const findTable = () => screen.findByRole('table', { name: 'Licenses of all tenants' })
const rowOf = (table: HTMLElement, name: string) => {
  const row = within(table).getByRole('link', { name }).closest('tr')
  if (row === null) throw new Error(`No row ${name}`)
  return within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
}
const namesIn = (table: HTMLElement) =>
  within(table)
    .getAllByRole('rowheader')
    .map((cell) => within(cell).getByRole('link').textContent)

test('licenses are listed with the most waste first; none and not known differ', async () => {
  await open()
  const table = await findTable()
  expect(namesIn(table)).toEqual(['Microsoft 365 E5', 'Microsoft 365 E3', 'Flow Free', 'Visio'])
  expect(rowOf(table, 'Microsoft 365 E3')).toEqual([
    '3',
    '10',
    '8',
    '2',
    '2',
    '',
    '10.00',
    '100.00',
    '20.00',
    'Mar 01, 202730 seats. Not read of 1 tenant',
  ])
  expect(rowOf(table, 'Visio').slice(6, 9)).toEqual(['—', '—', '—'])
  expect(rowOf(table, 'Flow Free').slice(3, 9)).toEqual(['', '', '', '', '', ''])
  expect(within(table).getByRole('link', { name: 'Microsoft 365 E5' })).toHaveAttribute(
    'href',
    `/licenses/${e5.skuId}`,
  )
  expect(screen.getByText('Not counted here: Trial in 2 tenants')).toBeInTheDocument()
  expect(
    screen.getByText(/^3 counted \+ 1 not fully read \+ 2 inactive = 6 tenants/u),
  ).toBeInTheDocument()
  expect(screen.getByText('USD 1,234.50')).toBeInTheDocument()
  expect(
    within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', {
      name: 'Licenses',
    }),
  ).toHaveAttribute('aria-current', 'page')
})

test('one click leads to who is over; the file has the rows, order and columns of the screen', async () => {
  const downloads = catchDownloads()
  const { user } = await open()
  await findTable()
  await user.click(screen.getByRole('link', { name: '2 over-allocated' }))
  await waitFor(async () => expect(namesIn(await findTable())).toEqual(['Microsoft 365 E5']))
  expect(location.search).toBe('?attention=overallocated')
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(1))
  const [heads = [], ...rows] = await cellsOf(downloads[0]!)
  expect(rows).toHaveLength(1)
  const cell = (head: string) => rows[0]?.[heads.indexOf(head)]
  expect([
    cell('License'),
    cell('Kind'),
    cell('Other Kinds'),
    cell('Over-allocated seats'),
    cell('Waste per Month (USD)'),
  ]).toEqual(['Microsoft 365 E5', 'Paid', 'Trial in 2 tenants', '2', '90.00'])
})

test('the address holds filters and order; figures that are not known come last', async () => {
  const { user } = await open('/licenses?by=cost')
  expect(namesIn(await findTable())).toEqual([
    'Microsoft 365 E3',
    'Microsoft 365 E5',
    'Flow Free',
    'Visio',
  ])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Trial')
  await waitFor(async () => expect(namesIn(await findTable())).toEqual(['Microsoft 365 E5']))
  expect(location.search).toBe('?kind=trial&by=cost')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search licenses' }), 'nothing like it')
  expect(await screen.findByText('No license matches the filters')).toBeInTheDocument()
})

test('without a reading the page says so', async () => {
  await open('/licenses', estateOf([], { tenants: { counted: 0, notRead: 2, inactive: 0 } }))
  expect(await screen.findByText('No tenant was read yet')).toBeInTheDocument()
})
