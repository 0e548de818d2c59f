import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useCallback, useMemo, useRef } from 'react'

import { isStillRead } from '../../features/refresh/still-read.ts'
import { useCompactView, useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { useBreakpoint } from '../../ui/use-breakpoint.ts'
import { SortColumn } from './all-tenants-view.ts'
import type { AllTenantsView } from './all-tenants-view.ts'
import { TenantCell } from './tenant-cell.tsx'
import { layoutOf, rowShapeOf } from './tenant-columns.ts'
import type { ChoosableColumn, RowShape } from './tenant-columns.ts'
import type { RowActions } from './use-row-actions.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

const useStyles = makeStyles({
  table: {
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  // Of the headings: the height of the other rows depends on their lines.
  row: { height: '40px' },
  number: { paddingInlineEnd: '12px' },
  actions: { columnGap: 0 },
})

interface TenantTableProps {
  tenants: readonly TenantListItem[]
  view: AllTenantsView
  columns: readonly ChoosableColumn[]
  /** The interval of scheduled refreshes. */
  refreshHours: number
  /** A run under way finds out what is not known of these tenants' access yet. */
  isVerifying: boolean
  /** Tenants whose consent Microsoft has yet to show. */
  consenting: ReadonlySet<TenantId>
  actions: RowActions
  onSort: (column: SortColumn) => void
}

/**
 * The tenants as a grid: only the rows in sight exist, and the page itself scrolls. Arrow keys move between
 * rows, Enter opens one; only the row with the focus has its controls in the tab order.
 */
export function TenantTable(props: TenantTableProps) {
  const { tenants, view, columns, actions, onSort } = props
  const styles = useStyles()
  const shape = useRowShape(columns)
  const body = useRef<HTMLTableSectionElement>(null)
  const focus = useRowFocus({ tenants, body })
  const rows = useVirtualRows({
    body,
    count: tenants.length,
    rowHeight: shape.heightPx,
    keep: focus.tabStopIndex,
    keyOf: useCallback((index: number) => tenants[index]?.id ?? index, [tenants]),
  })
  return (
    <DataTable
      caption="Tenants"
      columns={useTableColumns(props, shape)}
      rows={tenants}
      rowId={({ id }) => id}
      rowClassName={styles.row}
      sorting={{
        sortId: view.sort,
        isDescending: view.isDescending,
        onSort: (sortId) => onSort(SortColumn.parse(sortId)),
      }}
      virtual={{
        className: styles.table,
        tracks: shape.tracks,
        rowPx: shape.heightPx,
        totalPx: rows.totalHeight,
        visible: rows.visible.map(({ slot, ...place }) => ({ key: slot, ...place })),
        body,
        grid: {
          tabStopIndex: focus.tabStopIndex,
          handlers: {
            onKeyDown: (event) => focus.onKeyDown(event, rows.scrollTo),
            onFocus: focus.onFocus,
          },
          onOpen: actions.open,
        },
      }}
    />
  )
}

/** Returns whether a refresh in progress determines the access level. */
function isAccessPending(tenant: TenantListItem): boolean {
  return tenant.accessLevel === 'unknown' && isStillRead(tenant)
}

function useRowShape(chosen: readonly ChoosableColumn[]): RowShape {
  const layout = useMemo(() => layoutOf(chosen), [chosen])
  const width = useBreakpoint(layout.breakpoints)
  const isCompact = useCompactView()
  return useMemo(() => rowShapeOf(layout, width, isCompact), [layout, width, isCompact])
}

function useTableColumns(
  props: TenantTableProps,
  shape: RowShape,
): readonly TableColumn<TenantListItem>[] {
  const { refreshHours, isVerifying, consenting, actions } = props
  const styles = useStyles()
  const format = useFormat()
  const now = useNow()
  return useMemo(() => {
    const isVerified = (tenant: TenantListItem) =>
      consenting.has(tenant.id) || (isVerifying && isAccessPending(tenant))
    return shape.columns.map((column) => ({
      header: column.header,
      hint: column.hint,
      sortId: column.id === 'actions' ? undefined : column.id,
      isNumber: column.isNumber === true,
      className: mergeClasses(
        column.isNumber === true && styles.number,
        column.id === 'actions' && styles.actions,
      ),
      render: (tenant, _, tabIndex) => (
        <TenantCell
          tenant={tenant}
          column={column}
          shape={shape}
          tabIndex={tabIndex}
          isVerifying={isVerified(tenant)}
          format={format}
          now={now}
          refreshHours={refreshHours}
          actions={actions}
        />
      ),
    }))
  }, [shape, styles, format, now, refreshHours, isVerifying, consenting, actions])
}
