import { LICENSE_KINDS } from '@tenantscope/contract/licenses'

import { countedAs } from '../../counted.ts'
import { defineCheck } from '../define-check.ts'
import { judgePaidLicenses } from './licenses.ts'
export const grace = defineCheck({
  id: 'lic.grace',
  version: 1,
  title: 'No paid seats are in the grace period or suspended',
  severity: 'high',
  why: 'A subscription that was not renewed first enters a grace period. Then its seats are suspended, and its data are deleted later.',
  fix: [
    'In the Microsoft 365 admin center open Billing > Your products.',
    'Open the subscription that has expired or is disabled.',
    'Renew it, or move its holders to another license before the services end.',
  ],
  effort: 'hours',
  userImpact: 'People lose services when the grace period ends.',
  references: [],
  licence: null,
  needs: ['subscribedSkus'],
  judge: ({ facts }, now) =>
    judgePaidLicenses(facts, now, {
      // Licenses of devices end like those of people.
      among: ({ kind }) => LICENSE_KINDS[kind].inCost,
      seats: ({ prepaidUnits: { warning, suspended, lockedOut } }) =>
        [warning, suspended, lockedOut].reduce((sum, units) => sum + Math.max(0, units), 0),
      passed: 'No paid seats are in the grace period or suspended.',
      failed: (seats) =>
        countedAs(
          seats,
          'paid seat is in the grace period, suspended or locked out.',
          'paid seats are in the grace period, suspended or locked out.',
        ),
    }),
})
