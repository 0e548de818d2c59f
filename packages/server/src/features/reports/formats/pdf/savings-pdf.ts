import { savingsStatement } from '@tenantscope/analysis/savings-report'
import type { SavingsReport } from '@tenantscope/contract/savings-report'

import type { ReportWriter } from '../report-writer.ts'
import { drawSection, laidOut, writeReportPdf } from './report-pdf.ts'
import type { ReportPages } from './report-pdf.ts'
import { drawSavingsOverview } from './savings-overview.ts'
import { savingsRenewalTable, savingsTable } from './savings-table.ts'
import { counted } from './words.ts'

/** The report of the savings as a PDF file: cover, one page for owners, then licenses and renewals. */
export const writeSavingsPdf: ReportWriter<SavingsReport> = async function* writeSavingsPdf(
  report,
  onProgress,
) {
  yield* writeReportPdf(report, SAVINGS_PAGES, onProgress)
}

const SAVINGS_PAGES: ReportPages<SavingsReport> = {
  cover: (document, words) => ({
    statement: savingsStatement(document),
    facts: [
      ['Content', counted(words, document.licenses.length, 'license')],
      ['Amounts', `${document.currency}, per month, in the prices of the customer`],
    ],
  }),
  texts: ({ licenses, renewals }) => ({
    *regular() {
      for (const { friendlyName, skuPartNumber } of [...licenses, ...renewals]) {
        yield friendlyName
        yield skuPartNumber
      }
    },
    *bold() {
      for (const { friendlyName } of [...licenses, ...renewals]) yield friendlyName
    },
  }),
  layOut(document, words, set) {
    const licenses = laidOut(savingsTable(document, words), set)
    const renewals = laidOut(savingsRenewalTable(document, words), set)
    const hasRenewals = document.renewals.length > 0
    return {
      pageCount: 1 + licenses.layout.pageCount + (hasRenewals ? renewals.layout.pageCount : 0),
      *draw(studio) {
        drawSavingsOverview(studio, words)
        yield
        const note = 'Licenses with the highest savings come first. Seats are those of the tenant.'
        for (const _ of drawSection(studio, licenses, { title: 'Licenses', note })) yield
        if (!hasRenewals) return
        const dates =
          'The next date of each subscription within 12 months. Whether it renews by itself is not known.'
        for (const _ of drawSection(studio, renewals, { title: 'Renewals', note: dates })) yield
      },
    }
  },
}
