import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import { licenseTypeText } from '@tenantscope/analysis/license-type-text'
import type { License } from '@tenantscope/contract/licenses'

import { saveCsv } from '../../lib/save-csv.ts'

/** Saves the licenses, in the order of the screen, as a file. */
export const exportLicenses = (licenses: readonly License[], timeZone: string): string =>
  saveCsv({
    name: 'license-management',
    table: 'licenses',
    rows: licenses,
    columns: columnsIn(timeZone),
    timeZone,
  })

/** The columns of specification section 9, and no others. */
function columnsIn(timeZone: string): readonly TextColumn<License>[] {
  return [
    { header: 'SKU ID', textOf: ({ skuId }) => skuId },
    { header: 'Product Name', textOf: ({ productName }) => productName },
    { header: 'Friendly Name', textOf: ({ friendlyName }) => friendlyName },
    { header: 'Visibility', textOf: ({ isVisible }) => (isVisible ? 'Visible' : 'Hidden') },
    { header: 'License Type', textOf: licenseTypeText },
    {
      header: 'First Discovered',
      textOf: ({ firstDiscovered }) => isoTimeIn(timeZone, firstDiscovered),
    },
    { header: 'Last Seen', textOf: ({ lastSeen }) => isoTimeIn(timeZone, lastSeen) },
  ]
}
