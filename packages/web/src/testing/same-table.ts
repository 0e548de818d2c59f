import { within } from '@testing-library/react'
import { expect } from 'vitest'

/** A row of a file, by the headers of the file. */
type FileRow = Readonly<Record<string, string>>

/** How a column of the screen is written in the file; null: it is a drawing of another column. */
type ColumnInFile = { header?: string; textOf?: (cell: string, row: FileRow) => string } | null

/**
 * Expects the file to have the rows and columns of the table in their order. The file may have more
 * columns. `columns` names those whose header or text differs.
 */
export function expectSameTable(
  table: HTMLElement,
  [heads = [], ...rows]: readonly string[][],
  columns: Readonly<Record<string, ColumnInFile>> = {},
): void {
  const [head, ...body] = within(table).getAllByRole('row')
  const shown = Array.from(head?.children ?? [], (cell) => cell.textContent)
    .map((name, at) => ({ name, at, inFile: columns[name] }))
    .filter(({ inFile }) => inFile !== null)
  const headerOf = ({ name, inFile }: (typeof shown)[number]) => inFile?.header ?? name
  const inOrder = heads.filter((header) =>
    shown.some((column) => sameWords(headerOf(column), header)),
  )
  expect(inOrder.map((header) => header.toLowerCase())).toEqual(
    shown.map((column) => headerOf(column).toLowerCase()),
  )
  const written = rows.map((row) => {
    const byHeader = Object.fromEntries(heads.map((header, at) => [header, row[at] ?? '']))
    return shown.map(({ inFile }, at) => {
      const cell = byHeader[inOrder[at] ?? ''] ?? ''
      return inFile?.textOf?.(cell, byHeader) ?? cell
    })
  })
  expect(written).toEqual(
    body.map((row) => shown.map(({ at }) => row.children[at]?.textContent ?? '')),
  )
}

const sameWords = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
