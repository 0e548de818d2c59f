import { wordsOf } from '../../coverage/facts.ts'
import type { Judgement } from '../define-check.ts'
import type { CheckFacts } from '../facts.ts'
import { judgeForAll } from './audience.ts'
import {
  blocks,
  enforcedPolicies,
  includesAllApplications,
  isNarrowed,
  judgeConditionalAccess,
} from './conditional-access.ts'

/** Judges whether a way to carry a sign-in to another device is blocked for everybody. */
export const judgeBlockedFlow = (
  facts: CheckFacts,
  flow: 'deviceCodeFlow' | 'authenticationTransfer',
  none: string,
): Judgement =>
  judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) => {
    const blocking = enforcedPolicies(policies).filter(
      (policy) =>
        blocks(policy) &&
        wordsOf(policy.conditions.authenticationFlows?.transferMethods).includes(flow) &&
        includesAllApplications(policy) &&
        !isNarrowed(policy, ['flow']),
    )
    return judgeForAll(facts, blocking, { none })
  })
