import { exchangeText } from '@tenantscope/analysis/price-text'
import type { UsedRates } from '@tenantscope/contract/currencies'

import { useFormat } from '../lib/preferences.ts'
import { Text } from './text.tsx'

/** Names the exchange rates of the sums above, and the currencies without one. */
export function ExchangeNote({ exchange }: { exchange: UsedRates | undefined }) {
  const { money, day } = useFormat()
  const text = exchangeText(exchange, { money, date: day })
  if (text === null) return null
  return (
    <Text as="p" variant="caption" muted>
      {text}
    </Text>
  )
}
