import { appliesIn } from './conditions.ts'
import type { Limit } from './conditions.ts'
import type { CoveragePolicy } from './facts.ts'
import { grantOutcome, mentionsMfa, openControlsOf } from './grant.ts'
import { isCovered, SITUATIONS } from './situations.ts'
import type { Outcome } from './situations.ts'
import { unknownMembersOf } from './unknown-members.ts'

/** What a policy enforces for the people whom it reaches. */
export interface PolicyReading {
  readonly policy: CoveragePolicy
  /** By situation; `nothing` also where the policy does not apply. */
  readonly outcomes: readonly Outcome[]
  /** What keeps it from applying, or decides it, in situations that count. */
  readonly limits: readonly Limit[]
  /** Microsoft's names of what this version does not know; such a policy is not readable. */
  readonly unknown: readonly string[]
  readonly mentionsMfa: boolean
  /** True when it covers at least one situation that counts. */
  readonly isCovering: boolean
}

/** Reads the policies in short steps: one may name thousands of people and locations. */
export function* readPolicies(
  policies: readonly CoveragePolicy[],
): Generator<undefined, PolicyReading[], undefined> {
  const readings: PolicyReading[] = []
  for (const policy of policies) {
    readings.push(readPolicy(policy))
    yield
  }
  return readings
}

/** Reads a policy as if it were enforced. */
export function readPolicy(policy: CoveragePolicy): PolicyReading {
  const unknown = [...new Set(unknownMembersOf(policy))]
  const limits = new Set<Limit>()
  const outcomes = SITUATIONS.map((situation) => {
    const found = appliesIn(policy.conditions, situation)
    const granted = grantOutcome(policy, situation)
    if (situation.counts !== null) for (const limit of found.limits) limits.add(limit)
    if (granted === 'depends' && situation.counts !== null)
      for (const limit of openControlsOf(policy)) limits.add(limit)
    if (unknown.length > 0) return 'depends'
    if (found.applies === 'no' || granted === 'nothing') return 'nothing'
    return found.applies === 'depends' ? 'depends' : granted
  })
  return {
    policy,
    outcomes,
    limits: [...limits],
    unknown,
    mentionsMfa: mentionsMfa(policy),
    isCovering: SITUATIONS.some(
      (situation, index) =>
        situation.counts !== null && isCovered(situation, outcomes[index] ?? 'nothing'),
    ),
  }
}

/** Returns whether a policy can change a sign-in: report-only and disabled ones enforce nothing. */
export function isEnforced({ policy, outcomes }: PolicyReading): boolean {
  const isOff = policy.state === 'disabled' || policy.state === 'enabledForReportingButNotEnforced'
  return !isOff && outcomes.some((outcome) => outcome !== 'nothing')
}
