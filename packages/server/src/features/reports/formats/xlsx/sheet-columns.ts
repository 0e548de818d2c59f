import type { TextColumn } from '@tenantscope/analysis/csv'

import type { Sheet } from './workbook-parts.ts'
import { sheetOf } from './workbook.ts'
import type { SheetColumn, SheetValue } from './workbook.ts'

/** A row of the sheet Summary. */
export type PropertyRow = [label: string, value: SheetValue]

/** The sheet Summary: a property and its value a row. */
export const propertySheet = (rows: readonly PropertyRow[]): Sheet =>
  sheetOf<PropertyRow>({
    name: 'Summary',
    columns: [
      { header: 'Property', width: 26, valueOf: ([label]) => label },
      { header: 'Value', width: 72, valueOf: ([, value]) => value },
    ],
    rowCount: rows.length,
    hasFilter: false,
    items: () => rows,
  })

const WIDTHS: Readonly<Record<string, number>> = {
  'Display Name': 32,
  'User Principal Name': 40,
  Email: 40,
  'User ID': 38,
  License: 40,
  'SKU Part Number': 32,
  Problems: 48,
  Check: 48,
  'Check ID': 26,
  Finding: 48,
  'Why It Matters': 60,
  Advice: 72,
  'User Impact': 48,
  Objects: 60,
}

/** A column of texts as in the CSV file. */
export function sheetColumn<Row>({ header, textOf }: TextColumn<Row>): SheetColumn<Row> {
  return column(header, WIDTHS[header] ?? 18, textOf)
}

export const numberOf = (
  number: number | null | undefined,
  style: 'count' | 'percent' | 'money',
): SheetValue => (number === null || number === undefined ? null : { number, style })

export const numberColumn = <Row>(
  header: string,
  width: number,
  valueOf: SheetColumn<Row>['valueOf'],
): SheetColumn<Row> => ({ header, width, valueOf, isNumber: true })

export const column = <Row>(
  header: string,
  width: number,
  valueOf: SheetColumn<Row>['valueOf'],
): SheetColumn<Row> => ({ header, width, valueOf })
