import type { LicensePrice } from '@tenantscope/contract/prices'

let made = 0

/** A customer price for all tenants, on every day. */
export function makePrice(changes: Partial<LicensePrice> = {}): LicensePrice {
  made += 1
  return {
    id: made,
    skuId: 'sku-e3',
    displayName: 'Microsoft 365 E3',
    tenantId: null,
    tenantName: null,
    kind: 'customer',
    amount: 33.5,
    currency: 'USD',
    validFrom: null,
    validTo: null,
    state: 'current',
    version: 1,
    changedBy: 'Ada Lindqvist',
    changedAt: '2026-11-20T09:00:00.000Z',
    ...changes,
  }
}
