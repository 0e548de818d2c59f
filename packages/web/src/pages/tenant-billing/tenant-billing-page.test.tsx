import {
  correctBillingMonth,
  getBillingMonth,
  listTenantBillingMonths,
  setBillingTimeZone,
} from '@tenantscope/contract/billing-months'
import type { BillingMonthDetails } from '@tenantscope/contract/billing-months'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { contosoId, makeMonth, tenantBilling } from '../../testing/billing-months.ts'
import { findDialog } from '../../testing/dialogs.ts'
import { administrator, technician } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

const open = (
  query = '',
  {
    month = makeMonth(),
    person = technician,
  }: { month?: BillingMonthDetails; person?: typeof technician } = {},
) =>
  renderApp({
    person,
    at: `/billing-months/${contosoId}${query}`,
    prepare: (server) => {
      server.answer(listTenantBillingMonths, tenantBilling)
      server.answer(getBillingMonth, month)
    },
  })

test('a month names who came and went, by id where the directory no longer lists them', async () => {
  const { server } = await open()
  expect(await screen.findByText('Since September 2026')).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Came' })).toHaveTextContent(
    'Came: 2Ada Lovelace ada@contoso.exampleBob bob@contoso.example',
  )
  expect(screen.getByRole('region', { name: 'Went' })).toHaveTextContent(
    'Went: 1id-of-carl, no longer listed',
  )
  expect(screen.getByRole('table', { name: /^Licenses of the month/u })).toHaveTextContent(
    'Microsoft 365 E350402',
  )
  expect(server.requestsTo(getBillingMonth)[0]?.params).toEqual({
    tenantId: contosoId,
    month: '2026-10',
  })
  expect(screen.getByText('Europe/Berlin, as the installation')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Change time zone' })).toBeNull()
})

test.each([
  ['first', /^The month before is not frozen/u],
  ['notRead', /^This month was not read/u],
  ['beforeNotRead', /^The month before was not read/u],
  ['removed', /^The IDs of the people were removed/u],
] as const)('it says why it is not known who came and went: %s', async (reason, text) => {
  await open('', { month: makeMonth({ moves: { kind: 'unknown', reason } }) })
  expect(await screen.findByText(text)).toBeInTheDocument()
})

test('names that are not known are not "no longer listed"', async () => {
  const moves = { kind: 'known', since: '2026-09', cameCount: 0, wentCount: 1, came: [] } as const
  const went = [{ id: 'carl', displayName: null, userPrincipalName: null }]
  await open('', {
    month: makeMonth({ moves: { ...moves, came: [], went, areNamesKnown: false } }),
  })
  expect(await screen.findByText(/carl, name not known/u)).toBeInTheDocument()
})

test('an administrator corrects a month; the reason is required', async () => {
  const { server, user } = await open('?month=2026-10', { person: administrator })
  await user.click(await screen.findByRole('button', { name: 'Correct' }))
  await findDialog('Correct October 2026')
  expect(screen.getByLabelText(/^Licensed people/u)).toHaveValue('40')
  fireEvent.change(screen.getByLabelText(/^Licensed people/u), { target: { value: '41' } })
  fireEvent.click(screen.getByText('Save correction'))
  expect(await screen.findByText('Enter a reason')).toBeInTheDocument()
  expect(server.requestsTo(correctBillingMonth)).toHaveLength(0)
  server.answer(correctBillingMonth, { number: 2 })
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Counted by hand' } })
  fireEvent.click(screen.getByText('Save correction'))
  await waitFor(() => expect(server.requestsTo(correctBillingMonth)).toHaveLength(1))
  expect(server.requestsTo(correctBillingMonth)[0]?.body).toEqual({
    billedPeople: 41,
    blockedPeople: 3,
    guests: 2,
    reason: 'Counted by hand',
    number: 1,
  })
})

test('an administrator gives the tenant a time zone of its own', async () => {
  const { server, user } = await open('', { person: administrator })
  await user.click(await screen.findByRole('button', { name: 'Change time zone' }))
  await findDialog('Change the time zone')
  fireEvent.click(screen.getByLabelText('Own time zone'))
  fireEvent.change(await screen.findByLabelText('Time zone of the tenant'), {
    target: { value: 'Asia/Tokyo' },
  })
  server.answer(setBillingTimeZone, { version: 1 })
  fireEvent.click(screen.getByText('Save time zone'))
  await waitFor(() => expect(server.requestsTo(setBillingTimeZone)).toHaveLength(1))
  expect(server.requestsTo(setBillingTimeZone)[0]?.body).toEqual({
    timeZone: 'Asia/Tokyo',
    version: 0,
  })
})
