import { areaName } from '@tenantscope/analysis/checks/areas'
import { severityText, verdictText } from '@tenantscope/analysis/checks/posture-text'
import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { TenantCheck } from '@tenantscope/contract/posture'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { saveCsv } from '../../../lib/save-csv.ts'
import { objectsText } from './check-filter.ts'

interface ChecksExport {
  tenant: TenantListItem
  /** In the order of the screen. */
  checks: readonly TenantCheck[]
  dataAsOf: string | null
  timeZone: string
}

/** Saves the listed checks as a file and returns its name. */
export function exportChecks({ tenant, checks, dataAsOf, timeZone }: ChecksExport): string {
  const timeText = (at: string | null) => at && isoTimeIn(timeZone, at)
  const columns: readonly TextColumn<TenantCheck>[] = [
    { header: 'Check', textOf: ({ title }) => title },
    { header: 'Check ID', textOf: ({ id }) => id },
    { header: 'Area', textOf: ({ id }) => areaName(id) },
    { header: 'Severity', textOf: ({ severity }) => severityText(severity) },
    { header: 'Verdict', textOf: ({ verdict }) => verdictText(verdict) },
    { header: 'Since', textOf: ({ since }) => timeText(since) },
    { header: 'Objects', textOf: (check) => objectsText(check, String) },
    { header: 'Found', textOf: ({ reason }) => reason },
    { header: 'Benchmarks', textOf: ({ references }) => references.join('; ') },
    { header: 'Data As Of', textOf: (check) => timeText(check.dataAsOf ?? dataAsOf) },
  ]
  return saveCsv({
    name: `checks-${fileNameOf(tenant)}`,
    table: 'tenant-checks',
    tenantId: tenant.id,
    rows: checks,
    columns,
    timeZone,
  })
}

/** Returns the part of a file's name that names the tenant. */
export const fileNameOf = ({ defaultDomainName, id }: TenantListItem): string =>
  (defaultDomainName ?? id).replaceAll(/[^\p{L}\p{N}.-]/gu, '_')
