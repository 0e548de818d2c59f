import {
  defineCheck,
  failed,
  judgeAbsent,
  notApplicable,
  notRead,
  passed,
} from '../define-check.ts'
import { policyObject, userObject } from '../derived.ts'
import { judgeConditionalAccess } from './conditional-access.ts'
import { exclusionsOf } from './exclusions.ts'

const ALLOWED_PEOPLE = 5
const ALLOWED_SHARE = 0.05

export const excludedPopulation = defineCheck({
  id: 'ca.excluded-population',
  version: 1,
  title: 'Each policy excludes at most 5 people or 5 % of those it includes',
  severity: 'medium',
  why: 'Groups of exclusions grow unnoticed until a policy protects few. People excluded by group, role or type are named. Declared emergency accounts and those covered by another policy are left out.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies and select the policy.',
    'Under Users > Exclude check each person, group and role, and remove those that are no longer needed.',
    'Review the members of the remaining groups with an access review, or by hand every quarter.',
  ],
  effort: 'hours',
  userImpact: 'People who are no longer excluded must meet the requirements of the policy.',
  references: [],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, () => {
      const absent = judgeAbsent(facts, ['users'])
      if (absent !== null) return absent
      const exclusions = exclusionsOf(facts)
      if (exclusions.length === 0) return notApplicable('No enabled policy applies to people.')
      const tooMany = exclusions.filter(
        ({ uncovered, includedCount }) => uncovered.length > allowedOf(includedCount),
      )
      const mayBeTooMany = exclusions.some(
        ({ uncovered, notKnownCount, includedCount }) =>
          uncovered.length + notKnownCount > allowedOf(includedCount),
      )
      const people = new Set(exclusions.flatMap(({ uncovered }) => uncovered))
      const counts = { policies: exclusions.length, people: people.size, failing: tooMany.length }
      const objects = [
        ...tooMany.map(({ policy }) => policyObject(policy)),
        ...[...people].map(userObject),
      ]
      if (tooMany.length > 0)
        return failed(`Policies that exclude too many people: ${tooMany.length}.`, {
          counts,
          objects,
        })
      if (mayBeTooMany)
        return (
          judgeAbsent(facts, ['groupMembers', 'roleAssignments']) ??
          notRead('It is not known how many people a policy excludes.', { counts, objects })
        )
      return passed(`People who are excluded and covered by no other policy: ${people.size}.`, {
        counts,
        objects,
      })
    }),
})

const allowedOf = (includedCount: number): number =>
  Math.max(ALLOWED_PEOPLE, Math.floor(includedCount * ALLOWED_SHARE))
