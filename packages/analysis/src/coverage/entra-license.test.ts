import { describe, expect, test } from 'vitest'

import { entraLicenseOf, entraP1In } from './entra-license.ts'

const P1 = '41781fb2-bc02-4b7c-bd55-b576c07bb09d'
const sku = (servicePlanId: string, capabilityStatus = 'Enabled') => ({
  capabilityStatus,
  servicePlans: [{ servicePlanId }],
})

describe('Entra ID P1', () => {
  test.each([
    ['P1', [sku(P1)], true],
    ['P2', [sku('eec0eb4f-6444-4f95-aba0-50c24d67f998')], true],
    ['P1 in grace', [sku(P1, 'Warning')], true],
    ['P1 suspended', [sku(P1, 'Suspended')], false],
    ['another plan', [sku('9aaf7827-d63c-4b61-89c3-182f06f82e5c')], false],
    ['nothing', [], false],
  ])('with %s', (_name, skus, expected) => {
    expect(entraLicenseOf(skus).hasP1).toBe(expected)
  })
})

test.each([
  ['no list', null, true, null],
  ['a complete list without P1', [sku('other')], true, false],
  ['a list with a row left out, without P1', [sku('other')], false, null],
  ['a list with a row left out, with P1', [sku(P1)], false, true],
])('Entra ID P1 by %s', (_name, skus, isComplete, expected) => {
  expect(entraP1In(skus, { isComplete })).toBe(expected)
})
