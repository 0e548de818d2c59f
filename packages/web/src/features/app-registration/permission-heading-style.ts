/** The heading of a list with what stands at the end of its line, as input of makeStyles. */
export const PERMISSION_HEADING_STYLE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  minHeight: '32px',
} as const
