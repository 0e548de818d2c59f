import { getEstateLicense, getEstateLicenseTrend } from '@tenantscope/contract/estate-licenses'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { catchDownloads, cellsOf } from '../../testing/downloads.ts'
import { detailsOf, makeEstateLicense, makeLicensedTenant } from '../../testing/estate-licenses.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'

const e3 = makeEstateLicense('Microsoft 365 E3', { skuId: 'e3', tenants: 3 })
const alpine = makeLicensedTenant('Alpine', { subscriptions: null, isOutdated: true })
const berg = makeLicensedTenant('Berg', {
  overAllocated: 3,
  monthlyWaste: 50,
  subscriptions: [
    { seats: 1, status: 'Warning', isTrial: false, endsAt: '2026-12-10T12:00:00.000Z' },
    { seats: 30, status: 'Enabled', isTrial: false, endsAt: '2027-03-01T12:00:00.000Z' },
  ],
})
const creek = makeLicensedTenant('Creek', {
  kind: 'trial',
  unused: null,
  removableSeats: null,
  monthlyCost: null,
  monthlyWaste: null,
  subscriptions: [
    { seats: 25, status: 'Enabled', isTrial: true, endsAt: '2026-12-20T12:00:00.000Z' },
  ],
})

const open = (at = '/licenses/e3', prepare?: (server: FakeServer) => void) =>
  renderApp({
    person: viewer,
    at,
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(getEstateLicense, detailsOf(e3, [alpine, berg, creek]))
      server.answer(getEstateLicenseTrend, { days: [] })
      prepare?.(server)
    },
  })

const findTable = () => screen.findByRole('table', { name: 'Tenants with Microsoft 365 E3' })
const namesIn = (table: HTMLElement) =>
  within(table)
    .getAllByRole('rowheader')
    .map((cell) => within(cell).getByRole('link').textContent)

test('a license lists its tenants with each subscription; those not read are not none', async () => {
  await open()
  const table = await findTable()
  expect(namesIn(table)).toEqual(['Berg', 'Alpine', 'Creek'])
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent(
    'LicensesMicrosoft 365 E3',
  )
  const listed = within(table)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
  expect(listed).toEqual([
    '1 seat in the grace period: the grace period ends on Dec 10, 2026',
    '30 seats: renews or ends on Mar 01, 2027',
    '25 seats on trial: the trial ends on Dec 20, 2026',
  ])
  expect(within(table).getByText('Not read')).toBeInTheDocument()
  expect(within(table).getByText('Trial')).toBeInTheDocument()
  expect(within(table).getAllByText('Outdated')).toHaveLength(1)
  expect(within(table).getByRole('link', { name: 'Berg' })).toHaveAttribute(
    'href',
    `/tenant/${berg.tenantId}?tab=licenses&license=e3`,
  )
  const [holders] = within(table).getAllByRole('link', { name: '8' })
  expect(holders).toHaveAttribute('href', `/tenant/${berg.tenantId}?tab=organization&holds=e3`)
})

test('the filter is in the address, and the file has the rows of the screen', async () => {
  const downloads = catchDownloads()
  const { user } = await open()
  await findTable()
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Needs attention' }),
    'Over-allocated seats',
  )
  await waitFor(async () => expect(namesIn(await findTable())).toEqual(['Berg']))
  expect(location.search).toBe('?attention=overallocated')
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(1))
  const [heads = [], ...rows] = await cellsOf(downloads[0]!)
  expect(rows.map((row) => [row[0], row[heads.indexOf('Over-allocated seats')]])).toEqual([
    ['Berg', '3'],
  ])
})

test('a license that no tenant has is not found', async () => {
  await open('/licenses/nothing', (server) =>
    server.refuse(getEstateLicense, {
      status: 404,
      code: 'NOT_FOUND',
      message: 'License not found',
    }),
  )
  expect(await screen.findByText('No tenant has this license')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'License not found' })).toBeInTheDocument()
})
