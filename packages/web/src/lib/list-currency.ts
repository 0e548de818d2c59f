import type { TextColumn } from '@tenantscope/analysis/csv'
import type { CurrencyCode } from '@tenantscope/contract/currencies'

import type { Format } from './format.ts'

/** How a list shows amounts: its headers name the one currency of all rows, else each amount names its own. */
export interface ListCurrency<Row> {
  /** ' (EUR)', or empty. */
  suffix: string
  text: (row: Row, amount: number, format: Format) => string
  /** The columns of a file that follow the amounts. */
  cells: readonly TextColumn<Row>[]
}

/** Returns how a list shows the amounts of its rows; `none` is named where no row has an amount. */
export function listCurrency<Row>(
  rows: readonly Row[],
  { currencyOf, none }: { currencyOf: (row: Row) => CurrencyCode | null; none: CurrencyCode },
): ListCurrency<Row> {
  const currencies = new Set(rows.flatMap((row) => currencyOf(row) ?? []))
  const [one = none] = currencies
  if (currencies.size < 2) return oneCurrency(one)
  return {
    suffix: '',
    text: (row, amount, format) => format.money(amount, currencyOf(row) ?? undefined),
    cells: [{ header: 'Currency', textOf: currencyOf }],
  }
}

/** Returns how a list shows amounts that are all in one currency. */
export const oneCurrency = <Row>(currency: CurrencyCode): ListCurrency<Row> => ({
  suffix: ` (${currency})`,
  text: (_row, amount, format) => format.money(amount),
  cells: [],
})
