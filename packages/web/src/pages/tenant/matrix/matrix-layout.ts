import type { TenantLicense } from '@tenantscope/contract/licenses'
import { MATRIX } from '@tenantscope/contract/limits'
import { useMemo } from 'react'

import { useCompactView } from '../../../lib/preferences.ts'
import type { CellPlace, GridLayout, GridWindow } from '../../../ui/grid/grid-layout.ts'
import { useBreakpoint } from '../../../ui/use-breakpoint.ts'

/** From this width on there is room for the person column of specification section 9. */
const WIDE_FROM_PX = 640
const NARROW_PERSON_PX = 120

/** The sizes of the matrix in px. */
export interface MatrixLayout extends GridLayout {
  readonly isCompact: boolean
}

/** Without a width of the box and a number of columns, columns have their least width. */
export function useMatrixLayout(box: { widthPx: number; columns: number } = NO_BOX): MatrixLayout {
  const { widthPx, columns } = box
  const isCompact = useCompactView()
  const isWide = useBreakpoint([WIDE_FROM_PX]) === WIDE_FROM_PX
  return useMemo(() => {
    const rowHeadPx = isWide ? personColumnPx(widthPx, columns) : NARROW_PERSON_PX
    return {
      rowHeadPx,
      columnPx: licenseColumnPx(widthPx - rowHeadPx, columns),
      headPx: 84,
      rowPx: isCompact ? 32 : 44,
      isCompact,
    }
  }, [isWide, isCompact, widthPx, columns])
}

const NO_BOX = { widthPx: 0, columns: 0 }

/** People get the width that licenses of a comfortable width leave free: names and addresses are then complete. */
export function personColumnPx(widthPx: number, columns: number): number {
  const freePx = widthPx - columns * COMFORTABLE_LICENSE_PX
  return Math.min(MATRIX.userColumnMaxPx, Math.max(MATRIX.userColumnPx, freePx))
}

const COMFORTABLE_LICENSE_PX = 160

/** Columns share the width that is left beside the people, within the limits of decision 0040. */
export function licenseColumnPx(roomPx: number, columns: number): number {
  const { licenseColumnPx: least, licenseColumnMaxPx: most } = MATRIX
  return Math.min(most, Math.max(least, Math.floor(roomPx / Math.max(columns, 1))))
}

/** Lines of a header hold about this many characters together. */
const HEADER_CHARACTERS = 39

/**
 * Returns the names for the headers. A long name that begins with the same words as another one is
 * shown without them, so that what distinguishes it is in sight.
 */
export function headerNames(licenses: readonly TenantLicense[]): ReadonlyMap<string, string> {
  const words = licenses.map(({ displayName }) => displayName.split(' '))
  return new Map(
    licenses.map(({ skuId, displayName }, at) => {
      const own = words[at] ?? []
      if (displayName.length <= HEADER_CHARACTERS) return [skuId, displayName]
      const shared = Math.max(
        0,
        ...words.map((other, place) => (place === at ? 0 : sharedWords(own, other))),
      )
      const start = Math.min(shared, own.length - 1)
      // '(Plan 2)' stays together.
      const rest = own.slice(own[start - 1]?.startsWith('(') ? start - 1 : start).join(' ')
      return [skuId, shared === 0 ? displayName : `… ${rest}`]
    }),
  )
}

function sharedWords(own: readonly string[], other: readonly string[]): number {
  const end = own.findIndex((word, at) => word !== other[at])
  return end === -1 ? own.length : end
}

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
  const { rowHeadPx, columnPx } = layout
  const columns = useMemo(
    () =>
      licenses.map((license, index) => ({
        license,
        columnIndex: index + 2,
        place: { left: rowHeadPx + index * columnPx, width: columnPx },
      })),
    [licenses, rowHeadPx, columnPx],
  )
  return useMemo(
    () =>
      columns.filter(
        (_, index) => (index >= firstColumn && index < endColumn) || index === active.column - 1,
      ),
    [columns, firstColumn, endColumn, active.column],
  )
}
