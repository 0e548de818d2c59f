import type { Change, ChangedSet, Tenant } from '../../world/types.ts'
import type { Round } from './delta-token.ts'

/** What happened to one object in a round. */
export interface ObjectChange {
  readonly id: string
  /** The reason when it is gone at the end; null when it is there. */
  readonly removed: Change['removed']
  /** It is new or restored: every property is news. */
  readonly isWhole: boolean
  /** Graph's names of what changed. */
  readonly changed: ReadonlySet<string>
}

/**
 * The changes of a round that touch what is tracked: one for each object, or each by itself when
 * the round repeats them. The same round always gives the same ones, so that pages can count them.
 */
export function changesOf(
  { journal }: Tenant,
  set: ChangedSet,
  { round, names }: { readonly round: Round; readonly names: readonly string[] },
): ObjectChange[] {
  const changes = journal
    .slice(round.from ?? 0, round.to)
    .filter((change) => change.set === set)
    .map(toObjectChange)
  return (round.isRepeating ? changes : merged(changes)).filter(
    ({ removed, isWhole, changed }) =>
      removed !== null || isWhole || names.some((name) => changed.has(name)),
  )
}

/** Why an object is not there, by the last thing that the journal says of it. */
export function removalOf({ journal }: Tenant, set: ChangedSet, id: string): Change['removed'] {
  return journal.findLast((change) => change.set === set && change.id === id)?.removed ?? 'deleted'
}

function toObjectChange({ id, removed, properties }: Change): ObjectChange {
  return { id, removed, isWhole: properties === null, changed: new Set(properties) }
}

function merged(changes: readonly ObjectChange[]): ObjectChange[] {
  const byId = new Map<string, ObjectChange>()
  for (const change of changes) {
    const before = byId.get(change.id)
    byId.set(change.id, before ? { ...change, ...union(before, change) } : change)
  }
  return [...byId.values()]
}

function union(one: ObjectChange, other: ObjectChange) {
  return {
    isWhole: one.isWhole || other.isWhole,
    changed: new Set([...one.changed, ...other.changed]),
  }
}
