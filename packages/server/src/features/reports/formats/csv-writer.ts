import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { ReportDocument } from '@tenantscope/contract/report-document'

import { csvCell } from '../../../lib/csv-cell.ts'
import { heldBy, heldLicenseColumns, userColumns } from './report-columns.ts'
import type { HeldLicense } from './report-columns.ts'
import type { ReportWriter } from './report-writer.ts'

const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'
const PIECE_BYTES = 65_536
/** Of one unit of a JavaScript text in UTF-8. */
const MOST_BYTES = 3

/**
 * The report as CSV: byte order mark, RFC 4180, one row per person and license, and in the last columns
 * of every row when the data was read, the time zone and who made the report.
 */
export const writeCsv: ReportWriter = async function* writeCsv({ document }, onProgress) {
  const ofUser = userColumns(document)
  const ofLicense = heldLicenseColumns(document)
  const statements = statementsOf(document)
  const headers = [...ofUser, ...ofLicense, ...statements].map(({ header }) => csvCell(header))
  yield Buffer.from(BYTE_ORDER_MARK + headers.join() + LINE_END)
  // The same few licenses end all lines, so that their bytes are only copied.
  const endOfLine = remembered((held) => {
    const cells = [
      ...ofLicense.map(({ textOf }) => csvCell(textOf(held))),
      ...statements.map(({ text }) => csvCell(text)),
    ]
    return Buffer.from(`${cells.join()}${LINE_END}`)
  })
  let piece = Buffer.allocUnsafe(PIECE_BYTES)
  let used = 0
  for (const [usersWritten, user] of document.users.entries()) {
    let beginning = ''
    for (const { textOf } of ofUser) beginning += `${csvCell(textOf(user))},`
    for (const held of heldBy(user)) {
      const end = endOfLine(held)
      const atMost = beginning.length * MOST_BYTES + end.length
      if (used + atMost > piece.length) {
        yield piece.subarray(0, used)
        onProgress(usersWritten)
        piece = Buffer.allocUnsafe(Math.max(PIECE_BYTES, atMost))
        used = 0
      }
      used += piece.write(beginning, used)
      used += end.copy(piece, used)
    }
  }
  yield piece.subarray(0, used)
  onProgress(document.users.length)
}

interface Statement {
  readonly header: string
  readonly text: string | null
}

function statementsOf({
  isRedacted,
  dataAsOf,
  timeZone,
  createdBy,
}: ReportDocument): readonly Statement[] {
  const statements = [
    { header: 'Data As Of', text: isoTimeIn(timeZone, dataAsOf) },
    { header: 'Time Zone', text: timeZone },
  ]
  return isRedacted
    ? statements
    : [...statements, { header: 'Created By', text: createdBy ?? null }]
}

function remembered(bytesOf: (held: HeldLicense) => Buffer): (held: HeldLicense) => Buffer {
  const known = new Map<string | undefined, { held: HeldLicense; bytes: Buffer }>()
  return (held) => {
    const last = known.get(held?.skuPartNumber)
    if (last !== undefined && last.held?.friendlyName === held?.friendlyName) return last.bytes
    const bytes = bytesOf(held)
    known.set(held?.skuPartNumber, { held, bytes })
    return bytes
  }
}
