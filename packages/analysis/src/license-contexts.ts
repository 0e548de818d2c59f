import type { License } from '@tenantscope/contract/licenses'

import { normalizedPartNumber } from './part-numbers.ts'

// The web app imports this file, so it must not import the large catalog; the type is already known.
type Judged = Pick<License, 'skuPartNumber' | 'licenseType'>

const GRANTED = [
  'As a non-profit or education grant',
  'As a partner benefit',
  'As a trial',
] as const

/** Contexts in which a seat of these SKUs is free although the SKU has a price (decisions.md, Licenses). */
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

/** When a retired SKU left the price list, where known. */
const RETIRED: ReadonlyMap<string, string> = new Map([
  ['AAD_BASIC', 'Retired 2023-04-01, formerly paid'],
])

/** Returns the contexts in which a seat may be free; empty for licenses that are not context-dependent. */
export function licenseContextsOf({ skuPartNumber, licenseType }: Judged): readonly string[] {
  if (licenseType !== 'context-dependent') return []
  return CONTEXTS.get(normalizedPartNumber(skuPartNumber)) ?? []
}

/** Returns the note for a retired license, or null for others. */
export function retiredNoteOf({ skuPartNumber, licenseType }: Judged): string | null {
  if (licenseType !== 'retired') return null
  return RETIRED.get(normalizedPartNumber(skuPartNumber)) ?? 'Retired: Microsoft no longer sells it'
}
