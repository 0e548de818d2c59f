import type { Selectable } from 'kysely'

import type { Database } from '../../db/tables.ts'
import type { AuditHead, AuditMacs } from './audit-macs.ts'
import { NO_MAC } from './audit-macs.ts'

/** A range that retention removed. */
export type Removal = Selectable<Database['auditRemovals']>

/** Returns the sealed text of a removed range; each is chained to the previous one. */
export const removalText = (removal: Omit<Removal, 'mac'>, previousMac: string): string =>
  `removal ${JSON.stringify([
    removal.trail,
    removal.firstNumber,
    removal.lastNumber,
    removal.firstAt.toISOString(),
    removal.lastAt.toISOString(),
    removal.lastMac,
    removal.removedAt.toISOString(),
    previousMac,
  ])}`

/** Returns the end of the removed ranges that are verified; ranges after a false one do not count. */
export function removedUpTo(
  macs: AuditMacs,
  removals: readonly Removal[],
): { head: AuditHead; lastSeal: string; falseOnes: Removal[] } {
  let head: AuditHead = { number: 0, mac: NO_MAC }
  let lastSeal = NO_MAC
  for (const [index, removal] of removals.entries()) {
    const isNext = removal.firstNumber === head.number + 1
    const judged = macs.judgeNote(removalText(removal, lastSeal), removal.mac)
    if (!isNext || judged === 'false') return { head, lastSeal, falseOnes: removals.slice(index) }
    head = { number: removal.lastNumber, mac: removal.lastMac }
    lastSeal = removal.mac
  }
  return { head, lastSeal, falseOnes: [] }
}
