import { redactSavings } from '@tenantscope/analysis/savings-redaction'
import { recommendationsOf } from '@tenantscope/analysis/savings-report'
import { savingsDocument } from '@tenantscope/analysis/testing/savings-document'
import { readSharedReport } from '@tenantscope/contract/shares'
import { render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { installFakeServer } from '../../testing/fake-server.ts'
import { sharedReportReply } from '../../testing/shared-reports.ts'
import { SharedReportPage } from './shared-report-page.tsx'
import { createVisit } from './visit.ts'

afterEach(() => vi.unstubAllGlobals())

async function openReport(changes: Parameters<typeof savingsDocument>[0] = {}) {
  const document = savingsDocument(changes)
  const reply = sharedReportReply()
  const reportData = JSON.stringify(redactSavings(document))
  const server = installFakeServer()
  server.answer(readSharedReport, {
    ...reply,
    report: { ...reply.report, reportType: 'savings', reportData },
  })
  const visit = createVisit('aToken')
  await visit.open()
  render(<SharedReportPage visit={visit} />)
  await screen.findByRole('heading', { level: 1, name: 'License Savings Report' })
  return document
}

const region = (name: string | RegExp) => within(screen.getByRole('region', { name }))
const rowsOf = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row')

test('a report of the savings opens with what is paid, what could be saved and three recommendations', async () => {
  const document = await openReport()
  expect(
    region('Finding').getByText(
      'The licenses cost USD 1,800.00 per month; USD 288.00 of it could be saved on 8 seats, USD 108.00 of it now.',
    ),
  ).toBeVisible()
  expect(
    region('Summary')
      .getAllByRole('definition')
      .map((tile) => tile.textContent),
  ).toEqual(['USD 1,800.00', '6', 'USD 288.00', 'USD 108.00'])
  expect(region('Recommendations').getAllByRole('listitem')).toHaveLength(
    recommendationsOf(document.licenses).length,
  )
  expect(rowsOf('Licenses')[1]).toHaveTextContent('3 now, 5 on Mar 03, 2027')
  expect(rowsOf('Renewals within 12 months')[1]).toHaveTextContent('Renews or ends')
})

test('what is not known is a dash and a sentence, never zero', async () => {
  const { totals } = savingsDocument()
  await openReport({
    totals: { ...totals, savings: null },
    licenses: [],
    renewals: [],
    areRenewalsKnown: false,
  })
  const summary = region('Summary').getAllByRole('definition')
  expect(summary.map((tile) => tile.textContent)).toEqual(['USD 1,800.00', '6', '—', '—'])
  expect(
    region('Recommendations').getByText('Which seats can be removed is not known.'),
  ).toBeVisible()
  expect(region('Finding').getByText(/renewal dates are not known/u)).toBeVisible()
  expect(screen.queryByText('Renewals within 12 months')).not.toBeInTheDocument()
})
