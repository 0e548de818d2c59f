import type { License } from '@tenantscope/contract/licenses'

let made = 0

/** A SKU as administrators see it: paid, shown, without any price. */
export function makeAdminLicense(changes: Partial<License> = {}): License {
  made += 1
  return {
    skuId: `admin-sku-${made}`,
    skuPartNumber: `ADMIN_SKU_${made}`,
    productName: `Product ${made}`,
    friendlyName: null,
    displayName: `Product ${made}`,
    licenseType: 'paid',
    kind: changes.licenseType ?? 'paid',
    isVisible: true,
    firstDiscovered: '2026-01-05T10:00:00.000Z',
    lastSeen: '2026-11-20T09:00:00.000Z',
    listPrice: null,
    price: null,
    ownType: null,
    judgedKind: changes.kind ?? changes.licenseType ?? 'paid',
    contexts: [],
    isKnown: true,
    ...changes,
  }
}
