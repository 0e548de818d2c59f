import { pipeline, Readable } from 'node:stream'

import { CsvError, parse } from 'csv-parse'
import { z } from 'zod'

import { GraphFailure } from '../engine/failures.ts'
import type { TenantGraph } from '../engine/graph.ts'

export type ReportPeriod = 'D7' | 'D30' | 'D90' | 'D180'

// The report knows days, as text; an empty one means never.
const day = z
  .string()
  .regex(/^(?:\d{4}-\d{2}-\d{2})?$/u)
  .transform((value) => value || null)
const name = z.string()

// Columns are found by their names: Microsoft has added and reordered them before. A workload whose
// column is missing must not look unused, except for services that are being retired.
const Columns = z.object({
  'Report Refresh Date': day,
  'User Principal Name': name,
  'Is Deleted': z.string(),
  'Exchange Last Activity Date': day,
  'OneDrive Last Activity Date': day,
  'SharePoint Last Activity Date': day,
  'Teams Last Activity Date': day,
  'Skype For Business Last Activity Date': day.optional(),
  'Yammer Last Activity Date': day.optional(),
})

const NEEDED = Object.entries(Columns.shape)
  .filter(([, column]) => !column.isOptional())
  .map(([name]) => name)

const Row = Columns.transform((row) => ({
  /** A code where names are concealed, or `(Unknown)`. */
  userPrincipalName: row['User Principal Name'],
  /** True when the row belongs to no known user. */
  isConcealed: !isSignInName(row['User Principal Name']),
  isDeleted: row['Is Deleted'].toLowerCase() === 'true',
  /** By workload the day of the last use, ISO 8601; null: not in the report's period or before. */
  lastActivityDates: {
    exchange: row['Exchange Last Activity Date'],
    oneDrive: row['OneDrive Last Activity Date'],
    sharePoint: row['SharePoint Last Activity Date'],
    teams: row['Teams Last Activity Date'],
    skypeForBusiness: row['Skype For Business Last Activity Date'] ?? null,
    yammer: row['Yammer Last Activity Date'] ?? null,
  },
  /** The last day that the report knows of. */
  reportRefreshDate: row['Report Refresh Date'],
}))

/**
 * Returns whether a report names a user. Where the tenant conceals names Microsoft writes codes, which
 * have had more than one form, and `(Unknown)` for users that it does not name.
 */
export function isSignInName(name: string): boolean {
  const [local, domain, ...more] = name.split('@')
  if (!local || !domain || more.length > 0) return false
  return !/[\s()]/u.test(name) && !/^[\da-f-]{32,}$/iu.test(local)
}

/** The use of Microsoft 365 by one user. */
export type ActiveUser = z.infer<typeof Row>

const ROWS_PER_PAGE = 500

/**
 * `GET /reports/getOffice365ActiveUserDetail(period='D30')`, the report's rows some hundreds at a
 * time; 14 of them in ten minutes. Null: this cloud has no usage reports. Needs Reports.Read.All.
 */
export function readActiveUsers(
  graph: Pick<TenantGraph, 'lacks' | 'report'>,
  period: ReportPeriod,
): AsyncGenerator<ActiveUser[], void, undefined> | null {
  if (graph.lacks('usageReports')) return null
  const path = `/reports/getOffice365ActiveUserDetail(period='${period}')`
  return pagesOf(graph.report(path), path)
}

async function* pagesOf(
  chunks: AsyncIterable<string>,
  path: string,
): AsyncGenerator<ActiveUser[], void, undefined> {
  let page: ActiveUser[] = []
  for await (const fields of rowsOf(chunks, path)) {
    page.push(activeUserOf(fields, path))
    if (page.length < ROWS_PER_PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

function activeUserOf(fields: Record<string, string>, path: string): ActiveUser {
  const row = Row.safeParse(fields)
  if (row.success) return row.data
  throw malformedReport(path, String(row.error.issues[0]?.path[0]))
}

/** RFC 4180, each row by the names of its columns. */
async function* rowsOf(chunks: AsyncIterable<string>, path: string) {
  let columns: string[] | null = null
  try {
    for await (const fields of recordsOf(chunks)) {
      if (columns === null) columns = columnsOf(fields, path)
      else yield Object.fromEntries(columns.map((column, index) => [column, fields[index] ?? '']))
    }
  } catch (error) {
    // Its message may quote the report; its code says as much.
    if (error instanceof CsvError) throw malformedReport(path, error.code)
    throw error
  }
  if (columns === null) throw malformedReport(path, 'the complete body')
}

function columnsOf(fields: readonly string[], path: string): string[] {
  const columns = fields.map((column) => column.trim())
  const missing = NEEDED.find((column) => !columns.includes(column))
  // Checked even without rows: an unrelated page must not be read as an empty report.
  if (missing !== undefined) throw malformedReport(path, missing)
  return columns
}

function recordsOf(chunks: AsyncIterable<string>): AsyncIterable<string[]> {
  const parser = parse({ bom: true })
  // The first failure ends the other stream, and the parser's reader gets the reason.
  return pipeline(Readable.from(chunks), parser, () => {})
}

function malformedReport(path: string, detail: string): GraphFailure {
  return new GraphFailure('MALFORMED_ANSWER', { at: new Date(), path, detail })
}
