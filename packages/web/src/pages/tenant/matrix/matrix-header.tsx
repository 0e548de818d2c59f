/* oxlint-disable jsx-a11y/prefer-tag-over-role -- belongs to a grid of plain elements */
import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { ArrowDown12Regular } from '@fluentui/react-icons/svg/arrow-down'
import { memo } from 'react'

import { useFormat } from '../../../lib/preferences.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { MatrixColumn, MatrixLayout } from './matrix-layout.ts'

const useStyles = makeStyles({
  group: { position: 'sticky', top: 0, zIndex: 2 },
  row: {
    position: 'relative',
    width: '100%',
    boxSizing: 'border-box',
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  person: {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    boxSizing: 'border-box',
    height: '100%',
    backgroundColor: tokens.colorNeutralBackground2,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  license: {
    position: 'absolute',
    top: 0,
    bottom: 0,
    boxSizing: 'border-box',
    borderRight: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  button: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'flex-end',
    gap: '4px',
    boxSizing: 'border-box',
    width: '100%',
    height: '100%',
    padding: '4px 8px',
    border: 'none',
    textAlign: 'start',
    cursor: 'pointer',
    fontFamily: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    ':hover': { backgroundColor: tokens.colorNeutralBackground2Hover },
    ':focus-visible': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '-2px',
    },
  },
  corner: {
    paddingInlineStart: '16px',
    '@media (max-width: 639px)': { paddingInlineStart: '8px' },
  },
  name: {
    ...typographyStyles.caption1Strong,
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 3,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  count: {
    ...typographyStyles.caption1,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
  sorted: { flexShrink: 0, color: tokens.colorBrandForeground1 },
})

interface MatrixHeaderProps {
  columns: readonly MatrixColumn[]
  /** The shown names by SKU. */
  names: ReadonlyMap<string, string>
  layout: MatrixLayout
  people: number
  holders: ReadonlyMap<string, number>
  sortSkuId: string | null
  /** As readers count; the header that the Tab key reaches, when one is. */
  activeColumnIndex: number | null
  onSort: (skuId: string | null) => void
}

/** The licenses with how many of the people on screen hold them; each brings its holders to the top. */
export const MatrixHeader = memo(function MatrixHeader(props: MatrixHeaderProps) {
  const { columns, names, layout, people, holders, sortSkuId, activeColumnIndex, onSort } = props
  const styles = useStyles()
  const format = useFormat()
  return (
    <div role="rowgroup" className={styles.group}>
      <div role="row" aria-rowindex={1} className={styles.row} style={{ height: layout.headPx }}>
        <div
          role="columnheader"
          aria-colindex={1}
          aria-label="Person"
          aria-sort={sortSkuId === null ? 'ascending' : 'none'}
          className={styles.person}
          style={{ width: layout.rowHeadPx }}
        >
          <button
            type="button"
            tabIndex={activeColumnIndex === 1 ? 0 : -1}
            className={mergeClasses(styles.button, styles.corner)}
            onClick={() => onSort(null)}
          >
            <span className={styles.name}>Person</span>
            <span className={styles.count}>
              {format.number(people)}
              <VisuallyHidden> shown. Sort by name</VisuallyHidden>
              {sortSkuId === null && <ArrowDown12Regular className={styles.sorted} aria-hidden />}
            </span>
          </button>
        </div>
        {columns.map(({ license: { skuId, displayName, skuPartNumber }, columnIndex, place }) => {
          const count = format.number(holders.get(skuId) ?? 0)
          const isSorted = skuId === sortSkuId
          return (
            <div
              key={columnIndex}
              role="columnheader"
              aria-colindex={columnIndex}
              aria-label={displayName}
              aria-sort={isSorted ? 'descending' : 'none'}
              className={styles.license}
              style={place}
            >
              <button
                type="button"
                tabIndex={columnIndex === activeColumnIndex ? 0 : -1}
                className={styles.button}
                title={`${displayName}\n${skuPartNumber}`}
                onClick={() => onSort(isSorted ? null : skuId)}
              >
                <bdi className={styles.name}>{names.get(skuId) ?? displayName}</bdi>
                <span className={styles.count}>
                  {count}
                  <VisuallyHidden> of the people shown. Sort by assignment</VisuallyHidden>
                  {isSorted && <ArrowDown12Regular className={styles.sorted} aria-hidden />}
                </span>
              </button>
            </div>
          )
        })}
      </div>
    </div>
  )
})
