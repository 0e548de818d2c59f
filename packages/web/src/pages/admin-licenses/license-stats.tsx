import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { License } from '@tenantscope/contract/licenses'

import { useFormat } from '../../lib/preferences.ts'
import { isFree } from './licenses-view.ts'

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
    gap: '12px',
    margin: 0,
    '@media (max-width: 720px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    minWidth: 0,
    padding: '12px 16px',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  label: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  number: { ...typographyStyles.title3, margin: 0, fontVariantNumeric: 'tabular-nums' },
  note: { ...typographyStyles.caption1, margin: 0, color: tokens.colorNeutralForeground3 },
})

/** How many SKUs there are of each kind, whatever the filters show. */
export function LicenseStats({ licenses }: { licenses: readonly License[] }) {
  const styles = useStyles()
  const format = useFormat()
  const visible = licenses.filter(({ isVisible }) => isVisible).length
  const free = licenses.filter(({ licenseType }) => isFree(licenseType)).length
  const cards = [
    { label: 'Total', count: licenses.length },
    { label: 'Visible', count: visible },
    { label: 'Hidden', count: licenses.length - visible },
    { label: 'Paid', count: licenses.length - free },
    { label: 'Free', count: free, note: 'with context-dependent and retired' },
  ]
  return (
    <dl className={styles.cards} aria-label="Licenses in numbers">
      {cards.map(({ label, count, note }) => (
        <div key={label} className={styles.card}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.number}>{format.number(count)}</dd>
          {note !== undefined && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
