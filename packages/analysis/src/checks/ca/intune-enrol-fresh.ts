import { defineCheck } from '../define-check.ts'
import { judgeForAll, members } from './audience.ts'
import {
  enforcedPolicies,
  includesApplication,
  isNarrowed,
  judgeConditionalAccess,
} from './conditional-access.ts'
import { isAskedEveryTime } from './sessions.ts'

/** Microsoft Intune Enrollment. */
const INTUNE_ENROLLMENT = 'd4ebce55-015a-49b5-a083-c84d1797ae8c'

export const intuneEnrolFresh = defineCheck({
  id: 'ca.intune-enrol-fresh',
  version: 1,
  title: 'Each enrolment in Intune needs a new sign-in',
  severity: 'low',
  why: 'An attacker with a stolen session could enrol a device and then count as managed. Guests may be left out, because they enrol no devices here.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for all users and the resource "Microsoft Intune Enrollment" that requires MFA.',
    'Under Session set the sign-in frequency to "Every time".',
  ],
  effort: 'minutes',
  userImpact: 'People sign in again when they enrol a device.',
  references: ['CIS 5.2.2.11'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) => {
      const asking = enforcedPolicies(policies).filter(
        (policy) =>
          isAskedEveryTime(policy) &&
          includesApplication(policy, INTUNE_ENROLLMENT) &&
          !isNarrowed(policy),
      )
      return judgeForAll(facts, asking, {
        none: 'No enabled policy asks all users for a new sign-in at each enrolment.',
        audience: members(facts),
      })
    }),
})
