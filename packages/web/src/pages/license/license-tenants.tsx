import type { EstateLicense, LicensedTenant } from '@tenantscope/contract/estate-licenses'
import { useMemo } from 'react'

import { fileColumns } from '../../features/estate-licenses/license-list.ts'
import { orderedBy, orderOf } from '../../features/estate-licenses/order-in-address.ts'
import { Attention, ATTENTION_NAMES } from '../../features/estate-licenses/sku-figures.ts'
import { GroupSelect } from '../../features/tenant-group-filter/group-select.tsx'
import { loadPart } from '../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { useShowMore } from '../../ui/show-more.tsx'
import { Stack } from '../../ui/stack.tsx'
import { shownTenants, TenantColumn } from './license-search.ts'
import type { LicenseSearch } from './license-search.ts'
import { tenantColumns } from './tenant-columns.tsx'

interface LicenseTenantsProps {
  license: EstateLicense
  tenants: readonly LicensedTenant[]
  view: LicenseSearch
  onChoose: (view: LicenseSearch) => void
}

const ROWS_AT_ONCE = 100

/** The tenants that have the license. */
export function LicenseTenants({ license, tenants, view, onChoose }: LicenseTenantsProps) {
  const format = useFormat()
  const timeZone = useTimeZone()
  const rows = useMemo(() => shownTenants(tenants, view), [tenants, view])
  const columns = useMemo(
    () => tenantColumns({ license, tenants, format, timeZone }),
    [license, tenants, format, timeZone],
  )
  const { shown, button } = useShowMore(rows, ROWS_AT_ONCE)
  const { by, isDescending } = orderOf(view)
  return (
    <SectionCard
      title="Tenants"
      aside={
        <Stack row wrap gap={8}>
          <FilterSelect
            label="Needs attention"
            all="All Tenants"
            value={view.attention}
            options={Object.entries(ATTENTION_NAMES)}
            onChoose={(attention) =>
              onChoose({ ...view, attention: Attention.safeParse(attention).data })
            }
          />
          <GroupSelect
            isUsed
            chosen={view.group}
            onChoose={(group) => onChoose({ ...view, group })}
          />
          <ExportButton
            hasRows={rows.length > 0}
            save={async () => {
              const { saveCsv } = await loadPart(() => import('../../lib/save-csv.ts'))
              const name = saveCsv({
                name: 'license-tenants',
                table: 'licenses',
                rows,
                columns: fileColumns(columns),
                timeZone,
              })
              return `Exported ${rows.length === 1 ? '1 tenant' : `${format.number(rows.length)} tenants`} to ${name}`
            }}
          />
        </Stack>
      }
    >
      {rows.length === 0 ? (
        <EmptyState title="No tenant matches the filter" />
      ) : (
        <DataTable
          caption={`Tenants with ${license.displayName}`}
          columns={columns}
          rows={shown}
          rowId={({ tenantId }) => tenantId}
          sorting={{
            sortId: by,
            isDescending,
            onSort: (sortId, descends) =>
              onChoose(orderedBy(view, TenantColumn.parse(sortId), descends)),
          }}
        />
      )}
      {button}
    </SectionCard>
  )
}
