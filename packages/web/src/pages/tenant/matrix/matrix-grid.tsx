/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed in a grid of plain elements, which table elements do not allow */
import { makeStyles, tokens } from '@fluentui/react-components'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import { useMemo, useRef } from 'react'

import { gridHeight } from '../../../ui/grid/grid-layout.ts'
import { useCellFocus } from '../../../ui/grid/use-cell-focus.ts'
import { drawnRows, useBoxWidth, useGridWindow } from '../../../ui/grid/use-grid-window.ts'
import { MatrixHeader } from './matrix-header.tsx'
import { headerNames, useMatrixColumns, useMatrixLayout } from './matrix-layout.ts'
import { holderCounts } from './matrix-people.ts'
import type { MatrixPerson } from './matrix-people.ts'
import { MatrixRow } from './matrix-row.tsx'

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
  const widthPx = useBoxWidth(scroller)
  const layout = useMatrixLayout({ widthPx, columns: licenses.length })
  const { rowHeadPx, columnPx, headPx, rowPx } = layout
  const window = useGridWindow(scroller, layout, { columns: licenses.length })
  const focus = useCellFocus({ scroller, layout, rows: people.length, columns: licenses.length })
  const { active } = focus
  const columns = useMatrixColumns(licenses, window, { layout, active })
  const names = useMemo(() => headerNames(licenses), [licenses])
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
        scrollPadding: `${headPx}px 0 0 ${rowHeadPx}px`,
      }}
      onKeyDown={focus.onKeyDown}
      onFocus={focus.onFocus}
      onClick={focus.onClick}
    >
      <div
        role="presentation"
        className={styles.whole}
        style={{ width: rowHeadPx + licenses.length * columnPx }}
      >
        <MatrixHeader
          columns={columns}
          names={names}
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
