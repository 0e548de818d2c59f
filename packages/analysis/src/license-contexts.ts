import type { License } from '@tenantscope/contract/licenses'

import { normalizedPartNumber } from './part-numbers.ts'

// Screens import this file, so it stays away from the catalog: the type is already judged.
type Judged = Pick<License, 'skuPartNumber' | 'licenseType'>

const GRANTED = [
  'As a non-profit or education grant',
  'As a partner benefit',
  'As a trial',
] as const

/** How a seat of these may cost nothing although the SKU has a price (decisions.md, Licenses). */
const CONTEXTS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  [
    'AAD_PREMIUM',
    [
      'Inside Microsoft 365 Business Premium',
      'Inside Microsoft 365 E3 or E5',
      'Inside Enterprise Mobility + Security',
    ],
  ],
  ['SPB', GRANTED],
  ['ENTERPRISEPACK', GRANTED],
])

/** When a retired SKU left the price list, where anybody knows. */
const RETIRED: ReadonlyMap<string, string> = new Map([
  ['AAD_BASIC', 'Retired 2023-04-01, formerly paid'],
])

/** In which contexts a seat may be free; empty for licenses that are not context-dependent. */
export function licenseContextsOf({ skuPartNumber, licenseType }: Judged): readonly string[] {
  if (licenseType !== 'context-dependent') return []
  return CONTEXTS.get(normalizedPartNumber(skuPartNumber)) ?? []
}

/** What to say of a retired license; null for all others. */
export function retiredNoteOf({ skuPartNumber, licenseType }: Judged): string | null {
  if (licenseType !== 'retired') return null
  return RETIRED.get(normalizedPartNumber(skuPartNumber)) ?? 'Retired: Microsoft no longer sells it'
}
