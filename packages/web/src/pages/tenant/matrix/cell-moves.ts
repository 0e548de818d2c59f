import type { CellPlace } from './matrix-layout.ts'

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/** The last row and column, and how many rows are in sight at once. */
export interface GridBounds {
  readonly lastRow: number
  readonly lastColumn: number
  readonly pageRows: number
}

/** Where a key leads from a cell (ARIA grid pattern); undefined for keys that are not the grid's. */
export function targetOfKey(key: Key, from: CellPlace, bounds: GridBounds): CellPlace | undefined {
  if (key.altKey || key.metaKey || key.shiftKey) return undefined
  const moves = key.ctrlKey ? CTRL_MOVES : MOVES
  const target = moves[key.key]?.(from, bounds)
  return target && insideOf(target, bounds)
}

/** The cell itself, or the nearest one that there is. */
export function insideOf(
  { row, column }: CellPlace,
  { lastRow, lastColumn }: Pick<GridBounds, 'lastRow' | 'lastColumn'>,
): CellPlace {
  return {
    row: Math.min(Math.max(0, row), lastRow),
    column: Math.min(Math.max(0, column), lastColumn),
  }
}

type Moves = Readonly<Record<string, (from: CellPlace, bounds: GridBounds) => CellPlace>>

const MOVES: Moves = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { lastColumn }) => ({ row, column: lastColumn }),
  PageUp: ({ row, column }, { pageRows }) => ({ row: Math.max(1, row - pageRows), column }),
  PageDown: ({ row, column }, { pageRows }) => ({ row: row + pageRows, column }),
}

const CTRL_MOVES: Moves = {
  Home: () => ({ row: 1, column: 0 }),
  End: (_, { lastRow, lastColumn }) => ({ row: lastRow, column: lastColumn }),
}
