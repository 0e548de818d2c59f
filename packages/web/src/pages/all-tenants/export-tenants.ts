import { tenantCsvColumns } from '@tenantscope/analysis/tenant-csv'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { saveCsv } from '../../lib/save-csv.ts'

/** Saves the tenants, in the order of the screen, as a file and returns its name. */
export const exportTenants = (
  tenants: readonly TenantListItem[],
  { timeZone, currency }: { timeZone: string; currency: CurrencyCode },
): string =>
  saveCsv({
    name: 'tenant-export',
    table: 'tenants',
    rows: tenants,
    columns: tenantCsvColumns({ timeZone, currency }),
    timeZone,
  })
