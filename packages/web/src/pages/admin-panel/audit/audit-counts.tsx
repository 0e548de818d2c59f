import {
  makeStyles,
  Skeleton,
  SkeletonItem,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'

import { requestIdOf, userMessageOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { auditCountsQuery } from './audit.queries.ts'

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: '12px',
    margin: 0,
    '@media (max-width: 720px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    padding: '12px 16px',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  label: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  value: { ...typographyStyles.title3, margin: 0, fontVariantNumeric: 'tabular-nums' },
  note: { ...typographyStyles.caption1, margin: 0, color: tokens.colorNeutralForeground2 },
})

const COUNTS = {
  userLogins: 'User Logins',
  adminActions: 'Admin Actions',
  failedAttempts: 'Failed Attempts',
  apiCalls: 'API Calls',
} as const
const NAMES = ['userLogins', 'adminActions', 'failedAttempts', 'apiCalls'] as const

/** How much happened in the last 30 days. */
export function AuditCounts() {
  const styles = useStyles()
  const { number } = useFormat()
  const counts = useQuery(auditCountsQuery)
  if (counts.isError)
    return (
      <LoadFailed
        title="The counts could not be loaded"
        message={userMessageOf(counts.error)}
        requestId={requestIdOf(counts.error)}
        onRetry={() => void counts.refetch()}
      />
    )
  return (
    <dl className={styles.cards} aria-label="Last 30 days" aria-busy={counts.isPending}>
      {NAMES.map((name) => (
        <div key={name} className={styles.card}>
          <dt className={styles.label}>{COUNTS[name]}</dt>
          {counts.data ? (
            <dd className={styles.value}>{number(counts.data[name])}</dd>
          ) : (
            <dd className={styles.value}>
              <Skeleton aria-label={`Loading ${COUNTS[name]}`}>
                <SkeletonItem size={28} />
              </Skeleton>
            </dd>
          )}
          <dd className={styles.note}>last 30 days</dd>
        </div>
      ))}
    </dl>
  )
}
