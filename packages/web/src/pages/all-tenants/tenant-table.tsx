/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed by transform in a grid of plain elements, which table elements do not allow */
import { makeStyles, tokens } from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useCallback, useRef } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { useBreakpoint } from '../../ui/use-breakpoint.ts'
import type { AllTenantsView, SortColumn } from './all-tenants-view.ts'
import { COLUMN_BREAKPOINTS, columnsFor, tracksOf } from './tenant-columns.ts'
import { TenantRow } from './tenant-row.tsx'
import { TenantTableHeader } from './tenant-table-header.tsx'
import { useRowFocus } from './use-row-focus.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

const useStyles = makeStyles({
  table: {
    minWidth: 0,
    outlineStyle: 'none',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  body: { position: 'relative' },
})

interface TenantTableProps {
  tenants: readonly TenantListItem[]
  view: AllTenantsView
  onSort: (column: SortColumn) => void
  onOpen: (tenant: TenantListItem) => void
  onShowDetails: (tenant: TenantListItem) => void
}

/**
 * The tenants as a grid of plain elements: only the rows in sight exist, and the page itself scrolls.
 * Arrow keys move between rows, Enter opens one; only the row with the focus has its controls in the
 * tab order.
 */
export function TenantTable({ tenants, view, onSort, onOpen, onShowDetails }: TenantTableProps) {
  const styles = useStyles()
  const format = useFormat()
  const now = useNow()
  const breakpoint = useBreakpoint(COLUMN_BREAKPOINTS)
  const columns = columnsFor(breakpoint)
  const tracks = tracksOf(columns)
  const body = useRef<HTMLDivElement>(null)
  const focus = useRowFocus({ tenants, body })
  const rows = useVirtualRows({
    body,
    count: tenants.length,
    // Without its own column the domain stands under the name.
    rowHeight: breakpoint < 900 ? 60 : 44,
    keep: focus.tabStopIndex,
    keyOf: useCallback((index: number) => tenants[index]?.id ?? index, [tenants]),
  })
  return (
    <div
      className={styles.table}
      role="grid"
      aria-label="Tenants"
      aria-rowcount={tenants.length + 1}
      aria-colcount={columns.length}
      tabIndex={-1}
      onKeyDown={(event) => focus.onKeyDown(event, rows.scrollTo)}
      onFocus={focus.onFocus}
    >
      <TenantTableHeader columns={columns} tracks={tracks} view={view} onSort={onSort} />
      <div ref={body} role="rowgroup" className={styles.body} style={{ height: rows.totalHeight }}>
        {rows.visible.map(({ index, start, size }) => {
          const tenant = tenants[index]
          return (
            tenant && (
              <TenantRow
                key={tenant.id}
                tenant={tenant}
                index={index}
                start={start}
                size={size}
                columns={columns}
                tracks={tracks}
                isTabStop={index === focus.tabStopIndex}
                format={format}
                now={now}
                onOpen={onOpen}
                onShowDetails={onShowDetails}
              />
            )
          )
        })}
      </div>
    </div>
  )
}
