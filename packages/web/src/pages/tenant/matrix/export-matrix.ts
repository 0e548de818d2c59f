import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { saveCsv } from '../../../lib/save-csv.ts'
import type { MatrixPerson } from './matrix-people.ts'

export interface MatrixExport {
  tenant: TenantListItem
  /** In the order of the screen. */
  people: readonly MatrixPerson[]
  licenses: readonly TenantLicense[]
  timeZone: string
}

/** Saves the matrix as a file and returns its name. */
export function exportMatrix({ tenant, people, licenses, timeZone }: MatrixExport): string {
  const owner = (tenant.defaultDomainName ?? tenant.id).replaceAll(/[^\p{L}\p{N}.-]/gu, '_')
  const dataAsOf = tenant.dataAsOf && isoTimeIn(timeZone, tenant.dataAsOf)
  const columns: readonly TextColumn<MatrixPerson>[] = [
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
  const name = `license-matrix-${owner}`
  const table = 'license-matrix'
  return saveCsv({ name, table, tenantId: tenant.id, rows: people, columns, timeZone })
}

function accountText({ isGuest, isBlocked }: MatrixPerson): string {
  return [isGuest && 'Guest', isBlocked && 'Blocked'].filter(Boolean).join(', ')
}
