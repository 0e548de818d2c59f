/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed in a grid of plain elements, which table elements do not allow */
import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { ArrowDown12Regular } from '@fluentui/react-icons/svg/arrow-down'
import { ArrowUp12Regular } from '@fluentui/react-icons/svg/arrow-up'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { memo, useCallback, useMemo, useRef } from 'react'

import { isStillRead } from '../../features/refresh/still-read.ts'
import type { Format } from '../../lib/format.ts'
import { useCompactView, useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { oneTabStop } from '../../ui/one-tab-stop.ts'
import { Text } from '../../ui/text.tsx'
import { useBreakpoint } from '../../ui/use-breakpoint.ts'
import type { AllTenantsView, SortColumn } from './all-tenants-view.ts'
import { TenantCell } from './tenant-cell.tsx'
import { layoutOf, rowShapeOf } from './tenant-columns.ts'
import type { ChoosableColumn, RowShape } from './tenant-columns.ts'
import type { RowActions } from './use-row-actions.ts'
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
  group: {
    position: 'sticky',
    // Under the top navigation, which is as high and stays as well.
    top: '48px',
    zIndex: 1,
    borderTopLeftRadius: tokens.borderRadiusLarge,
    borderTopRightRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  row: { display: 'grid', columnGap: '12px', padding: '0 16px', height: '40px' },
  cell: { display: 'flex', alignItems: 'center', minWidth: 0 },
  number: { justifyContent: 'flex-end', paddingInlineEnd: '12px' },
  sort: {
    ...typographyStyles.caption1Strong,
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minWidth: 0,
    minHeight: '24px',
    margin: '0 -4px',
    padding: '0 4px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  sorted: { color: tokens.colorNeutralForeground1 },
  arrow: { flexShrink: 0 },
  tenant: {
    position: 'absolute',
    // A row's insides never move anything outside it: the browser lays out new rows alone.
    contain: 'strict',
    left: 0,
    right: 0,
    display: 'grid',
    columnGap: '12px',
    alignItems: 'center',
    boxSizing: 'border-box',
    padding: '0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    backgroundColor: tokens.colorNeutralBackground1,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  last: {
    borderBottomColor: 'transparent',
    borderBottomLeftRadius: tokens.borderRadiusLarge,
    borderBottomRightRadius: tokens.borderRadiusLarge,
  },
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
 * The tenants as a grid of plain elements: only the rows in sight exist, and the page itself scrolls.
 * Arrow keys move between rows, Enter opens one; only the row with the focus has its controls in the
 * tab order.
 */
export function TenantTable(props: TenantTableProps) {
  const { tenants, view, columns, refreshHours, isVerifying, consenting, actions, onSort } = props
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
                isVerifying={consenting.has(tenant.id) || (isVerifying && isAccessPending(tenant))}
                format={format}
                now={now}
                refreshHours={refreshHours}
                actions={actions}
              />
            )
          )
        })}
      </div>
    </div>
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

interface TenantTableHeaderProps {
  shape: RowShape
  view: AllTenantsView
  onSort: (column: SortColumn) => void
}

/** The header row: it stays in sight, and each of its words sorts. */
function TenantTableHeader({ shape, view, onSort }: TenantTableHeaderProps) {
  const styles = useStyles()
  return (
    <div role="rowgroup" className={styles.group}>
      <div
        ref={oneTabStop}
        role="row"
        aria-rowindex={1}
        className={styles.row}
        style={{ gridTemplateColumns: shape.tracks }}
      >
        {shape.columns.map(({ id, header, hint, isNumber }) => {
          const cell = mergeClasses(styles.cell, isNumber === true && styles.number)
          if (id === 'actions')
            return (
              <div key={id} role="columnheader" className={cell}>
                <Text variant="captionStrong" muted>
                  {header}
                </Text>
              </div>
            )
          const isSorted = view.sort === id
          const Arrow = view.isDescending ? ArrowDown12Regular : ArrowUp12Regular
          return (
            <div key={id} role="columnheader" className={cell} aria-sort={ariaSort(view, id)}>
              <button
                type="button"
                className={mergeClasses(styles.sort, isSorted && styles.sorted)}
                title={hint}
                onClick={() => onSort(id)}
              >
                {header}
                {isSorted && <Arrow aria-hidden className={styles.arrow} />}
              </button>
            </div>
          )
        })}
      </div>
    </div>
  )
}

function ariaSort(view: AllTenantsView, column: SortColumn): 'ascending' | 'descending' | 'none' {
  if (view.sort !== column) return 'none'
  return view.isDescending ? 'descending' : 'ascending'
}

interface TenantRowProps {
  tenant: TenantListItem
  index: number
  start: number
  shape: RowShape
  isTabStop: boolean
  isLast: boolean
  isVerifying: boolean
  format: Format
  now: Date
  refreshHours: number
  actions: RowActions
}

/** One tenant. Its controls are in the tab order only while the row is. */
const TenantRow = memo(function TenantRow(props: TenantRowProps) {
  const { index, start, isTabStop, isLast, ...cell } = props
  const { tenant, shape, actions } = cell
  const styles = useStyles()
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-tenant={tenant.id}
      tabIndex={isTabStop ? 0 : -1}
      className={mergeClasses(styles.tenant, isLast && styles.last)}
      style={{
        gridTemplateColumns: shape.tracks,
        height: shape.heightPx,
        top: start,
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) actions.open(tenant)
      }}
    >
      {shape.columns.map((column) => (
        <TenantCell key={column.id} {...cell} column={column} tabIndex={isTabStop ? 0 : -1} />
      ))}
    </div>
  )
})
