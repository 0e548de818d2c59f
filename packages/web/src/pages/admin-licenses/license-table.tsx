import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { License } from '@tenantscope/contract/licenses'
import { useMemo, useState } from 'react'

import { HideLicenseSwitch } from '../../features/license-visibility/hide-license-switch.tsx'
import { useFormat } from '../../lib/preferences.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useIsPrinting } from '../../ui/use-is-printing.ts'
import { LicenseName, LicensePrice, LicenseTypeFact, VisibilityBadge } from './license-facts.tsx'
import { LicenseColumn } from './licenses-view.ts'
import type { EditLicense, LicensesSearch } from './licenses-view.ts'

const useStyles = makeStyles({
  frame: {
    padding: '0 8px 8px',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    '@media screen and (max-width: 900px)': { paddingTop: '8px' },
  },
  cell: {
    '@media screen and (min-width: 901px)': { padding: '6px 8px', verticalAlign: 'middle' },
    '@media print': { padding: '4px' },
  },
  name: { '@media screen and (min-width: 901px)': { maxWidth: 0, width: '100%' } },
  date: {
    '@media screen and (min-width: 901px)': { whiteSpace: 'nowrap' },
    fontVariantNumeric: 'tabular-nums',
  },
  more: { alignSelf: 'center' },
})

/** Each row holds a switch and buttons: more of them at once would make typing slow. */
const STEP = 100

interface LicenseTableProps {
  licenses: readonly License[]
  view: LicensesSearch
  onChoose: (view: LicensesSearch) => void
  onEdit: EditLicense
}

/** The licenses in the order of the view. */
export function LicenseTable({ licenses, view, onChoose, onEdit }: LicenseTableProps) {
  const styles = useStyles()
  const { number } = useFormat()
  const isPrinting = useIsPrinting()
  const [limit, setLimit] = useState(STEP)
  const shown = isPrinting ? licenses : licenses.slice(0, limit)
  const rest = licenses.length - shown.length
  return (
    <>
      <div className={styles.frame}>
        <DataTable
          caption="Licenses"
          columns={useColumns(onEdit)}
          rows={shown}
          rowId={({ skuId }) => skuId}
          sorting={{
            sortId: view.by ?? 'name',
            isDescending: view.order === 'desc',
            // The address leaves the defaults out.
            onSort: (sortId, isDescending) =>
              onChoose({
                ...view,
                by: sortId === 'name' ? undefined : LicenseColumn.parse(sortId),
                order: isDescending ? 'desc' : undefined,
              }),
          }}
        />
      </div>
      {rest > 0 && (
        <Button className={styles.more} onClick={() => setLimit(limit + STEP)}>
          Show {number(Math.min(rest, STEP))} more of {number(rest)}
        </Button>
      )}
    </>
  )
}

function useColumns(onEdit: EditLicense) {
  const { cell, name, date: dateCell } = useStyles()
  const { date, dateTime } = useFormat()
  return useMemo(() => {
    const dateColumn = (header: string, sortId: 'firstDiscovered' | 'lastSeen') => ({
      header,
      sortId,
      className: mergeClasses(cell, dateCell),
      render: (license: License) => (
        <span title={dateTime(license[sortId])}>{date(license[sortId])}</span>
      ),
    })
    return [
      {
        header: 'License',
        sortId: 'name',
        isRowHeader: true,
        className: mergeClasses(cell, name),
        render: (license) => <LicenseName license={license} onEdit={onEdit} />,
      },
      {
        header: 'Visibility',
        sortId: 'visibility',
        className: cell,
        render: (license) => (
          <Stack row gap={4} align="center">
            <VisibilityBadge isVisible={license.isVisible} />
            <HideLicenseSwitch license={license} hasLabel={false} />
          </Stack>
        ),
      },
      {
        header: 'Type',
        sortId: 'type',
        className: cell,
        render: (license) => <LicenseTypeFact license={license} />,
      },
      {
        header: 'Price per seat and month',
        sortId: 'price',
        isNumber: true,
        className: cell,
        render: (license) => <LicensePrice license={license} />,
      },
      dateColumn('First discovered', 'firstDiscovered'),
      dateColumn('Last seen', 'lastSeen'),
    ] satisfies readonly (TableColumn<License> & { sortId: LicenseColumn })[]
  }, [cell, name, dateCell, date, dateTime, onEdit])
}
