import { countedAs } from '../../counted.ts'
import { defineCheck } from '../define-check.ts'
import { judgePaidLicenses } from './licenses.ts'
export const unassigned = defineCheck({
  id: 'lic.unassigned',
  version: 1,
  title: 'Every paid seat is assigned',
  severity: 'medium',
  why: 'Seats without a holder cost money until the renewal. Seats in the grace period count, free licenses do not. A price or a type that an administrator sets decides what is paid; hidden licenses are left out.',
  fix: [
    'In the Microsoft 365 admin center open Billing > Your products.',
    'Choose the product and compare the seats with those assigned.',
    'Remove the seats that are not needed at the renewal, or assign them.',
  ],
  effort: 'hours',
  userImpact: 'None. Seats that users hold stay.',
  references: [],
  licence: null,
  needs: ['subscribedSkus'],
  judge: ({ facts }, now) =>
    judgePaidLicenses(facts, now, {
      seats: ({ availableUnits }) => availableUnits,
      passed: 'Every paid seat has a holder.',
      failed: (seats) => countedAs(seats, 'paid seat has no holder.', 'paid seats have no holder.'),
    }),
})
