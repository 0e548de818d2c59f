import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { POLICIES_SHOWN } from '@tenantscope/contract/limits'
import type { TenantPolicies, TenantPolicy } from '@tenantscope/contract/policies'
import type { PartFailure } from '@tenantscope/contract/tenants'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { PartNote } from './part-note.tsx'

const useStyles = makeStyles({
  counts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: '12px',
    margin: 0,
  },
  count: { display: 'flex', flexDirection: 'column-reverse', margin: 0 },
  number: { ...typographyStyles.subtitle1, margin: 0, fontVariantNumeric: 'tabular-nums' },
  label: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '16px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

interface PoliciesCardProps {
  policies: TenantPolicies | null
  failure: PartFailure | undefined
}

/** The Conditional Access policies by state, and the first of them. */
export function PoliciesCard({ policies, failure }: PoliciesCardProps) {
  const styles = useStyles()
  const format = useFormat()
  if (failure || policies === null)
    return (
      <SectionCard title="Conditional Access Policies">
        {failure ? <PartNote failure={failure} /> : <span>Not read yet</span>}
      </SectionCard>
    )
  const { summary, conditionalAccess } = policies
  const counts = [
    { label: 'Enabled', count: summary.enabled },
    { label: 'Report Only', count: summary.reportOnly },
    { label: 'Disabled', count: summary.disabled },
  ]
  const shown = conditionalAccess.slice(0, POLICIES_SHOWN)
  const more = conditionalAccess.length - shown.length
  return (
    <SectionCard title="Conditional Access Policies">
      <dl className={styles.counts}>
        {counts.map(({ label, count }) => (
          <div key={label} className={styles.count}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.number}>{format.number(count)}</dd>
          </div>
        ))}
      </dl>
      {shown.length === 0 && <span className={styles.quiet}>This tenant has no policy.</span>}
      {shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((policy) => (
            <PolicyItem key={policy.id} policy={policy} />
          ))}
        </ul>
      )}
      {more > 0 && <span className={styles.quiet}>And {more} more policies...</span>}
    </SectionCard>
  )
}

function PolicyItem({ policy }: { policy: TenantPolicy }) {
  const styles = useStyles()
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <ForeignText>{policy.displayName}</ForeignText>
        <span className={styles.quiet}>{policy.appliesTo}</span>
      </div>
      <PolicyState state={policy.state} />
    </li>
  )
}

/** States that Microsoft may add show their own word and look disabled (specification section 4). */
function PolicyState({ state }: { state: string }) {
  if (state === 'enabled') return <StatusLabel tone="good">Enabled</StatusLabel>
  if (state === 'enabledForReportingButNotEnforced')
    return <StatusLabel tone="info">Report Only</StatusLabel>
  return <StatusLabel tone="off">{state === 'disabled' ? 'Disabled' : state}</StatusLabel>
}
