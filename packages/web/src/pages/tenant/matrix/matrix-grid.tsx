/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed in a grid of plain elements, which table elements do not allow */
import { makeStyles, tokens } from '@fluentui/react-components'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import { useMemo, useRef } from 'react'

import { useMatrixColumns } from './matrix-columns.ts'
import { MatrixHeader } from './matrix-header.tsx'
import { gridHeight, useMatrixLayout } from './matrix-layout.ts'
import type { GridWindow } from './matrix-layout.ts'
import { holderCounts } from './matrix-people.ts'
import type { MatrixPerson } from './matrix-people.ts'
import { MatrixRow } from './matrix-row.tsx'
import { useCellFocus } from './use-cell-focus.ts'
import { useGridWindow } from './use-grid-window.ts'

const useStyles = makeStyles({
  grid: {
    minWidth: 0,
    overflow: 'auto',
    overscrollBehaviorX: 'contain',
    contain: 'strict',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    // Without a ground of its own the browser would draw the whole box anew whenever it scrolls.
    backgroundColor: tokens.colorNeutralBackground1,
  },
  whole: { position: 'relative', minWidth: '100%' },
  rows: { position: 'relative' },
})

interface MatrixGridProps {
  people: readonly MatrixPerson[]
  licenses: readonly TenantLicense[]
  sortSkuId: string | null
  onSort: (skuId: string | null) => void
}

/**
 * People by licenses as a grid of plain elements: only what is in sight exists. The box scrolls both
 * ways under its header and beside its people.
 */
export function MatrixGrid({ people, licenses, sortSkuId, onSort }: MatrixGridProps) {
  const styles = useStyles()
  const scroller = useRef<HTMLDivElement>(null)
  const layout = useMatrixLayout()
  const { personPx, licensePx, headPx, rowPx } = layout
  const window = useGridWindow(scroller, layout, licenses.length)
  const focus = useCellFocus({ scroller, layout, rows: people.length, columns: licenses.length })
  const { active } = focus
  const columns = useMatrixColumns(licenses, window, { layout, active })
  const holders = useMemo(() => holderCounts(people), [people])
  const activeColumnIndex = active.column + 1
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its cells has the tab stop
    <div
      ref={scroller}
      role="grid"
      aria-label="Licenses by person"
      aria-rowcount={people.length + 1}
      aria-colcount={licenses.length + 1}
      className={styles.grid}
      style={{
        height: gridHeight(people.length, layout),
        scrollPadding: `${headPx}px 0 0 ${personPx}px`,
      }}
      onKeyDown={focus.onKeyDown}
      onFocus={focus.onFocus}
      onClick={focus.onClick}
    >
      <div
        role="presentation"
        className={styles.whole}
        style={{ width: personPx + licenses.length * licensePx }}
      >
        <MatrixHeader
          columns={columns}
          layout={layout}
          people={people.length}
          holders={holders}
          sortSkuId={sortSkuId}
          activeColumnIndex={active.row === 0 ? activeColumnIndex : null}
          onSort={onSort}
        />
        <div role="rowgroup" className={styles.rows} style={{ height: people.length * rowPx }}>
          {drawnRows(window, people.length, active.row - 1).map((index) => {
            const person = people[index]
            return (
              person && (
                <MatrixRow
                  key={person.id}
                  person={person}
                  index={index}
                  columns={columns}
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

/** The rows in sight, and the one whose cell the Tab key reaches. */
function drawnRows({ firstRow, endRow }: GridWindow, count: number, kept: number): number[] {
  const end = Math.min(endRow, count)
  const first = Math.min(firstRow, end)
  const rows = Array.from({ length: end - first }, (_, offset) => first + offset)
  if (kept < 0 || kept >= count) return rows
  if (kept < first) return [kept, ...rows]
  return kept >= end ? [...rows, kept] : rows
}
