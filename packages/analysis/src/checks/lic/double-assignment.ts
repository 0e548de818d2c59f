import { countedAs } from '../../counted.ts'
import { defineCheck } from '../define-check.ts'
import { isEnabled } from '../derived.ts'
import type { UserFacts } from '../facts.ts'
import { judgePeople, LICENSES_NOT_READ } from './licenses.ts'
export const doubleAssignment = defineCheck({
  id: 'lic.double-assignment',
  version: 1,
  title: 'No license is assigned both directly and by a group',
  severity: 'low',
  why: 'It uses one seat, but leaving the group does not remove the license. So it stays with people who should lose it.',
  fix: [
    'In the Microsoft 365 admin center open Users > Active users.',
    'Check that the group gives the license to the people named here.',
    'Remove the direct assignment.',
  ],
  effort: 'hours',
  userImpact: 'None: the group still gives the license.',
  references: [],
  licence: null,
  needs: ['users'],
  judge: ({ users }) =>
    judgePeople(users.filter(isEnabled), {
      isFound: isDouble,
      passed: 'No license is assigned both directly and by a group.',
      failed: (people) =>
        countedAs(
          people,
          'person has a license both directly and by a group.',
          'people have a license both directly and by a group.',
        ),
      notRead: LICENSES_NOT_READ,
    }),
})

function isDouble({ licenseAssignmentStates }: UserFacts): boolean | null {
  const active = licenseAssignmentStates?.filter(({ state }) => /^active/iu.test(state ?? ''))
  if (active === undefined) return null
  const idsOf = (isByGroup: boolean) =>
    new Set(
      active
        .filter(({ assignedByGroup }) => ((assignedByGroup ?? null) !== null) === isByGroup)
        .map(({ skuId }) => skuId.toLowerCase()),
    )
  return !idsOf(true).isDisjointFrom(idsOf(false))
}
