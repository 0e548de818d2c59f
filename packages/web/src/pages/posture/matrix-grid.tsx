/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed in a grid of plain elements, which table elements do not allow */
import { makeStyles, tokens } from '@fluentui/react-components'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import type { MouseEvent } from 'react'

import { useCompactView } from '../../lib/preferences.ts'
import { gridHeight } from '../../ui/grid/grid-layout.ts'
import type { GridLayout } from '../../ui/grid/grid-layout.ts'
import { useCellFocus } from '../../ui/grid/use-cell-focus.ts'
import { drawnRows, useBoxWidth, useGridWindow } from '../../ui/grid/use-grid-window.ts'
import { useBreakpoint } from '../../ui/use-breakpoint.ts'
import type { EstateTenant } from './estate.ts'
import type { MatrixColumn } from './matrix-columns.ts'
import { MatrixHeader } from './matrix-header.tsx'
import { MatrixRow } from './matrix-row.tsx'
import type { PlacedColumn } from './matrix-row.tsx'

const useStyles = makeStyles({
  grid: {
    minWidth: 0,
    overflow: 'auto',
    overscrollBehaviorX: 'contain',
    contain: 'strict',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    // Without its own background, the browser would redraw the complete grid during a scroll.
    backgroundColor: tokens.colorNeutralBackground1,
  },
  whole: { position: 'relative', minWidth: '100%' },
  rows: { position: 'relative' },
})

interface MatrixGridProps {
  label: string
  tenants: readonly EstateTenant[]
  columns: readonly MatrixColumn[]
}

/**
 * Tenants by checks or areas as a grid of plain elements: only what is in sight exists. The box scrolls
 * both ways under its header and beside its tenants.
 */
export function MatrixGrid({ label, tenants, columns }: MatrixGridProps) {
  const styles = useStyles()
  const { history } = useRouter()
  const scroller = useRef<HTMLDivElement>(null)
  const layout = useLayout(useBoxWidth(scroller), columns)
  const { rowHeadPx, columnPx, headPx, rowPx } = layout
  const window = useGridWindow(scroller, layout, {
    columns: columns.length,
    sidewaysBeyond: COLUMNS_BEYOND,
  })
  const focus = useCellFocus({ scroller, layout, rows: tenants.length, columns: columns.length })
  const { active } = focus
  const { firstColumn, endColumn } = window
  const placed = useMemo(() => placedColumns(columns, layout), [columns, layout])
  const drawn = useMemo(
    () =>
      placed.filter(
        (_, index) => (index >= firstColumn && index < endColumn) || index === active.column - 1,
      ),
    [placed, firstColumn, endColumn, active.column],
  )
  const activeColumnIndex = active.column + 1
  // Thousands of router links would be slow: plain links, which open here unless a key asks for a tab.
  const open = (event: MouseEvent<HTMLElement>) => {
    const href = hrefAt(event)
    if (href === null) return
    event.preventDefault()
    history.push(href)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its cells has the tab stop
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={tenants.length + 1}
      aria-colcount={columns.length + 1}
      className={styles.grid}
      style={{
        height: gridHeight(tenants.length, layout),
        scrollPadding: `${headPx}px 0 0 ${rowHeadPx}px`,
      }}
      onKeyDown={focus.onKeyDown}
      onFocus={focus.onFocus}
      onClick={open}
      onMouseOver={showHint}
    >
      <div
        role="presentation"
        className={styles.whole}
        style={{ width: rowHeadPx + columns.length * columnPx }}
      >
        <MatrixHeader
          columns={drawn}
          all={placed}
          layout={layout}
          activeColumnIndex={active.row === 0 ? activeColumnIndex : null}
        />
        <div role="rowgroup" className={styles.rows} style={{ height: tenants.length * rowPx }}>
          {drawnRows(window, tenants.length, active.row - 1).map((index) => {
            const tenant = tenants[index]
            return (
              tenant && (
                <MatrixRow
                  key={tenant.tenantId}
                  tenant={tenant}
                  index={index}
                  columns={drawn}
                  layout={layout}
                  activeColumnIndex={index === active.row - 1 ? activeColumnIndex : null}
                />
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** Gives the link under the pointer its tooltip: thousands of them in advance would be slow. */
function showHint({ target }: { target: EventTarget }): void {
  const link = target instanceof Element ? target.closest('a') : null
  const label = link?.getAttribute('aria-label') ?? link?.lastElementChild?.textContent
  if (link && label) link.title = label
}

/** Returns the address of a link that a plain click opens here. */
function hrefAt(event: MouseEvent<HTMLElement>): string | null {
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  const link = event.target instanceof Element ? event.target.closest('a') : null
  return isPlain && event.button === 0 ? (link?.getAttribute('href') ?? null) : null
}

/** Each cell is a link, which costs more than a text. */
const COLUMNS_BEYOND = 6

/** From this width on, the score has its place beside the name. */
const WIDE_FROM_PX = 640
const ROW_HEAD_PX = { wide: 288, narrow: 144 } as const
const CHECK_PX = { least: 52, most: 96, head: 212 } as const
const AREA_PX = { least: 128, most: 240, head: 52 } as const

function useLayout(widthPx: number, columns: readonly MatrixColumn[]): GridLayout {
  const isCompact = useCompactView()
  const isWide = useBreakpoint([WIDE_FROM_PX]) === WIDE_FROM_PX
  const count = columns.length
  const hasAreas = columns.some(({ areaName }) => areaName === null)
  return useMemo(() => {
    const { least, most, head } = hasAreas ? AREA_PX : CHECK_PX
    const rowHeadPx = isWide ? ROW_HEAD_PX.wide : ROW_HEAD_PX.narrow
    const share = Math.floor((widthPx - rowHeadPx) / Math.max(count, 1))
    return {
      rowHeadPx,
      columnPx: Math.min(most, Math.max(least, share)),
      headPx: head,
      rowPx: isWide ? (isCompact ? 28 : 36) : 48,
    }
  }, [widthPx, count, hasAreas, isCompact, isWide])
}

const placedColumns = (
  columns: readonly MatrixColumn[],
  { rowHeadPx, columnPx }: GridLayout,
): readonly PlacedColumn[] =>
  columns.map((column, index) => ({
    ...column,
    columnIndex: index + 2,
    place: { left: rowHeadPx + index * columnPx, width: columnPx },
  }))
