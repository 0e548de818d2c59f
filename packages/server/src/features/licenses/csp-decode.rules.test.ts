import { expect, test } from 'vitest'

import { heldBy, purchaseOf, seatsOf } from './csp-decode.rules.ts'

const person = (...skuIds: string[]) => ({
  id: 'someone',
  assignedLicenses: skuIds.map((skuId) => ({ skuId })),
})

test('a user listed twice with a license holds it once', () => {
  expect(
    heldBy({ people: [person('a', 'a', 'b'), person('a'), person()], isWhole: false }),
  ).toEqual({
    held: [
      { skuId: 'a', holders: 2 },
      { skuId: 'b', holders: 1 },
    ],
    isWhole: false,
  })
})

test('dates that are none, numbers beyond counting and words that are missing do no harm', () => {
  const purchase = purchaseOf({
    id: 'x',
    commerceSubscriptionId: null,
    skuId: 'a',
    skuPartNumber: null,
    status: null,
    isTrial: null,
    totalLicenses: 1e300,
    createdDateTime: 'yesterday',
    nextLifecycleDateTime: '2027-01-01T00:00:00Z',
    ownerTenantId: null,
  })
  expect(purchase).toMatchObject({ status: null, totalLicenses: 0, createdDateTime: null })
  expect(purchase.nextLifecycleDateTime).toEqual(new Date('2027-01-01T00:00:00Z'))
  const seats = seatsOf({
    id: 'x_a',
    skuId: 'a',
    skuPartNumber: 'A',
    capabilityStatus: null,
    appliesTo: null,
    consumedUnits: 2.9,
    prepaidUnits: { enabled: 1e300, suspended: -3, warning: 1, lockedOut: 0 },
    subscriptionIds: [],
    servicePlans: [],
  })
  expect(seats).toMatchObject({
    capabilityStatus: 'Unknown',
    appliesTo: null,
    consumedUnits: 2,
    enabledUnits: 0,
    warningUnits: 1,
    suspendedUnits: -3,
  })
})
