import { AUDIT_TRAIL_NAMES } from '@tenantscope/contract/audit'
import type { AuditTrail } from '@tenantscope/contract/audit'
import type { Logger } from 'pino'

import type { Db } from '../../db/tables.ts'
import { systemEntry } from '../../lib/audit-entry.ts'
import type { Clock } from '../../lib/clock.ts'
import { BY_PRODUCT } from '../../lib/operator.ts'
import type { AuditLogService } from './audit-log.service.ts'
import type { AuditMacs } from './audit-macs.ts'
import { AUDIT_TRAILS } from './audit-trails.ts'
import { removalText, removedUpTo } from './removals.rules.ts'
import type { Removal } from './removals.rules.ts'
import type { SealingRepo, StoredRecord } from './sealing.repo.ts'
import type { AuditSealingService } from './sealing.service.ts'

/** Records per transaction. */
const REMOVED_AT_ONCE = 1_000

/** Removes the oldest records after the retention period, and stores where the chain continues. */
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

  /** Returns the unaltered start of a range; altered records are kept for investigation. */
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
      logger.error({ trail, number: row.number }, 'altered audit record kept by retention')
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
    within: Db,
    trail: AuditTrail,
    { firstNumber, lastNumber, lastAt }: Omit<Removal, 'mac'>,
  ): Promise<void> {
    const name = AUDIT_TRAIL_NAMES[trail]
    const details = `${name}: records ${firstNumber} to ${lastNumber}, until ${lastAt.toISOString()}, past the retention period`
    return auditLog.change(systemEntry('audit records removed', BY_PRODUCT, { details }), within)
  }

  return {
    /** Removes complete days only, so a trail loses at most one range per day. */
    async sweep(): Promise<void> {
      await sealing.seal()
      const olderThan = monthsBefore(clock.now(), await deps.retentionMonths())
      for (const trail of AUDIT_TRAILS)
        while (await sealing.inTurn(() => removeBatch(trail, olderThan))) continue
    },
  }
}

/** Returns the start of the day (UTC) the given number of months ago, or of the last day of a shorter month. */
function monthsBefore(now: Date, months: number): Date {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 0))
  const day = Math.min(now.getUTCDate(), month.getUTCDate())
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), day))
}
