import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

import { HIDDEN_FROM_SIGHT } from './hidden-from-sight.ts'

// Paper is as narrow, but takes small print.
const PHONE = '@media screen and (max-width: 900px)'

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    [PHONE]: { display: 'block' },
    '@media print': { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  },
  // Left to itself, one column of long texts would leave the others no room for a word.
  measured: { tableLayout: 'fixed' },
  hiddenCaption: HIDDEN_FROM_SIGHT,
  caption: {
    ...typographyStyles.caption1,
    paddingBottom: '8px',
    textAlign: 'start',
    color: tokens.colorNeutralForeground2,
    [PHONE]: { display: 'block' },
  },
  head: { [PHONE]: HIDDEN_FROM_SIGHT },
  title: {
    ...typographyStyles.caption1Strong,
    textAlign: 'start',
    padding: '8px',
    color: tokens.colorNeutralForeground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    whiteSpace: 'nowrap',
    '@media print': { whiteSpace: 'normal' },
  },
  body: { [PHONE]: { display: 'flex', flexDirection: 'column', gap: '8px' } },
  row: {
    [PHONE]: {
      display: 'flex',
      flexDirection: 'column',
      gap: '4px',
      padding: '12px',
      border: `1px solid ${tokens.colorNeutralStroke2}`,
      borderRadius: tokens.borderRadiusMedium,
    },
  },
  cell: {
    padding: '8px',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    [PHONE]: {
      display: 'grid',
      gridTemplateColumns: '80px minmax(0, 1fr)',
      gap: '8px',
      padding: 0,
      borderBottomStyle: 'none',
    },
  },
  /** The heading of the column, where the table is a list of cards. */
  name: {
    ...typographyStyles.caption1,
    display: 'none',
    color: tokens.colorNeutralForeground2,
    [PHONE]: { display: 'block' },
  },
  empty: { [PHONE]: { display: 'none' } },
})

interface RecordRow<Header extends string> {
  readonly id: number | string
  /** Null where the record has none of it. */
  readonly cells: Readonly<Record<Header, ReactNode>>
}

interface RecordTableProps<Header extends string> {
  caption: string
  /** Whether the caption tells those who see the table something too. */
  isCaptionShown?: boolean
  headers: readonly Header[]
  /** How wide each column is, in percent; absent: by what stands in it. */
  widths?: Readonly<Record<Header, number>>
  rows: readonly RecordRow<Header>[]
}

/** Records in rows; on a phone each is a card. */
export function RecordTable<Header extends string>(props: RecordTableProps<Header>) {
  const { caption, isCaptionShown = false, headers, widths, rows } = props
  const styles = useStyles()
  return (
    <table className={mergeClasses(styles.table, widths && styles.measured)}>
      <caption className={isCaptionShown ? styles.caption : styles.hiddenCaption}>
        {caption}
      </caption>
      <thead className={styles.head}>
        <tr>
          {headers.map((header) => (
            <th
              key={header}
              scope="col"
              className={styles.title}
              style={widths && { width: `${widths[header]}%` }}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={styles.body}>
        {rows.map(({ id, cells }) => (
          <tr key={id} className={styles.row}>
            {headers.map((header) => {
              const content = cells[header]
              return (
                <td
                  key={header}
                  className={mergeClasses(styles.cell, content === null && styles.empty)}
                >
                  <span className={styles.name} aria-hidden="true">
                    {header}
                  </span>
                  {content}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
