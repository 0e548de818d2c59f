import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { ConsentCheck } from '@tenantscope/contract/azure'

import type { Permissions } from '../../lib/permissions.ts'
import { useFormat } from '../../lib/preferences.ts'
import { StatusLabel } from '../../ui/status-label.tsx'
import { summaryOf } from './summary.ts'

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    alignContent: 'start',
    gap: '8px',
    margin: 0,
    '@media (min-width: 640px) and (max-width: 960px)': {
      gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    },
  },
  tile: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    gap: '2px',
    minWidth: 0,
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  label: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  value: {
    ...typographyStyles.body1Strong,
    display: 'flex',
    alignItems: 'center',
    minHeight: '22px',
    margin: 0,
    fontVariantNumeric: 'tabular-nums',
  },
})

interface SummaryGridProps {
  registration: Permissions
  check: ConsentCheck | null
}

/** The findings at a glance. */
export function SummaryGrid({ registration, check }: SummaryGridProps) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <dl className={styles.grid} aria-label="Summary">
      {summaryOf(registration, check).map(({ label, value }) => (
        <div key={label} className={styles.tile}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>
            {typeof value === 'number' ? (
              format.number(value)
            ) : (
              <StatusLabel tone={value.tone}>{value.word}</StatusLabel>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
