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

export const exclusionNoFallback = defineCheck({
  id: 'ca.exclusion-no-fallback',
  version: 1,
  title: 'Everybody who is excluded from a policy is covered by another one',
  severity: 'high',
  why: 'An exclusion without another policy leaves people with a password alone. It is judged by person, so a policy for all users counts as cover. Declared emergency accounts and accounts that synchronize a directory are left out.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies and look at the exclusions of each policy.',
    'Remove exclusions that are no longer needed.',
    'For the others create a policy for the same resources that includes the excluded group.',
  ],
  effort: 'hours',
  userImpact:
    'People who were excluded must meet the requirements of the policy that now covers them.',
  references: ['MT.1036'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, () => {
      const absent = judgeAbsent(facts, ['users'])
      if (absent !== null) return absent
      const exclusions = exclusionsOf(facts)
      if (exclusions.length === 0) return notApplicable('No enabled policy applies to people.')
      const gaps = exclusions.filter(({ uncovered }) => uncovered.length > 0)
      const people = new Set(gaps.flatMap(({ uncovered }) => uncovered))
      const isKnown = exclusions.every(({ notKnownCount }) => notKnownCount === 0)
      const counts = {
        policies: exclusions.length,
        people: people.size,
        policiesWithGaps: gaps.length,
      }
      if (people.size > 0)
        return failed(`People who are excluded and covered by no other policy: ${people.size}.`, {
          counts,
          objects: [
            ...[...people].map(userObject),
            ...gaps.map(({ policy }) => policyObject(policy)),
          ],
        })
      if (!isKnown)
        return (
          judgeAbsent(facts, ['groupMembers', 'roleAssignments']) ??
          notRead('It is not known whether all people who are excluded are covered.', { counts })
        )
      return passed('Everybody who is excluded from a policy is covered by another one.', {
        counts,
      })
    }),
})
