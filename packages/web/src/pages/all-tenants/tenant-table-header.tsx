/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed in a grid of plain elements, which table elements do not allow */
import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { ArrowDown12Regular } from '@fluentui/react-icons/svg/arrow-down'
import { ArrowUp12Regular } from '@fluentui/react-icons/svg/arrow-up'

import type { AllTenantsView, SortColumn } from './all-tenants-view.ts'
import type { RowShape } from './tenant-columns.ts'

const useStyles = makeStyles({
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
  label: { ...typographyStyles.caption1Strong, color: tokens.colorNeutralForeground2 },
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
})

interface TenantTableHeaderProps {
  shape: RowShape
  view: AllTenantsView
  onSort: (column: SortColumn) => void
}

/** The header row: it stays in sight, and each of its words sorts. */
export function TenantTableHeader({ shape, view, onSort }: TenantTableHeaderProps) {
  const styles = useStyles()
  return (
    <div role="rowgroup" className={styles.group}>
      <div
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
                <span className={styles.label}>{header}</span>
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
