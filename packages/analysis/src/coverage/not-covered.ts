import type { Coverage, Covered } from './coverage.ts'

/** Returns whether a person is covered, by the index in `covered.people`. */
export function coverageAt({ classes, classOf }: Covered, person: number): Coverage {
  return classes[classOf[person] ?? -1]?.coverage ?? 'notKnown'
}

/** Returns the ids of the enabled people who are not covered; guests and emergency accounts too. */
export function idsNotCovered(covered: Covered): string[] {
  return covered.people.flatMap(({ id }, person) =>
    coverageAt(covered, person) === 'notCovered' ? [id] : [],
  )
}
