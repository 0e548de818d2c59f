import { makeStyles, tokens } from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import type { Format } from '../../lib/format.ts'
import type { RowActions } from './row-actions.ts'
import { RowLink } from './row-link.tsx'
import { savingsText } from './savings-text.ts'
import { knownSavings } from './tenant-savings.ts'

const useStyles = makeStyles({ nothing: { color: tokens.colorNeutralForeground2 } })

interface SavingsCellProps {
  tenant: TenantListItem
  tabIndex: number
  format: Format
  actions: RowActions
}

/** What could be saved in a tenant per month; it leads to the seats behind it. */
export function SavingsCell({ tenant, tabIndex, format, actions }: SavingsCellProps) {
  const styles = useStyles()
  const savings = tenant.figures?.savings ?? null
  const amount = knownSavings(tenant.figures)
  const amountText = amount === undefined ? '—' : format.sum(amount)
  if (savings === null || (savings.removableSeats === 0 && amount === 0))
    return <span className={styles.nothing}>{amountText}</span>
  const { detail } = savingsText(savings, format)
  return (
    <RowLink
      href={`/tenant/${tenant.id}?tab=licenses#savings`}
      label={`Savings: ${amount === undefined ? '' : `${savings.currency} ${amountText} per month, `}${detail}`}
      title={detail}
      tabIndex={tabIndex}
      onOpen={() => actions.openSavings(tenant)}
    >
      {amountText}
    </RowLink>
  )
}
