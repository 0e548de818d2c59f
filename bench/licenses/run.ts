import { CATALOG } from '../../packages/analysis/src/license-catalog.ts'
import { measureCalls } from '../calls.ts'

// `npm run bench:licenses`: the licenses of all tenants, one license, and the renewals, of an estate in
// which every tenant has many licenses.

const TENANTS = 1_000
const SKUS = CATALOG.filter(({ kind }) => kind === 'paid').slice(0, 60)

await measureCalls({
  goalMs: 200,
  holds: `${TENANTS} tenants with ${SKUS.length} licenses each`,
  seed: 'bench/licenses/seed.ts',
  seedArguments: [`${TENANTS}`, JSON.stringify(SKUS)],
  calls: [
    ['licenses of all tenants', '/api/licenses'],
    ['one license', `/api/licenses/${SKUS[0]?.skuId ?? ''}`],
    ['one license over time', `/api/licenses/${SKUS[0]?.skuId ?? ''}/trend`],
    ['renewals due', '/api/renewals/due'],
    ['renewals of 12 months', '/api/renewals'],
  ],
})
