import { Checkbox, makeStyles } from '@fluentui/react-components'
import {
  functionalUpdate,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { RowData, RowSelectionState } from '@tanstack/react-table'

import type { TableColumn } from './data-table.tsx'

const useStyles = makeStyles({ cell: { width: '40px', padding: 0 } })

interface Selection<Row> {
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Heading of the column, for screen readers. */
  header: string
  labelOf: (row: Row) => string
  selectedIds: readonly string[]
  /** More rows cannot be selected. */
  max: number
  canSelect: (row: Row) => boolean
  onSelect: (selected: readonly Row[]) => void
}

const FEATURES = tableFeatures({ rowSelectionFeature })

/** Returns a column of checkboxes for `DataTable`. The caller holds the selection. */
export function useSelectionColumn<Row extends RowData>(
  selection: Selection<Row>,
): TableColumn<Row> {
  const { rows, rowId, header, labelOf, selectedIds, max, canSelect, onSelect } = selection
  const styles = useStyles()
  const rowSelection: RowSelectionState = Object.fromEntries(
    selectedIds.map((id) => [id, true] as const),
  )
  const table = useTable<typeof FEATURES, Row>({
    features: FEATURES,
    data: rows,
    columns: NO_COLUMNS,
    getRowId: rowId,
    state: { rowSelection },
    enableRowSelection: ({ id, original }) =>
      (selectedIds.length < max || selectedIds.includes(id)) && canSelect(original),
    onRowSelectionChange: (updater) => {
      const isSelected = functionalUpdate(updater, rowSelection)
      onSelect(rows.filter((row) => isSelected[rowId(row)]))
    },
  })
  return {
    header,
    isHeaderHidden: true,
    isBare: true,
    className: styles.cell,
    render: (row) => {
      const model = table.getRow(rowId(row))
      return (
        <Checkbox
          aria-label={labelOf(row)}
          checked={model.getIsSelected()}
          disabled={!model.getCanSelect()}
          onChange={(_, { checked }) => model.toggleSelected(checked === true)}
        />
      )
    },
  }
}

/** The table renders the columns itself. */
const NO_COLUMNS: readonly never[] = []
