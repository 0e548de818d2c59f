import type { PolicyFacts } from '../facts.ts'
import { enforcedPolicies, includesAllApplications, isNarrowed } from './conditional-access.ts'

type RiskKind = 'userRiskLevels' | 'signInRiskLevels'

/**
 * Returns the enabled policies that apply to a high risk of one kind and of which the test holds. A
 * policy that names a second kind of risk applies only where both are found.
 */
export const policiesOfHighRisk = (
  policies: readonly PolicyFacts[],
  kind: RiskKind,
  test: (policy: PolicyFacts) => boolean,
): PolicyFacts[] =>
  enforcedPolicies(policies).filter(
    (policy) =>
      test(policy) &&
      (policy.conditions[kind] ?? []).includes('high') &&
      includesAllApplications(policy) &&
      !isNarrowedBesides(policy, kind),
  )

const isNarrowedBesides = (policy: PolicyFacts, kind: RiskKind): boolean =>
  isNarrowed({ ...policy, conditions: { ...policy.conditions, [kind]: [] } })
