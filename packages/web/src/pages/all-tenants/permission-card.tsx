import {
  Button,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'

import type { Permissions } from '../../lib/permissions.ts'
import { useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
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
    justifyContent: 'space-between',
    gap: '12px',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
  title: { ...typographyStyles.caption1, margin: 0, whiteSpace: 'nowrap' },
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
      borderTopColor: tokens.colorCompoundBrandStroke,
      borderRightColor: tokens.colorCompoundBrandStroke,
      borderBottomColor: tokens.colorCompoundBrandStroke,
      borderLeftColor: tokens.colorCompoundBrandStroke,
      // Forced colors give every edge the same one.
      '@media (forced-colors: active)': { outline: '2px solid Highlight' },
    },
  },
  count: { ...typographyStyles.caption1Strong, fontVariantNumeric: 'tabular-nums' },
  failed: { display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap' },
})

interface PermissionCardProps {
  permissions: UseQueryResult<Permissions>
  view: AllTenantsView
  onChoose: (view: AllTenantsView) => void
}

/** What the last refreshes learned about permissions; each number shows the tenants behind it. */
export function PermissionCard({ permissions, view, onChoose }: PermissionCardProps) {
  const styles = useStyles()
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.line}>
        <h2 id={id} className={styles.title}>
          Permission verification
        </h2>
        {permissions.data && <Evaluated permissions={permissions.data} />}
      </div>
      {permissions.data && (
        <Levels metrics={permissions.data.evaluationMetrics} view={view} onChoose={onChoose} />
      )}
      {permissions.isLoadingError && (
        <div className={mergeClasses(styles.line, styles.failed)} role="alert">
          The results could not be loaded.
          <Button size="small" onClick={() => void permissions.refetch()}>
            Try again
          </Button>
        </div>
      )}
    </section>
  )
}

function Evaluated({ permissions }: { permissions: Permissions }) {
  const styles = useStyles()
  const format = useFormat()
  const now = useNow()
  const { evaluationMetrics, scanTimestamp } = permissions
  return (
    <span className={styles.age}>
      {format.number(evaluationMetrics.evaluatedTenants)} evaluated
      {scanTimestamp !== null && (
        <>
          {', '}
          <time dateTime={scanTimestamp} title={format.dateTime(scanTimestamp)}>
            {format.relative(scanTimestamp, now)}
          </time>
        </>
      )}
    </span>
  )
}

interface LevelsProps {
  metrics: Permissions['evaluationMetrics']
  view: AllTenantsView
  onChoose: (view: AllTenantsView) => void
}

function Levels({ metrics, view, onChoose }: LevelsProps) {
  const styles = useStyles()
  const format = useFormat()
  const levels = [
    {
      label: 'Full Access',
      count: metrics.fullAccess,
      isChosen: view.access === 'full',
      filter: { access: 'full' },
    },
    {
      label: 'Limited Access',
      count: metrics.limitedAccess,
      isChosen: view.access === 'limited',
      filter: { access: 'limited' },
    },
    {
      label: 'Failed',
      count: metrics.failedTenants,
      isChosen: view.attention === 'unread',
      filter: { attention: 'unread' },
    },
  ] as const
  return (
    <>
      <UsageBar percent={shareOf(metrics.fullAccess, metrics.evaluatedTenants)} />
      <div className={styles.levels}>
        {levels.map(({ label, count, isChosen, filter }) => (
          <button
            key={label}
            type="button"
            className={styles.level}
            aria-pressed={isChosen}
            onClick={() => onChoose({ ...view, ...(isChosen ? without(filter) : filter) })}
          >
            {label} <span className={styles.count}>{format.number(count)}</span>
          </button>
        ))}
      </div>
    </>
  )
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100
}

function without(
  filter: object,
): Pick<AllTenantsView, 'access'> | Pick<AllTenantsView, 'attention'> {
  return 'access' in filter ? { access: undefined } : { attention: undefined }
}
