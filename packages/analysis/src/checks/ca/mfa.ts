import { notRead } from '../define-check.ts'
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

/**
 * Judges MFA of everybody by the rule of coverage by person: what a policy with terms of use requires
 * depends, so that it never counts as covered. Where such a policy decides, the verdict is not known.
 */
export const judgeMfaOfEverybody = (facts: CheckFacts): Judgement =>
  judgeConditionalAccess(facts, { isMetBySecurityDefaults: true }, (policies) => {
    const judgement = judgeBy(
      facts,
      policies.filter((policy) => !hasTermsOfUse(policy)),
    )
    if (judgement.verdict !== 'failed') return judgement
    const { verdict, counts, objects } = judgeBy(facts, policies)
    return verdict === 'failed' ? judgement : notRead(BY_TERMS, { counts, objects })
  })

const BY_TERMS =
  'Policies require MFA together with terms of use: what they enforce depends on the terms.'

const hasTermsOfUse = ({ grantControls }: PolicyFacts): boolean =>
  (grantControls?.termsOfUse ?? []).length > 0

const judgeBy = (facts: CheckFacts, policies: readonly PolicyFacts[]): Judgement =>
  judgeForAll(facts, generalPolicies(policies, requiresMfa), {
    none: 'No enabled policy requires MFA of all users for all resources.',
  })
