import { CHECKS } from './catalogue.ts'
import type { Judgement } from './define-check.ts'
import type { CheckFacts } from './facts.ts'

/** Judges a tenant by every check. Returns the judgements by the ids of checks, in their order. */
export function judgeTenant(facts: CheckFacts, now: Date): ReadonlyMap<string, Judgement> {
  return new Map(CHECKS.map((check) => [check.id, check.judge(facts, now)]))
}
