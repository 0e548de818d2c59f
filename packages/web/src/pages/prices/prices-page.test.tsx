import { TenantId } from '@tenantscope/contract/ids'
import { listLicenses } from '@tenantscope/contract/licenses'
import { addPrice, changePrice, listPrices, removePrice } from '@tenantscope/contract/prices'
import type { LicensePrice } from '@tenantscope/contract/prices'
import { listTenants } from '@tenantscope/contract/tenants'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../testing/dialogs.ts'
import { makeAdminLicense } from '../../testing/licenses.ts'
import { administrator, technician } from '../../testing/people.ts'
import { makePrice } from '../../testing/prices.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'

const contoso = TenantId.parse('11111111-2222-4333-8444-555555555555')
const ofAll = makePrice({ changedBy: null })
const ofContoso = makePrice({
  tenantId: contoso,
  tenantName: 'Contoso',
  amount: 30,
  currency: 'EUR',
  validFrom: '2027-01-01',
  state: 'future',
})
const ended = makePrice({ displayName: 'Visio', validTo: '2025-12-31', state: 'past' })

const open = (
  {
    at = '/admin/prices',
    prices = [ofAll, ofContoso, ended],
  }: Partial<{
    at: string
    prices: LicensePrice[]
  }> = {},
  person = administrator,
) =>
  renderApp({
    person,
    at,
    prepare: (server) => {
      server.answer(listPrices, { prices, currency: 'USD' })
      server.answer(listTenants, noTenants)
      server.answer(listLicenses, [makeAdminLicense({ skuId: 'sku-e3', displayName: 'E3' })])
    },
  })

async function rows() {
  const table = await screen.findByRole('table', { name: 'Prices per seat and month' })
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.querySelectorAll('th, td')).map((cell) => cell.textContent))
}

test('prices of today and later are listed with what they are for and their days', async () => {
  await open()
  expect((await rows()).map((cells) => cells.slice(1, 5))).toEqual([
    ['All tenants', 'Customer price', 'USD 33.50', 'Always'],
    ['Contoso', 'Customer price', 'EUR 30.00', 'From Jan 01, 2027Later'],
  ])
  expect(screen.getByText('by an upgrade')).toBeInTheDocument()
})

test('filters are in the address', async () => {
  await open({ at: '/admin/prices?state=past' })
  expect((await rows()).map(([license]) => license)).toEqual(['Visiosku-e3'])
  fireEvent.change(screen.getByLabelText('Tenant'), { target: { value: contoso } })
  expect(await screen.findByText('No price matches the filters')).toBeInTheDocument()
  fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!)
  await waitFor(async () => expect(await rows()).toHaveLength(2))
})

test('without prices it says what amounts rest on', async () => {
  await open({ prices: [] })
  expect(await screen.findByText('No prices yet')).toBeInTheDocument()
})

test('a price is added for a license and its days', async () => {
  const { server } = await open()
  server.answer(addPrice, makePrice())
  await rows()
  fireEvent.click(screen.getByRole('button', { name: 'Add price' }))
  const dialog = within(await findDialog('Add price'))
  await dialog.findByText('E3')
  fireEvent.change(dialog.getByLabelText('License'), { target: { value: 'sku-e3' } })
  fireEvent.change(dialog.getByLabelText(/^Amount/u), { target: { value: '12,50' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save price', hidden: true }))
  expect(await dialog.findByText(/as digits, for example 22.50/u)).toBeInTheDocument()
  fireEvent.change(dialog.getByLabelText(/^Amount/u), { target: { value: '12.5' } })
  fireEvent.change(dialog.getByLabelText('First day'), { target: { value: '2027-02-01' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save price', hidden: true }))
  await waitFor(() =>
    expect(server.requestsTo(addPrice).map(({ body }) => body)).toEqual([
      {
        skuId: 'sku-e3',
        tenantId: null,
        kind: 'customer',
        amount: 12.5,
        currency: 'USD',
        validFrom: '2027-02-01',
        validTo: null,
      },
    ]),
  )
})

test('a price is ended by its last day, and a removed one can be added again', async () => {
  const { server } = await open()
  server.answer(changePrice, ofAll)
  server.answer(removePrice, { message: 'The price was removed' })
  server.answer(addPrice, ofAll)
  await rows()
  fireEvent.click(screen.getByRole('button', { name: 'USD 33.50' }))
  const dialog = within(await findDialog('Change price'))
  fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '2026-12-31' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save price', hidden: true }))
  await waitFor(() =>
    expect(server.requestsTo(changePrice)[0]?.body).toMatchObject({
      validTo: '2026-12-31',
      version: 1,
    }),
  )
  await waitFor(() => expect(screen.queryByText('Change price')).not.toBeInTheDocument())
  fireEvent.click(screen.getByRole('button', { name: 'USD 33.50' }))
  const again = within(await findDialog('Change price'))
  fireEvent.click(again.getByRole('button', { name: 'Remove price', hidden: true }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
  await waitFor(() => expect(server.requestsTo(addPrice)).toHaveLength(1))
})

test('other users see and load nothing of it', async () => {
  const { server } = await open({}, technician)
  expect(await screen.findByText('Access Denied')).toBeInTheDocument()
  expect(server.requestsTo(listPrices)).toEqual([])
})
