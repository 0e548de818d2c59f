import { isoDayIn, isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { csvOf } from '../../../lib/csv.ts'
import type { CsvColumn } from '../../../lib/csv.ts'
import { tellExport } from '../../../lib/record-export.ts'
import { saveFile } from '../../../lib/save-file.ts'
import type { MatrixPerson } from './matrix-people.ts'

export interface MatrixExport {
  tenant: TenantListItem
  /** In the order of the screen. */
  people: readonly MatrixPerson[]
  licenses: readonly TenantLicense[]
  timeZone: string
}

/** Hands the matrix to the reader as a file and answers with its name. */
export function exportMatrix({ tenant, people, licenses, timeZone }: MatrixExport): string {
  const owner = (tenant.defaultDomainName ?? tenant.id).replaceAll(/[^\p{L}\p{N}.-]/gu, '_')
  const name = `license-matrix-${owner}-${isoDayIn(timeZone, new Date())}.csv`
  const dataAsOf = tenant.dataAsOf === null ? '' : isoTimeIn(timeZone, tenant.dataAsOf)
  const columns: readonly CsvColumn<MatrixPerson>[] = [
    { header: 'Person', textOf: (person) => person.name },
    { header: 'Email', textOf: ({ address, name }) => address ?? (name.includes('@') ? name : '') },
    { header: 'Account', textOf: accountText },
    ...licenses.map(({ skuId, displayName }) => ({
      header: displayName,
      // The screen's '-' would be a formula for a spreadsheet, or a dash behind an apostrophe.
      textOf: ({ heldSkuIds }: MatrixPerson) => (heldSkuIds.has(skuId) ? 'X' : ''),
    })),
    { header: 'Data As Of', textOf: () => dataAsOf },
  ]
  saveFile({ name, text: csvOf(people, columns), type: 'text/csv;charset=utf-8' })
  tellExport({ table: 'license-matrix', rows: people.length, tenantId: tenant.id })
  return name
}

function accountText({ isGuest, isBlocked }: MatrixPerson): string {
  return [isGuest && 'Guest', isBlocked && 'Blocked'].filter(Boolean).join(', ')
}
