/* oxlint-disable jsx-a11y/prefer-tag-over-role -- belongs to a grid of plain elements */
import { makeResetStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { memo, useMemo } from 'react'

import { tenantCheckHref } from '../../features/posture/tenant-check-link.ts'
import { useLookStyles } from '../../features/posture/verdict-symbols.ts'
import type { CellLook } from '../../features/posture/verdict-symbols.ts'
import type { GridLayout } from '../../ui/grid/grid-layout.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { EstateTenant } from './estate.ts'
import type { MatrixColumn } from './matrix-columns.ts'
import { scoreText } from './score-text.ts'

/** A column that is drawn. */
export interface PlacedColumn extends MatrixColumn {
  /** From 1; the tenants are column 1. */
  readonly columnIndex: number
  readonly place: { readonly left: number; readonly width: number }
}

interface MatrixRowProps {
  tenant: EstateTenant
  /** Among the shown tenants, from 0. */
  index: number
  columns: readonly PlacedColumn[]
  layout: GridLayout
  /** The column of the tab stop when it is in this row, else null. */
  activeColumnIndex: number | null
}

/** One tenant: its score, and a cell for each column. */
export const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { tenant, index, columns, layout, activeColumnIndex } = props
  const rowClass = useRowClass()
  const cellClass = useCellClass()
  const linkClass = useLinkClass()
  const looks = useLookStyles()
  const classes = useMemo(() => classesOf(linkClass, looks), [linkClass, looks])
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={rowClass}
      style={{ top: index * layout.rowPx, height: layout.rowPx }}
    >
      <TenantCell
        tenant={tenant}
        widthPx={layout.rowHeadPx}
        tabIndex={activeColumnIndex === 1 ? 0 : -1}
      />
      {columns.map(({ key, title, columnIndex, place, cellOf }) => {
        const { symbol, text, look, href } = cellOf(tenant)
        const name = `${tenant.displayName}, ${title}, ${text}`
        // Visible words belong to the name, so that it can be spoken; a symbol is none.
        const isSymbol = symbol.length === 1
        return (
          <div
            key={key}
            role="gridcell"
            aria-colindex={columnIndex}
            className={cellClass}
            style={place}
          >
            <a
              href={href}
              tabIndex={columnIndex === activeColumnIndex ? 0 : -1}
              {...(isSymbol && { 'aria-label': name })}
              className={classes[look]}
            >
              {isSymbol ? symbol : <CountedSymbols symbol={symbol} name={name} />}
            </a>
          </div>
        )
      })}
    </div>
  )
})

function CountedSymbols({ symbol, name }: { symbol: string; name: string }) {
  return (
    <>
      <span aria-hidden>{symbol}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  )
}

type LookClasses = Readonly<Record<CellLook, string>>

/** Merges the classes once for each look, not for each cell. */
const classesOf = (linkClass: string, looks: LookClasses): LookClasses => ({
  failedCritical: mergeClasses(linkClass, looks.failedCritical),
  failed: mergeClasses(linkClass, looks.failed),
  passed: mergeClasses(linkClass, looks.passed),
  excepted: mergeClasses(linkClass, looks.excepted),
  notLicensed: mergeClasses(linkClass, looks.notLicensed),
  noPermission: mergeClasses(linkClass, looks.noPermission),
  notRead: mergeClasses(linkClass, looks.notRead),
  notApplicable: mergeClasses(linkClass, looks.notApplicable),
  notJudged: mergeClasses(linkClass, looks.notJudged),
})

interface TenantCellProps {
  tenant: EstateTenant
  widthPx: number
  tabIndex: number
}

function TenantCell({ tenant, widthPx, tabIndex }: TenantCellProps) {
  const headClass = useHeadClass()
  const linkClass = useTenantLinkClass()
  const nameClass = useNameClass()
  const scoreClass = useScoreClass()
  const { displayName, tenantId } = tenant
  const score = scoreText(tenant)
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      aria-label={`${displayName}, ${score}`}
      className={headClass}
      style={{ width: widthPx }}
    >
      <a
        href={tenantCheckHref(tenantId)}
        tabIndex={tabIndex}
        className={linkClass}
        title={`${displayName}: ${score}`}
      >
        <bdi className={nameClass}>{displayName}</bdi> <span className={scoreClass}>{score}</span>
      </a>
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

const useHeadClass = makeResetStyles({
  position: 'sticky',
  left: 0,
  zIndex: 1,
  boxSizing: 'border-box',
  height: '100%',
  overflow: 'hidden',
  contain: 'layout paint style',
  backgroundColor: tokens.colorNeutralBackground1,
  borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
})

const useTenantLinkClass = makeResetStyles({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px',
  boxSizing: 'border-box',
  height: '100%',
  padding: '0 12px 0 16px',
  color: tokens.colorNeutralForeground1,
  textDecorationLine: 'none',
  ':hover': { textDecorationLine: 'underline' },
  ':focus-visible': FOCUS,
  '@media (max-width: 639px)': {
    flexDirection: 'column',
    alignItems: 'stretch',
    justifyContent: 'center',
    gap: 0,
    padding: '0 8px',
  },
})

const useNameClass = makeResetStyles({
  ...typographyStyles.body1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

const useScoreClass = makeResetStyles({
  ...typographyStyles.caption1Strong,
  flexShrink: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  color: tokens.colorNeutralForeground2,
})

const useCellClass = makeResetStyles({
  position: 'absolute',
  top: 0,
  bottom: 0,
  boxSizing: 'border-box',
  contain: 'strict',
  borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  borderRight: `1px solid ${tokens.colorNeutralStroke3}`,
})

const useLinkClass = makeResetStyles({
  ...typographyStyles.body1,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '100%',
  height: '100%',
  whiteSpace: 'pre',
  fontVariantNumeric: 'tabular-nums',
  textDecorationLine: 'none',
  ':hover': { textDecorationLine: 'underline' },
  ':focus-visible': FOCUS,
})
