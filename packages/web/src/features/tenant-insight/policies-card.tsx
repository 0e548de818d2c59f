import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { POLICIES_SHOWN } from '@tenantscope/contract/limits'
import type { PartFailure } from '@tenantscope/contract/parts'
import type { TenantPolicies, TenantPolicy } from '@tenantscope/contract/policies'
import { useState } from 'react'

import { LazyStackedBar } from '../../ui/charts/lazy-charts.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { PolicyStateLabel } from '../../ui/policy-state-label.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { PartNote } from './part-note.tsx'

const useStyles = makeStyles({
  end: { minHeight: '32px' },
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '16px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
})

interface PoliciesCardProps {
  policies: TenantPolicies | null
  failure: PartFailure | undefined
  /** Whether all policies can be shown, not only the first ones. */
  canShowAll?: boolean
  onOpen: (policyId: string) => void
}

/** The number of Conditional Access policies by state, and the first ones. */
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

type PolicyListProps = Pick<PoliciesCardProps, 'canShowAll' | 'onOpen'> & {
  policies: readonly TenantPolicy[]
}

function PolicyList({ policies, canShowAll = false, onOpen }: PolicyListProps) {
  const styles = useStyles()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? policies : policies.slice(0, POLICIES_SHOWN)
  const more = policies.length - shown.length
  if (policies.length === 0)
    return (
      <Text variant="caption" muted>
        This tenant has no policy.
      </Text>
    )
  return (
    <>
      <Stack as="ul">
        {shown.map((policy) => (
          <PolicyItem key={policy.id} policy={policy} onOpen={() => onOpen(policy.id)} />
        ))}
      </Stack>
      {more > 0 && (
        <Stack
          row
          wrap
          gap={16}
          lineGap={8}
          align="center"
          justify="between"
          className={styles.end}
        >
          <Text variant="caption" muted>
            And {more} more policies...
          </Text>
          {canShowAll && (
            <Button size="small" onClick={() => setIsWhole(true)}>
              Show All
            </Button>
          )}
        </Stack>
      )}
    </>
  )
}

/** The number of policies by state, as a bar. */
function PolicyCounts({ summary }: { summary: TenantPolicies['summary'] }) {
  const { total, enabled, reportOnly, disabled } = summary
  const others = total - enabled - reportOnly - disabled
  return (
    <LazyStackedBar
      title="Conditional Access policies by state"
      columns={{ label: 'State', count: 'Policies' }}
      segments={[
        { key: 'enabled', label: 'Enabled', count: enabled },
        { key: 'reportOnly', label: 'Report Only', count: reportOnly },
        { key: 'disabled', label: 'Disabled', count: disabled },
        // States that Microsoft may add.
        ...(others > 0 ? [{ key: 'others', label: 'Other', count: others }] : []),
      ]}
    />
  )
}

interface PolicyItemProps {
  policy: TenantPolicy
  onOpen: () => void
}

/** One policy: its name, the users that it applies to, and its state. */
function PolicyItem({ policy, onOpen }: PolicyItemProps) {
  const styles = useStyles()
  return (
    <li className={styles.item}>
      <Stack>
        <RowButton onClick={onOpen}>
          <ForeignText>{policy.displayName}</ForeignText>
        </RowButton>
        <Text variant="caption" muted>
          {policy.appliesTo}
        </Text>
      </Stack>
      <PolicyStateLabel state={policy.state} />
    </li>
  )
}
