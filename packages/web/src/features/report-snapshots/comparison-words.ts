import type { ReportComparison } from '@tenantscope/contract/reports'

import type { Format } from '../../lib/format.ts'

/** Whether the reports hold the same. */
export function isUnchanged({ licenses, users }: ReportComparison): boolean {
  const lists: readonly (readonly unknown[])[] = [
    licenses.added,
    licenses.removed,
    licenses.changed,
    users.added,
    users.removed,
    users.changed,
  ]
  return lists.every(({ length }) => length === 0)
}

interface Change {
  before: number
  after: number
}

/** '+4', '−1', 'no change'. */
export function differenceText({ before, after }: Change, format: Format): string {
  const difference = after - before
  if (difference === 0) return 'no change'
  // A minus sign as wide as the plus.
  return `${difference > 0 ? '+' : '−'}${format.number(Math.abs(difference))}`
}

/** '70 added, 1 removed'; null where nothing changed. */
export function changesText(
  { added, removed, changed }: Record<'added' | 'removed' | 'changed', readonly unknown[]>,
  format: Format,
): string | null {
  const texts = [
    { count: added.length, word: 'added' },
    { count: removed.length, word: 'removed' },
    { count: changed.length, word: 'changed' },
  ].flatMap(({ count, word }) => (count === 0 ? [] : `${format.number(count)} ${word}`))
  return texts.length === 0 ? null : texts.join(', ')
}
