import { AUDIT_TRAIL_NAMES } from '@tenantscope/contract/audit'
import type { AuditTrail } from '@tenantscope/contract/audit'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Database } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { NO_SOURCE, PRODUCT } from '../../lib/operator.ts'
import type { AuditLogService } from './audit-log.service.ts'
import type { AuditMacs } from './audit-macs.ts'
import { AUDIT_TRAILS } from './audit-trails.ts'
import { removalText, removedUpTo } from './removals.rules.ts'
import type { Removal } from './removals.rules.ts'
import type { SealingRepo, StoredRecord } from './sealing.repo.ts'
import type { AuditSealingService } from './sealing.service.ts'

/** Of one transaction. */
const REMOVED_AT_ONCE = 1_000

/** Removes the oldest records of each trail once they were kept long enough, and keeps where the chain goes on. */
export function createAuditRetentionService(deps: {
  repo: SealingRepo
  macs: AuditMacs
  sealing: AuditSealingService
  auditLog: Pick<AuditLogService, 'change'>
  retentionMonths: () => Promise<number>
  clock: Clock
  logger: Logger
}) {
  const { repo, macs, sealing, auditLog, clock, logger } = deps

  /** The beginning of a stretch that is as it was written; what is not stays for whoever looks into it. */
  function intactPrefix(trail: AuditTrail, start: { number: number; mac: string }) {
    let { number, mac: lastMac } = start
    return (row: StoredRecord): boolean => {
      const judged = macs.judge(trail, row)
      const isNext = row.number === number + 1
      const isIntact =
        judged.kind === 'unknown-key' || (judged.kind === 'genuine' && judged.follows(lastMac))
      if (isNext && isIntact) {
        number = row.number
        lastMac = row.mac ?? ''
        return true
      }
      logger.error({ trail, number: row.number }, 'an altered audit record is not removed')
      return false
    }
  }

  async function removeBatch(trail: AuditTrail, olderThan: Date): Promise<boolean> {
    return repo.transaction(async (trx) => {
      const { head, lastSeal, falseOnes } = removedUpTo(macs, await repo.listRemovals(trail, trx))
      if (falseOnes.length > 0) return false
      const page = { number: head.number, limit: REMOVED_AT_ONCE }
      const rows = await repo.listAfter(trail, page, trx)
      const isIntact = intactPrefix(trail, head)
      const kept = rows.findIndex((row) => row.timestamp >= olderThan || !isIntact(row))
      const stretch = kept === -1 ? rows : rows.slice(0, kept)
      const [first, last] = [stretch[0], stretch.at(-1)]
      if (first === undefined || last === undefined) return false
      const removal = {
        trail,
        firstNumber: first.number,
        lastNumber: last.number,
        firstAt: first.timestamp,
        lastAt: last.timestamp,
        lastMac: last.mac ?? '',
        removedAt: clock.now(),
      }
      const mac = macs.sealNote(removalText(removal, lastSeal))
      await repo.remove(trx, trail, { ...removal, mac })
      await record(trx, trail, removal)
      return stretch.length === REMOVED_AT_ONCE
    })
  }

  function record(
    within: Kysely<Database>,
    trail: AuditTrail,
    { firstNumber, lastNumber, lastAt }: Omit<Removal, 'mac'>,
  ): Promise<void> {
    const name = AUDIT_TRAIL_NAMES[trail]
    return auditLog.change(
      {
        type: 'system',
        action: 'audit records removed',
        changedBy: PRODUCT,
        target: null,
        oldValue: null,
        newValue: null,
        details: `${name}: records ${firstNumber} to ${lastNumber}, until ${lastAt.toISOString()}, kept long enough`,
        source: NO_SOURCE,
      },
      within,
    )
  }

  return {
    /** Whole days only, so that a trail loses one stretch a day. */
    async sweep(): Promise<void> {
      await sealing.seal()
      const olderThan = monthsBefore(clock.now(), await deps.retentionMonths())
      for (const trail of AUDIT_TRAILS)
        while (await sealing.inTurn(() => removeBatch(trail, olderThan))) continue
    },
  }
}

/** The beginning of the day (UTC) so many months ago; the last of a shorter month where it has no such day. */
function monthsBefore(now: Date, months: number): Date {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 0))
  const day = Math.min(now.getUTCDate(), month.getUTCDate())
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), day))
}
