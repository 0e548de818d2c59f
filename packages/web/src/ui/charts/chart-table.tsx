import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  scroller: {
    maxHeight: '400px',
    overflow: 'auto',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '@media print': { maxHeight: 'none' },
  },
  table: { ...typographyStyles.body1, width: '100%', borderCollapse: 'collapse' },
  caption: {
    ...typographyStyles.caption1,
    paddingBottom: '8px',
    textAlign: 'start',
    color: tokens.colorNeutralForeground2,
  },
  cell: {
    padding: '4px 12px 4px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
    overflowWrap: 'anywhere',
  },
  head: {
    position: 'sticky',
    top: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'normal',
  },
  number: {
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    ':last-child': { paddingInlineEnd: 0 },
  },
})

/** The numbers of a chart as rows: a name, then a text per further column. */
export interface ChartTableData {
  /** Of the names first. */
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly key: string
    readonly name: ReactNode
    readonly cells: readonly string[]
  }[]
}

/** A chart's numbers as a table. */
export function ChartTable({ caption, data }: { caption: string; data: ChartTableData }) {
  const styles = useStyles()
  return (
    // Who has no wheel scrolls it with the arrow keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls needs the focus
    <section className={styles.scroller} tabIndex={0} aria-label={`${caption}, table`}>
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {data.columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={mergeClasses(styles.cell, styles.head, index > 0 && styles.number)}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row" className={styles.cell}>
                {name}
              </th>
              {cells.map((cell, index) => (
                <td
                  key={data.columns[index + 1]}
                  className={mergeClasses(styles.cell, styles.number)}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
