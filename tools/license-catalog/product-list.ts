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
  const [header = [], ...lines] = rowsOf(`${csv.replace(/^\uFEFF/u, '')}\n`)
  const columnOf = (names: readonly string[]): number => {
    const column = header.findIndex((name) => names.includes(name.trim()))
    if (column === -1) throw new Error(`The list has no column ${names.join(' or ')}`)
    return column
  }
  const columns = {
    skuId: columnOf(COLUMNS.skuId),
    partNumber: columnOf(COLUMNS.partNumber),
    productName: columnOf(COLUMNS.productName),
  }
  const byId = new Map<string, ListedSku>()
  for (const [index, line] of lines.entries()) {
    const textOf = (column: number) => (line[column] ?? '').trim()
    const skuId = textOf(columns.skuId).toLowerCase()
    if (!GUID.test(skuId)) throw new Error(`Row ${index + 2} has no SKU ID: ${line.join(',')}`)
    const sku = {
      skuId,
      partNumber: textOf(columns.partNumber),
      productName: textOf(columns.productName),
    }
    // A SKU has a line for each of its service plans.
    if (!byId.has(skuId)) byId.set(skuId, sku)
  }
  return [...byId.values()]
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
