import {
  Button,
  makeStyles,
  shorthands,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import type { UseQueryResult } from '@tanstack/react-query'
import { countVerifications, unreadableSentence } from '@tenantscope/analysis/verification'
import { VERIFICATION_NAMES } from '@tenantscope/contract/tenants'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useId } from 'react'

import type { Permissions } from '../../lib/permissions.ts'
import { useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { UsageBar } from '../../ui/usage-bar.tsx'
import type { AllTenantsView } from './all-tenants-view.ts'

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    gap: '8px',
    minWidth: 0,
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  line: {
    ...typographyStyles.caption1,
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '0 12px',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
  age: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  levels: { display: 'flex', flexWrap: 'wrap', gap: '4px', marginInline: '-8px' },
  level: {
    ...typographyStyles.caption1,
    display: 'inline-flex',
    gap: '6px',
    padding: '3px 7px',
    fontFamily: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '&[aria-pressed="true"]': {
      ...shorthands.borderColor(tokens.colorCompoundBrandStroke),
      // Forced colors give every edge the same one.
      '@media (forced-colors: active)': { outline: '2px solid Highlight' },
    },
  },
})

interface PermissionCardProps {
  tenants: readonly TenantListItem[]
  permissions: UseQueryResult<Permissions>
  view: AllTenantsView
  onChoose: (view: AllTenantsView) => void
}

/** The verified access of all tenants: the numbers add up to their total, and each filters the table. */
export function PermissionCard({ tenants, permissions, view, onChoose }: PermissionCardProps) {
  const styles = useStyles()
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.line}>
        <Text id={id} as="h2" variant="caption" nowrap>
          Permission verification
        </Text>
        {permissions.data && <Evaluated permissions={permissions.data} />}
      </div>
      {permissions.data && (
        <>
          <Levels metrics={permissions.data.evaluationMetrics} view={view} onChoose={onChoose} />
          <Unreadable tenants={tenants} metrics={permissions.data.evaluationMetrics} />
        </>
      )}
      {permissions.isLoadingError && (
        <Stack row wrap gap={8} align="center" role="alert">
          <Text variant="caption" muted>
            The results could not be loaded.
          </Text>
          <Button size="small" onClick={() => void permissions.refetch()}>
            Try again
          </Button>
        </Stack>
      )}
    </section>
  )
}

function Evaluated({ permissions }: { permissions: Permissions }) {
  const styles = useStyles()
  const format = useFormat()
  const now = useNow()
  const {
    evaluationMetrics,
    scanMetadata: { oldest },
  } = permissions
  return (
    <span className={styles.age}>
      {format.number(evaluationMetrics.evaluatedTenants)} evaluated
      {oldest !== null && (
        <>
          {', oldest '}
          <time dateTime={oldest} title={format.dateTime(oldest)}>
            {format.relative(oldest, now)}
          </time>
        </>
      )}
    </span>
  )
}

interface UnreadableProps {
  tenants: readonly TenantListItem[]
  metrics: Permissions['evaluationMetrics']
}

/** Why tenants are not readable. The list and the metrics are two replies: absent while they differ. */
function Unreadable({ tenants, metrics }: UnreadableProps) {
  const format = useFormat()
  const isSame = countVerifications(tenants).notReadable === metrics.failedTenants
  const sentence = unreadableSentence(tenants, format.number)
  if (!isSame || sentence === null) return null
  return (
    <Text variant="caption" muted>
      {sentence}
    </Text>
  )
}

interface LevelsProps extends Pick<PermissionCardProps, 'view' | 'onChoose'> {
  metrics: Permissions['evaluationMetrics']
}

function Levels({ metrics, view, onChoose }: LevelsProps) {
  const styles = useStyles()
  const format = useFormat()
  const levels = [
    { count: metrics.fullAccess, value: 'full' },
    { count: metrics.limitedAccess, value: 'limited' },
    { count: metrics.failedTenants, value: 'notReadable' },
    { count: metrics.inactiveTenants, value: 'inactive' },
  ] as const
  const { fullAccess, evaluatedTenants } = metrics
  return (
    <>
      <UsageBar percent={evaluatedTenants === 0 ? 0 : (fullAccess / evaluatedTenants) * 100} />
      <div className={styles.levels}>
        {levels.map(({ count, value }) => (
          <button
            key={value}
            type="button"
            className={styles.level}
            aria-pressed={view.access === value}
            onClick={() => onChoose({ ...view, access: view.access === value ? undefined : value })}
          >
            {VERIFICATION_NAMES[value]}{' '}
            <Text variant="captionStrong" tabular>
              {format.number(count)}
            </Text>
          </button>
        ))}
      </div>
    </>
  )
}
