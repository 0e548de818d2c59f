import {
  Button,
  makeStyles,
  mergeClasses,
  Select,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { ArrowDown12Regular } from '@fluentui/react-icons/svg/arrow-down'
import { ArrowUp12Regular } from '@fluentui/react-icons/svg/arrow-up'
import type { License } from '@tenantscope/contract/licenses'
import { useState } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { useBreakpoint } from '../../ui/use-breakpoint.ts'
import { useIsPrinting } from '../../ui/use-is-printing.ts'
import { LicenseCard } from './license-card.tsx'
import type { EditLicense } from './license-dialogs.tsx'
import { LicenseRow } from './license-row.tsx'
import { LicenseColumn } from './licenses-search.ts'
import type { LicensesView } from './licenses-view.ts'

const useStyles = makeStyles({
  frame: {
    padding: '0 8px 8px',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '@media print': { fontSize: tokens.fontSizeBase200 },
  },
  header: {
    position: 'sticky',
    // Under the top navigation, which is as high and stays as well.
    top: '48px',
    zIndex: 1,
    height: '40px',
    padding: '0 8px',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    backgroundColor: tokens.colorNeutralBackground1,
    '@media print': { position: 'static', padding: '4px', whiteSpace: 'normal' },
  },
  number: { textAlign: 'end' },
  sort: {
    ...typographyStyles.caption1Strong,
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '24px',
    margin: '0 -4px',
    padding: '0 4px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  cards: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  order: { maxWidth: '320px' },
  more: { alignSelf: 'center' },
})

/** Each row holds a switch and buttons: more of them at once would make typing slow. */
const STEP = 100
const TABLE_FROM = [960] as const

const COLUMNS = [
  { id: 'name', header: 'License' },
  { id: 'visibility', header: 'Visibility' },
  { id: 'type', header: 'Type' },
  { id: 'price', header: 'Price per seat and month', isNumber: true },
  { id: 'firstDiscovered', header: 'First discovered' },
  { id: 'lastSeen', header: 'Last seen' },
] as const satisfies readonly { id: LicenseColumn; header: string; isNumber?: boolean }[]

interface LicenseTableProps {
  licenses: readonly License[]
  view: LicensesView
  onSort: (column: LicenseColumn) => void
  onEdit: EditLicense
}

/** The licenses in the order of the view: a table, or cards where there is no room for one. */
export function LicenseTable({ licenses, view, onSort, onEdit }: LicenseTableProps) {
  const styles = useStyles()
  const { number } = useFormat()
  const isWide = useBreakpoint(TABLE_FROM) > 0
  // Cards that come while the page is laid out for paper are cut off after its first sheets.
  const isPrinting = useIsPrinting()
  const hasRoom = isWide || isPrinting
  const [limit, setLimit] = useState(STEP)
  const shown = isPrinting ? licenses : licenses.slice(0, limit)
  const rest = licenses.length - shown.length
  return (
    <>
      {hasRoom ? (
        <div className={styles.frame}>
          <table className={styles.table} aria-label="Licenses">
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <ColumnHeader key={column.id} column={column} view={view} onSort={onSort} />
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((license) => (
                <LicenseRow key={license.skuId} license={license} onEdit={onEdit} />
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <>
          <Select
            className={styles.order}
            aria-label="Sort by"
            value={view.sort}
            onChange={(_, { value }) => onSort(LicenseColumn.parse(value))}
          >
            {COLUMNS.map(({ id, header }) => (
              <option key={id} value={id}>
                Sorted by: {header}
              </option>
            ))}
          </Select>
          <ul className={styles.cards} aria-label="Licenses">
            {shown.map((license) => (
              <LicenseCard key={license.skuId} license={license} onEdit={onEdit} />
            ))}
          </ul>
        </>
      )}
      {rest > 0 && (
        <Button className={styles.more} onClick={() => setLimit(limit + STEP)}>
          Show {number(Math.min(rest, STEP))} more of {number(rest)}
        </Button>
      )}
    </>
  )
}

interface ColumnHeaderProps {
  column: { id: LicenseColumn; header: string; isNumber?: boolean }
  view: LicensesView
  onSort: (column: LicenseColumn) => void
}

function ColumnHeader({
  column: { id, header, isNumber = false },
  view,
  onSort,
}: ColumnHeaderProps) {
  const styles = useStyles()
  const isSorted = view.sort === id
  const Arrow = view.isDescending ? ArrowDown12Regular : ArrowUp12Regular
  const direction = view.isDescending ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      className={mergeClasses(styles.header, isNumber && styles.number)}
      aria-sort={isSorted ? direction : 'none'}
    >
      <button type="button" className={styles.sort} onClick={() => onSort(id)}>
        {header}
        {isSorted && <Arrow aria-hidden />}
      </button>
    </th>
  )
}
