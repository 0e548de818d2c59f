/** A SKU as Microsoft lists it. */
export interface ListedSku {
  readonly skuId: string
  readonly partNumber: string
  readonly productName: string
}

/** The column names of Microsoft's file, and of a list with one line for each SKU. */
const COLUMNS = {
  skuId: ['GUID', 'sku_id'],
  partNumber: ['String_Id', 'sku_part_number'],
  productName: ['Product_Display_Name', 'product_name'],
} as const

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

/** Reads Microsoft's list of products. Throws when it is not one, so that no catalog loses its SKUs. */
export function listedSkus(csv: string): ListedSku[] {
  const byId = new Map<string, ListedSku>()
  for (const { line, textOf } of linesOf(csv, COLUMNS)) {
    const skuId = idOf(textOf('skuId'), line)
    const sku = { skuId, partNumber: textOf('partNumber'), productName: textOf('productName') }
    // A SKU has a line for each of its service plans.
    if (!byId.has(skuId)) byId.set(skuId, sku)
  }
  return [...byId.values()]
}

/** Reads the named columns of each line, by one of their names each. Throws when a column is absent. */
export function linesOf<Name extends string>(
  csv: string,
  names: Readonly<Record<Name, readonly string[]>>,
): { readonly line: number; readonly textOf: (name: Name) => string }[] {
  const [header = [], ...lines] = rowsOf(`${csv.replace(/^\uFEFF/u, '')}\n`)
  const columnByName = new Map<string, number>()
  for (const [name, titles] of Object.entries<readonly string[]>(names)) {
    const column = header.findIndex((title) => titles.includes(title.trim()))
    if (column === -1) throw new Error(`The list has no column ${titles.join(' or ')}`)
    columnByName.set(name, column)
  }
  return lines.map((cells, index) => ({
    line: index + 2,
    textOf: (name) => (cells[columnByName.get(name) ?? -1] ?? '').trim(),
  }))
}

/** Returns an id in lower case. Throws when the text is none, so that no row is read by halves. */
export function idOf(text: string, line: number): string {
  const id = text.toLowerCase()
  if (!GUID.test(id)) throw new Error(`Row ${line} has no ID: ${text}`)
  return id
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy

/** Reads CSV with quoted cells (RFC 4180) that ends with a line break; empty lines are left out. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let position = 0
  while (position < csv.length) {
    CELL.lastIndex = position
    const cell = CELL.exec(csv)
    if (cell === null) throw new Error(`The list is not CSV at character ${position}`)
    const [{ length }, quoted, plain = '', end] = cell
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    position += length
    if (end === ',') continue
    if (row.some((text) => text !== '')) rows.push(row)
    row = []
  }
  return rows
}
