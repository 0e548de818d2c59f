import { makeStyles, tokens } from '@fluentui/react-components'
import { countedSentence } from '@tenantscope/analysis/tenant-sums'
import type { UsedRates } from '@tenantscope/contract/currencies'
import type { CountedTenants } from '@tenantscope/contract/estate-licenses'
import type { ReactNode } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { ExchangeNote } from '../../ui/exchange-note.tsx'
import { Text } from '../../ui/text.tsx'

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
    gap: '12px',
    margin: 0,
    '@media (max-width: 1100px)': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    '@media (max-width: 640px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    minWidth: 0,
    padding: '8px 16px',
    overflowWrap: 'anywhere',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
})

export interface FigureCard {
  label: string
  figure: string
  /** Below the figure: a sentence, or links. */
  note?: ReactNode
}

/** The sums above a list of licenses, and which tenants they count. */
export function FigureCards(props: {
  cards: readonly FigureCard[]
  tenants: CountedTenants
  /** The rates of the amounts. */
  exchange: UsedRates | undefined
}) {
  const { cards, tenants, exchange } = props
  const styles = useStyles()
  const { number } = useFormat()
  const counted = countedSentence(tenants, number)
  return (
    <>
      <dl className={styles.grid} aria-label="Summary">
        {cards.map(({ label, figure, note }) => (
          <div key={label} className={styles.card}>
            <Text as="dt" variant="caption" muted>
              {label}
            </Text>
            <Text as="dd" variant="subtitle" tabular>
              {figure}
            </Text>
            {note !== undefined && (
              <Text as="dd" variant="caption" muted>
                {note}
              </Text>
            )}
          </div>
        ))}
      </dl>
      <ExchangeNote exchange={exchange} />
      {counted !== null && (
        <Text as="p" variant="caption" muted>
          {counted}
          {tenants.notRead > 0 &&
            '. Whether a tenant that is not fully read has a license is not known.'}
        </Text>
      )}
    </>
  )
}
