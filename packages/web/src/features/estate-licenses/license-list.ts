import type { TextColumn } from '@tenantscope/analysis/csv'
import type { ReactNode } from 'react'

import type { TableColumn } from '../../ui/data-table.tsx'

/** A column of the screen with the same values for a file. */
export interface ListColumn<Row> extends TableColumn<Row> {
  render: (row: Row) => ReactNode
  /** In the order of the screen. */
  cells: readonly TextColumn<Row>[]
}

/** Returns the columns of the file: those of the screen, in its order. */
export const fileColumns = <Row>(columns: readonly ListColumn<Row>[]): readonly TextColumn<Row>[] =>
  columns.flatMap(({ cells }) => cells)
