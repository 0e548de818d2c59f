import { describe, expect, test } from 'vitest'

import { entraLicenseOf } from './entra-license.ts'

const sku = (servicePlanId: string, capabilityStatus = 'Enabled') => ({
  capabilityStatus,
  servicePlans: [{ servicePlanId }],
})

describe('Entra ID P1', () => {
  test.each([
    ['P1', [sku('41781fb2-bc02-4b7c-bd55-b576c07bb09d')], true],
    ['P2', [sku('eec0eb4f-6444-4f95-aba0-50c24d67f998')], true],
    ['P1 in grace', [sku('41781fb2-bc02-4b7c-bd55-b576c07bb09d', 'Warning')], true],
    ['P1 suspended', [sku('41781fb2-bc02-4b7c-bd55-b576c07bb09d', 'Suspended')], false],
    ['another plan', [sku('9aaf7827-d63c-4b61-89c3-182f06f82e5c')], false],
    ['nothing', [], false],
  ])('with %s', (_name, skus, expected) => {
    expect(entraLicenseOf(skus).hasP1).toBe(expected)
  })
})
