import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'

import { useFormat } from '../../lib/preferences.ts'
import type { TenantList } from '../../lib/tenant-list.ts'
import type { AllTenantsView } from './all-tenants-view.ts'
import { ChoiceCard } from './choice-card.tsx'
import { savingsText } from './savings-text.ts'

const useStyles = makeStyles({
  words: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0 },
  label: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  number: { ...typographyStyles.title3, fontVariantNumeric: 'tabular-nums' },
  detail: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground2,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
})

interface SavingsCardProps {
  list: TenantList
  view: AllTenantsView
  onChoose: (view: AllTenantsView) => void
}

/** What could be saved in all tenants together; it shows those tenants, the most first. */
export function SavingsCard({ list, view, onChoose }: SavingsCardProps) {
  const styles = useStyles()
  const format = useFormat()
  const isKnown = list.tenants.some(({ figures }) => figures !== null)
  const { amount, detail } = savingsText(isKnown ? list.savings : null, format)
  const isChosen = view.attention === 'savings'
  const next = isChosen
    ? { ...view, attention: undefined, sort: 'displayName' as const, isDescending: false }
    : { ...view, attention: 'savings' as const, sort: 'savings' as const, isDescending: true }
  return (
    <ChoiceCard isChosen={isChosen} onClick={() => onChoose(next)}>
      <span className={styles.words}>
        <span className={styles.label}>Potential savings per month</span>
        <span className={styles.number}>{amount}</span>
        <span className={styles.detail} title={detail}>
          {detail}
        </span>
      </span>
    </ChoiceCard>
  )
}
