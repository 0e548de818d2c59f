import type { ReactNode } from 'react'

import type { Format } from '../../lib/format.ts'
import type { ListCurrency } from '../../lib/list-currency.ts'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import type { ListColumn } from './license-list.ts'
import {
  amountCell,
  costOf,
  figureCell,
  figureText,
  orNone,
  problemTexts,
  PROBLEM_COLUMNS,
  wasteOf,
} from './sku-figures.ts'
import type { KindFigures } from './sku-figures.ts'

interface FigureColumnsOptions<Row> {
  format: Format
  /** Of the amounts. */
  currency: ListCurrency<Row>
  /** Shows the assigned seats; absent: as a number. */
  assigned?: (row: Row) => ReactNode
  widths: { number: number; problems: number; amount: number }
}

/** The columns of a license's figures, the same for all tenants and for one. */
export function figureColumns<Row extends KindFigures>(options: FigureColumnsOptions<Row>) {
  const { format, currency, assigned, widths } = options
  const seatColumn = (
    id: 'seats' | 'assigned' | 'unused' | 'removableSeats',
    header: string,
    render?: (row: Row) => ReactNode,
  ): ListColumn<Row> => ({
    header,
    sortId: id,
    width: widths.number,
    isNumber: true,
    render: render ?? ((row) => figureText(orNone(row[id]), format.number)),
    cells: [{ header, textOf: (row) => figureCell(orNone(row[id])) }],
  })
  const seats: readonly ListColumn<Row>[] = [
    seatColumn('seats', 'Seats'),
    seatColumn('assigned', 'Assigned', assigned),
    seatColumn('unused', 'Unused'),
    seatColumn('removableSeats', 'Removable'),
  ]
  const problems: ListColumn<Row> = {
    header: 'Problems',
    width: widths.problems,
    render: (row) => problemsOf(row, format),
    cells: PROBLEM_COLUMNS.map(({ header, seatsOf }) => ({
      header,
      textOf: (row: Row) => String(seatsOf(row)),
    })),
  }
  const amountColumn = (
    sortId: 'cost' | 'waste',
    header: string,
    amountOf: typeof costOf,
  ): ListColumn<Row> => ({
    header: `${header}${currency.suffix}`,
    sortId,
    width: widths.amount,
    isNumber: true,
    render: (row) => figureText(amountOf(row), (amount) => currency.text(row, amount, format)),
    cells: [
      {
        header: `${header} per Month${currency.suffix}`,
        textOf: (row) => amountCell(amountOf(row)),
      },
    ],
  })
  return {
    seats,
    problems,
    amounts: [amountColumn('cost', 'Cost', costOf), amountColumn('waste', 'Waste', wasteOf)],
  }
}

function problemsOf(row: KindFigures, { number }: Format): ReactNode {
  const problems = problemTexts(row, number)
  if (problems.length === 0) return null
  return (
    <Stack gap={4} align="start">
      {problems.map((problem) => (
        <StatusLabel key={problem} tone="bad" isSentence>
          {problem}
        </StatusLabel>
      ))}
    </Stack>
  )
}
