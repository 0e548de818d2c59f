import type { Judgement } from '../define-check.ts'
import type { CheckFacts, PolicyFacts } from '../facts.ts'
import { judgeForAll } from './audience.ts'
import {
  enforcedPolicies,
  includesAllApplications,
  isNarrowed,
  judgeConditionalAccess,
  requiresMfa,
} from './conditional-access.ts'

/** Returns the enabled policies for all resources, in every sign-in, of which the test holds. */
export const generalPolicies = (
  policies: readonly PolicyFacts[],
  test: (policy: PolicyFacts) => boolean,
): PolicyFacts[] =>
  enforcedPolicies(policies).filter(
    (policy) => test(policy) && includesAllApplications(policy) && !isNarrowed(policy),
  )

export const judgeMfaOfEverybody = (facts: CheckFacts): Judgement =>
  judgeConditionalAccess(facts, { isMetBySecurityDefaults: true }, (policies) =>
    judgeForAll(facts, generalPolicies(policies, requiresMfa), {
      none: 'No enabled policy requires MFA of all users for all resources.',
    }),
  )
