import { z } from 'zod'

import { flag } from './fields.ts'
import type { TenantGraph } from './graph.ts'

export const ReportSettings = z.object({
  /** Whether usage reports show codes in the place of people's names. */
  displayConcealedNames: flag,
})
export type ReportSettings = z.infer<typeof ReportSettings>

/** `GET /admin/reportSettings`; needs ReportSettings.Read.All. */
export function readReportSettings(graph: TenantGraph): Promise<ReportSettings> {
  return graph.get(ReportSettings, '/admin/reportSettings')
}
