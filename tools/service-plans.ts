import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { listedPlans, planChanges } from './license-catalog/plan-list.ts'

const CATALOG = 'packages/analysis/src/plans/service-plans.json'

/**
 * Compares the service plans of each SKU with Microsoft's list "Product names and service plan
 * identifiers for licensing", and prints what changed. With --write it also writes the catalog;
 * `npm run fix` formats it. A test finds rules (plan-rules.json) that name a plan or SKU that is gone.
 */
const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false }, date: { type: 'string' } },
  allowPositionals: true,
})
const [list, ...others] = positionals
const date = z
  .string()
  .regex(/^\d{4}-\d{2}(-\d{2})?$/u)
  .safeParse(values.date)
if (list === undefined || others.length > 0 || !date.success) {
  console.error(
    'Usage: node -r ./tools/node-24.cjs tools/service-plans.ts LIST.csv --date 2025-12 [--write]',
  )
  process.exit(2)
}

const PlanList = z.object({
  plans: z.array(z.tuple([z.string(), z.string()])),
  skus: z.record(z.string(), z.array(z.number())),
})
const known = PlanList.parse(JSON.parse(readFileSync(CATALOG, 'utf8')))
const listed = listedPlans(readFileSync(list, 'utf8'))
const changes = planChanges(known, listed)
console.log(`Changed: ${changes.length}`)
for (const change of changes) console.log(`  ${change}`)
console.log(`${listed.plans.length} plans in ${Object.keys(listed.skus).length} SKUs.`)
if (values.write) {
  const source = 'Microsoft, Product names and service plan identifiers for licensing'
  writeFileSync(CATALOG, `${JSON.stringify({ source, date: date.data, ...listed })}\n`)
}
