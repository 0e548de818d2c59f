import type { BilledTenant } from '@tenantscope/contract/billing-months'
import { useMemo } from 'react'

import { loadPart } from '../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { useShowMore } from '../../ui/show-more.tsx'
import { Stack } from '../../ui/stack.tsx'
import { tenantColumns } from './tenant-columns.tsx'

const ROWS_AT_ONCE = 100

interface TenantTableProps {
  month: string
  tenants: readonly BilledTenant[]
}

/** The tenants of a month, with both files for the invoice. */
export function TenantTable({ month, tenants }: TenantTableProps) {
  const format = useFormat()
  const timeZone = useTimeZone()
  const columns = useMemo(() => tenantColumns(format), [format])
  const { shown, button } = useShowMore(tenants, ROWS_AT_ONCE)
  const count = tenants.length === 1 ? '1 tenant' : `${format.number(tenants.length)} tenants`
  const name = `billing-month-${month}`
  return (
    <SectionCard
      title={count}
      aside={
        <Stack row wrap gap={8}>
          <ExportButton
            hasRows
            save={async () => {
              const { saveCsv } = await loadPart(() => import('../../lib/save-csv.ts'))
              const cells = columns.flatMap((column) => column.cells)
              const table = 'billing-months'
              const file = saveCsv({ name, table, rows: tenants, columns: cells, timeZone })
              return `Exported ${count} to ${file}`
            }}
          />
          <ExportButton
            hasRows
            label="Export JSON"
            save={async () => {
              const { saveJson } = await loadPart(() => import('../../lib/save-json.ts'))
              const rows = tenants.length
              const content = { month, tenants }
              const file = saveJson({ name, table: 'billing-months', rows, content })
              return `Exported ${count} to ${file}`
            }}
          />
        </Stack>
      }
    >
      <DataTable
        caption="Tenants of the month, by name"
        columns={columns}
        rows={shown}
        rowId={({ tenantId }) => tenantId}
      />
      {button}
    </SectionCard>
  )
}
