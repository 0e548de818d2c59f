import { REACH } from './audience.ts'
import type { Covered, SituationCoverage } from './coverage.ts'
import { SITUATIONS } from './situations.ts'

/** One situation of a person: the outcome, by which policies, and why no more. */
interface Explained extends SituationCoverage {
  readonly situation: number
  /** Ids of the policies that give the outcome. */
  readonly policyIds: readonly string[]
  /** Ids of policies that would give more, by the reason why they do not. */
  readonly excludedFrom: readonly string[]
  readonly notKnown: readonly string[]
}

/** Returns the seven situations of a person, by the index in `covered.people`. */
export function explain(covered: Covered, person: number): Explained[] {
  const found = covered.classes[covered.classOf[person] ?? -1]
  if (found === undefined) return []
  const idsOf = (at: number, reach: number, isWanted: (outcome: string) => boolean) =>
    covered.policies.flatMap(({ policy, outcomes }, index) =>
      found.reach[index] === reach && isWanted(outcomes[at] ?? 'nothing') ? [policy.id] : [],
    )
  return found.situations.map((judged, at) => ({
    ...judged,
    situation: SITUATIONS[at]?.number ?? 0,
    policyIds: idsOf(
      at,
      REACH.yes,
      (outcome) => outcome === judged.outcome && outcome !== 'nothing',
    ),
    excludedFrom: idsOf(at, REACH.excluded, (outcome) => outcome !== 'nothing'),
    notKnown: idsOf(at, REACH.notKnown, (outcome) => outcome !== 'nothing'),
  }))
}
