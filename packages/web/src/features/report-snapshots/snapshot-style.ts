/** What the header and the rows of the table have in common. */
export const SNAPSHOT_CELLS = {
  choice: { width: '40px' },
  number: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  // On a phone they stand under the date.
  wide: { '@media (max-width: 860px)': { display: 'none' } },
} as const
