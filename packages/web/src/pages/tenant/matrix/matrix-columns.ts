import type { TenantLicense } from '@tenantscope/contract/licenses'
import { useMemo } from 'react'

import type { CellPlace, GridWindow, MatrixLayout } from './matrix-layout.ts'

/** A license column that is drawn. */
export interface MatrixColumn {
  readonly license: TenantLicense
  /** As readers count: the people are column 1. */
  readonly columnIndex: number
  readonly place: { readonly left: number; readonly width: number }
}

/** The columns in sight, and the one whose cell the Tab key reaches. */
export function useMatrixColumns(
  licenses: readonly TenantLicense[],
  { firstColumn, endColumn }: Pick<GridWindow, 'firstColumn' | 'endColumn'>,
  { layout, active }: { layout: MatrixLayout; active: CellPlace },
): readonly MatrixColumn[] {
  const { personPx, licensePx } = layout
  const columns = useMemo(
    () =>
      licenses.map((license, index) => ({
        license,
        columnIndex: index + 2,
        place: { left: personPx + index * licensePx, width: licensePx },
      })),
    [licenses, personPx, licensePx],
  )
  return useMemo(
    () =>
      columns.filter(
        (_, index) => (index >= firstColumn && index < endColumn) || index === active.column - 1,
      ),
    [columns, firstColumn, endColumn, active.column],
  )
}
