import type { LicenseReport } from '../../packages/contract/src/report-document.ts'
import { openFonts } from '../../packages/server/src/features/reports/formats/pdf/font-set.ts'
import { createPdfDocument } from '../../packages/server/src/features/reports/formats/pdf/pdf-internals.ts'
import { writePdf } from '../../packages/server/src/features/reports/formats/pdf/pdf-writer.ts'
import { manyPeople, PLAIN_LOOK } from '../../packages/server/src/testing/report-fixtures.ts'

// Writes one report of the given number of users once and reports the cost to its parent: in a process of its own,
// so that its memory is known.

const [name = '', people = ''] = process.argv.slice(2)
const report = manyPeople(Number(people))
const started = performance.now()
let firstByteMs: number | undefined
let firstPageMs: number | undefined
let bytes = 0
for await (const piece of name === 'bare pdfkit' ? barePdf(report) : ownPdf(report)) {
  bytes += piece.length
  firstByteMs ??= performance.now() - started
  // Before it is only what every PDF file begins with.
  if (bytes > 1_000) firstPageMs ??= performance.now() - started
}
const milliseconds = performance.now() - started
const peakMegabytes = process.resourceUsage().maxRSS / 1_024
process.send?.({ milliseconds, firstByteMs, firstPageMs, bytes, peakMegabytes })

function ownPdf(document: LicenseReport): AsyncIterable<Uint8Array> {
  return writePdf({ document, look: PLAIN_LOOK }, () => undefined)
}

/** The table of people with pdfkit's own calls for text: untagged, without cover, summary and numbers. */
async function* barePdf({ users }: LicenseReport): AsyncIterable<Uint8Array> {
  const margin = 42
  const pdf = createPdfDocument({ size: 'A4', margin, font: '', autoFirstPage: false })
  await openFonts(pdf, { regular: () => [], bold: () => [] })
  const columns = [
    { header: 'Name', width: 138 },
    { header: 'Address', width: 165 },
    { header: 'Marks', width: 58 },
    { header: 'Licenses', width: 150 },
  ]
  let y = Infinity
  const row = (cells: readonly string[]) => {
    let x = margin
    let bottom = y
    for (const [at, { width }] of columns.entries()) {
      pdf.text(cells[at] ?? '', x, y, { width: width - 6 })
      bottom = Math.max(bottom, pdf.y)
      x += width
    }
    y = bottom + 8
  }
  for (const user of users) {
    if (y > 740) {
      pdf.addPage()
      pdf.fontSize(8.5)
      y = 72
      row(columns.map(({ header }) => header))
    }
    row([
      user.displayName,
      user.userPrincipalName ?? '',
      [...(user.isGuest ? ['Guest'] : []), ...(user.isBlocked ? ['Sign-in blocked'] : [])].join(),
      user.assignedLicenses.map(({ friendlyName }) => friendlyName).join(', '),
    ])
  }
  pdf.end()
  for await (const piece of pdf) if (piece instanceof Uint8Array) yield piece
}
