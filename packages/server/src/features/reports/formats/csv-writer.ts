import { csvCell, csvHeader, csvLine } from '@tenantscope/analysis/csv'
import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import { selectionNote } from '@tenantscope/analysis/report-statement'
import type { LicenseReport } from '@tenantscope/contract/report-document'

import { heldBy, heldLicenseColumns, namesOf, seatColumns, userColumns } from './report-columns.ts'
import type { HeldLicense } from './report-columns.ts'
import type { ReportWriter } from './report-writer.ts'

const PIECE_BYTES = 65_536
/** Maximum UTF-8 bytes of one unit of a JavaScript text. */
const MOST_BYTES = 3

/**
 * The report as CSV: byte order mark, RFC 4180, one row per person and license with the seats of the
 * license, then one row for each license that no user of the report holds. In the last columns of every
 * row are the time of the data, the time zone and the creator.
 */
export const writeCsv: ReportWriter<LicenseReport> = async function* writeCsv(
  { document },
  onProgress,
) {
  const ofUser = userColumns(document)
  const ofLicense = [
    ...heldLicenseColumns(document),
    ...ofReportLicense(document),
    ...statementsOf(document),
  ]
  yield Buffer.from(csvHeader<never>([...ofUser, ...ofLicense]))
  // The same few licenses end all lines, so that their bytes are only copied.
  const endOfLine = remembered((held) =>
    Buffer.from(csvLine(ofLicense.map(({ textOf }) => textOf(held)))),
  )
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
  const beginning = ','.repeat(ofUser.length)
  for (const license of unheldLicenses(document))
    yield Buffer.concat([Buffer.from(beginning), endOfLine(license)])
  onProgress(document.users.length)
}

/** Returns the columns of the license's seats. */
function ofReportLicense(document: LicenseReport): readonly TextColumn<HeldLicense>[] {
  const licenseByNames = new Map(
    document.licenses.map((license) => [namesOf(license), license] as const),
  )
  return seatColumns(document).map(({ header, textOf }) => ({
    header,
    textOf: (held) => {
      const license = held === null ? undefined : licenseByNames.get(namesOf(held))
      return license === undefined ? null : textOf(license)
    },
  }))
}

function unheldLicenses({ licenses }: LicenseReport): NonNullable<HeldLicense>[] {
  return licenses.filter(({ reportedUsers }) => reportedUsers === 0)
}

/** The selection, when the data was read, the time zone and the creator: the same in every row. */
function statementsOf(document: LicenseReport): readonly TextColumn<unknown>[] {
  const { isRedacted, dataAsOf, timeZone, createdBy = null } = document
  const readAt = isoTimeIn(timeZone, dataAsOf)
  const selection = selectionNote(document)
  return [
    { header: 'Selection', textOf: () => selection },
    { header: 'Data As Of', textOf: () => readAt },
    { header: 'Time Zone', textOf: () => timeZone },
    ...(isRedacted ? [] : [{ header: 'Created By', textOf: () => createdBy }]),
  ]
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
