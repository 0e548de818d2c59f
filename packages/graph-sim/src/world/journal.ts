import type { ChangedSet, Tenant } from './types.ts'

interface Subject {
  readonly set: ChangedSet
  readonly id: string
}

/** It is new, or back from the bin: everything of it is news. */
export function recordNew({ journal }: Tenant, { set, id }: Subject): void {
  journal.push({ set, id, properties: null, removed: null })
}

/** These properties, by Graph's names, have other values now. */
export function recordChange(
  { journal }: Tenant,
  { set, id }: Subject,
  properties: readonly string[],
): void {
  journal.push({ set, id, properties, removed: null })
}

export function recordRemoval(
  { journal }: Tenant,
  { set, id }: Subject,
  removed: 'changed' | 'deleted',
): void {
  journal.push({ set, id, properties: [], removed })
}
