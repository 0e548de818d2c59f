import { choiceNote, postureStatement } from '@tenantscope/analysis/posture-report'
import type { PostureReport } from '@tenantscope/contract/posture-report'

import { objectNames } from '../posture-columns.ts'
import type { ReportWriter } from '../report-writer.ts'
import { drawOverview } from './posture-overview.ts'
import { OBJECTS_SHOWN, checkTable } from './posture-table.ts'
import { drawSection, laidOut, writeReportPdf } from './report-pdf.ts'
import type { ReportPages } from './report-pdf.ts'
import { counted } from './words.ts'

/** The report of the posture as a PDF file: cover, one page for owners, then the checks. */
export const writePosturePdf: ReportWriter<PostureReport> = async function* writePosturePdf(
  report,
  onProgress,
) {
  yield* writeReportPdf(report, POSTURE_PAGES, onProgress)
}

const POSTURE_PAGES: ReportPages<PostureReport> = {
  cover: (document, words) => ({
    statement: postureStatement(document),
    facts: [
      ['Content', counted(words, document.checks.length, 'check')],
      ['Selection', choiceNote(document)],
      ['Names', document.isRedacted ? 'Left out, as in every shared report' : null],
    ],
  }),
  texts: (document) => ({ regular: () => textsIn(document), bold: () => [] }),
  layOut(document, words, set) {
    const checks = laidOut(checkTable(document, words), set)
    return {
      pageCount: 1 + checks.layout.pageCount,
      *draw(studio) {
        drawOverview(studio, words)
        yield
        const note =
          'Failed checks come first, then by severity. Advice is given for what does not pass.'
        for (const _ of drawSection(studio, checks, { title: 'Checks', note })) yield
      },
    }
  },
}

function* textsIn({ isRedacted, checks }: PostureReport): Generator<string> {
  if (isRedacted) return
  for (const check of checks) {
    yield check.reason ?? ''
    yield* objectNames(check, OBJECTS_SHOWN)
  }
}
