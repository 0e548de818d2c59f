/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed in a grid of plain elements, which table elements do not allow */
import { makeStyles, tokens } from '@fluentui/react-components'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useCallback, useMemo, useRef } from 'react'

import { isStillRead } from '../../features/refresh/still-read.ts'
import { useCompactView, useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { useBreakpoint } from '../../ui/use-breakpoint.ts'
import type { AllTenantsView, SortColumn } from './all-tenants-view.ts'
import type { RowActions } from './row-actions.ts'
import { layoutOf, rowShapeOf } from './tenant-columns.ts'
import type { ChoosableColumn, RowShape } from './tenant-columns.ts'
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
  columns: readonly ChoosableColumn[]
  /** A run under way finds out what is not known of these tenants' access yet. */
  isVerifying: boolean
  /** Tenants whose consent Microsoft has yet to show. */
  consenting: ReadonlySet<TenantId>
  actions: RowActions
  onSort: (column: SortColumn) => void
}

/**
 * The tenants as a grid of plain elements: only the rows in sight exist, and the page itself scrolls.
 * Arrow keys move between rows, Enter opens one; only the row with the focus has its controls in the
 * tab order.
 */
export function TenantTable(props: TenantTableProps) {
  const { tenants, view, columns, isVerifying, consenting, actions, onSort } = props
  const styles = useStyles()
  const format = useFormat()
  const now = useNow()
  const shape = useRowShape(columns)
  const body = useRef<HTMLDivElement>(null)
  const focus = useRowFocus({ tenants, body })
  const rows = useVirtualRows({
    body,
    count: tenants.length,
    rowHeight: shape.heightPx,
    keep: focus.tabStopIndex,
    keyOf: useCallback((index: number) => tenants[index]?.id ?? index, [tenants]),
  })
  return (
    <div
      className={styles.table}
      role="grid"
      aria-label="Tenants"
      aria-rowcount={tenants.length + 1}
      aria-colcount={shape.columns.length}
      tabIndex={-1}
      onKeyDown={(event) => focus.onKeyDown(event, rows.scrollTo)}
      onFocus={focus.onFocus}
    >
      <TenantTableHeader shape={shape} view={view} onSort={onSort} />
      <div ref={body} role="rowgroup" className={styles.body} style={{ height: rows.totalHeight }}>
        {rows.visible.map(({ slot, index, start }) => {
          const tenant = tenants[index]
          return (
            tenant && (
              <TenantRow
                key={slot}
                tenant={tenant}
                index={index}
                start={start}
                shape={shape}
                isTabStop={index === focus.tabStopIndex}
                isLast={index === tenants.length - 1}
                isVerifying={consenting.has(tenant.id) || (isVerifying && isAboutToBeKnown(tenant))}
                format={format}
                now={now}
                actions={actions}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

/** A run finds out what nobody knows yet. */
function isAboutToBeKnown(tenant: TenantListItem): boolean {
  return tenant.accessLevel === 'unknown' && isStillRead(tenant)
}

function useRowShape(chosen: readonly ChoosableColumn[]): RowShape {
  const layout = useMemo(() => layoutOf(chosen), [chosen])
  const width = useBreakpoint(layout.breakpoints)
  const isCompact = useCompactView()
  return useMemo(() => rowShapeOf(layout, width, isCompact), [layout, width, isCompact])
}
