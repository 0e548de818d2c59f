import type { CheckObject, Judgement, Verdict } from '@tenantscope/analysis/checks/define-check'
import { judgeTenant } from '@tenantscope/analysis/checks/judge-tenant'

import { factsOfGraph, GraphObjectsError } from './graph-facts.ts'
import type { GraphObjects } from './graph-facts.ts'
import { keptEvidence } from './kept-evidence.rules.ts'

interface Evidence {
  readonly counts: Readonly<Record<string, number>>
  readonly objects: readonly CheckObject[]
  /** How many objects were left out. */
  readonly more: number
}

/** Verdicts and evidence by the ids of checks, or why there are none. */
export type Assessment =
  | {
      readonly verdicts: Readonly<Record<string, Verdict>>
      readonly evidence: Readonly<Record<string, Evidence>>
    }
  | { readonly error: string }

interface Times {
  /** The time of judging that was asked for; null: the time of the reading. */
  readonly given: Date | null
  /** The present, for objects that do not say when they were read. */
  readonly present: Date
}

/** Judges the tenant of a JSON text; `error` says why the text holds no tenant. */
export function assess(text: string, { given, present }: Times): Assessment {
  const objects = objectOf(text)
  if (objects === null) return { error: 'This is not a JSON object.' }
  try {
    const facts = factsOfGraph(objects, given ?? present)
    const judgements = [...judgeTenant(facts, given ?? facts.asOf)]
    return {
      verdicts: Object.fromEntries(judgements.map(([id, { verdict }]) => [id, verdict])),
      evidence: Object.fromEntries(judgements.map(([id, found]) => [id, evidenceOf(found)])),
    }
  } catch (error) {
    if (error instanceof GraphObjectsError) return { error: `${error.message}.` }
    throw error
  }
}

function objectOf(text: string): GraphObjects | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const isObject = (value: unknown): value is GraphObjects =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const evidenceOf = ({ counts, objects }: Judgement): Evidence => ({
  counts,
  ...keptEvidence(objects),
})
