import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { TenantStatus } from '@tenantscope/contract/tenants'

import { useFormat } from '../../lib/preferences.ts'
import type { TenantList } from '../../lib/tenant-list.ts'
import { ChoiceCard } from './choice-card.tsx'

const useStyles = makeStyles({
  // The cards stand in the grid of all summary cards.
  cards: { display: 'contents' },
  words: { display: 'flex', flexDirection: 'column', gap: '4px' },
  label: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  number: { ...typographyStyles.title3, fontVariantNumeric: 'tabular-nums' },
})

interface StatCardsProps {
  stats: TenantList['stats']
  status: TenantStatus | undefined
  onChoose: (status: TenantStatus | undefined) => void
}

/** How many tenants there are in each status; each card filters the table by it. */
export function StatCards({ stats, status, onChoose }: StatCardsProps) {
  const styles = useStyles()
  const format = useFormat()
  const cards = [
    { label: 'Total Tenants', count: stats.totalTenants, status: undefined },
    { label: 'Active Contracts', count: stats.activeTenants, status: 'Active' },
    { label: 'Pending', count: stats.pendingTenants, status: 'Pending' },
    { label: 'Inactive', count: stats.inactiveTenants, status: 'Inactive' },
  ] as const
  return (
    <section className={styles.cards} aria-label="Tenants by status">
      {cards.map((card) => (
        <ChoiceCard
          key={card.label}
          isChosen={status === card.status}
          onClick={() => onChoose(card.status)}
        >
          <span className={styles.words}>
            <span className={styles.label}>{card.label}</span>
            <span className={styles.number}>{format.number(card.count)}</span>
          </span>
        </ChoiceCard>
      ))}
    </section>
  )
}
