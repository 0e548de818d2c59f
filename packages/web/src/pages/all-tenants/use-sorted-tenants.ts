import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useMemo } from 'react'

import { SortColumn } from './all-tenants-view.ts'
import type { AllTenantsView } from './all-tenants-view.ts'
import { compareValues, SORT_VALUES } from './tenant-order.ts'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
const column = createColumnHelper<typeof features, TenantListItem>()

const columns = SortColumn.options.map((id) =>
  column.accessor((tenant: TenantListItem): unknown => SORT_VALUES[id](tenant), {
    id,
    sortUndefined: 'last',
    sortFn: (a, b) => compareValues(SORT_VALUES[id](a.original), SORT_VALUES[id](b.original)),
  }),
)

/** The tenants in the view's order; equal ones by name, so that no order is left to chance. */
export function useSortedTenants(
  tenants: readonly TenantListItem[],
  { sort, isDescending }: Pick<AllTenantsView, 'sort' | 'isDescending'>,
): readonly TenantListItem[] {
  const sorting = useMemo(
    () => [
      { id: sort, desc: isDescending },
      { id: 'displayName', desc: false },
      { id: 'id', desc: false },
    ],
    [sort, isDescending],
  )
  const table = useTable({
    features,
    columns,
    data: tenants,
    getRowId: (tenant) => tenant.id,
    state: { sorting },
  })
  const { rows } = table.getRowModel()
  return useMemo(() => rows.map((row) => row.original), [rows])
}
