import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { policyStateLabel } from '@tenantscope/analysis/conditional-access'
import type { TenantPolicy } from '@tenantscope/contract/policies'

import { ForeignText } from '../../ui/foreign-text.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import type { StatusTone } from '../../ui/status-label.tsx'
import { LINKED_ITEM_STYLE } from './linked-item-style.ts'
import { useLinkedItem } from './use-linked-item.ts'

const useStyles = makeStyles({
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '16px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  linked: LINKED_ITEM_STYLE,
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

interface PolicyItemProps {
  policy: TenantPolicy
  /** Singled out by the address. */
  isLinked: boolean
}

/** One policy: its name, whom it concerns and whether it works. */
export function PolicyItem({ policy, isLinked }: PolicyItemProps) {
  const styles = useStyles()
  const item = useLinkedItem<HTMLLIElement>(isLinked)
  return (
    <li
      ref={item}
      tabIndex={-1}
      className={mergeClasses(styles.item, isLinked && styles.linked)}
      aria-current={isLinked || undefined}
    >
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
  return <StatusLabel tone={TONES.get(state) ?? 'off'}>{policyStateLabel(state)}</StatusLabel>
}

const TONES: ReadonlyMap<string, StatusTone> = new Map([
  ['enabled', 'good'],
  ['enabledForReportingButNotEnforced', 'info'],
])
