import type { CheckObject } from '@tenantscope/analysis/checks/check-object'

/** Objects that are kept as evidence of a verdict. */
export const MOST_OBJECTS = 1_000

const NAMES = new Intl.Collator('en', { numeric: true })

/** Returns the objects that are kept of a check's evidence, by alphabet, and how many are left out. */
export function keptEvidence(objects: readonly CheckObject[]): {
  readonly objects: readonly CheckObject[]
  readonly more: number
} {
  const kept = objects.slice(0, MOST_OBJECTS).map(({ kind, id, name }) => ({ kind, id, name }))
  return { objects: kept.toSorted(byName), more: objects.length - kept.length }
}

const byName = (one: CheckObject, other: CheckObject): number =>
  NAMES.compare(one.name ?? one.id, other.name ?? other.id) || NAMES.compare(one.id, other.id)
