import { objectCountText } from '@tenantscope/analysis/checks/evidence-text'
import { verdictText } from '@tenantscope/analysis/checks/posture-text'
import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoTimeIn } from '@tenantscope/analysis/iso-time'

import { saveCsv } from '../../lib/save-csv.ts'
import type { CheckedTenant } from './check-search.ts'

interface CheckExport {
  checkId: string
  rows: readonly CheckedTenant[]
  timeZone: string
}

/** Saves the tenants of a check and returns the file's name. */
export function exportCheck({ checkId, rows, timeZone }: CheckExport): string {
  const timeOf = (at: string | null) => at && isoTimeIn(timeZone, at)
  const columns: readonly TextColumn<CheckedTenant>[] = [
    { header: 'Tenant', textOf: ({ displayName }) => displayName },
    { header: 'Tenant ID', textOf: ({ tenantId }) => tenantId },
    { header: 'Verdict', textOf: ({ verdict }) => verdictText(verdict) },
    { header: 'Reason', textOf: ({ reason }) => reason },
    { header: 'Objects', textOf: (tenant) => objectCountText(tenant, String) },
    { header: 'Since', textOf: ({ since }) => timeOf(since) },
    { header: 'Data As Of', textOf: ({ dataAsOf }) => timeOf(dataAsOf) ?? 'Never read' },
  ]
  return saveCsv({ name: `posture-${checkId}`, table: 'posture', rows, columns, timeZone })
}
