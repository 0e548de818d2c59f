import { useCompactView } from '../../lib/preferences.ts'
import { useBreakpoint } from '../../ui/use-breakpoint.ts'

/** From this width on each person is one line of columns. */
const COLUMNS_FROM_PX = 720

/** How high each person's row is: all are alike, so that a long list need not measure them. */
export function useUserRowHeight(): number {
  const isCompact = useCompactView()
  if (useBreakpoint([COLUMNS_FROM_PX]) < COLUMNS_FROM_PX) return isCompact ? 92 : 100
  return isCompact ? 44 : 52
}

/** The cells of a row, side by side or one below the other. */
export const USER_ROW_STYLE = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 4fr) minmax(0, 3fr) minmax(0, 5fr) 64px',
  alignItems: 'center',
  columnGap: '16px',
  boxSizing: 'border-box',
  padding: '0 8px',
  '@media (max-width: 719px)': {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gridTemplateRows: 'auto auto auto',
    alignContent: 'center',
    columnGap: '8px',
    rowGap: '4px',
    padding: '0 4px',
  },
} as const
