import { isoDayIn, isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { AccessLevel, TenantListItem } from '@tenantscope/contract/tenants'

import { csvOf } from '../../lib/csv.ts'
import type { CsvColumn } from '../../lib/csv.ts'
import { tellExport } from '../../lib/record-export.ts'
import { saveFile } from '../../lib/save-file.ts'

const ACCESS_LEVELS: Record<AccessLevel, string> = {
  full: 'Full Access',
  limited: 'Limited Access',
  unknown: 'Unknown',
}

interface TenantExport {
  /** In the order of the screen. */
  tenants: readonly TenantListItem[]
  timeZone: string
  now: Date
}

/** Hands the tenants to the reader as a file and answers with its name. */
export function exportTenants({ tenants, timeZone, now }: TenantExport): string {
  const name = `tenant-export-${isoDayIn(timeZone, now)}.csv`
  saveFile({ name, text: csvOf(tenants, columnsIn(timeZone)), type: 'text/csv;charset=utf-8' })
  tellExport({ table: 'tenants', rows: tenants.length })
  return name
}

/** The columns of specification section 9, and no others. */
function columnsIn(timeZone: string): readonly CsvColumn<TenantListItem>[] {
  return [
    { header: 'Tenant ID', textOf: ({ id }) => id },
    { header: 'Display Name', textOf: ({ displayName }) => displayName },
    { header: 'Domain', textOf: ({ defaultDomainName }) => defaultDomainName ?? '' },
    { header: 'Status', textOf: ({ status }) => status },
    { header: 'Access Level', textOf: ({ accessLevel }) => ACCESS_LEVELS[accessLevel] },
    {
      header: 'Created Date',
      textOf: ({ createdDateTime }) =>
        createdDateTime === null ? '' : isoTimeIn(timeZone, createdDateTime),
    },
    { header: 'Contract Type', textOf: ({ contractType }) => contractType },
  ]
}
