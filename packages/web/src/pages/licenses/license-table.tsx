import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { EstateLicense } from '@tenantscope/contract/estate-licenses'
import { useMemo } from 'react'

import { fileColumns } from '../../features/estate-licenses/license-list.ts'
import { orderedBy, orderOf } from '../../features/estate-licenses/order-in-address.ts'
import { loadPart } from '../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { useShowMore } from '../../ui/show-more.tsx'
import { licenseColumns } from './license-columns.tsx'
import { EstateColumn } from './licenses-search.ts'
import type { EstateSearch } from './licenses-search.ts'

interface LicenseTableProps {
  rows: readonly EstateLicense[]
  currency: CurrencyCode
  /** Licenses without the filters. */
  total: number
  view: EstateSearch
  onChoose: (view: EstateSearch) => void
}

const ROWS_AT_ONCE = 100

/** The licenses in the order of the view. */
export function LicenseTable({ rows, currency, total, view, onChoose }: LicenseTableProps) {
  const format = useFormat()
  const timeZone = useTimeZone()
  const { group } = view
  const columns = useMemo(
    () => licenseColumns({ format, timeZone, group, currency }),
    [format, timeZone, group, currency],
  )
  const { shown, button } = useShowMore(rows, ROWS_AT_ONCE)
  const { by, isDescending } = orderOf(view)
  return (
    <SectionCard
      title={`${format.number(rows.length)} of ${format.number(total)} licenses`}
      aside={
        <ExportButton
          hasRows={rows.length > 0}
          save={async () => {
            const { saveCsv } = await loadPart(() => import('../../lib/save-csv.ts'))
            const name = saveCsv({
              name: 'licenses',
              table: 'licenses',
              rows,
              columns: fileColumns(columns),
              timeZone,
            })
            return `Exported ${rows.length === 1 ? '1 license' : `${format.number(rows.length)} licenses`} to ${name}`
          }}
        />
      }
    >
      <DataTable
        caption="Licenses of all tenants"
        columns={columns}
        rows={shown}
        rowId={({ skuId }) => skuId}
        sorting={{
          sortId: by,
          isDescending,
          onSort: (sortId, descends) =>
            onChoose(orderedBy(view, EstateColumn.parse(sortId), descends)),
        }}
      />
      {button}
    </SectionCard>
  )
}
