import { SHARES } from '@tenantscope/contract/limits'
import { ReportDocument, ReportUser } from '@tenantscope/contract/report-document'
import { z } from 'zod'

/** Only the people on screen are read: a report may hold 100,000. */
const ShownReport = ReportDocument.extend({
  users: z
    .array(z.unknown())
    .transform((users) => users.slice(0, SHARES.usersShown))
    .pipe(z.array(ReportUser)),
})

/** A shared report with the first of its people. */
export type ShownReport = z.infer<typeof ShownReport>

/** Reads the report within an answer; throws where it is none. */
export const readShownReport = (reportData: string): ShownReport =>
  ShownReport.parse(JSON.parse(reportData))
