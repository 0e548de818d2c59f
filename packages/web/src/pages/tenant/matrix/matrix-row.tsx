/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed in a grid of plain elements, which table elements do not allow */
import { makeResetStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { memo } from 'react'

import type { MatrixColumn, MatrixLayout } from './matrix-layout.ts'
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
      style={{ width: layout.rowHeadPx }}
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

// One class for each kind of cell: thousands of them come and go while the matrix scrolls.

const FOCUS = {
  outline: `2px solid ${tokens.colorStrokeFocus2}`,
  outlineOffset: '-2px',
} as const

const useRowClass = makeResetStyles({
  position: 'absolute',
  left: 0,
  width: '100%',
  contain: 'strict',
  backgroundColor: tokens.colorNeutralBackground1,
})

const usePersonClass = makeResetStyles({
  position: 'sticky',
  left: 0,
  zIndex: 1,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  boxSizing: 'border-box',
  height: '100%',
  padding: '0 8px 0 16px',
  overflow: 'hidden',
  contain: 'layout paint style',
  textAlign: 'start',
  backgroundColor: tokens.colorNeutralBackground1,
  borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  ':focus-visible': FOCUS,
  '@media (max-width: 639px)': { padding: '0 4px 0 8px' },
})

const useNameClass = makeResetStyles({
  ...typographyStyles.body1,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

const useDetailClass = makeResetStyles({
  ...typographyStyles.caption1,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: tokens.colorNeutralForeground2,
})

const useMarkClass = makeResetStyles({
  ...typographyStyles.caption1Strong,
  marginInlineEnd: '6px',
  color: tokens.colorNeutralForeground1,
})

const CELL = {
  position: 'absolute',
  top: 0,
  bottom: 0,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  boxSizing: 'border-box',
  contain: 'strict',
  borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  borderRight: `1px solid ${tokens.colorNeutralStroke3}`,
  ':focus-visible': FOCUS,
} as const

const useCellClass = makeResetStyles({
  ...CELL,
  color: tokens.colorNeutralForeground3,
})

const useAssignedClass = makeResetStyles({
  ...CELL,
  fontWeight: tokens.fontWeightSemibold,
  color: tokens.colorBrandForeground1,
  backgroundColor: tokens.colorBrandBackground2,
})
