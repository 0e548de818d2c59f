import {
  reportCurrency,
  reportStatement,
  selectionNote,
} from '@tenantscope/analysis/report-statement'
import type { LicenseReport } from '@tenantscope/contract/report-document'

import type { ReportWriter } from '../report-writer.ts'
import { drawSection, laidOut, writeReportPdf } from './report-pdf.ts'
import type { ReportPages } from './report-pdf.ts'
import { licenseTable, peopleTable } from './report-tables.ts'
import { drawSummary } from './summary.ts'
import { counted } from './words.ts'
import type { Words } from './words.ts'

const PROGRESS_EVERY = 100

/** The report of licenses as a PDF file: cover, summary, licenses, people. */
export const writePdf: ReportWriter<LicenseReport> = async function* writePdf(report, onProgress) {
  yield* writeReportPdf(report, LICENSE_PAGES, onProgress)
  onProgress(report.document.users.length)
}

const LICENSE_PAGES: ReportPages<LicenseReport> = {
  currencyOf: reportCurrency,
  cover: (document, words) => ({
    statement: reportStatement(document),
    facts: [
      ['Content', contentText(document, words)],
      ['Selection', selectionNote(document)],
      ['Addresses', document.isRedacted ? 'Masked, as in every shared report' : null],
    ],
  }),
  texts: (document) => ({
    regular: () => regularTexts(document),
    bold: () => document.licenses.map(({ friendlyName }) => friendlyName),
  }),
  layOut(document, words, set) {
    const licenses = laidOut(licenseTable(document, words), set)
    const people = laidOut(peopleTable(document), set)
    return {
      pageCount: 1 + licenses.layout.pageCount + people.layout.pageCount,
      *draw(studio, onProgress) {
        drawSummary(studio, words)
        yield
        const ofLicenses = `${counted(words, document.licenses.length, 'license')} of this report. Seats are counted for the complete tenant. The column 'In this report' counts the users of this report.`
        for (const _ of drawSection(studio, licenses, { title: 'Licenses', note: ofLicenses }))
          yield
        const { totalUsers } = document.summary
        const who = totalUsers === 1 ? 'One user' : `${words.number(totalUsers)} users`
        const ofPeople = `${who}, each with their licenses of this report.`
        let reported = 0
        for (const done of drawSection(studio, people, { title: 'People', note: ofPeople })) {
          if (done - reported >= PROGRESS_EVERY) onProgress(done)
          if (done - reported >= PROGRESS_EVERY) reported = done
          yield
        }
      },
    }
  },
}

function contentText({ summary }: LicenseReport, words: Words): string {
  const { totalUsers, totalLicenses } = summary
  const people = totalUsers === 1 ? 'one user' : `${words.number(totalUsers)} users`
  return `${people}, ${counted(words, totalLicenses, 'license')}`
}

function* regularTexts({ licenses, users }: LicenseReport): Generator<string> {
  for (const { friendlyName, skuPartNumber } of licenses) yield* [friendlyName, skuPartNumber]
  for (const { displayName, userPrincipalName, email, assignedLicenses } of users) {
    yield* [displayName, userPrincipalName ?? '', email ?? '']
    for (const { friendlyName } of assignedLicenses) yield friendlyName
  }
}
