import { isoDayIn, isoTimeIn } from '@tenantscope/analysis/iso-time'
import { LICENSE_TYPE_NAMES } from '@tenantscope/contract/licenses'
import type { License } from '@tenantscope/contract/licenses'

import { csvOf } from '../../lib/csv.ts'
import type { CsvColumn } from '../../lib/csv.ts'
import { tellExport } from '../../lib/record-export.ts'
import { saveFile } from '../../lib/save-file.ts'

interface LicenseExport {
  /** In the order of the screen. */
  licenses: readonly License[]
  timeZone: string
  now: Date
}

/** Hands the licenses to the reader as a file. */
export function exportLicenses({ licenses, timeZone, now }: LicenseExport): void {
  const name = `license-management-${isoDayIn(timeZone, now)}.csv`
  saveFile({ name, text: csvOf(licenses, columnsIn(timeZone)), type: 'text/csv;charset=utf-8' })
  tellExport({ table: 'licenses', rows: licenses.length })
}

/** The columns of specification section 9, and no others. */
function columnsIn(timeZone: string): readonly CsvColumn<License>[] {
  return [
    { header: 'SKU ID', textOf: ({ skuId }) => skuId },
    { header: 'Product Name', textOf: ({ productName }) => productName },
    { header: 'Friendly Name', textOf: ({ friendlyName }) => friendlyName ?? '' },
    { header: 'Visibility', textOf: ({ isVisible }) => (isVisible ? 'Visible' : 'Hidden') },
    { header: 'License Type', textOf: ({ licenseType }) => LICENSE_TYPE_NAMES[licenseType] },
    {
      header: 'First Discovered',
      textOf: ({ firstDiscovered }) => isoTimeIn(timeZone, firstDiscovered),
    },
    { header: 'Last Seen', textOf: ({ lastSeen }) => isoTimeIn(timeZone, lastSeen) },
  ]
}
