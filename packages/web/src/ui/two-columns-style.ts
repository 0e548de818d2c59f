/** Styles of a wide and a narrow column, as input of makeStyles. */
export const TWO_COLUMNS_STYLE = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 5fr)',
  alignItems: 'start',
  gap: '16px',
  '@media (max-width: 960px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
} as const
