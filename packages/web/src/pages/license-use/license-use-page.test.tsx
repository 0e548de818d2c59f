import { getLicenseUse, markAccount } from '@tenantscope/contract/license-use'
import type { LicenseUse } from '@tenantscope/contract/license-use'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../testing/dialogs.ts'
import { catchDownloads, cellsOf } from '../../testing/downloads.ts'
import { contosoId, makeLicenseUse, makePersonUse } from '../../testing/license-use.ts'
import { technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

const open = (use: Partial<LicenseUse> = {}, { query = '', person = technician } = {}) =>
  renderApp({
    person,
    at: `/tenant/${contosoId}/license-use${query}`,
    prepare: (server) => server.answer(getLicenseUse, makeLicenseUse(use)),
  })

test('people without use are listed with the evidence, its source and date', async () => {
  await open()
  const table = await screen.findByRole('table', { name: /^People, the highest cost/u })
  expect(table).toHaveTextContent('Ada Lovelace')
  expect(table).toHaveTextContent('No reported use')
  expect(table).toHaveTextContent('Nov 18, 2026')
  expect(table).toHaveTextContent('Exchange: Sep 01, 2026Teams: none')
  expect(table).toHaveTextContent('USD 39.00')
  expect(screen.getByText('Report of Nov 18, 2026')).toBeInTheDocument()
  expect(screen.getByRole('table', { name: /^Licensed people by finding/u })).toHaveTextContent(
    'Active12USD 468.00 and 2 without a price',
  )
  expect(screen.getByText('1 marked account is not counted here.')).toBeInTheDocument()
})

test('a concealed report, missing dates and no data are explained, and an empty list is no all-clear', async () => {
  const gap = { asOf: null, isOld: false }
  await open({
    people: [],
    signIns: { ...gap, gap: 'NOT_LICENSED' },
    usage: { ...gap, gap: 'concealed', reportDate: null },
  })
  expect(await screen.findByText(/^The report conceals names/u)).toBeInTheDocument()
  expect(screen.getByText(/only with Microsoft Entra ID P1/u)).toBeInTheDocument()
  expect(screen.getByText(/does not mean that every license is used/u)).toBeInTheDocument()
  expect(screen.getByRole('table', { name: /^Licensed people by finding/u })).toHaveTextContent(
    'No reported useNot knownNot known',
  )
})

test('a tenant that was not read says so', async () => {
  await open({ dataAsOf: null })
  expect(await screen.findByText('This tenant has not been read yet')).toBeInTheDocument()
})

test('the period and the finding are in the address', async () => {
  const { server } = await open({}, { query: '?days=90&show=neverSignedIn' })
  await screen.findByRole('table', { name: /^People, the highest cost/u })
  expect(screen.getByLabelText('Period')).toHaveValue('90')
  expect(String(server.requestsTo(getLicenseUse)[0]?.query)).toBe('days=90&choice=neverSignedIn')
})

test('a technician marks an account; a viewer cannot', async () => {
  const { server, user } = await open()
  server.answer(markAccount, {
    kind: 'room',
    reason: 'Meeting room',
    markedBy: 'megan',
    markedAt: '2026-11-20T09:00:00.000Z',
    version: 1,
  })
  await user.click(await screen.findByRole('button', { name: 'Ada Lovelace' }))
  await findDialog('Mark the account')
  fireEvent.click(screen.getByLabelText('Room or equipment'))
  fireEvent.change(screen.getByLabelText(/^Reason/u), { target: { value: 'Meeting room' } })
  fireEvent.click(screen.getByText('Save mark'))
  expect(await screen.findByText('Mark saved')).toBeInTheDocument()
  expect(server.requestsTo(markAccount)[0]).toMatchObject({
    params: { userId: 'ada' },
    body: { kind: 'room', reason: 'Meeting room', version: null },
  })
})

test('a viewer reads', async () => {
  await open({}, { person: viewer })
  await screen.findByRole('table', { name: /^People, the highest cost/u })
  expect(screen.queryByRole('button', { name: 'Ada Lovelace' })).toBeNull()
})

test('the file has the rows and columns of the screen', async () => {
  const downloads = catchDownloads()
  const { user } = await open({
    people: [makePersonUse({ services: [], isSignInKnown: false, unpricedLicenses: 1 })],
  })
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(1))
  const [head, row] = await cellsOf(downloads[0]!)
  expect(Object.fromEntries(head!.map((name, at) => [name, row![at]]))).toMatchObject({
    Name: 'Ada Lovelace',
    Finding: 'No reported use',
    'Last Sign-in': 'Not known',
    'Last Reported Use': 'Not known',
    'Cost per Month (USD)': '',
    'Licenses without a Price': '1',
  })
})
