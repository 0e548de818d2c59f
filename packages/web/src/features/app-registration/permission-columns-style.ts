/** The columns of permissions: name, what it unlocks, state, proof; as input of makeStyles. */
export const PERMISSION_COLUMNS_STYLE = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 5fr) 112px 168px',
  columnGap: '24px',
} as const
