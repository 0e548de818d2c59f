import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'

import { SectionCard } from '../../ui/section-card.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  note: { ...typographyStyles.body1, margin: 0, color: tokens.colorNeutralForeground2 },
})

/** What keeps the grade from A+ though nothing of it failed. */
export function NotVerifiedCard({ names }: { names: readonly string[] }) {
  const styles = useStyles()
  return (
    <SectionCard title="Not Verified">
      <ul className={styles.list}>
        {names.map((name) => (
          <li key={name}>
            <StatusLabel tone="unknown">{name}</StatusLabel>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        These could not be measured; there is no A+ with them. A Security Audit says why, and how to
        verify them yourself.
      </p>
    </SectionCard>
  )
}
