import { defineCheck } from '../define-check.ts'
import type { PolicyFacts } from '../facts.ts'
import { judgeForAll } from './audience.ts'
import {
  blocks,
  enforcedPolicies,
  includesAllApplications,
  isNarrowed,
  judgeConditionalAccess,
} from './conditional-access.ts'

export const blockUnknownPlatform = defineCheck({
  id: 'ca.block-unknown-platform',
  version: 1,
  title: 'Sign-ins from unknown platforms are blocked',
  severity: 'medium',
  why: 'Rules for single platforms do not apply to a sign-in that names none of them. An attacker can choose the name that a device sends.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for all users and all resources that includes any device platform and excludes those that people use.',
    'Block access, run the policy as report-only for a week, then switch it on.',
  ],
  effort: 'hours',
  userImpact: 'Devices with an unusual operating system cannot sign in.',
  references: ['MT.1015'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) => {
      const blocking = enforcedPolicies(policies).filter(
        (policy) =>
          blocks(policy) &&
          isForUnknownPlatforms(policy) &&
          includesAllApplications(policy) &&
          !isNarrowed(policy, ['platform']),
      )
      return judgeForAll(facts, blocking, {
        none: 'No enabled policy blocks unknown platforms for all users and all resources.',
      })
    }),
})

/** An unknown platform is none that can be excluded by name. */
const isForUnknownPlatforms = ({ conditions: { platforms } }: PolicyFacts): boolean =>
  (platforms?.includePlatforms ?? []).includes('all') &&
  !(platforms?.excludePlatforms ?? []).includes('all')
