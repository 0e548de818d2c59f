import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { LicenseSummary } from '@tenantscope/contract/licenses'

import { useFormat } from '../../lib/preferences.ts'

const useStyles = makeStyles({
  tiles: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: '12px',
    margin: 0,
    '@media (max-width: 720px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
  tile: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  label: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  number: { ...typographyStyles.title3, margin: 0, fontVariantNumeric: 'tabular-nums' },
  note: { ...typographyStyles.caption1, margin: 0, color: tokens.colorNeutralForeground2 },
})

/** Seats of paid licenses, and how many kinds of licenses there are in all (specification section 2). */
export function LicenseTiles({ summary }: { summary: LicenseSummary }) {
  const styles = useStyles()
  const format = useFormat()
  const freeSkus = summary.totalSkus - summary.paidSkus
  const tiles: { label: string; count: number; note?: string }[] = [
    { label: 'Total Licenses', count: summary.totalLicenses },
    { label: 'Assigned', count: summary.consumedLicenses },
    { label: 'Available', count: summary.availableLicenses },
    {
      label: 'License Types',
      count: summary.totalSkus,
      ...(freeSkus > 0 && {
        note: `${format.number(summary.paidSkus)} paid, ${format.number(freeSkus)} free`,
      }),
    },
  ]
  return (
    <dl className={styles.tiles} aria-label="Licenses in numbers">
      {tiles.map(({ label, count, note }) => (
        <div key={label} className={styles.tile}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.number}>{format.number(count)}</dd>
          {note !== undefined && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
