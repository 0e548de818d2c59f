import type { AuditTrail } from '@tenantscope/contract/audit'

import { allowAuditChanges } from '../../db/audit-guard.ts'
import type { Trx } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Sealer } from '../../lib/seal.ts'
import { openedHeads } from './audit-heads.ts'
import type { AuditHeads } from './audit-heads.ts'
import { NO_MAC, createAuditMacs } from './audit-macs.ts'
import type { AuditHead, AuditMacs } from './audit-macs.ts'
import { AUDIT_TRAILS } from './audit-trails.ts'
import { removalText, removedUpTo } from './removals.rules.ts'
import { createSealingRepo } from './sealing.repo.ts'
import { createTrailWalk } from './trail-walk.rules.ts'

export type TrailRestoring = ReturnType<typeof createTrailRestoring>

/** Verified and sealed as one batch, during which other requests wait. */
const RECORDS_AT_ONCE = 100
const BACKUP = 'the backup'

/** Adopts trails that another installation, or this one with another key, has chained. */
export function createTrailRestoring({ macs, clock }: { macs: AuditMacs; clock: Clock }) {
  /** Seals the notes of removed ranges with the current key. */
  async function resealRemovals(trx: Trx, trail: AuditTrail, before: AuditMacs) {
    const removals = await createSealingRepo(trx).listRemovals(trail, trx)
    const { head, falseOnes } = removedUpTo(before, removals)
    let lastSeal = NO_MAC
    for (const removal of removals.slice(0, removals.length - falseOnes.length)) {
      const mac = macs.sealNote(removalText(removal, lastSeal))
      await trx
        .updateTable('auditRemovals')
        .set({ mac })
        .where('trail', '=', trail)
        .where('firstNumber', '=', removal.firstNumber)
        .execute()
      lastSeal = mac
    }
    return { start: head, isIntact: falseOnes.length === 0 }
  }

  /** Verifies each record with the old keys and chains it with the new key in one pass. */
  async function rechainTrail(
    trx: Trx,
    trail: AuditTrail,
    given: { before: AuditMacs; witness: AuditHead | undefined; signal: AbortSignal },
  ): Promise<boolean> {
    const { before, witness, signal } = given
    const repo = createSealingRepo(trx)
    await repo.analyze(trx, trail)
    const { start, isIntact } = await resealRemovals(trx, trail, before)
    const head = await repo.readHead(trail, trx)
    const witnesses = witness === undefined ? [] : [{ name: BACKUP, head: witness }]
    const walk = createTrailWalk({ macs: before, trail, start, witnesses })
    let end = start
    for (;;) {
      signal.throwIfAborted()
      const rows = await repo.listAfter(trail, { number: end.number, limit: RECORDS_AT_ONCE }, trx)
      if (rows.length === 0) break
      const ids = await repo.idsOf(
        trx,
        trail,
        rows.map(({ number }) => number),
      )
      const sealed = rows.map((row) => {
        walk.step(row)
        end = { number: row.number, mac: macs.seal(trail, row, end.mac) }
        return { id: ids.get(row.number) ?? 0, ...end }
      })
      await repo.store(trx, trail, { sealed, at: clock.now() })
    }
    return isIntact && walk.end(head).problems.length === 0
  }

  return {
    /** Allows this transaction to change audit records, before anything is written. */
    unlock: (trx: Trx): Promise<void> => allowAuditChanges(trx),

    /** Verifies the trails with their keys and chains them with the current key. */
    async rechain(
      trx: Trx,
      given: { sealer: Sealer; auditHeads: string; signal: AbortSignal },
    ): Promise<{ isIntact: boolean }> {
      const { signal } = given
      const before = createAuditMacs(given.sealer)
      const opened = openedHeads(before, given.auditHeads)
      const heads: AuditHeads['heads'] = opened.state === 'genuine' ? opened.heads.heads : {}
      let isIntact = opened.state === 'genuine'
      for (const trail of AUDIT_TRAILS) {
        const isWhole = await rechainTrail(trx, trail, { before, witness: heads[trail], signal })
        isIntact = isIntact && isWhole
      }
      return { isIntact }
    },
  }
}
