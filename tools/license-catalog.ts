import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { CatalogEntry, mergedCatalog } from './license-catalog/merged-catalog.ts'
import { listedSkus } from './license-catalog/product-list.ts'

const CATALOG = 'packages/analysis/src/license-catalog.json'

/**
 * Compares the catalog of licenses with Microsoft's list "Product names and service plan identifiers
 * for licensing", and prints what the list adds, what it changed and what it no longer contains.
 * With --write it also writes the catalog; `npm run fix` formats it. Both forms of the list are
 * read: Microsoft's own file with a line for each service plan, or a line for each SKU.
 */
const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [list, ...others] = positionals
if (list === undefined || others.length > 0) {
  console.error('Usage: node -r ./tools/node-24.cjs tools/license-catalog.ts LIST.csv [--write]')
  process.exit(2)
}

const known = z.array(CatalogEntry).parse(JSON.parse(readFileSync(CATALOG, 'utf8')))
const { catalog, added, changed, missing } = mergedCatalog(
  known,
  listedSkus(readFileSync(list, 'utf8')),
)
print('Added; review their kinds', added.map(entryText))
print('Changed', changed)
print('No longer in the list, but kept in the catalog', missing.map(entryText))
console.log(`${catalog.length} SKUs in the catalog.`)
if (values.write) writeFileSync(CATALOG, `${JSON.stringify(catalog, null, 2)}\n`)

function entryText({ skuId, partNumber, productName, kind }: CatalogEntry): string {
  return `${skuId} ${partNumber} "${productName}": ${kind}`
}

function print(title: string, lines: readonly string[]): void {
  console.log(`${title}: ${lines.length}`)
  for (const line of lines) console.log(`  ${line}`)
}
