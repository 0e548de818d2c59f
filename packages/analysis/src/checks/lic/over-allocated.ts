import { countedAs } from '../../counted.ts'
import { defineCheck } from '../define-check.ts'
import { judgePaidLicenses, paidLicenses } from './licenses.ts'
import type { License } from './licenses.ts'
export const overAllocated = defineCheck({
  id: 'lic.over-allocated',
  version: 1,
  title: 'No license has more holders than seats',
  severity: 'high',
  why: 'Holders beyond the seats that are in force may lose the service, and the agreement is not kept. Seats in the grace period are named apart.',
  fix: [
    'In the Microsoft 365 admin center open Billing > Your products.',
    'Compare the assigned and the bought seats of the product.',
    'Buy the missing seats or remove licenses from people who do not need them.',
  ],
  effort: 'hours',
  userImpact: 'People can lose a service if Microsoft removes seats.',
  references: [],
  licence: null,
  needs: ['subscribedSkus'],
  judge: ({ facts }, now) =>
    judgePaidLicenses(facts, now, {
      seats: beyond,
      passed: 'No license has more holders than seats.',
      failed: (seats) =>
        `${countedAs(seats, 'license is', 'licenses are')} assigned beyond the seats in force. ${graceText(paidLicenses(facts, now))}`,
    }),
})

const beyond = ({ consumedUnits, prepaidUnits }: License): number =>
  Math.max(0, consumedUnits - Math.max(0, prepaidUnits.enabled))

function graceText(licenses: readonly License[]): string {
  const isExplained = licenses.every(
    (license) => beyond(license) <= Math.max(0, license.prepaidUnits.warning),
  )
  return isExplained
    ? 'Seats in the grace period still cover them.'
    : 'Seats in the grace period do not cover all of them.'
}
