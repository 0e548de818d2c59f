import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { POLICIES_SHOWN } from '@tenantscope/contract/limits'
import type { PartFailure } from '@tenantscope/contract/parts'
import type { TenantPolicies } from '@tenantscope/contract/policies'
import { useState } from 'react'

import { SectionCard } from '../../ui/section-card.tsx'
import { PartNote } from './part-note.tsx'
import { PolicyCounts } from './policy-counts.tsx'
import { PolicyItem } from './policy-item.tsx'

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  end: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px 16px',
    minHeight: '32px',
  },
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

interface PoliciesCardProps {
  policies: TenantPolicies | null
  failure: PartFailure | undefined
  /** Lets the reader see more than the first ones. */
  canShowAll?: boolean
  /** The policy that the address singles out. */
  linkedPolicyId?: string | undefined
}

/** The Conditional Access policies: how many are in which state, and the first of them. */
export function PoliciesCard({ policies, failure, ...listProps }: PoliciesCardProps) {
  return (
    <SectionCard title="Conditional Access Policies">
      {failure && <PartNote failure={failure} />}
      {!failure && policies === null && <span>Not read yet</span>}
      {!failure && policies !== null && (
        <>
          <PolicyCounts summary={policies.summary} />
          <PolicyList policies={policies.conditionalAccess} {...listProps} />
        </>
      )}
    </SectionCard>
  )
}

interface PolicyListProps {
  policies: TenantPolicies['conditionalAccess']
  canShowAll?: boolean
  linkedPolicyId?: string | undefined
}

function PolicyList({ policies, canShowAll = false, linkedPolicyId }: PolicyListProps) {
  const styles = useStyles()
  const [isWhole, setIsWhole] = useState(false)
  const linkedAt = policies.findIndex(({ id }) => id === linkedPolicyId)
  const shown = isWhole || linkedAt >= POLICIES_SHOWN ? policies : policies.slice(0, POLICIES_SHOWN)
  const more = policies.length - shown.length
  if (policies.length === 0) return <span className={styles.quiet}>This tenant has no policy.</span>
  return (
    <>
      <ul className={styles.list}>
        {shown.map((policy) => (
          <PolicyItem key={policy.id} policy={policy} isLinked={policy.id === linkedPolicyId} />
        ))}
      </ul>
      {linkedPolicyId !== undefined && linkedAt < 0 && (
        <span className={styles.quiet}>The policy of this link is not here any more.</span>
      )}
      {more > 0 && (
        <div className={styles.end}>
          <span className={styles.quiet}>And {more} more policies...</span>
          {canShowAll && (
            <Button size="small" onClick={() => setIsWhole(true)}>
              Show All
            </Button>
          )}
        </div>
      )}
    </>
  )
}
