import { getLicenseProposal } from '@tenantscope/contract/license-proposal'
import type { LicenseProposal } from '@tenantscope/contract/license-proposal'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { catchDownloads, cellsOf } from '../../testing/downloads.ts'
import { contosoId } from '../../testing/license-use.ts'
import { viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

const e5 = { skuId: 'e5', name: 'Microsoft 365 E5' }
const e3 = { skuId: 'e3', name: 'Microsoft 365 E3' }
const proposal: LicenseProposal = {
  dataAsOf: '2026-11-20T09:00:00.000Z',
  currency: 'USD',
  useAsOf: '2026-11-18',
  isUseConcealed: false,
  now: { before: 570, after: 570, atLeast: 570 },
  atRenewal: { before: 570, after: 390, atLeast: 380 },
  changes: [
    {
      people: 10,
      from: [e5],
      to: [e3],
      monthlyAmount: 180,
      lost: [{ name: 'Teams', lower: null }],
      toSwitchOn: [],
    },
  ],
  seats: [
    {
      ...e5,
      before: 10,
      after: 0,
      toBuy: 0,
      removal: {
        now: 0,
        atRenewal: [{ date: '2027-03-01T12:00:00.000Z', seats: 10 }],
        notKnown: 0,
      },
    },
    { ...e3, before: 0, after: 10, toBuy: 10, removal: { now: 0, atRenewal: [], notKnown: 0 } },
  ],
  keptSkus: [{ skuId: 'x', name: 'Own product' }],
}

const open = (changes: Partial<LicenseProposal> | null = {}) =>
  renderApp({
    person: viewer,
    at: `/tenant/${contosoId}/license-proposal`,
    prepare: (server) =>
      server.answer(getLicenseProposal, {
        tenantName: 'Contoso',
        failure: null,
        proposal: changes && { ...proposal, ...changes },
      }),
  })

test('amounts, what to do with seats, and the changes with their file', async () => {
  const downloads = catchDownloads()
  const { user } = await open()
  expect(await screen.findByText(/^USD 390.00 in place of USD 570.00; no/u)).toBeInTheDocument()
  expect(screen.getByText('USD 570.00 in place of USD 570.00')).toBeInTheDocument()
  const seats = screen.getByRole('table', { name: 'Seats of each license' })
  expect(seats).toHaveTextContent('Remove 10 seats on Mar 01, 2027')
  expect(seats).toHaveTextContent('Buy 10 seats')
  expect(screen.getByRole('table', { name: /^Changes of licenses/u })).toHaveTextContent(
    'Microsoft 365 E5Microsoft 365 E310TeamsUSD 180.00',
  )
  expect(screen.getByText('Own product')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(1))
  const [head, row] = await cellsOf(downloads[0]!)
  expect(Object.fromEntries(head!.map((name, at) => [name, row![at]]))).toMatchObject({
    From: 'Microsoft 365 E5',
    To: 'Microsoft 365 E3',
    People: '10',
    'Saved per Month at the Renewal (USD)': '180.00',
  })
})

test('nothing cheaper, a concealed report and a tenant that was not read say so', async () => {
  await open({ changes: [], isUseConcealed: true, useAsOf: null })
  expect(await screen.findByText('No cheaper licenses were found')).toBeInTheDocument()
  expect(screen.getByText(/^The report conceals names/u)).toBeInTheDocument()
})

test('a tenant that was not read has no proposal', async () => {
  await open(null)
  expect(await screen.findByText('This tenant has not been read yet')).toBeInTheDocument()
})
