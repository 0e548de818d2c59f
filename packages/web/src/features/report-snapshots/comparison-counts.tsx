import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReportComparison } from '@tenantscope/contract/reports'

import { useFormat } from '../../lib/preferences.ts'
import { changesText, differenceText } from './comparison-words.ts'

const useStyles = makeStyles({
  counts: { display: 'flex', flexWrap: 'wrap', gap: '12px', margin: 0 },
  count: {
    flex: '1 1 180px',
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    fontVariantNumeric: 'tabular-nums',
  },
  label: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  value: { ...typographyStyles.subtitle1, margin: 0 },
  difference: { ...typographyStyles.caption1, margin: 0, color: tokens.colorNeutralForeground2 },
})

/** How many before and after, before anything is named. */
export function ComparisonCounts({ comparison }: { comparison: ReportComparison }) {
  const styles = useStyles()
  const format = useFormat()
  const { summary, users, licenses } = comparison
  const counts = [
    { label: 'Users', change: summary.totalUsers, detail: changesText(users, format) },
    { label: 'Licenses', change: summary.totalLicenses, detail: changesText(licenses, format) },
    { label: 'Assignments', change: summary.totalAssignments, detail: null },
  ]
  return (
    <dl className={styles.counts}>
      {counts.map(({ label, change, detail }) => (
        <div key={label} className={styles.count}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>
            {format.number(change.before)} → {format.number(change.after)}
          </dd>
          <dd className={styles.difference}>{differenceText(change, format)}</dd>
          {detail !== null && <dd className={styles.difference}>{detail}</dd>}
        </div>
      ))}
    </dl>
  )
}
