import type { Verdict } from './define-check.ts'
import type { CheckFacts } from './facts.ts'

/** A case of a check's table: what the tenant looks like, and the verdict that follows. */
export interface CheckCase {
  readonly name: string
  readonly facts: CheckFacts
  readonly verdict: Verdict
  /** Absent: not compared. */
  readonly reason?: string
  /** Ids of objects that are evidence, in any order; absent: not compared. */
  readonly objects?: readonly string[]
  readonly counts?: Readonly<Record<string, number>>
}
