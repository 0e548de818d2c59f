/* oxlint-disable jsx-a11y/prefer-tag-over-role -- belongs to a grid of plain elements */
import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { memo, useMemo } from 'react'

import type { GridLayout } from '../../ui/grid/grid-layout.ts'
import type { PlacedColumn } from './matrix-row.tsx'

const BAND_PX = 24

const useStyles = makeStyles({
  group: { position: 'sticky', top: 0, zIndex: 2 },
  row: {
    position: 'relative',
    width: '100%',
    boxSizing: 'border-box',
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  corner: {
    ...typographyStyles.caption1Strong,
    position: 'sticky',
    left: 0,
    zIndex: 1,
    display: 'flex',
    alignItems: 'flex-end',
    boxSizing: 'border-box',
    height: '100%',
    padding: '8px 16px',
    backgroundColor: tokens.colorNeutralBackground2,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '@media (max-width: 639px)': { paddingInline: '8px' },
  },
  band: {
    ...typographyStyles.caption1Strong,
    position: 'absolute',
    top: 0,
    height: `${BAND_PX}px`,
    boxSizing: 'border-box',
    // Clips without a scroll box of its own, so that the name stays in sight.
    overflow: 'clip',
    lineHeight: `${BAND_PX}px`,
    color: tokens.colorNeutralForeground2,
    borderRight: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  bandName: {
    position: 'sticky',
    display: 'inline-block',
    boxSizing: 'border-box',
    maxWidth: '100%',
    paddingInline: '6px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  column: {
    position: 'absolute',
    top: 0,
    bottom: 0,
    boxSizing: 'border-box',
    borderRight: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  underBand: { top: `${BAND_PX}px` },
  link: {
    ...typographyStyles.caption1,
    display: 'flex',
    alignItems: 'flex-end',
    boxSizing: 'border-box',
    width: '100%',
    height: '100%',
    padding: '8px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  centered: { justifyContent: 'center', paddingInline: '2px' },
  name: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
  },
  // Read from below to above, three lines at most.
  rotated: {
    writingMode: 'vertical-rl',
    transform: 'rotate(180deg)',
    maxHeight: '100%',
    maxWidth: '45px',
    lineHeight: '15px',
    overflow: 'hidden',
    textAlign: 'start',
  },
})

interface MatrixHeaderProps {
  /** The columns in sight. */
  columns: readonly PlacedColumn[]
  all: readonly PlacedColumn[]
  layout: GridLayout
  /** The header of the tab stop, or null. */
  activeColumnIndex: number | null
}

/** The checks under their areas, or the areas alone; each links to what explains it. */
export const MatrixHeader = memo(function MatrixHeader(props: MatrixHeaderProps) {
  const { columns, all, layout, activeColumnIndex } = props
  const styles = useStyles()
  const bands = useMemo(() => bandsOf(all), [all])
  return (
    <div role="rowgroup" className={styles.group}>
      <div role="row" aria-rowindex={1} className={styles.row} style={{ height: layout.headPx }}>
        <div
          role="columnheader"
          aria-colindex={1}
          tabIndex={activeColumnIndex === 1 ? 0 : undefined}
          className={styles.corner}
          style={{ width: layout.rowHeadPx }}
        >
          Tenant
        </div>
        {bands.map(({ name, left, width }) => (
          <span key={name} aria-hidden className={styles.band} style={{ left, width }} title={name}>
            <span className={styles.bandName} style={{ left: layout.rowHeadPx }}>
              {name}
            </span>
          </span>
        ))}
        {columns.map(({ key, title, areaName, hint, href, columnIndex, place }) => (
          <div
            key={key}
            role="columnheader"
            aria-colindex={columnIndex}
            aria-label={areaName === null ? title : `${areaName}: ${title}`}
            className={mergeClasses(styles.column, areaName !== null && styles.underBand)}
            style={place}
          >
            <a
              href={href}
              tabIndex={columnIndex === activeColumnIndex ? 0 : -1}
              title={hint}
              className={mergeClasses(styles.link, areaName !== null && styles.centered)}
            >
              <span className={areaName === null ? styles.name : styles.rotated}>{title}</span>
            </a>
          </div>
        ))}
      </div>
    </div>
  )
})

interface Band {
  readonly name: string
  readonly left: number
  readonly width: number
}

/** Returns a band above the columns of each area; the columns are grouped by area. */
function bandsOf(columns: readonly PlacedColumn[]): readonly Band[] {
  const bands = new Map<string, Band>()
  for (const { areaName, place } of columns) {
    if (areaName === null) continue
    const { left, width } = bands.get(areaName) ?? { left: place.left, width: 0 }
    bands.set(areaName, { name: areaName, left, width: width + place.width })
  }
  return [...bands.values()]
}
