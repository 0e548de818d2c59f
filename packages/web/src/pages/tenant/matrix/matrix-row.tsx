/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed in a grid of plain elements, which table elements do not allow */
import { memo } from 'react'

import {
  useAssignedClass,
  useCellClass,
  useDetailClass,
  useMarkClass,
  useNameClass,
  usePersonClass,
  useRowClass,
} from './matrix-cell-styles.ts'
import type { MatrixColumn } from './matrix-columns.ts'
import type { MatrixLayout } from './matrix-layout.ts'
import type { MatrixPerson } from './matrix-people.ts'

interface MatrixRowProps {
  person: MatrixPerson
  /** Among the people on screen, from 0. */
  index: number
  columns: readonly MatrixColumn[]
  layout: MatrixLayout
  /** As readers count; the column of the cell that the Tab key reaches, when it is in this row. */
  activeColumnIndex: number | null
}

/** One person and which licenses they hold. */
export const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { person, index, columns, layout, activeColumnIndex } = props
  const rowClass = useRowClass()
  const cellClass = useCellClass()
  const assignedClass = useAssignedClass()
  const { name, heldSkuIds } = person
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={rowClass}
      style={{ top: index * layout.rowPx, height: layout.rowPx }}
    >
      <PersonCell person={person} layout={layout} isTabStop={activeColumnIndex === 1} />
      {columns.map(({ license, columnIndex, place }) => {
        const isAssigned = heldSkuIds.has(license.skuId)
        const isTabStop = columnIndex === activeColumnIndex
        const state = isAssigned ? 'Assigned' : 'Not assigned'
        return (
          <div
            key={columnIndex}
            role="gridcell"
            aria-colindex={columnIndex}
            aria-label={isTabStop ? `${state}: ${name}, ${license.displayName}` : state}
            tabIndex={isTabStop ? 0 : undefined}
            className={isAssigned ? assignedClass : cellClass}
            style={place}
          >
            {isAssigned ? 'X' : '-'}
          </div>
        )
      })}
    </div>
  )
})

interface PersonCellProps {
  person: MatrixPerson
  layout: MatrixLayout
  isTabStop: boolean
}

function PersonCell({ person, layout, isTabStop }: PersonCellProps) {
  const personClass = usePersonClass()
  const nameClass = useNameClass()
  const detailClass = useDetailClass()
  const markClass = useMarkClass()
  const { name, address, isGuest, isBlocked } = person
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      tabIndex={isTabStop ? 0 : undefined}
      className={personClass}
      style={{ width: layout.personPx }}
      title={address === null ? name : `${name}\n${address}`}
    >
      <span className={nameClass}>
        <bdi>{name}</bdi>
      </span>
      {(isGuest || isBlocked || (address !== null && !layout.isCompact)) && (
        <span className={detailClass}>
          {isGuest && <span className={markClass}>Guest</span>}
          {isBlocked && <span className={markClass}>Blocked</span>}
          {!layout.isCompact && <bdi>{address}</bdi>}
        </span>
      )}
    </div>
  )
}
